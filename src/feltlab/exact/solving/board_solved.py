"""A game with a board, counted on some rule numbers and solved on some terms, and the value of one hand in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

import numpy as np

from feltlab.errors import RulesError
from feltlab.exact.figures import Outcome
from feltlab.exact.solving.board import Board, looked_at
from feltlab.exact.solving.board_counting import (
    BoardSolution,
    Worth,
    checked,
    forward,
    noughts,
    played,
    solve,
    totals,
)
from feltlab.exact.solving.board_ranks import Ranked, over_boards
from feltlab.exact.solving.board_sides import BoardSides, with_settle
from feltlab.exact.solving.board_tallies import Tallies, decide, fits, still_holds, tally
from feltlab.exact.solving.board_zones import Zoned, named_units
from feltlab.exact.solving.keeping import kept
from feltlab.exact.solving.paths import End, Path, end_of, options_of, outcome_of, paths, start
from feltlab.kernels.board_paths import Played
from feltlab.kernels.board_sums import Smaller, every_board_once, feed_boards, value_boards
from feltlab.kernels.boards import PAIR, PAIRS, Questions, answered
from feltlab.kernels.subsets import Ints
from feltlab.rules.game import Terms

OPTIMAL = "optimal"


@dataclass(frozen=True)
class BoardCounted:
    """Everything that does not depend on pays."""

    board: Board
    numbers: tuple[tuple[str, int], ...]

    @cached_property
    def zones(self) -> Zoned:
        game = self.board.game
        own, _ = looked_at(self.board, game.bound_settle)
        return Zoned(self.board, Ranked(self.board, game.hands[own]), (game.bound_settle,), self.numbers)

    @cached_property
    def sides(self) -> BoardSides:
        return BoardSides(self.board, self.numbers)

    @cached_property
    def tallies(self) -> list[Tallies]:
        """Of the latest pays that were solved in full, or None."""
        return []

    @cached_property
    def totals(self) -> Ints:
        """Deals by kind, however you play."""
        return totals(self.board, self.zones)


def one_path(board: Board, option: str) -> Path:
    """That option wherever it is offered, the most money elsewhere."""
    path = start(board.game)
    if not any(option in options_of(ask) for ask in board.game.round.asks.values()):
        raise RulesError(f"{board.game.slug}: no question is answered with {option!r}")
    for ask in board.game.round.asks.values():
        offered = options_of(ask)
        path = (
            path.with_option(ask, option if option in offered else offered[-1]) if path.asked(ask) else path.skipped()
        )
    return path


class BoardSolved:
    def __init__(self, counted: BoardCounted, terms: Terms) -> None:
        self.counted, self.board, self.terms = counted, counted.board, terms
        self.worth = Worth(counted.board, counted.zones, terms)
        self.paths = paths(self.board.game)

    @cached_property
    def solution(self) -> BoardSolution:
        """If there is room, tallies are kept with the counts, for other pays."""
        if not fits(self.worth):
            made = kept("board", self._key, lambda: solve(self.worth)._asdict())
            return checked(self.worth, BoardSolution(**made))
        latest = self.counted.tallies
        if not latest or not still_holds(latest[0], self.worth):
            latest[:] = [Tallies(**kept("tallies", self._key, lambda: tally(self.worth)._asdict()))]
        return decide(self.worth, latest[0])

    @property
    def _key(self) -> tuple[object, ...]:
        """Everything that determines a solve on these terms."""
        game, zones = self.board.game, self.counted.zones
        rules = (game.bound_settle.function, *(hand.ranking.value for hand in game.hands.values()))
        steps = [repr(step) for step in game.round.steps]
        return (*rules, steps, self.board.deck, self.counted.numbers, zones.kinds, zones.floors, self.worth.nets)

    @cached_property
    def played(self) -> Played:
        return played(self.board, self.solution.codes, self.solution.whole)

    @cached_property
    def all_ends(self) -> list[End]:
        """Every end that a round can come to, once."""
        return list(dict.fromkeys(end for ends in self.worth.ends.values() for end in ends))

    def counts(self, strategy: str) -> Ints:
        """Deals by whole path and kind."""
        if strategy == OPTIMAL:
            return self.solution.counts
        found = np.zeros((len(self.paths), self.counted.zones.count), np.int64)
        found[self.paths.index(one_path(self.board, strategy.removeprefix("always-")))] = self.counted.totals
        return found

    def end_counts(self, strategy: str) -> dict[End, int]:
        found: dict[End, int] = {}
        for path, row in zip(self.paths, self.counts(strategy).tolist(), strict=True):
            for end, count in zip(self.worth.ends[path], row, strict=True):
                if count:
                    found[end] = found.get(end, 0) + count
        return found

    def outcomes(self, strategy: str) -> tuple[Outcome, ...]:
        """Best first."""
        found = sorted(self.end_counts(strategy).items(), key=lambda item: (-item[0].net, item[0].event))
        return tuple(outcome_of(self.board.game, end, count) for end, count in found)

    def joint_counts(self, strategy: str) -> Ints:
        """How many deals come to each end, and there to each grade of each side bet."""
        game, sides = self.board.game, self.counted.sides
        zones, alike, others = with_settle(sides, self.counted.zones)
        labels, width = sides.labels(others)
        shape = (width, len(self.paths))
        way = self.played if strategy == OPTIMAL else self._always(strategy)
        counts = forward(self.board, zones, self.board.chains, way, shape, labels if others else labels[:0])
        return self._spread(counts, zones, alike, others, list(game.grades))

    def _always(self, strategy: str) -> Played:
        number = self.paths.index(one_path(self.board, strategy.removeprefix("always-")))
        after = np.zeros_like(self.board.after)
        after[-1] = number
        codes = np.zeros((int(self.board.chains.starts[-1]), PAIRS), np.uint8)
        return Played(codes, 1, noughts(self.board, len(self.board.classes(self.board.size).hands)), after)

    def _spread(
        self, counts: Ints, zones: Zoned, alike: Sequence[str], others: Sequence[str], slugs: Sequence[str]
    ) -> Ints:
        game, sides = self.board.game, self.counted.sides
        tops = {slug: game.book.scales[slug].top + 1 for slug in slugs}
        found = np.zeros((len(self.all_ends), *tops.values()), np.int64)
        numbers = {end: number for number, end in enumerate(self.all_ends)}
        grades = {slug: zones.codes(sides.bound(slug), {})[:, 0] for slug in alike}
        for place, path in enumerate(self.paths):
            codes = zones.codes(game.bound_settle, named_units(path)).tolist()
            ends = np.array([numbers[end_of(game, path, row, self.terms)] for row in codes])
            for label in range(len(counts)):
                rest, known = label, {}
                for slug in others:
                    rest, known[slug] = divmod(rest, tops[slug])
                at = [grades[slug] if slug in grades else np.full(zones.count, known[slug]) for slug in slugs]
                np.add.at(found, (ends, *at), counts[label, place])
        return found

    def slots(self, stop: int, own: Sequence[int], open_cards: Sequence[int]) -> Ints:
        """The value of every way out and question of a stop for two cards, in `follows(stop)` times the scale."""
        pair = pair_of(own)
        if stop == 0 and len(self.board.stops) > 1:
            return self._answered(0, self.solution.first[pair])
        zones, last = self.counted.zones, len(self.board.stops) - 1
        found = _at_boards(self.board, zones, self.worth.nets, self.worth.questions(last), own, open_cards)
        for lower in range(last - 1, stop - 1, -1):
            entries = self.worth.questions(lower + 1).entries
            size = self.board.stops[lower].cards - len(open_cards)
            sums: dict[tuple[int, ...], Ints] = {}
            for cards, slots in found.items():
                for fewer in combinations(cards, size):
                    sums[fewer] = sums.get(fewer, 0) + slots[entries]
            found = {cards: self._answered(lower, values) for cards, values in sums.items()}
        return found[()]

    def _answered(self, stop: int, carried: Ints) -> Ints:
        asked = self.worth.questions(stop)
        ways = [carried[at] if at >= 0 else fixed for at, fixed in zip(asked.carried, asked.constants, strict=True)]
        slots = np.array([*ways, *[0] * len(asked.radix)], np.int64)[:, None]
        answered(asked, slots, np.empty(1, np.uint8))
        return slots[:, 0]


def pair_of(own: Sequence[int]) -> int:
    return int(PAIR[64 * own[0] + own[1]])


def _at_boards(
    board: Board, zones: Zoned, nets: Ints, asked: Questions, own: Sequence[int], open_cards: Sequence[int]
) -> dict[tuple[int, ...], Ints]:
    """By the cards that complete a board: the value of every slot for two cards there."""
    left = [card for card in board.deck.tolist() if card not in (*own, *open_cards)]
    more = list(combinations(left, board.size - len(open_cards)))
    boards = np.array([sorted((*open_cards, *cards)) for cards in more], np.int64).reshape(len(more), -1)
    found = np.empty((len(more), len(asked.carried) + len(asked.radix)), np.int64)
    ranked = zones.ranked
    value_boards(
        board.deck,
        boards,
        ranked.of(boards),
        ranked.pairs,
        zones.floors,
        board.dealers,
        nets,
        asked,
        pair_of(own),
        found,
    )
    return dict(zip(more, found, strict=True))


def _nothing_asked() -> Questions:
    none = np.zeros(1, np.int64)
    return Questions(none, none, none, none[:0], none[:0], none)


def mean_at(board: Board, zones: Zoned, nets: Ints, own: Sequence[int], open_cards: Sequence[int]) -> Fraction:
    """The mean over everything that may follow, of values given by zone and rank."""
    found = _at_boards(board, zones, nets[:, None, :], _nothing_asked(), own, open_cards)
    return Fraction(sum(int(slots[0]) for slots in found.values()), len(found) * board.dealers)


def sums_by_pair(board: Board, zones: Zoned, nets: Ints) -> Ints:
    """The sum of the same over everything that may follow two cards, by pair."""
    boards, ranked, none = board.classes(board.size), zones.ranked, np.zeros(1, np.int64)
    sums = np.zeros((1, PAIRS, 1), np.int64)
    smaller, table = Smaller(none, none, np.empty((1, 0), np.int64)), np.ascontiguousarray(nets[:, None, :])

    def feed(first: int, end: int) -> None:
        hands = boards.hands[first:end]
        codes = np.empty((end - first, -(-len(ranked.pairs.first) // 8)), np.uint8)
        feed_boards(
            board.deck, hands, boards.weights[first:end], ranked.of(hands), ranked.pairs, zones.floors, board.dealers,
            table, _nothing_asked(), smaller, sums, 1, codes,
        )  # fmt: skip

    over_boards(len(boards.hands), "boards, for a side bet", [feed])
    if every_board_once(board.deck, np.empty((1, 0), np.int64), sums):
        raise AssertionError(f"{board.game.slug}: a sum over the boards of a class is not whole")
    return sums[0, :, 0]
