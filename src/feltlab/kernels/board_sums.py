"""The values of boards, added up at the classes of the smaller boards they grow from.

A board stands for its class, and a smaller board is renamed to its own class. A sum over the renamings that leave the
smaller board unchanged, divided by 24, then has every board once: it must be a whole number.
"""

from itertools import permutations
from typing import Final, NamedTuple

import numpy as np

from feltlab.hands.jit import compiled, inner
from feltlab.kernels.boards import (
    PAIR,
    Bytes,
    Counts,
    Holdings,
    Questions,
    Ranks,
    answered,
    board_values,
    by_strength,
    cards_left,
    count_zones,
    packed,
)
from feltlab.kernels.subsets import Ints, key_place, suit_key

RENAMINGS: Final = np.array(list(permutations(range(4))), np.int64)
_AT_ONCE: Final = 256
"""Classes that are made wide together, whatever their sums are kept in."""


class Smaller(NamedTuple):
    """Boards with fewer cards: their classes by suit key, and the places of a larger board that make one."""

    keys: Ints
    """Ascending."""
    numbers: Ints
    """Which class each is."""
    subsets: Ints


@inner
def renamed_class(cards: Ints, places: Ints, smaller: Smaller, names: Ints) -> int:
    """The class of some cards of a board; `names` receives the suits' names in it."""
    chosen = np.empty(len(places), np.int64)
    for at in range(len(places)):
        chosen[at] = cards[places[at]]
    return int(smaller.numbers[key_place(smaller.keys, suit_key(chosen, names))])


@inner
def _add_up(deck: Ints, board: Ints, pairs: Holdings, smaller: Smaller, values: Ints, sums: Ints) -> None:
    """Adds the value of one board's holdings to every smaller board in it."""
    names, renamed = np.empty(4, np.int64), np.empty(len(deck), np.uint8)
    left, to = np.empty(len(deck) - len(board), np.int64), np.empty(len(pairs.first), np.uint16)
    cards_left(deck, board, left)
    ways = values.shape[1]
    fours = ways & ~3
    for subset in range(len(smaller.subsets)):
        into = sums[renamed_class(board, smaller.subsets[subset], smaller, names)]
        for place in range(len(left)):
            renamed[place] = (left[place] & ~3) | names[left[place] & 3]
        for at in range(len(to)):
            to[at] = PAIR[64 * renamed[pairs.first[at]] + renamed[pairs.second[at]]]
        for way in range(0, fours, 4):
            for at in range(len(to)):
                a, b = into[to[at], way] + values[at, way], into[to[at], way + 1] + values[at, way + 1]
                c, d = into[to[at], way + 2] + values[at, way + 2], into[to[at], way + 3] + values[at, way + 3]
                into[to[at], way], into[to[at], way + 1] = a, b
                into[to[at], way + 2], into[to[at], way + 3] = c, d
        for way in range(fours, ways):
            for at in range(len(to)):
                into[to[at], way] += values[at, way]


@compiled
def feed_boards(
    deck: Ints, boards: Ints, weights: Ints, ranks: Ranks, pairs: Holdings, floors: Ints, dealers: int, nets: Ints,
    asked: Questions, smaller: Smaller, sums: Ints, bits: int, codes: Bytes,
) -> None:  # fmt: skip
    """Whole boards: answers the last questions for every holding, and adds up their values."""
    held = ranks.shape[1]
    order, spare, in_order = np.empty(held, np.uint16), np.empty(held, np.uint16), np.empty(held, np.uint16)
    counts, found = np.empty((len(nets), held), np.int32), np.empty(held, np.uint8)
    slots = np.empty((len(asked.carried) + len(asked.radix), held), np.int64)
    values = np.empty((held, len(asked.entries)), np.int64)
    for number in range(len(boards)):
        by_strength(ranks[number], spare, order, in_order)
        count_zones(in_order, order, pairs, floors, dealers, counts)
        board_values(in_order, counts, nets, asked, slots, found)
        packed(found, order, bits, codes[number])
        for way in range(len(asked.entries)):
            worth = slots[asked.entries[way]]
            for place in range(held):
                values[order[place], way] = worth[place] * weights[number]
        _add_up(deck, boards[number], pairs, smaller, values, sums)


@compiled
def value_boards(
    deck: Ints, boards: Ints, ranks: Ranks, pairs: Holdings, floors: Ints, dealers: int, nets: Ints, asked: Questions,
    own: int, found: Ints,
) -> None:  # fmt: skip
    """By board and slot, the value of one pair of own cards there."""
    held = ranks.shape[1]
    order, spare, in_order = np.empty(held, np.uint16), np.empty(held, np.uint16), np.empty(held, np.uint16)
    counts, codes = np.empty((len(nets), held), np.int32), np.empty(held, np.uint8)
    slots = np.empty((len(asked.carried) + len(asked.radix), held), np.int64)
    for number in range(len(boards)):
        by_strength(ranks[number], spare, order, in_order)
        count_zones(in_order, order, pairs, floors, dealers, counts)
        board_values(in_order, counts, nets, asked, slots, codes)
        numbers = pair_numbers(deck, boards[number], pairs)
        for place in range(held):
            if numbers[order[place]] == own:
                for slot in range(len(slots)):
                    found[number, slot] = slots[slot, place]


@compiled
def pair_numbers(deck: Ints, board: Ints, pairs: Holdings) -> Ranks:
    """By holding, the number of its two cards among all pairs."""
    left = np.empty(len(deck) - len(board), np.int64)
    cards_left(deck, board, left)
    found = np.empty(len(pairs.first), np.uint16)
    for at in range(len(found)):
        found[at] = PAIR[64 * left[pairs.first[at]] + left[pairs.second[at]]]
    return found


@compiled
def feed_classes(
    deck: Ints, boards: Ints, weights: Ints, pairs: Holdings, values: Ints, smaller: Smaller, sums: Ints
) -> None:
    """The same for incomplete boards: the values of their holdings are known by pair."""
    worth = np.empty((len(pairs.first), values.shape[2]), np.int64)
    for number in range(len(boards)):
        numbers = pair_numbers(deck, boards[number], pairs)
        for at in range(len(worth)):
            for way in range(worth.shape[1]):
                worth[at, way] = values[number, numbers[at], way] * weights[number]
        _add_up(deck, boards[number], pairs, smaller, worth, sums)


@inner
def _keeps(board: Ints, renaming: Ints) -> bool:
    masks = np.zeros(4, np.int64)
    for card in board:
        masks[card & 3] |= 1 << (card >> 2)
    same = True
    for suit in range(4):
        same &= masks[renaming[suit]] == masks[suit]
    return same


@compiled
def _every_board_once(deck: Ints, boards: Ints, sums: Ints) -> int:
    broken = 0
    left, row = np.empty(len(deck) - boards.shape[1], np.int64), np.empty_like(sums[0])
    for number in range(len(boards)):
        cards_left(deck, boards[number], left)
        for pair in range(len(row)):
            for way in range(row.shape[1]):
                row[pair, way] = sums[number, pair, way]
                sums[number, pair, way] = 0
        for name in range(len(RENAMINGS)):
            renaming = RENAMINGS[name]
            if not _keeps(boards[number], renaming):
                continue
            for second in range(len(left)):
                for first in range(second):
                    x, y = left[first], left[second]
                    other = PAIR[64 * ((x & ~3) | renaming[x & 3]) + ((y & ~3) | renaming[y & 3])]
                    for way in range(row.shape[1]):
                        sums[number, PAIR[64 * x + y], way] += row[other, way]
        for pair in range(len(row)):
            for way in range(row.shape[1]):
                broken += sums[number, pair, way] % 24 != 0
                sums[number, pair, way] //= 24
    return broken


def every_board_once(deck: Ints, boards: Ints, sums: Ints | Counts) -> int:
    """Turns sums over boards of a class into sums over all boards, in place. Returns how many did not come out whole:
    none.
    """
    broken = 0
    for first in range(0, len(boards), _AT_ONCE):
        rows = slice(first, first + _AT_ONCE)
        wide = np.ascontiguousarray(sums[rows], np.int64)
        broken += _every_board_once(deck, boards[rows], wide)
        sums[rows] = wide
    return broken


@compiled
def answer_classes(sums: Ints, asked: Questions, values: Ints, codes: Bytes) -> None:
    """By class and pair: the answers to the questions, and the value of each way in."""
    slots = np.empty((len(asked.carried) + len(asked.radix), sums.shape[1]), np.int64)
    for number in range(len(sums)):
        for way in range(len(asked.carried)):
            end = asked.carried[way]
            for pair in range(sums.shape[1]):
                slots[way, pair] = sums[number, pair, end] if end >= 0 else asked.constants[way]
        answered(asked, slots, codes[number])
        for way in range(len(asked.entries)):
            for pair in range(sums.shape[1]):
                values[number, pair, way] = slots[asked.entries[way], pair]
