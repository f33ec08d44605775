"""How the deals of whole boards end, tallied at the smaller boards that they grow from: no pay is known there.

Where the last question is one of two answers, the deals of those who give the lesser one are tallied apart. By rank it
is kept how close a decision was, so that other pays can be seen to change none.
"""

import numpy as np

from feltlab.hands.jit import compiled, inner
from feltlab.kernels.board_sums import Smaller, renamed_class
from feltlab.kernels.boards import (
    PAIR,
    PAIRS,
    Bytes,
    Counts,
    Holdings,
    Questions,
    Ranks,
    board_values,
    by_strength,
    cards_left,
    count_zones,
    holdings,
    packed,
)
from feltlab.kernels.subsets import Ints


@inner
def _tally(
    deck: Ints, board: Ints, pairs: Holdings, smaller: Smaller, order: Ranks, kinds: Bytes, counts: Counts,
    codes: Bytes, asked: bool, all_deals: Counts, lesser: Counts,
) -> None:  # fmt: skip
    """The deals of one board at every smaller board in it; kinds and counts by zone and place in the order."""
    names, renamed = np.empty(4, np.int64), np.empty(len(deck), np.uint8)
    left, to = np.empty(len(deck) - len(board), np.int64), np.empty(len(order), np.uint16)
    cards_left(deck, board, left)
    lower, many = np.empty(len(order), np.uint16), 0
    for place in range(len(order) if asked else 0):
        lower[many] = place
        many += codes[place] == 0
    for subset in range(len(smaller.subsets)):
        number = renamed_class(board, smaller.subsets[subset], smaller, names)
        into, less = all_deals[number], lesser[number if asked else 0]
        for place in range(len(left)):
            renamed[place] = (left[place] & ~3) | names[left[place] & 3]
        for place in range(len(order)):
            at = order[place]
            to[place] = PAIR[64 * renamed[pairs.first[at]] + renamed[pairs.second[at]]]
        for place in range(len(order)):
            pair = to[place]
            for zone in range(len(counts)):
                into[pair, kinds[zone, place]] += counts[zone, place]
        for number in range(many):
            place = lower[number]
            pair = to[place]
            for zone in range(len(counts)):
                less[pair, kinds[zone, place]] += counts[zone, place]


@inner
def _closest(ranks: Ranks, asked: Questions, slots: Ints, counts: Counts, margins: Ints, most: Counts) -> None:
    """By rank, how little the larger answer was ahead where it was given, and behind where it was not.

    And by zone the most dealer hands in it, of those where it was given and of the others.
    """
    lesser, larger = slots[asked.children[0]], slots[asked.children[1]]
    for place in range(len(ranks)):
        rank, ahead = ranks[place], larger[place] - lesser[place]
        behind = int(ahead < 0)
        margins[behind, rank] = min(margins[behind, rank], abs(ahead))
        for zone in range(len(counts)):
            most[behind, zone, rank] = max(most[behind, zone, rank], counts[zone, place])


@compiled
def tally_boards(
    deck: Ints, boards: Ints, weights: Ints, ranks: Ranks, pairs: Holdings, floors: Ints, dealers: int, nets: Ints,
    kinds: Ints, asked: Questions, smaller: Smaller, bits: int, codes: Bytes, all_deals: Counts, lesser: Counts,
    margins: Ints, most: Counts,
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
            _closest(in_order, asked, slots, counts, margins, most)
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


def compile_all() -> None:
    """Run every kernel once: two ranks, one board, one question whose answers are worth the same."""
    deck, board, one = np.arange(8), np.arange(5)[None, :], np.ones(1, np.int64)
    pairs, ranks = holdings(3), np.zeros((1, 3), np.uint16)
    nought, floors = np.zeros(1, np.int64), np.zeros(1, np.int64)
    asked = Questions(np.arange(2), np.zeros(2, np.int64), np.array([0, 2]), np.arange(2), one, np.array([2]))
    nothing = Smaller(nought, nought, np.empty((1, 0), np.int64))
    codes, kinds = np.zeros((1, PAIRS), np.uint8), np.zeros((4, 1), np.int64)
    all_deals, margins = np.zeros((1, PAIRS, 1), np.int32), np.zeros((2, 1), np.int64)
    nets, most = np.zeros((4, 2, 1), np.int64), np.zeros((2, 4, 1), np.int32)
    tally_boards(
        deck, board, one, ranks, pairs, floors, 1, nets, kinds, asked, nothing, 1, codes, all_deals, all_deals.copy(),
        margins, most,
    )  # fmt: skip
    weights = np.zeros((1, 1), np.int64)
    weigh(all_deals, all_deals, weights, weights, True, np.zeros((1, PAIRS, 1), np.int64))
    ways = np.zeros_like(codes)
    count_tallies(
        np.empty((1, 0), np.int64), one, ways, np.zeros((1, 2), np.int64), all_deals, all_deals, True, weights
    )
