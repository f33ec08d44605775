"""How many hands of one side are below a value and share no card with a hand of the other side.

Hands are admitted from the weakest up, counting for each set of cards how many admitted hands hold it. The hands that
avoid a given hand are then a signed sum over its subsets. If one card of the other side is face up, a row is kept for
each set: by that card, how many admitted hands hold both; so a hand is counted against all possible up cards at once.
"""

from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled, inner
from feltlab.kernels.subsets import CHOOSE, MOST, Ints, Small, insert, set_number, small_sets, suit_key

Places = npt.NDArray[np.uint16]
Counts = npt.NDArray[np.int32]
Rows = npt.NDArray[np.int32]
"""By the number of a set, after those of smaller sets."""

OUT: Final = 65535
"""The place of a hand that is never admitted."""
_ONES: Final = np.array([bin(chosen).count("1") for chosen in range(1 << MOST)], np.int64)
_SAME: Final = 0 | 1 << 2 | 2 << 4 | 3 << 6
"""Each suit named as itself, two bits per name."""
_LANE: Final = 16
"""Places for the cards of a suit, side by side, so that a row adds up suit by suit at once."""
_TOP: Final = np.array([max(chosen.bit_length() - 1, 0) for chosen in range(1 << MOST)], np.int64)


class Sorted(NamedTuple):
    """Every set of that many cards of a deck, by value."""

    values: Ints
    """The different values, ascending."""
    places: Places
    """By the number of a set, the place of its value among them."""
    sets: Small
    """By number, its places in the deck, ascending."""


@compiled
def _spread(hands: Ints, places: Places, renamings: Ints, found: Places) -> None:
    cards = np.empty(hands.shape[1], np.int64)
    for number in range(len(hands)):
        for name in range(len(renamings)):
            renaming = renamings[name]
            for at in range(len(cards)):
                insert(cards, at, (hands[number, at] & ~3) | renaming[hands[number, at] & 3])
            found[set_number(cards)] = places[number]


def spread(hands: Ints, places: Places, renamings: Ints) -> Places:
    """By the number of every set of a whole deck, what its class has."""
    found = np.empty(comb(52, hands.shape[1]), np.uint16)
    _spread(hands, places, renamings, found)
    return found


@compiled
def _ordered(places: Places, count: int, order: npt.NDArray[np.int32]) -> int:
    """The numbers of sets from the lowest place up, except those left out; returns how many there are."""
    starts = np.zeros(count + 1, np.int64)
    for place in places:
        if place < count:
            starts[place + 1] += 1
    for place in range(count):
        starts[place + 1] += starts[place]
    last = starts[count]
    for number in range(len(places)):
        place = places[number]
        if place < count:
            order[starts[place]] = number
            starts[place] += 1
    return int(last)


@inner
def _numbers(starts: Ints, hand: Any, numbers: Ints) -> None:
    """By mask, the number of each subset of an ascending hand within its size."""
    numbers[0] = 0
    for chosen in range(1, 1 << len(hand)):
        top = _TOP[chosen]
        numbers[chosen] = numbers[chosen ^ (1 << top)] + CHOOSE[hand[top], _ONES[chosen]]


@compiled
def _mark(starts: Ints, own: Ints, most: int, rows: Rows) -> int:
    """Give a row to every set of up to that many cards that some own hand has; returns how many. All others share row
    0.
    """
    count = 1
    numbers = np.empty(1 << own.shape[1], np.int64)
    for hand in range(len(own)):
        _numbers(starts, own[hand], numbers)
        for chosen in range(len(numbers)):
            size = _ONES[chosen]
            if size <= most and not rows[starts[size] + numbers[chosen]]:
                rows[starts[size] + numbers[chosen]] = count
                count += 1
    return count


@compiled
def _sweep(
    starts: Ints, own: Ints, cuts: Ints, events: Ints, order: npt.NDArray[np.int32], sorted_: Sorted,
    rows: Rows, held: Counts, edges: Counts,
) -> None:  # fmt: skip
    """Without a card face up."""
    most, columns = sorted_.sets.shape[1], cuts.shape[1]
    numbers, mine = np.empty(1 << most, np.int64), np.empty(1 << own.shape[1], np.int64)
    places, let_in = sorted_.places, 0
    for event in events:
        hand, column = event // columns, event % columns
        cut = cuts[hand, column]
        while let_in < len(order) and places[order[let_in]] < cut:
            _numbers(starts, sorted_.sets[order[let_in]], numbers)
            for chosen in range(len(numbers) - 1):
                held[rows[starts[_ONES[chosen]] + numbers[chosen]]] += 1
            let_in += 1
        _numbers(starts, own[hand], mine)
        total = 0
        for chosen in range(len(mine)):
            size = _ONES[chosen]
            if size < most:
                count = held[rows[starts[size] + mine[chosen]]]
            elif size == most:
                count = np.int32(places[mine[chosen]] < cut)
            else:
                continue
            total += -count if size & 1 else count
        edges[hand, column] = total


@compiled
def _class_rows(sets: Small, by_suit: bool, rows: Rows, names: Small) -> int:
    """Give a row to every class of sets, and to each set the row of its class, with the suit names there.

    Returns how many rows. If suits matter, each set is a class.
    """
    renamed, cards, count = np.arange(4), np.empty(sets.shape[1], np.int64), 0
    for number in range(len(sets)):
        if by_suit:
            cards[:] = sets[number]
            suit_key(cards, renamed)
        names[number] = renamed[0] | renamed[1] << 2 | renamed[2] << 4 | renamed[3] << 6
        if names[number] == _SAME:
            rows[number] = count
            count += 1
    for number in range(len(sets)):
        if names[number] != _SAME:
            for at in range(len(cards)):
                card = sets[number, at]
                insert(cards, at, (card & ~3) | (names[number] >> 2 * (card & 3) & 3))
            rows[number] = rows[set_number(cards)]
    return count


@inner
def _hold(starts: Ints, cards: Small, numbers: Ints, rows: Rows, names: Small, held: Any, finely: Any) -> None:
    """Admits a hand: counts each subset of it, with each of its other cards, once more if it is a class."""
    for chosen in range(len(numbers)):
        size = _ONES[chosen]
        at = starts[size] + numbers[chosen]
        if at >= len(rows) or size >= len(cards) - 1 or names[at] != _SAME:
            continue
        row = rows[at]
        for more in range(len(cards)):
            if not chosen >> more & 1:
                suit, rank = cards[more] & 3, cards[more] >> 2
                if size == len(cards) - 2:
                    finely[row, suit, rank] += 1
                else:
                    held[row, suit, rank] += 1


@inner
def _add_row(sign: int, name: int, row: int, held: Any, totals: Any) -> None:
    """Adds the row of a class, with its suits named as in one of its sets."""
    for suit in range(4):
        there = name >> 2 * suit & 3
        for rank in range(_LANE):
            totals[suit, rank] += np.int32(sign) * np.int32(held[row, there, rank])


@compiled
def _facing_sweep(
    starts: Ints, own: Ints, cuts: Ints, events: Ints, order: npt.NDArray[np.int32], sorted_: Sorted,
    rows: Rows, names: Small, held: Any, finely: Any, edges: Any,
) -> None:  # fmt: skip
    """With one card face up: `held` and `edges` by that card too; `finely` for sets that lack two cards."""
    most, columns, deck = sorted_.sets.shape[1], cuts.shape[1], own.shape[1] + edges.shape[1]
    numbers, mine = np.empty(1 << most, np.int64), np.empty(1 << own.shape[1], np.int64)
    totals = np.empty((4, _LANE), np.int32)
    places, let_in = sorted_.places, 0
    for event in events:
        hand, column = event // columns, event % columns
        cut = cuts[hand, column]
        while let_in < len(order) and places[order[let_in]] < cut:
            cards = sorted_.sets[order[let_in]]
            _numbers(starts, cards, numbers)
            _hold(starts, cards, numbers, rows, names, held, finely)
            let_in += 1
        _numbers(starts, own[hand], mine)
        totals[:] = 0
        for chosen in range(len(mine)):
            size = _ONES[chosen]
            if size < most - 1:
                at, sign = starts[size] + mine[chosen], -1 if size & 1 else 1
                if size == most - 2:
                    _add_row(sign, names[at], rows[at], finely, totals)
                else:
                    _add_row(sign, names[at], rows[at], held, totals)
        mine_below = 0
        for card in range(deck):
            if mine_below < own.shape[1] and own[hand, mine_below] == card:
                mine_below += 1
            else:
                edges[hand, card - mine_below, column] = totals[card & 3, card >> 2]


@compiled
def _beside(own: Ints, cuts: Ints, most: int, deck: int, places: Places, edges: Any) -> None:
    """With one card face up: the admitted sets that this card makes of subsets that lack no other card."""
    for hand in range(len(own)):
        cards, cut, found = own[hand], cuts[hand], edges[hand]
        for chosen in range(1 << len(cards)):
            if _ONES[chosen] != most - 1:
                continue
            sign = np.int32(1 if most & 1 else -1)
            above, count = 0, 0  # the number of the subset's cards, each one place higher than there
            for at in range(len(cards)):
                if chosen >> at & 1:
                    count += 1
                    above += CHOOSE[cards[at], count + 1]
            below, first, count = 0, 0, 0
            for at in range(len(cards) + 1):
                last = cards[at] if at < len(cards) else deck
                for card in range(first, last):
                    place = places[below + above + CHOOSE[card, count + 1]]
                    for column in range(len(cut)):
                        found[card - at, column] += sign * np.int32(place < cut[column])
                if at < len(cards) and chosen >> at & 1:
                    count += 1
                    above -= CHOOSE[last, count + 1]
                    below += CHOOSE[last, count]
                first = last + 1


@compiled
def _zoned(edges: Any, total: int) -> None:
    """Turns unsorted edges, with a column to spare, into the counts between them."""
    last = edges.shape[1] - 1
    for state in range(len(edges)):
        for column in range(1, last):
            edge, left = edges[state, column], column
            while left and edges[state, left - 1] > edge:
                edges[state, left] = edges[state, left - 1]
                left -= 1
            edges[state, left] = edge
        edges[state, last] = total
        for column in range(last, 0, -1):
            edges[state, column] -= edges[state, column - 1]


def zones(deck: int, own: Ints, cuts: Ints, other: Sorted, total: int) -> Counts:
    """By own hand, hands of the other side between the cuts of that hand.

    A cut is how many of the other side's different values are below it; the parts before the first cut and after the
    last are zones too. `total` closes the last one: the number of hands, or of hands ever admitted.
    """
    size = other.sets.shape[1]
    starts, order, events = _in_order(deck, cuts, other)
    rows = np.zeros(starts[size], np.int32)
    held = np.zeros(_mark(starts, own, size - 1, rows), np.int32)
    edges = np.zeros((len(own), cuts.shape[1] + 1), np.int32)
    _sweep(starts, own, cuts, events, order, other, rows, held, edges)
    _zoned(edges, total)
    return edges


def facing_zones(deck: int, own: Ints, cuts: Ints, other: Sorted, total: int, by_suit: bool) -> Counts:
    """The same by own hand and by the other side's face-up card.

    `by_suit` says that values stay the same when suits are renamed, and that the deck has four cards of each rank.
    """
    size, held_of = other.sets.shape[1], min(other.sets.shape[1] - 1, own.shape[1] + 1)
    starts, order, events = _in_order(deck, cuts, other)
    rows, names = np.zeros(starts[held_of], np.int32), np.zeros(starts[held_of], np.uint8)
    count, fine = 0, 0
    for few in range(held_of):
        here = slice(starts[few], starts[few + 1])
        found = _class_rows(small_sets(deck, few), by_suit, rows[here], names[here])
        if few == size - 2:
            fine = found
        else:
            rows[here] += count
            count += found
    held, finely = np.zeros((count, 4, _LANE), np.int32), np.zeros((fine, 4, _LANE), np.uint8)
    edges = np.zeros((len(own), deck - own.shape[1], cuts.shape[1] + 1), np.int32)
    _facing_sweep(starts, own, cuts, events, order, other, rows, names, held, finely, edges)
    _beside(own, cuts, size, deck, other.places, edges)
    found_zones: Counts = edges.reshape(-1, edges.shape[2])
    _zoned(found_zones, total)
    return found_zones


def _in_order(deck: int, cuts: Ints, other: Sorted) -> tuple[Ints, npt.NDArray[np.int32], Ints]:
    """Where the numbers of sets of each size start; the other side's hands and the cuts, each from the weakest up."""
    starts = np.cumsum([0, *(comb(deck, few) for few in range(MOST + 1))])
    order = np.empty(len(other.places), np.int32)
    order = order[: _ordered(other.places, len(other.values), order)]
    return starts, order, np.argsort(cuts.reshape(-1), kind="stable")


@compiled
def zone_totals(nets: Ints, own_of: Any, each: int, counts: Any, totals: Ints) -> None:
    """By state, the sum over its zones of count times net; `each` states in a row share one combination of values."""
    for state in range(len(counts)):
        own, total = own_of[state // each], 0
        for zone in range(counts.shape[1]):
            total += nets[own, zone] * counts[state, zone]
        totals[state] = total


@compiled
def zone_tally(own_of: Any, each: int, counts: Any, weights: Ints, found: Ints) -> None:
    """By combination and zone, the number of deals, each state counted that many times."""
    for state in range(len(counts)):
        if weights[state]:
            own = own_of[state // each]
            for zone in range(counts.shape[1]):
                found[own, zone] += weights[state] * counts[state, zone]


def compile_all() -> None:
    """Run every kernel once, on one rank."""
    own, sets = np.array([[0, 1]]), small_sets(4, 2)
    other = Sorted(np.arange(6), np.arange(6, dtype=np.uint16), sets)
    spread(np.array([[3]]), np.zeros(1, np.uint16), np.arange(4)[None])
    nets, weights = np.zeros((1, 3), np.int64), np.zeros(2, np.int64)
    cuts = np.array([[1, 2]])
    for counts in (zones(4, own, cuts, other, 1), facing_zones(4, own, cuts, other, 1, True)):
        for each in (counts, counts.astype(np.int64)):
            zone_totals(nets, np.zeros(1, np.int64), len(each), each, np.empty(len(each), np.int64))
            zone_tally(np.zeros(1, np.int64), len(each), each, weights, nets)
