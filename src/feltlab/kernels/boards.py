"""A board that all play with, and every two cards beside it: sorted by strength once, the dealer hands that lose to each,
tie and win are sums, because two holdings can share a card only at two places.

Holdings are numbered by the places of their cards among those that the board leaves; ranks are small numbers, the larger
the stronger. No game's code runs in here.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled
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
    [[max(x, y) * (max(x, y) - 1) // 2 + min(x, y) for y in range(DECK)] for x in range(DECK)], np.int64
)
"""The number of two cards among all pairs of a deck; nothing on the diagonal."""


class Holdings(NamedTuple):
    """Every two of the cards that a board leaves, by their places among these."""

    first: Ints
    second: Ints


def holdings(left: int) -> Holdings:
    pairs = [(first, second) for second in range(left) for first in range(second)]
    return Holdings(*np.array(pairs, np.int64).reshape(-1, 2).T.copy())


class Questions(NamedTuple):
    """What is asked when so many cards of a board lie open. Slots are the ways out, then the questions: what a
    question chooses from comes before it, from the least money to the most."""

    carried: Ints
    """By way out, where its worth is kept; -1 where it is the same whatever is dealt."""
    constants: Ints
    """By way out, that worth."""
    starts: Ints
    children: Ints
    """The slots that each question chooses from."""
    radix: Ints
    """What each question's answer counts in the one number that all answers make."""
    entries: Ints
    """The slots of the ways in whose worth is kept."""


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
    """The rank of the best five of five board cards and each holding; `rank_of` has it by strength."""
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


@compiled
def by_strength(ranks: Ranks, spare: Ints, order: Ints) -> None:
    """Holdings from the weakest up: sorted by the low byte of their ranks, then by the high one."""
    sizes = np.zeros(257, np.int64)
    for rank in ranks:
        sizes[(rank & 255) + 1] += 1
    for byte in range(256):
        sizes[byte + 1] += sizes[byte]
    for at in range(len(ranks)):
        byte = ranks[at] & 255
        spare[sizes[byte]] = at
        sizes[byte] += 1
    sizes[:] = 0
    for rank in ranks:
        sizes[(rank >> 8) + 1] += 1
    for byte in range(256):
        sizes[byte + 1] += sizes[byte]
    for at in spare:
        byte = ranks[at] >> 8
        order[sizes[byte]] = at
        sizes[byte] += 1


@compiled
def _under_floors(ranks: Ranks, order: Ints, pairs: Holdings, floors: Ints, under: Counts, unders: Counts) -> None:
    """By floor: holdings below it, and how many of them have the card at each place."""
    below = np.zeros(DECK, np.int32)
    let_in = 0
    for floor in range(len(floors)):
        while let_in < len(order) and ranks[order[let_in]] < floors[floor]:
            below[pairs.first[order[let_in]]] += 1
            below[pairs.second[order[let_in]]] += 1
            let_in += 1
        under[floor] = below
        unders[floor] = let_in


@compiled
def count_zones(ranks: Ranks, order: Ints, pairs: Holdings, floors: Ints, dealers: int, counts: Counts) -> None:
    """By holding: dealer hands in each zone between the floors and where the dealer passes it, from the weakest up."""
    if counts.shape[1] == 1:
        counts[:, 0] = dealers
        return
    under, unders = np.empty((len(floors), DECK), np.int32), np.empty(len(floors), np.int32)
    _under_floors(ranks, order, pairs, floors, under, unders)
    below, same = np.zeros(DECK, np.int32), np.zeros(DECK, np.int32)
    start, passed = 0, 0
    while start < len(order):
        rank = ranks[order[start]]
        while passed < len(floors) and floors[passed] <= rank:
            passed += 1
        stop = start
        while stop < len(order) and ranks[order[stop]] == rank:
            same[pairs.first[order[stop]]] += 1
            same[pairs.second[order[stop]]] += 1
            stop += 1
        for place in range(start, stop):
            at = order[place]
            a, b = pairs.first[at], pairs.second[at]
            last = np.int32(0)
            for floor in range(passed):
                edge = unders[floor] - under[floor, a] - under[floor, b]
                counts[at, floor] = edge - last
                last = edge
            edge = np.int32(start) - below[a] - below[b]
            counts[at, passed] = edge - last
            tied = np.int32(stop - start) - same[a] - same[b] + np.int32(1)  # the holding itself was taken off twice
            counts[at, passed + 1] = tied
            last = edge + tied
            for floor in range(passed, len(floors)):
                edge = unders[floor] - under[floor, a] - under[floor, b] + np.int32(1)
                counts[at, floor + 2] = edge - last
                last = edge
            counts[at, len(floors) + 2] = dealers - last
        for place in range(start, stop):
            a, b = pairs.first[order[place]], pairs.second[order[place]]
            below[a] += 1
            below[b] += 1
            same[a] = 0
            same[b] = 0
        start = stop


@compiled
def answered(asked: Questions, slots: Ints) -> int:
    """Every question answered as is best, of equals with more money; all answers as one number."""
    code, ways = 0, len(asked.carried)
    for question in range(len(asked.radix)):
        first, last = asked.starts[question], asked.starts[question + 1]
        best = 0
        for option in range(1, last - first):
            if slots[asked.children[first + option]] >= slots[asked.children[first + best]]:
                best = option
        slots[ways + question] = slots[asked.children[first + best]]
        code += best * asked.radix[question]
    return code


@compiled
def board_values(
    ranks: Ranks, order: Ints, counts: Counts, nets: Ints, asked: Questions, numbers: Ints, values: Ints, codes: Bytes
) -> None:
    """By number of a pair: the worth of each way in, summed over the dealer's hands; and what is answered."""
    slots = np.empty(len(asked.carried) + len(asked.radix), np.int64)
    kept = np.empty(nets.shape[2], np.int64)
    for at in order:
        kept[:] = 0
        row = nets[ranks[at]]
        for zone in range(nets.shape[1]):
            for end in range(nets.shape[2]):
                kept[end] += row[zone, end] * counts[at, zone]
        for way in range(len(asked.carried)):
            slots[way] = kept[asked.carried[way]] if asked.carried[way] >= 0 else asked.constants[way]
        codes[at] = answered(asked, slots)
        for way in range(len(asked.entries)):
            values[numbers[at], way] = slots[asked.entries[way]]


@compiled
def packed(codes: Bytes, bits: int, found: Bytes) -> None:
    """Small numbers, so many bits each."""
    per = 8 // bits
    found[:] = 0
    for at in range(len(codes)):
        found[at // per] |= codes[at] << (bits * (at % per))


@compiled
def unpacked(found: Bytes, bits: int, at: int) -> int:
    per = 8 // bits
    return int(found[at // per]) >> (bits * (at % per)) & ((1 << bits) - 1)
