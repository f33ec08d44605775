"""A game with a board solved on some terms.

It goes backward from whole boards to the deal for best play, and forward again for how often each end occurs.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from feltlab.errors import RulesError
from feltlab.exact.solving.board import Board, Stop
from feltlab.exact.solving.board_ranks import over_boards, workers
from feltlab.exact.solving.board_zones import Zoned, named_units
from feltlab.exact.solving.paths import End, Path, end_of, paths
from feltlab.kernels.board_paths import Chains, Labels, Played, count_boards
from feltlab.kernels.board_sums import Smaller, answer_classes, every_board_once, feed_boards, feed_classes
from feltlab.kernels.board_tallies import total_boards
from feltlab.kernels.boards import PAIRS, Bytes, Questions, holdings
from feltlab.kernels.subsets import Ints, all_sets
from feltlab.rules.game import Terms

LARGEST_SUM = 2**62
NO_LABELS: Labels = np.empty((0, 0), np.int32)


class BoardSolution(NamedTuple):
    """The result of a long solve, in arrays that can be stored."""

    first: Ints
    """By pair and way out of the first questions: its value, if it is not the same for all."""
    codes: Bytes
    """By class of every stop before the whole board, and pair: the answers."""
    whole: Bytes
    """The same by whole board and holding, packed."""
    counts: Ints
    """Deals by whole path and kind of end."""


@dataclass(frozen=True)
class Worth:
    """The values of a game's ends on some terms, in whole numbers."""

    board: Board
    zones: Zoned
    terms: Terms

    @cached_property
    def ends(self) -> dict[Path, list[End]]:
        """By whole path, the end of each kind."""
        game, found = self.board.game, {}
        for path in paths(game):
            rows, which = np.unique(self.zones.codes(game.bound_settle, named_units(path)), axis=0, return_inverse=True)
            made = [end_of(game, path, codes, self.terms) for codes in rows.tolist()]
            found[path] = [made[number] for number in which.reshape(-1)]
        return found

    @cached_property
    def scale(self) -> int:
        nets = [end.net for ends in self.ends.values() for end in ends]
        scale = lcm(*(net.denominator for net in nets))
        if max(abs(net) for net in nets) * scale * 24 * self.board.follows(0) > LARGEST_SUM:
            raise RulesError("the odds are too long, or their fractions too fine, for sums in 64 bits")
        return scale

    @cached_property
    def by_kind(self) -> dict[Path, Ints]:
        return {
            path: np.array([int(end.net * self.scale) for end in ends], np.int64) for path, ends in self.ends.items()
        }

    def settled(self, path: Path) -> int | None:
        """The net of a hand on a way with no more questions, if it is the same whatever is dealt."""
        for ask in list(self.board.game.round.asks.values())[len(path.options) :]:
            if path.asked(ask):
                return None
            path = path.skipped()
        nets = self.by_kind[path]
        return int(nets[0]) if (nets == nets[0]).all() else None

    def questions(self, number: int) -> Questions:
        """A stop for the kernels."""
        stop, ways = self.board.stops[number], self.board.follows(number)
        fixed = [self.settled(path) for path in stop.ways_out]
        kept = np.cumsum([net is None for net in fixed]) - 1
        children = [question.children for question in stop.questions]
        return Questions(
            np.array([place if net is None else -1 for place, net in zip(kept, fixed, strict=True)], np.int64),
            np.array([(net or 0) * ways for net in fixed], np.int64),
            np.cumsum([0, *map(len, children)]).astype(np.int64),
            np.array([slot for slots in children for slot in slots], np.int64),
            np.array(stop.radix, np.int64),
            np.array(
                [s for s, path in zip(stop.slots, stop.ways_in, strict=True) if self._kept(number, path)], np.int64
            ),
        )

    def _kept(self, number: int, path: Path) -> bool:
        return number == 0 or self.settled(path) is None

    @cached_property
    def nets(self) -> Ints:
        """By zone, whole path that is not the same for all, and rank."""
        last = self.board.stops[-1].ways_out
        tables = [self.by_kind[path][self.zones.kinds] for path in last if self.settled(path) is None]
        return np.ascontiguousarray(np.stack(tables, axis=1))


def bits_of(stop: Stop) -> int:
    return next(bits for bits in (1, 2, 4, 8) if stop.answers <= 1 << bits)


def smaller_of(board: Board, stop: int) -> Smaller:
    cards = board.stops[stop].cards
    classes = board.classes(cards)
    return Smaller(classes.keys, classes.numbers, all_sets(board.stops[stop + 1].cards, cards))


def check_whole(board: Board, stop: int, sums: Any) -> None:
    """Turns sums over boards of a class into sums over all boards."""
    if every_board_once(board.deck, board.classes(board.stops[stop].cards).hands, sums):
        raise AssertionError(f"{board.game.slug}: a sum over the boards of a class is not whole")


def backward(worth: Worth) -> tuple[Ints, Bytes, Bytes]:
    """The values of the first ways out, and the answers at every stop before the whole board and there."""
    sums, whole = _from_boards(worth)
    check_whole(worth.board, len(worth.board.stops) - 2, sums)
    return (*downward(worth, sums), whole)


def downward(worth: Worth, sums: Ints) -> tuple[Ints, Bytes]:
    """From the last stop before the whole board to the deal."""
    board = worth.board
    codes: list[Bytes] = []
    for stop in range(len(board.stops) - 2, -1, -1):
        asked = worth.questions(stop)
        values = np.empty((*sums.shape[:2], len(asked.entries)), np.int64)
        codes.insert(0, np.empty(sums.shape[:2], np.uint8))
        answer_classes(sums, asked, values, codes[0])
        if stop:
            classes, smaller = board.classes(board.stops[stop].cards), smaller_of(board, stop - 1)
            sums = np.zeros((len(smaller.keys), PAIRS, values.shape[2]), np.int64)
            pairs = holdings(len(board.deck) - board.stops[stop].cards)
            feed_classes(board.deck, classes.hands, classes.weights, pairs, values, smaller, sums)
            check_whole(board, stop - 1, sums)
    return sums[0], np.concatenate(codes)


def _from_boards(worth: Worth) -> tuple[Ints, Bytes]:
    board, zones = worth.board, worth.zones
    ranked, last = zones.ranked, len(board.stops) - 1
    asked, smaller, boards = worth.questions(last), smaller_of(board, last - 1), board.classes(board.size)
    bits = bits_of(board.stops[last])
    whole = np.empty((len(boards.hands), -(-len(ranked.pairs.first) * bits // 8)), np.uint8)
    shape = (len(smaller.keys), PAIRS, len(asked.entries))
    several = [np.zeros(shape, np.int64) for _ in range(workers(np.prod(shape) * 8 / 1e6))]
    nets, floors = worth.nets, zones.floors

    def feeding(sums: Ints) -> Callable[[int, int], None]:
        def feed(first: int, end: int) -> None:
            hands = boards.hands[first:end]
            feed_boards(
                board.deck, hands, boards.weights[first:end], ranked.of(hands), ranked.pairs, floors, board.dealers,
                nets, asked, smaller, sums, bits, whole[first:end],
            )  # fmt: skip

        return feed

    over_boards(len(boards.hands), "boards, backward", [feeding(sums) for sums in several])
    for other in several[1:]:
        several[0] += other
    return several[0], whole


def forward(
    board: Board, zones: Zoned, chains: Chains, played: Played, shape: tuple[int, int], labels: Labels = NO_LABELS
) -> Ints:
    """Deals by label, whole path and kind."""
    boards, ranked = board.classes(board.size), zones.ranked
    several = [np.zeros((*shape, zones.count), np.int64) for _ in range(workers(50))]
    floors, kinds, numbers = zones.floors, zones.kinds, np.arange(len(boards.hands))

    def counting(found: Ints) -> Callable[[int, int], None]:
        def count(first: int, end: int) -> None:
            hands = boards.hands[first:end]
            count_boards(
                board.deck, hands, boards.weights[first:end], numbers[first:end], ranked.of(hands), ranked.pairs,
                floors, board.dealers, kinds, chains, played, labels, found,
            )  # fmt: skip

        return count

    over_boards(len(boards.hands), "boards, forward", [counting(found) for found in several])
    total: Ints = sum(several[1:], start=several[0])
    return total


def played(board: Board, codes: Bytes, whole: Bytes) -> Played:
    return Played(codes, bits_of(board.stops[-1]), whole, board.after)


def totals(board: Board, zones: Zoned) -> Ints:
    """Deals by kind, however you play."""
    boards, ranked = board.classes(board.size), zones.ranked
    several = [np.zeros(zones.count, np.int64) for _ in range(workers(50))]
    floors, kinds = zones.floors, zones.kinds

    def adding(found: Ints) -> Callable[[int, int], None]:
        def add(first: int, end: int) -> None:
            ranks = ranked.of(boards.hands[first:end])
            total_boards(boards.weights[first:end], ranks, ranked.pairs, floors, board.dealers, kinds, found)

        return add

    over_boards(len(boards.hands), "boards, whatever is played", [adding(found) for found in several])
    counts: Ints = sum(several[1:], start=several[0])
    each, rest = divmod(board.deals, int(counts.sum()))
    if rest:
        raise AssertionError(f"{board.game.slug}: the deals of all boards do not add up")
    total: Ints = counts * each
    return total


def noughts(board: Board, count: int) -> Any:
    """Answers of whole boards if nothing is asked, without taking space."""
    held = (len(board.deck) - board.size) * (len(board.deck) - board.size - 1) // 2
    return np.lib.stride_tricks.as_strided(np.zeros(held, np.uint8), (count, held), (0, 1))


def solve(worth: Worth) -> BoardSolution:
    board = worth.board
    first, codes, whole = backward(worth)
    counts = forward(board, worth.zones, board.chains, played(board, codes, whole), (1, len(paths(board.game))))[0]
    return checked(worth, BoardSolution(first, codes, whole, counts))


def checked(worth: Worth, solution: BoardSolution) -> BoardSolution:
    """Checks that forward equals backward."""
    right = int(solution.counts.sum()) == worth.board.deals
    if not right or expectation(worth, solution) != counted_expectation(worth, solution.counts):
        raise AssertionError(f"{worth.board.game.slug}: counted forward and backward, the figures differ")
    return solution


def expectation(worth: Worth, solution: BoardSolution) -> Fraction:
    """Of the whole game, backward."""
    asked = worth.questions(0)
    values = np.empty((1, PAIRS, 1), np.int64)
    answer_classes(solution.first[None], asked, values, np.empty((1, PAIRS), np.uint8))
    deck = set(worth.board.deck.tolist())
    dealt = [pair for pair, (low, high) in enumerate(all_sets(52, 2).tolist()) if {low, high} <= deck]
    return Fraction(sum(values[0, dealt, 0].tolist()), worth.scale * worth.board.deals)


def counted_expectation(worth: Worth, counts: Ints) -> Fraction:
    total = sum(
        int(net) * int(count)
        for path, row in zip(paths(worth.board.game), counts, strict=True)
        for net, count in zip(worth.by_kind[path].tolist(), row.tolist(), strict=True)
    )
    return Fraction(total, worth.scale * worth.board.deals)
