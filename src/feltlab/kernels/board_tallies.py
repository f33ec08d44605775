"""How the deals of whole boards end, tallied at the smaller boards they grow from, without any pays.

If the last question has two answers, the deals of those who give the smaller one are tallied separately. By rank and
zone it also records how close decisions were compared with the deals there, to show that other pays change none of
them.
"""

import numpy as np
import numpy.typing as npt

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

Runs = npt.NDArray[np.uint32]


@inner
def _runs(kinds: Bytes, counts: Counts, runs: Runs) -> int:
    """Zone, kind, first and last place of every stretch of places with deals of one kind; returns how many."""
    found = 0
    for zone in range(len(counts)):
        start = 0
        while start < len(kinds[zone]):
            kind, stop, first, last = kinds[zone, start], start, -1, 0
            while stop < len(kinds[zone]) and kinds[zone, stop] == kind:
                if counts[zone, stop]:
                    first, last = stop if first < 0 else first, stop + 1
                stop += 1
            if last:
                runs[found, 0], runs[found, 1], runs[found, 2], runs[found, 3] = zone, kind, first, last
                found += 1
            start = stop
    return found


@inner
def _add_runs(runs: Runs, many: int, to: Ranks, counts: Counts, into: Counts) -> None:
    for run in range(many):
        held, plane = counts[runs[run, 0]], into[runs[run, 1]]
        for place in range(runs[run, 2], runs[run, 3]):
            plane[to[place]] += held[place]


@inner
def _tally(
    deck: Ints, board: Ints, pairs: Holdings, smaller: Smaller, order: Ranks, kinds: Bytes, counts: Counts,
    codes: Bytes, asked: bool, all_deals: Counts, lesser: Counts,
) -> None:  # fmt: skip
    """The deals of one board at every smaller board in it; kinds and counts by zone and place in the order.

    Kinds change at few places of that order, so deals of one kind go to one row of pairs, which stays in cache.
    """
    names, renamed, times = np.empty(4, np.int64), np.empty(len(deck), np.uint16), np.empty(len(deck), np.uint16)
    left, to = np.empty(len(deck) - len(board), np.int64), np.empty(len(order), np.uint16)
    cards_left(deck, board, left)
    low, high = np.empty(len(order), np.uint8), np.empty(len(order), np.uint8)
    for place in range(len(order)):
        low[place], high[place] = pairs.first[order[place]], pairs.second[order[place]]
    runs, less_runs = np.empty((counts.size, 4), np.uint32), np.empty((counts.size if asked else 1, 4), np.uint32)
    many, less_many = _runs(kinds, counts, runs), 0
    less = np.empty((len(counts), len(order) if asked else 0), np.int32)
    if asked:
        for zone in range(len(counts)):
            for place in range(len(order)):
                less[zone, place] = counts[zone, place] if codes[place] == 0 else 0
        less_many = _runs(kinds, less, less_runs)
    for subset in range(len(smaller.subsets)):
        number = renamed_class(board, smaller.subsets[subset], smaller, names)
        for place in range(len(left)):
            renamed[place] = (left[place] & ~3) | names[left[place] & 3]
            times[place] = 64 * renamed[place]
        for place in range(len(order)):
            to[place] = PAIR[times[low[place]] + renamed[high[place]]]
        _add_runs(runs, many, to, counts, all_deals[number])
        if asked:
            _add_runs(less_runs, less_many, to, less, lesser[number])


@inner
def _closest(ranks: Ranks, asked: Questions, slots: Ints, counts: Counts, margins: Ints, most: Counts) -> None:
    """By whether the larger or the smaller answer was given, by zone and rank: the dealer hands of the decision that
    they can most easily change, and the lead of its answer.
    """
    lesser, larger = slots[asked.children[0]], slots[asked.children[1]]
    for place in range(len(ranks)):
        rank, ahead = ranks[place], larger[place] - lesser[place]
        behind, margin = int(ahead < 0), abs(ahead)
        for zone in range(len(counts)):
            if counts[zone, place] * margins[behind, zone, rank] > most[behind, zone, rank] * margin:
                margins[behind, zone, rank], most[behind, zone, rank] = margin, counts[zone, place]


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
def total_boards(
    weights: Ints, ranks: Ranks, pairs: Holdings, floors: Ints, dealers: int, kinds: Ints, found: Ints
) -> None:
    """Deals by kind, however you play."""
    held = ranks.shape[1]
    order, spare, in_order = np.empty(held, np.uint16), np.empty(held, np.uint16), np.empty(held, np.uint16)
    counts = np.empty((len(kinds), held), np.int32)
    for number in range(len(ranks)):
        by_strength(ranks[number], spare, order, in_order)
        count_zones(in_order, order, pairs, floors, dealers, counts)
        for zone in range(len(kinds)):
            row, deals = kinds[zone], counts[zone]
            kind, total = row[in_order[0]], 0
            for place in range(held):
                if row[in_order[place]] != kind:
                    found[kind] += weights[number] * total
                    kind, total = row[in_order[place]], 0
                total += deals[place]
            found[kind] += weights[number] * total


@inner
def _add_worth(deals: Counts, net: int, total: Ints) -> None:
    if net:
        for pair in range(len(total)):
            total[pair] += net * deals[pair]


@compiled
def weigh(all_deals: Counts, lesser: Counts, nets: Ints, lesser_nets: Ints, sums: Ints) -> None:
    """By class, pair and way: the value of the deals; `lesser_nets` is added for those of the smaller answer."""
    total = np.empty(sums.shape[1], np.int64)
    for number in range(len(sums)):
        for way in range(sums.shape[2]):
            total[:] = 0
            for kind in range(nets.shape[1]):
                _add_worth(all_deals[number, kind], nets[way, kind], total)
                if lesser_nets[way, kind]:
                    _add_worth(lesser[number, kind], lesser_nets[way, kind], total)
            for pair in range(len(total)):
                sums[number, pair, way] = total[pair]


@inner
def _by_way(deals: Counts, ways: Bytes, way: int) -> int:
    total = 0
    for pair in range(len(ways)):
        total += deals[pair] if ways[pair] == way else 0
    return total


@compiled
def count_tallies(weights: Ints, ways: Bytes, ends: Ints, all_deals: Counts, lesser: Counts, found: Ints) -> None:
    """Deals by whole path and kind, for hands that reach each class and pair by some way.

    By way, the path of the larger or only answer and the path of the smaller one; -1 if there is none.
    """
    for number in range(len(ways)):
        for way in range(len(ends)):
            for kind in range(found.shape[1]):
                deals, less = _by_way(all_deals[number, kind], ways[number], way), 0
                if ends[way, 1] >= 0:
                    less = _by_way(lesser[number, kind], ways[number], way)
                    found[ends[way, 1], kind] += weights[number] * less
                found[ends[way, 0], kind] += weights[number] * (deals - less)


def compile_all() -> None:
    """Run every kernel once: two ranks, one board, one question whose answers have equal value."""
    deck, board, one = np.arange(8), np.arange(5)[None, :], np.ones(1, np.int64)
    pairs, ranks = holdings(3), np.zeros((1, 3), np.uint16)
    nought, floors = np.zeros(1, np.int64), np.zeros(1, np.int64)
    asked = Questions(np.arange(2), np.zeros(2, np.int64), np.array([0, 2]), np.arange(2), one, np.array([2]))
    nothing = Smaller(nought, nought, np.empty((1, 0), np.int64))
    codes, kinds = np.zeros((1, PAIRS), np.uint8), np.zeros((4, 1), np.int64)
    all_deals, margins = np.zeros((1, 1, PAIRS), np.int32), np.ones((2, 4, 1), np.int64)
    nets, most = np.zeros((4, 2, 1), np.int64), np.zeros((2, 4, 1), np.int32)
    tally_boards(
        deck, board, one, ranks, pairs, floors, 1, nets, kinds, asked, nothing, 1, codes, all_deals, all_deals.copy(),
        margins, most,
    )  # fmt: skip
    total_boards(one, ranks, pairs, floors, 1, kinds, np.zeros(1, np.int64))
    weights = np.zeros((1, 1), np.int64)
    weigh(all_deals, all_deals, weights, weights, np.zeros((1, PAIRS, 1), np.int64))
    ways = np.zeros_like(codes)
    count_tallies(one, ways, np.zeros((1, 2), np.int64), all_deals, all_deals, weights)
