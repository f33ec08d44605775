"""A board solved by tallies at its last stop but one: with other pays it is decided again but not counted again.

This holds as long as no decision on the whole board changes. By rank and zone it is known how close decisions were to
changing, given the dealer hands that other pays there count for; if that does not rule out a change, the game is solved
again.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from feltlab.exact.solving.board import Board
from feltlab.exact.solving.board_counting import (
    BoardSolution,
    Worth,
    bits_of,
    check_whole,
    checked,
    downward,
    smaller_of,
)
from feltlab.exact.solving.board_ranks import over_boards, workers
from feltlab.exact.solving.paths import Path, paths
from feltlab.kernels.board_tallies import count_tallies, tally_boards, weigh
from feltlab.kernels.boards import PAIRS, Bytes, Counts, Questions
from feltlab.kernels.subsets import Ints

MOST_MEGABYTES: Final = 450
"""For one worker's tallies."""
NEVER: Final = 2**62
FINE: Final = 40


class Tallies(NamedTuple):
    """How deals end at the last stop but one, whatever they pay, in arrays that can be stored."""

    all_deals: Counts
    """By class, kind and pair."""
    lesser: Counts
    """Those of them whose last question gets its smaller answer."""
    whole: Bytes
    """The answers on whole boards, packed."""
    margins: Ints
    """By whether the larger or the smaller answer was given, by zone and rank: how close the decision was that other
    pays in this zone change first.
    """
    most: Counts
    """And how many dealer hands in the zone it was made against."""
    lead: Ints
    """By zone and rank, the lead of the larger answer then."""
    scale: Ints
    """And how many times."""


def fits(worth: Worth) -> bool:
    """One question with two answers on the whole board, or none, and room for the tallies before it."""
    forks = worth.board.stops[-1].questions
    return (
        len(forks) <= 1
        and all(len(fork.children) == 2 for fork in forks)
        and worth.zones.count < 256
        and 2 <= len(worth.board.stops) <= 3
        and 24 * 24 * worth.board.follows(len(worth.board.stops) - 2) < 2**31
        and _megabytes(worth) <= MOST_MEGABYTES
    )


def _megabytes(worth: Worth) -> float:
    cards = worth.board.stops[-2].cards
    several = 1 + bool(worth.board.stops[-1].questions)
    return len(worth.board.classes(cards).hands) * PAIRS * worth.zones.count * 4 * several / 1e6


def tally(worth: Worth) -> Tallies:
    board, zones, last = worth.board, worth.zones, len(worth.board.stops) - 1
    (asked, nets), smaller, boards = _only_asked(worth), smaller_of(board, last - 1), board.classes(board.size)
    bits, ranked = bits_of(board.stops[last]), zones.ranked
    whole = np.empty((len(boards.hands), -(-len(ranked.pairs.first) * bits // 8)), np.uint8)
    shape = (len(smaller.keys), zones.count, PAIRS)
    less = shape if len(asked.radix) else (1, 1, 1)
    several = [
        (
            np.zeros(shape, np.int32),
            np.zeros(less, np.int32),
            np.ones((2, *zones.kinds.shape), np.int64),
            np.zeros((2, *zones.kinds.shape), np.int32),
        )
        for _ in range(workers(_megabytes(worth)))
    ]

    def tallying(all_deals: Counts, lesser: Counts, margins: Ints, most: Counts) -> Callable[[int, int], None]:
        def work(first: int, end: int) -> None:
            hands = boards.hands[first:end]
            tally_boards(
                board.deck, hands, boards.weights[first:end], ranked.of(hands), ranked.pairs, zones.floors,
                board.dealers, nets, zones.kinds, asked, smaller, bits, whole[first:end], all_deals, lesser, margins,
                most,
            )  # fmt: skip

        return work

    over_boards(len(boards.hands), "boards", [tallying(*each) for each in several])
    found = several.pop(0)
    while several:
        other = several.pop()
        for mine, more in zip(found[:2], other[:2], strict=True):
            mine += more
        closer = other[3] * found[2] > found[3] * other[2]
        for mine, more in zip(found[2:], other[2:], strict=True):
            np.copyto(mine, more, where=closer)
    for sums in found[: 1 + bool(len(asked.radix))]:
        check_whole(board, last - 1, sums.transpose(0, 2, 1))
    return Tallies(*found[:2], whole, *found[2:], _lead(worth), np.array(worth.scale))


def _only_asked(worth: Worth) -> tuple[Questions, Ints]:
    """The last questions and the nets of the paths that they choose from; the boards are not asked about others."""
    asked = worth.questions(len(worth.board.stops) - 1)
    carried = asked.carried[asked.children]
    places = np.cumsum(carried >= 0) - 1
    chosen = asked._replace(
        carried=np.where(carried >= 0, places, -1),
        constants=asked.constants[asked.children],
        children=np.arange(len(carried)),
        entries=asked.entries[:0],
    )
    return chosen, np.ascontiguousarray(worth.nets[:, carried[carried >= 0]])


def _lead(worth: Worth) -> Ints:
    """By zone and rank, how much more the larger of the last two answers wins."""
    asked = worth.board.stops[-1]
    if not asked.questions:
        return np.zeros_like(worth.zones.kinds)
    lesser, larger = (worth.by_kind[asked.ways_out[slot]] for slot in asked.questions[0].children)
    found: Ints = (larger - lesser)[worth.zones.kinds]
    return found


def still_holds(tallies: Tallies, worth: Worth) -> bool:
    """Whether these terms can change no decision on a whole board.

    They cannot if the larger answer wins no less in any zone that occurs, or if all its losses by zone, each measured
    at the decision that changes first, are less than its whole lead; and the other way around.
    """
    before, now = int(tallies.scale), _lead(worth)
    change = now * before - tallies.lead * worth.scale
    given, other = tallies.most[0], tallies.most[1]
    turned = _share_lost(np.maximum(-change, 0), tallies.margins[0], given) <= worth.scale << FINE
    kept = ((now >= 0) | (given == 0)).all(axis=0) | turned
    turned = _share_lost(np.maximum(change, 0), tallies.margins[1], other) < worth.scale << FINE
    left = ((now < 0) | (other == 0)).all(axis=0) | turned
    return bool(kept.all() and left.all())


def _share_lost(change: Ints, margins: Ints, most: Counts) -> Any:
    """By rank, the most of its lead that a decision loses, in parts of 2 ** FINE, rounded up."""
    parts = -((-most.astype(np.int64) << FINE) // np.maximum(margins, 1))
    parts[(margins == 0) & (most > 0)] = NEVER
    return (change.astype(object) * parts).sum(axis=0)


def decide(worth: Worth, tallies: Tallies) -> BoardSolution:
    """From the tallies to the deal, without looking at a board."""
    board, number = worth.board, len(worth.board.stops) - 2
    stop, above = board.stops[number], board.stops[number + 1]
    kept = [way for way, path in enumerate(above.ways_in) if worth.settled(path) is None]
    plays, more = [], []
    for way in kept:
        lesser, larger = _paths_of(board, way)
        plays.append(worth.by_kind[larger])
        more.append(worth.by_kind[lesser] - worth.by_kind[larger] if lesser else worth.by_kind[larger] * 0)
    sums = np.empty((len(tallies.all_deals), PAIRS, len(kept)), np.int64)
    weigh(tallies.all_deals, tallies.lesser, np.array(plays), np.array(more), sums)
    first, codes = downward(worth, sums)
    counts = _counted(worth, tallies, codes, len(stop.ways_out))
    return checked(worth, BoardSolution(first, codes, tallies.whole, counts))


def _paths_of(board: Board, way: int) -> tuple[Path | None, Path]:
    """The whole paths of the smaller and the larger answer for hands that reach the whole board by some way."""
    last = board.stops[-1]
    slot = last.slots[way]
    if slot < len(last.ways_out):
        return None, last.ways_out[slot]
    lesser, larger = last.questions[slot - len(last.ways_out)].children
    return last.ways_out[lesser], last.ways_out[larger]


def _counted(worth: Worth, tallies: Tallies, codes: Bytes, ways_out: int) -> Ints:
    board = worth.board
    every = paths(board.game)
    ends = np.full((ways_out, 2), -1, np.int64)
    for way in range(ways_out):
        lesser, larger = _paths_of(board, way)
        ends[way] = every.index(larger), every.index(lesser) if lesser else -1
    ways = board.after[0, 0][codes[:1]]
    if len(board.stops) == 3:
        ways = board.after[1][ways, codes[1:]]
    weights = board.classes(board.stops[-2].cards).weights
    counts = np.zeros((len(every), worth.zones.count), np.int64)
    count_tallies(weights, np.ascontiguousarray(ways), ends, tallies.all_deals, tallies.lesser, counts)
    return counts
