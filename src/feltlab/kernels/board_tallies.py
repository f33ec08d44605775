"""How the deals of whole boards end, tallied at the smaller boards that they grow from: no pay is known there.

Where the last question is one of two answers, the deals of those who give the lesser one are tallied apart. By rank it
is kept how close a decision was, so that other pays can be seen to change none.
"""

import numpy as np

from feltlab.hands.jit import compiled
from feltlab.kernels.board_sums import Smaller, renamed_class
from feltlab.kernels.boards import (
    PAIR,
    Bytes,
    Counts,
    Holdings,
    Questions,
    Ranks,
    board_values,
    by_strength,
    cards_left,
    count_zones,
    packed,
)
from feltlab.kernels.subsets import Ints


@compiled
def _tally(
    deck: Ints, board: Ints, pairs: Holdings, smaller: Smaller, order: Ranks, kinds: Bytes, counts: Counts,
    codes: Bytes, asked: bool, all_deals: Counts, lesser: Counts,
) -> None:  # fmt: skip
    """The deals of one board at every smaller board in it; kinds and counts by zone and place in the order."""
    names, renamed = np.empty(4, np.int64), np.empty(len(deck), np.uint8)
    left, to = np.empty(len(deck) - len(board), np.int64), np.empty(len(order), np.uint16)
    cards_left(deck, board, left)
    for subset in smaller.subsets:
        number = renamed_class(board, subset, smaller, names)
        into, less = all_deals[number], lesser[number if asked else 0]
        for place in range(len(left)):
            renamed[place] = (left[place] & ~3) | names[left[place] & 3]
        for place in range(len(order)):
            at = order[place]
            to[place] = PAIR[64 * renamed[pairs.first[at]] + renamed[pairs.second[at]]]
        for zone in range(len(counts)):
            kind, count = kinds[zone], counts[zone]
            for place in range(len(order)):
                into[to[place], kind[place]] += count[place]
        if asked:
            for place in range(len(order)):
                if codes[place] == 0:
                    for zone in range(len(counts)):
                        less[to[place], kinds[zone, place]] += counts[zone, place]


@compiled
def _closest(ranks: Ranks, asked: Questions, slots: Ints, margins: Ints) -> None:
    """By rank, how little the larger answer was ahead where it was given, and behind where it was not."""
    lesser, larger = slots[asked.children[0]], slots[asked.children[1]]
    for place in range(len(ranks)):
        ahead = larger[place] - lesser[place]
        if ahead >= 0:
            margins[0, ranks[place]] = min(margins[0, ranks[place]], ahead)
        else:
            margins[1, ranks[place]] = min(margins[1, ranks[place]], -ahead)


@compiled
def tally_boards(
    deck: Ints, boards: Ints, weights: Ints, ranks: Ranks, pairs: Holdings, floors: Ints, dealers: int, nets: Ints,
    kinds: Ints, asked: Questions, smaller: Smaller, bits: int, codes: Bytes, all_deals: Counts, lesser: Counts,
    margins: Ints,
) -> None:  # fmt: skip
    held, zones = ranks.shape[1], len(nets)
    order, spare, in_order = np.empty(held, np.uint16), np.empty(held, np.uint16), np.empty(held, np.uint16)
    counts, found = np.empty((zones, held), np.int32), np.empty(held, np.uint8)
    here = np.empty((zones, held), np.uint8)
    slots = np.empty((len(asked.carried) + len(asked.radix), held), np.int64)
    for number in range(len(boards)):
        by_strength(ranks[number], spare, order, in_order)
        count_zones(in_order, order, pairs, floors, dealers, counts)
        board_values(in_order, counts, nets, asked, slots, found)
        packed(found, order, bits, codes[number])
        if len(asked.radix):
            _closest(in_order, asked, slots, margins)
        weight = np.int32(weights[number])
        for zone in range(zones):
            row = kinds[zone]
            for place in range(held):
                here[zone, place] = row[in_order[place]]
                counts[zone, place] *= weight
        _tally(
            deck, boards[number], pairs, smaller, order, here, counts, found, len(asked.radix) > 0, all_deals, lesser
        )


@compiled
def weigh(all_deals: Counts, lesser: Counts, nets: Ints, lesser_nets: Ints, asked: bool, sums: Ints) -> None:
    """By class, pair and way: what the deals are worth; `lesser_nets` is added for those of the lesser answer."""
    for number in range(len(sums)):
        for pair in range(sums.shape[1]):
            for way in range(sums.shape[2]):
                total = 0
                for kind in range(nets.shape[1]):
                    total += nets[way, kind] * all_deals[number, pair, kind]
                sums[number, pair, way] = total
                if asked:
                    more = 0
                    for kind in range(nets.shape[1]):
                        more += lesser_nets[way, kind] * lesser[number, pair, kind]
                    sums[number, pair, way] += more


@compiled
def count_tallies(
    boards: Ints, weights: Ints, ways: Bytes, ends: Ints, all_deals: Counts, lesser: Counts, asked: bool, found: Ints
) -> None:
    """Deals by whole path and kind, of who comes to each class and pair by some way.

    By way, the path of the larger answer, or the only one, and the path of the lesser, -1 where there is none.
    """
    for number in range(len(boards)):
        for pair in range(ways.shape[1]):
            way = ways[number, pair]
            for kind in range(found.shape[1]):
                deals = weights[number] * np.int64(all_deals[number, pair, kind])
                if asked and ends[way, 1] >= 0:
                    less = weights[number] * np.int64(lesser[number, pair, kind])
                    found[ends[way, 1], kind] += less
                    deals -= less
                found[ends[way, 0], kind] += deals
