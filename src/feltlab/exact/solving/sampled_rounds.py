"""Simulated rounds of a game that no plan solves: by a named strategy, ended by its own rules."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from feltlab.errors import FeltlabError
from feltlab.exact.engine import Paid, Seating, side, whole_meter
from feltlab.exact.solving.paths import End, end_of
from feltlab.exact.solving.rounds import MOST_CODES, main_paid
from feltlab.exact.solving.sampled_lab import SampledLab
from feltlab.exact.solving.sampled_playing import LaidRounds
from feltlab.exact.solving.sampled_tally import Sampler, Tallied, answers_by, traded_by
from feltlab.exact.strategy_file import FileForm
from feltlab.kernels.dealing import Cards
from feltlab.kernels.subsets import Ints
from feltlab.rules.codes import PAID
from feltlab.rules.game import Game

MOST_ACTIONS = 256


class SampledEngine:
    def __init__(self, plan: Seating, lab: SampledLab) -> None:
        if plan.own or plan.table is not None:
            raise FeltlabError(f"{lab.game.slug} is sampled by named strategies, not by a file or a function")
        self.game, self.lab, self.seats, self.terms = lab.game, lab, plan.seats, plan.terms
        self.sampler: Sampler = lab.sampler(self.terms)
        self.deck, self.cards = self.sampler.deck, self.game.round.cards(plan.seats)
        self.answer = answers_by(self.sampler.playing, plan.strategy)
        self.tallied = lab.tallied(self.terms, plan.strategy)
        if actions_of(self.sampler) > MOST_ACTIONS:
            raise FeltlabError(f"{self.game.slug}: its questions can be answered in more than {MOST_ACTIONS} ways")
        self._ends = list(dict.fromkeys(self._codes.values()))
        if len(self._ends) > MOST_CODES:
            raise FeltlabError(
                f"{self.game.slug}: rounds end in {len(self._ends)} ways; a simulation can tell only {MOST_CODES} apart"
            )
        self._numbers = {codes: self._ends.index(end) for codes, end in self._codes.items()}
        self.tops: tuple[int, ...] = (len(self._ends), *(self.game.book.scales[s].top + 1 for s in self.game.sides))
        counts, rounds = self.tallied.end_counts(self.terms), self.tallied.rounds
        main = [replace(paid, sampled=True) for paid in main_paid(self.game, self._ends, counts, rounds)]
        self.paid: tuple[Paid, ...] = (*main, *self._sides())

    @cached_property
    def _codes(self) -> dict[tuple[int, ...], End]:
        """Every end by its way and codes: those that occurred, and what they would be with other grades."""
        met = np.unique(self.tallied.keys[:, : 1 + len(self.game.settled)], axis=0).tolist()
        closed = _every(self.tallied, met)
        found = closed if len(closed) <= MOST_CODES else {row for key in met for row in _regraded(self.tallied, key)}
        return {row: end_of(self.game, self.tallied.ways[row[0]], row[1:], self.terms) for row in sorted(found)}

    def _sides(self) -> Iterator[Paid]:
        for column, slug in enumerate(self.game.sides, start=1):
            if slug in self.terms.pays:
                metered = slug in self.terms.progressives
                meter = whole_meter(self.lab.progressive_of(slug, self.terms).mean_meter) if metered else None
                paid = side(self.terms.pays[slug], column, self.lab.side_figures(slug, self.terms), meter)
                yield paid if self.lab.is_counted(slug, self.terms) else replace(paid, sampled=True)

    def _played(self, cards: Cards) -> Iterator[tuple[int, LaidRounds, Ints]]:
        """Seat by seat: the rounds, and a row of codes for each."""
        playing, script = self.sampler.playing, self.game.round
        first = script.hand * self.seats + script.shared
        drawn = np.zeros(len(cards), np.int64)
        for seat in range(self.seats):
            at = first + drawn[:, None] + np.arange(script.most_traded)
            following = np.take_along_axis(cards, at, axis=1).astype(np.int64) if script.trade else None
            laid = playing.laid(cards, self.seats, seat, following)
            yield seat, laid, self.sampler.keys(laid, self.answer)
            if laid.exchanged is not None:
                drawn += laid.exchanged

    def decide(self, _: int, cards: Cards) -> Cards:
        actions = np.empty(len(cards) * self.seats, np.uint8)
        each = trades_of(self.game)
        for seat, laid, keys in self._played(cards):
            traded = 0 if laid.traded is None else laid.traded
            actions[seat :: self.seats] = keys[:, 0] * each + traded
        return actions

    def grade(self, _: int, cards: Cards, codes: Cards) -> None:
        width = 1 + len(self.game.settled)
        for seat, _laid, keys in self._played(cards):
            rows, which = np.unique(keys[:, :width], axis=0, return_inverse=True)
            codes[seat :: self.seats, 0] = np.array([self._number(tuple(row)) for row in rows.tolist()])[
                which.reshape(-1)
            ]
            codes[seat :: self.seats, 1:] = keys[:, width:]

    def _number(self, row: tuple[int, ...]) -> int:
        if row not in self._numbers:
            end = end_of(self.game, self.tallied.ways[row[0]], row[1:], self.terms)
            raise FeltlabError(
                f"{self.game.slug}: a round ended as none of the {self.tallied.rounds:,} sampled ones did: {end.event}"
            )
        return self._numbers[row]


def _grades(tallied: Tallied, column: int, code: int) -> list[int]:
    """A code or, for one paid by a pay table, every code it may be."""
    slug = tallied.game.settled[column]
    return list(range(PAID, PAID + tallied.game.book.scales[slug].top + 1)) if code >= PAID else [code]


def _regraded(tallied: Tallied, key: list[int]) -> set[tuple[int, ...]]:
    graded = [_grades(tallied, column, code) for column, code in enumerate(key[1:])]
    return {(key[0], *row) for row in product(*graded)}


def _every(tallied: Tallied, met: list[list[int]]) -> set[tuple[int, ...]]:
    """By way, every combination of the bets' results on it."""
    found: set[tuple[int, ...]] = set()
    for way in {key[0] for key in met}:
        rows = [key[1:] for key in met if key[0] == way]
        codes = [
            sorted({code for row in rows for code in _grades(tallied, column, row[column])})
            for column in range(len(rows[0]))
        ]
        found |= {(way, *row) for row in product(*codes)}
        if len(found) > MOST_CODES:
            break
    return found


def actions_of(sampler: Sampler) -> int:
    return len(sampler.ways) * trades_of(sampler.game)


def trades_of(game: Game) -> int:
    """The number of ways to answer a trade; 1 if there is none."""
    if not game.round.trade or not game.round.trade.trade:
        return 1
    return 1 << game.round.hand if game.round.trade.trade.several else game.round.hand + 1


class SampledRounds:
    """Stands in for a game's own `rounds`."""

    DRAWS_NEXT = True

    def __init__(self, lab: SampledLab) -> None:
        self.lab = lab

    def engine(self, plan: Seating) -> SampledEngine:
        return SampledEngine(plan, self.lab)

    def joint_counts(self, plan: Seating) -> Ints:
        """Of the sample, in the shape of the engine's tops."""
        engine = self.engine(plan)
        found, tallied = np.zeros(engine.tops, np.int64), engine.tallied
        width = 1 + len(self.lab.game.settled)
        for key, count in zip(tallied.keys.tolist(), tallied.counts.tolist(), strict=True):
            found[(engine._number(tuple(key[:width])), *key[width:])] += count
        return found

    def choices_of(self, action: int, hand: list[int]) -> dict[str, Any]:
        game = self.lab.game
        each, stages = trades_of(game), list(game.round.asks)
        way = self.lab.sampler(game.terms(game.house())).ways[action // each]
        asked = game.round.trade
        folded = asked and way.folded and stages.index(way.folded) < stages.index(asked.stage)
        trade = {asked.name: traded_by(asked, action % each, hand)} if asked and not folded else {}
        return {**trade, **way.choices(game)}

    @property
    def FILE_FORM(self) -> FileForm:  # noqa: N802
        raise FeltlabError(f"{self.lab.game.slug} is sampled by named strategies: no file can hold its strategy")
