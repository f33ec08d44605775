"""How many hands of one side are worth less than something, and share no card with a hand of the other side.

Hands are let in from the weakest up, and it is kept how many of those in hold all cards of each set. Those that avoid a
hand are then a signed sum over its subsets. Where one card of the other side lies face up, a row is kept for each set:
by that card how many of those in hold both; so a hand is counted against all cards that may lie there at once.
"""

from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled, inner
from feltlab.kernels.subsets import CHOOSE, MOST, Ints, Small, insert, set_number, small_sets

Places = npt.NDArray[np.uint16]
Counts = npt.NDArray[np.int32]

OUT: Final = 65535
"""The place of a hand that is never let in."""
_ONES: Final = np.array([bin(chosen).count("1") for chosen in range(1 << MOST)], np.int64)
_TOP: Final = np.array([max(chosen.bit_length() - 1, 0) for chosen in range(1 << MOST)], np.int64)


class Sorted(NamedTuple):
    """Every set of so many cards of a deck, by what it is worth."""

    values: Ints
    """The different values, ascending."""
    places: Places
    """By the number of a set, where its value stands among them."""
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
    """By the number of every set of a whole deck what its class has."""
    found = np.empty(comb(52, hands.shape[1]), np.uint16)
    _spread(hands, places, renamings, found)
    return found


@compiled
def _ordered(places: Places, count: int, order: npt.NDArray[np.int32]) -> int:
    """The numbers of sets from the lowest place up, but for those that stay out; how many they are."""
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
    """By mask the number of each subset of an ascending hand within its size."""
    numbers[0] = 0
    for chosen in range(1, 1 << len(hand)):
        top = _TOP[chosen]
        numbers[chosen] = numbers[chosen ^ (1 << top)] + CHOOSE[hand[top], _ONES[chosen]]


@compiled
def _mark(starts: Ints, own: Ints, most: int, rows: npt.NDArray[np.int32]) -> int:
    """Give a row to every set of up to so many cards that some own hand has; how many."""
    count = 0
    numbers = np.empty(1 << own.shape[1], np.int64)
    for hand in range(len(own)):
        _numbers(starts, own[hand], numbers)
        for chosen in range(len(numbers)):
            size = _ONES[chosen]
            if size <= most and rows[starts[size] + numbers[chosen]] < 0:
                rows[starts[size] + numbers[chosen]] = count
                count += 1
    return count


@compiled
def _sweep(
    starts: Ints, own: Ints, cuts: Ints, events: Ints, order: npt.NDArray[np.int32], sorted_: Sorted,
    rows: npt.NDArray[np.int32], held: Counts, edges: Counts,
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
                row = rows[starts[_ONES[chosen]] + numbers[chosen]]
                if row >= 0:
                    held[row] += 1
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


@inner
def _beside(hand: Ints, chosen: int, size: int, places: Places, cut: int, sign: int, totals: Counts) -> None:
    """Of the sets that one more card makes of a subset, those that are in: added up by that card."""
    above = 0  # the number of the subset's cards, each one place higher than in it
    count = 0
    for at in range(len(hand)):
        if chosen >> at & 1:
            count += 1
            above += CHOOSE[hand[at], count + 1]
    below, first, count = 0, 0, 0
    for at in range(len(hand) + 1):
        if at < len(hand) and not chosen >> at & 1:
            continue
        last = hand[at] if at < len(hand) else len(totals)
        for card in range(first, last):
            totals[card] += sign * np.int32(places[below + above + CHOOSE[card, count + 1]] < cut)
        if at < len(hand):
            count += 1
            above -= CHOOSE[hand[at], count + 1]
            below += CHOOSE[hand[at], count]
            first = last + 1


@inner
def _hold(starts: Ints, cards: Small, numbers: Ints, rows: npt.NDArray[np.int32], held: Any) -> None:
    """A hand is let in: each subset of it, with each of its other cards, is held once more."""
    for chosen in range(len(numbers)):
        if _ONES[chosen] < len(cards) - 1:
            row = rows[starts[_ONES[chosen]] + numbers[chosen]]
            if row >= 0:
                for at in range(len(cards)):
                    if not chosen >> at & 1:
                        held[row, cards[at]] += 1


@compiled
def _facing_sweep(
    starts: Ints, own: Ints, cuts: Ints, events: Ints, order: npt.NDArray[np.int32], sorted_: Sorted,
    rows: npt.NDArray[np.int32], held: Any, edges: Any,
) -> None:  # fmt: skip
    """With one card face up: `held` and `edges` by that card as well."""
    most, columns, deck = sorted_.sets.shape[1], cuts.shape[1], held.shape[1]
    numbers, mine = np.empty(1 << most, np.int64), np.empty(1 << own.shape[1], np.int64)
    totals = np.empty(deck, np.int32)
    places, let_in = sorted_.places, 0
    for event in events:
        hand, column = event // columns, event % columns
        cut = cuts[hand, column]
        while let_in < len(order) and places[order[let_in]] < cut:
            cards = sorted_.sets[order[let_in]]
            _numbers(starts, cards, numbers)
            _hold(starts, cards, numbers, rows, held)
            let_in += 1
        _numbers(starts, own[hand], mine)
        totals[:] = 0
        for chosen in range(len(mine)):
            size = _ONES[chosen]
            if size < most - 1:
                row = rows[starts[size] + mine[chosen]]
                if size & 1:
                    for card in range(deck):
                        totals[card] -= held[row, card]
                else:
                    for card in range(deck):
                        totals[card] += held[row, card]
            elif size == most - 1:
                _beside(own[hand], chosen, size, places, cut, -1 if size & 1 else 1, totals)
        at, state = 0, 0
        for card in range(deck):
            if at < own.shape[1] and own[hand, at] == card:
                at += 1
            else:
                edges[hand, state, column] = totals[card]
                state += 1


@compiled
def _zoned(edges: Any, total: int) -> None:
    """Edges, unsorted, with a column to spare, to the counts between them."""
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


def zones(deck: int, own: Ints, cuts: Ints, other: Sorted, up: bool, total: int) -> Counts:
    """By own hand, and by the card that lies face up, hands of the other side between the cuts of that hand.

    A cut is how many of the other side's different values lie below it; before the first cut and after the last are
    zones too. `total` closes the last one: as many hands as there are, or as many as are ever let in.
    """
    size, width = other.sets.shape[1], deck - own.shape[1] if up else 1
    starts = np.cumsum([0, *(comb(deck, few) for few in range(MOST + 1))])
    order = np.empty(len(other.places), np.int32)
    order = order[: _ordered(other.places, len(other.values), order)]
    rows = np.full(starts[max(size - up, 0)], -1, np.int32)
    count = _mark(starts, own, size - 1 - up, rows)
    events = np.argsort(cuts.reshape(-1), kind="stable")
    edges = np.zeros((len(own), width, cuts.shape[1] + 1), np.int32)
    if up:
        _facing_sweep(starts, own, cuts, events, order, other, rows, np.zeros((count, deck), np.int32), edges)
    else:
        _sweep(starts, own, cuts, events, order, other, rows, np.zeros(count, np.int32), edges[:, 0])
    found: Counts = edges.reshape(len(own) * width, -1)
    _zoned(found, total)
    return found


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
    """By combination and zone, how many deals come to it, each state so many times."""
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
    for up in (False, True):
        counts = zones(4, own, np.array([[1, 2]]), other, up, 1)
        for each in (counts, counts.astype(np.int64)):
            zone_totals(nets, np.zeros(1, np.int64), len(each), each, np.empty(len(each), np.int64))
            zone_tally(np.zeros(1, np.int64), len(each), each, weights, nets)
