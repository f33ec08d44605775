"""A shared board and every two cards beside it. Once these are sorted by strength, the dealer hands that lose to each,
tie and win are sums, because two holdings can share a card only at two places.

Holdings are numbered by the places of their cards among those not on the board. Ranks are small numbers, larger is
stronger. No game's code runs in here.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled, inner
from feltlab.hands.layout import CARD_KEYS, EMPTY_KEY, FLUSH_FLAGS
from feltlab.hands.poker import seven_card_strength
from feltlab.hands.tables import POKER, multiset_index
from feltlab.kernels.subsets import Ints

Ranks = npt.NDArray[np.uint16]
Bytes = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.int32]

DECK: Final = 52
PAIRS: Final = DECK * (DECK - 1) // 2
PAIR: Final = np.array(
    [max(x, y) * (max(x, y) - 1) // 2 + min(x, y) if x != y else 0 for x in range(DECK) for y in range(64)], np.uint16
)
"""The number of two cards among all pairs of a deck, at 64 times one card plus the other."""


class Holdings(NamedTuple):
    """Every two of the cards not on a board, by their places among these."""

    first: Bytes
    second: Bytes


def holdings(left: int) -> Holdings:
    pairs = [(first, second) for second in range(left) for first in range(second)]
    first, second = np.array(pairs, np.uint8).reshape(-1, 2).T
    return Holdings(first.copy(), second.copy())


class Questions(NamedTuple):
    """The questions asked when that many cards of a board are open. Slots are the ways out, then the questions: the
    options of a question come before it, from the least money to the most.
    """

    carried: Ints
    """By way out, where its value is kept; -1 if it is the same whatever is dealt."""
    constants: Ints
    """By way out, that value."""
    starts: Ints
    children: Ints
    """The slots that each question chooses from."""
    radix: Ints
    """What each question's answer adds to the single number for all answers."""
    entries: Ints
    """The slots of the ways in whose values are kept."""


@compiled
def cards_left(deck: Ints, board: Ints, left: Ints) -> None:
    count = 0
    for card in deck:
        free = True
        for other in board:
            free &= other != card
        if free:
            left[count] = card
            count += 1


@compiled
def seven_card_ranks(deck: Ints, boards: Ints, pairs: Holdings, rank_of: Ranks, found: Ranks) -> None:
    """The rank of the best five of five board cards and each holding; `rank_of` has ranks by strength."""
    left = np.empty(len(deck) - 5, np.int64)
    for number in range(len(boards)):
        b0, b1, b2, b3, b4 = boards[number]
        cards_left(deck, boards[number], left)
        key = EMPTY_KEY + CARD_KEYS[b0] + CARD_KEYS[b1] + CARD_KEYS[b2] + CARD_KEYS[b3] + CARD_KEYS[b4]
        for at in range(len(pairs.first)):
            x, y = left[pairs.first[at]], left[pairs.second[at]]
            whole = key + CARD_KEYS[x] + CARD_KEYS[y]
            if whole & FLUSH_FLAGS:
                found[number, at] = rank_of[seven_card_strength(x, y, b0, b1, b2, b3, b4)]
            else:
                found[number, at] = rank_of[POKER[multiset_index(whole)]]


@inner
def _sorted_by(ranks: Ranks, shift: int, before: Ranks, after: Ranks) -> None:
    """Holdings in the order of one byte of their ranks; equal ones keep their order."""
    places = np.zeros(256, np.int64)
    for at in before:
        places[ranks[at] >> shift & 255] += 1
    total = 0
    for byte in range(256):
        count = places[byte]
        places[byte] = total
        total += count
    for at in before:
        byte = ranks[at] >> shift & 255
        after[places[byte]] = at
        places[byte] += 1


@inner
def by_strength(ranks: Ranks, spare: Ranks, order: Ranks, in_order: Ranks) -> None:
    """Holdings from the weakest up, and their ranks."""
    for at in range(len(order)):
        order[at] = at
    _sorted_by(ranks, 0, order, spare)
    _sorted_by(ranks, 8, spare, order)
    for place in range(len(order)):
        in_order[place] = ranks[order[place]]


@inner
def _under_floors(ranks: Ranks, order: Ranks, pairs: Holdings, floors: Ints, under: Counts, unders: Counts) -> None:
    """By floor: holdings below it, and how many of them have a card at each place."""
    below = np.zeros(DECK, np.int32)
    let_in = 0
    for floor in range(len(floors)):
        while let_in < len(order) and ranks[let_in] < floors[floor]:
            below[pairs.first[order[let_in]]] += 1
            below[pairs.second[order[let_in]]] += 1
            let_in += 1
        for place in range(DECK):
            under[floor, place] = below[place]
        unders[floor] = let_in


@inner
def count_zones(ranks: Ranks, order: Ranks, pairs: Holdings, floors: Ints, dealers: int, counts: Counts) -> None:
    """By zone between the floors and where the dealer passes the player, and by place in the order of strength: the
    dealer's hands.

    The ranks are in that order.
    """
    if len(counts) == 1:
        counts[0] = dealers
        return
    under, unders = np.empty((len(floors), DECK), np.int32), np.empty(len(floors), np.int32)
    _under_floors(ranks, order, pairs, floors, under, unders)
    below, same = np.zeros(DECK, np.int32), np.zeros(DECK, np.int32)
    start, passed = 0, 0
    while start < len(order):
        rank = ranks[start]
        while passed < len(floors) and floors[passed] <= rank:
            passed += 1
        stop = start
        while stop < len(order) and ranks[stop] == rank:
            same[pairs.first[order[stop]]] += 1
            same[pairs.second[order[stop]]] += 1
            stop += 1
        for place in range(start, stop):
            a, b = pairs.first[order[place]], pairs.second[order[place]]
            last = np.int32(0)
            for floor in range(passed):
                edge = unders[floor] - under[floor, a] - under[floor, b]
                counts[floor, place] = edge - last
                last = edge
            edge = np.int32(start) - below[a] - below[b]
            counts[passed, place] = edge - last
            tied = np.int32(stop - start) - same[a] - same[b] + np.int32(1)  # the holding itself was subtracted twice
            counts[passed + 1, place] = tied
            last = edge + tied
            for floor in range(passed, len(floors)):
                edge = unders[floor] - under[floor, a] - under[floor, b] + np.int32(1)
                counts[floor + 2, place] = edge - last
                last = edge
            counts[len(floors) + 2, place] = dealers - last
        for place in range(start, stop):
            a, b = pairs.first[order[place]], pairs.second[order[place]]
            below[a] += 1
            below[b] += 1
            same[a] = 0
            same[b] = 0
        start = stop


@compiled
def answered(asked: Questions, slots: Ints, codes: Bytes) -> None:
    """Every question answered with the best option, of equals the one with more money; a column's answers as one
    number.
    """
    codes[:] = 0
    ways = len(asked.carried)
    for question in range(len(asked.radix)):
        first, last = asked.starts[question], asked.starts[question + 1]
        found, least = slots[ways + question], slots[asked.children[first]]
        for place in range(len(found)):
            found[place] = least[place]
        radix = asked.radix[question]
        for option in range(1, last - first):
            other = slots[asked.children[first + option]]
            more = option * radix
            for place in range(len(found)):
                better = other[place] >= found[place]
                found[place] = other[place] if better else found[place]
                codes[place] = (codes[place] % radix if radix > 1 else 0) + more if better else codes[place]


@inner
def board_values(ranks: Ranks, counts: Counts, nets: Ints, asked: Questions, slots: Ints, codes: Bytes) -> None:
    """By slot and place in the order of strength: the value, summed over the dealer's hands; and the answers."""
    for way in range(len(asked.carried)):
        into, end = slots[way], asked.carried[way]
        if end < 0:
            into[:] = asked.constants[way]
            continue
        into[:] = 0
        for zone in range(len(counts)):
            row, held = nets[zone, end], counts[zone]
            for place in range(len(into)):
                into[place] += row[ranks[place]] * held[place]
    answered(asked, slots, codes)


@inner
def packed(codes: Bytes, order: Ranks, bits: int, found: Bytes) -> None:
    """Small numbers by holding, that many bits each; given in another order."""
    shift = 3 if bits == 1 else 2 if bits == 2 else 1 if bits == 4 else 0
    found[:] = 0
    for place in range(len(codes)):
        at = int(order[place])
        found[at >> shift] |= codes[place] << (bits * (at & ((1 << shift) - 1)))


@inner
def unpacked(found: Bytes, bits: int, at: int) -> int:
    shift = 3 if bits == 1 else 2 if bits == 2 else 1 if bits == 4 else 0
    return int(found[at >> shift]) >> (bits * (at & ((1 << shift) - 1))) & ((1 << bits) - 1)
