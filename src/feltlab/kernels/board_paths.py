"""Boards walked forward: how each holding goes through the questions, and how its deals end."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled, inner
from feltlab.kernels.board_sums import (
    Smaller,
    answer_classes,
    every_board_once,
    feed_boards,
    feed_classes,
    pair_numbers,
    renamed_class,
    value_boards,
)
from feltlab.kernels.boards import (
    DECK,
    PAIR,
    PAIRS,
    Bytes,
    Holdings,
    Questions,
    Ranks,
    by_strength,
    cards_left,
    count_zones,
    holdings,
    seven_card_ranks,
    unpacked,
)
from feltlab.kernels.subsets import Ints, key_place, place_left, suit_key

Labels = npt.NDArray[np.int32]


class Chains(NamedTuple):
    """The ways a board can be turned, step by step, up to the last questions before the whole board."""

    parents: Ints
    """By chain, the one that it grows from; -1 where nothing is turned."""
    stops: Ints
    """By chain, after how many of the steps it stands."""
    sizes: Ints
    """By stop, how many cards lie open."""
    subsets: Ints
    """By chain, their places in the board."""
    whole: int
    """The first chain from which the rest of the board is turned."""
    starts: Ints
    """By stop, where its classes begin among those of all stops."""
    keys: Ints
    numbers: Ints
    """The classes of all stops, those of a stop by ascending key."""


class Played(NamedTuple):
    """A strategy: the answers, and where they lead."""

    codes: Bytes
    """By class of all stops and pair."""
    bits: int
    whole: Bytes
    """By class of whole boards and holding, so many bits each."""
    after: Bytes
    """By stop, way in and answer: the way out, at last a whole path."""


@inner
def _stop(chains: Chains, stop: int) -> Smaller:
    first, last = chains.starts[stop], chains.starts[stop + 1]
    return Smaller(chains.keys[first:last], chains.numbers[first:last], chains.subsets)


@inner
def _ways(
    deck: Ints, board: Ints, pairs: Holdings, chains: Chains, played: Played, labels: Labels, ways: Bytes, told: Labels
) -> None:
    """By chain and holding: the path taken, and what side bets see of it."""
    names, renamed = np.empty(4, np.int64), np.empty(DECK, np.uint8)
    left = np.empty(len(deck) - len(board), np.int64)
    cards_left(deck, board, left)
    for chain in range(len(chains.parents)):
        stop, parent = chains.stops[chain], chains.parents[chain]
        places = chains.subsets[chain, : chains.sizes[stop]]
        number = renamed_class(board, places, _stop(chains, stop), names)
        for place in range(len(left)):
            renamed[place] = (left[place] & ~3) | names[left[place] & 3]
        codes, after, into, before = played.codes[number], played.after[stop], ways[chain], ways[max(parent, 0)]
        if parent < 0:
            before[:] = 0
        for at in range(len(pairs.first)):
            pair = PAIR[64 * renamed[pairs.first[at]] + renamed[pairs.second[at]]]
            into[at] = after[before[at], codes[pair]]
            if len(labels):
                told[chain, at] = labels[number, pair] + (told[parent, at] if parent >= 0 else 0)


@compiled
def count_boards(
    deck: Ints, boards: Ints, weights: Ints, numbers: Ints, ranks: Ranks, pairs: Holdings, floors: Ints, dealers: int,
    kinds: Ints, chains: Chains, played: Played, labels: Labels, found: Ints,
) -> None:  # fmt: skip
    """Deals by label, whole path and kind of ending; `kinds` has the kind by zone and rank."""
    held = ranks.shape[1]
    order, spare, in_order = np.empty(held, np.uint16), np.empty(held, np.uint16), np.empty(held, np.uint16)
    counts = np.empty((len(kinds), held), np.int32)
    ways, told = np.empty((len(chains.parents), held), np.uint8), np.zeros((len(chains.parents), held), np.int32)
    last, each = played.after[-1], played.after.shape[1]
    times = np.empty((held, len(found) * each), np.uint8)
    for number in range(len(boards)):
        by_strength(ranks[number], spare, order, in_order)
        count_zones(in_order, order, pairs, floors, dealers, counts)
        _ways(deck, boards[number], pairs, chains, played, labels, ways, told)
        times[:] = 0
        for chain in range(chains.whole, len(ways)):
            for at in range(held):
                times[at, told[chain, at] * each + ways[chain, at]] += 1
        whole = played.whole[numbers[number]]
        for place in range(held):
            at, rank = order[place], in_order[place]
            code = unpacked(whole, played.bits, at)
            for cell in range(times.shape[1]):
                if times[at, cell]:
                    into, weight = found[cell // each, last[cell % each, code]], weights[number] * times[at, cell]
                    for zone in range(len(counts)):
                        into[kinds[zone, rank]] += weight * counts[zone, place]


@compiled
def taken_ways(
    deck: Ints, cards: Ints, chains: Chains, keys: Ints, numbers: Ints, played: Played, found: Bytes
) -> None:
    """By row of two own cards and a board in the order it is turned: the whole path taken."""
    names = np.empty(4, np.int64)
    size = cards.shape[1] - 2
    places, renamed = np.empty(size, np.int64), np.empty(size, np.int64)
    for place in range(size):
        places[place] = place
    for row in range(len(cards)):
        x, y, board, way = cards[row, 0], cards[row, 1], cards[row, 2:], 0
        for stop in range(len(chains.sizes)):
            number = renamed_class(board, places[: chains.sizes[stop]], _stop(chains, stop), names)
            pair = PAIR[64 * ((x & ~3) | names[x & 3]) + ((y & ~3) | names[y & 3])]
            way = played.after[stop, way, played.codes[number, pair]]
        number = numbers[key_place(keys, suit_key(board, names))]
        for place in range(size):
            renamed[place] = (board[place] & ~3) | names[board[place] & 3]
        first = place_left(deck, renamed, (x & ~3) | names[x & 3])
        second = place_left(deck, renamed, (y & ~3) | names[y & 3])
        at = max(first, second) * (max(first, second) - 1) // 2 + min(first, second)
        found[row] = played.after[-1, way, unpacked(played.whole[number], played.bits, at)]


def compile_all() -> None:
    """Run every board kernel once: two ranks, one board, nothing worth anything."""
    deck, board, one = np.arange(8), np.arange(5)[None, :], np.ones(1, np.int64)
    pairs = holdings(3)
    ranks = np.zeros((1, 3), np.uint16)
    seven_card_ranks(deck, board, pairs, np.zeros(1 << 16, np.uint16), ranks)
    nought, floors = np.zeros(1, np.int64), np.zeros(1, np.int64)
    asked = Questions(nought, nought, nought, nought[:0], nought[:0], nought)
    nothing = Smaller(nought, nought, np.empty((1, 0), np.int64))
    sums, codes = np.zeros((1, PAIRS, 1), np.int64), np.zeros((1, PAIRS), np.uint8)
    nets = np.zeros((4, 1, 1), np.int64)
    feed_boards(deck, board, one, ranks, pairs, floors, 1, nets, asked, nothing, sums, 1, codes)
    value_boards(deck, board, ranks, pairs, floors, 1, nets, asked, 0, np.empty((1, 1), np.int64))
    feed_classes(deck, board, one, pairs, sums, nothing, sums.copy())
    every_board_once(deck, np.empty((1, 0), np.int64), sums)
    answer_classes(sums, asked, sums.copy(), codes)
    pair_numbers(deck, board[0], pairs)
    chains = Chains(nought - 1, nought, nought, np.empty((1, 5), np.int64), 0, np.arange(2), nought, nought)
    played = Played(codes, 1, codes, np.zeros((2, 1, 1), np.uint8))
    kinds, labels = np.zeros((4, 1), np.int64), np.empty((0, 0), np.int32)
    count_boards(
        deck, board, one, nought, ranks, pairs, floors, 1, kinds, chains, played, labels, np.zeros((1, 1, 1), np.int64)
    )
    key = suit_key(board[0], np.empty(4, np.int64))
    row = np.array([[6, 7, 0, 1, 2, 3, 4]])
    taken_ways(deck, row, chains, np.array([key]), nought, played, np.empty(1, np.uint8))
