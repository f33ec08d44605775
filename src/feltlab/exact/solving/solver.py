"""A game solved on some terms: the value of each option in every state, the best one, and how often each end occurs.

Backward, from the ends to the first question, for best play; forward, counting deals again, for the figures.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from operator import mul
from typing import Protocol

import numpy as np
import numpy.typing as npt

from feltlab.errors import RulesError
from feltlab.exact.figures import Outcome
from feltlab.exact.solving.answering import Bools, Choices, Chooser, on_the_scale, open_options, opened
from feltlab.exact.solving.different import different
from feltlab.exact.solving.duel import Duel
from feltlab.exact.solving.paths import End, Path, end_of, options_of, outcome_of, paths, start
from feltlab.exact.solving.ranks import Ranks, RankSeeing
from feltlab.exact.solving.seeing import FULL_DECK, Seeing, unfit
from feltlab.exact.solving.walk import Walk
from feltlab.kernels.subsets import Ints
from feltlab.rules.game import Game, Terms
from feltlab.rules.settling import Bound
from feltlab.rules.steps import TRADED, Ask

LARGEST_SUM = 2**62


class Ending(Protocol):
    """How one rule ends the deals, by key."""

    def answers(self, units: dict[str, int]) -> Ints:
        """Codes by key and wager."""

    def totals(self, by_key: Ints) -> Ints:
        """By last state, the sum of the values of its keys over its ends."""

    def tally(self, weights: Ints) -> Ints:
        """By key, the number of its deals, each last state counted that many times."""

    def by(self, bound: Bound) -> "Ending":
        """The same deals and keys under another rule."""


class GeneralPlan(Protocol):
    name: str
    seeing: Seeing

    @property
    def compared(self) -> str:
        """The player's hand that a simple strategy looks at; none if the player sees more."""

    def own_values(self, name: str) -> Ints:
        """Of that hand, by first state."""

    def seen_values(self, name: str, ask: int) -> Ints:
        """By state of a question, of a hand seen there."""

    def view(self, bound: Bound, fixed: dict[str, int]) -> Ending: ...

    def together(self, settle: Bound, sides: Sequence[Bound], fixed: dict[str, int]) -> Sequence[Ending]:
        """Views that together have all deals, each of which can answer for all of these rules."""


def plan_of(game: Game, deck: tuple[int, ...] = FULL_DECK) -> GeneralPlan:
    """The quickest plan that fits a game."""
    if reason := unfit(game, sets=True):
        raise RulesError(f"{game.slug} fits no exact plan: {reason}")
    if not Ranks.unfit(ranked := RankSeeing(game, deck)) and deck == FULL_DECK:
        return Ranks(ranked)
    if reason := unfit(game):
        raise RulesError(f"{game.slug} fits no exact plan: {reason}")
    seeing = Seeing(game, deck)
    if not (why_no_duel := Duel.unfit(seeing)):
        return Duel(seeing)
    if why_no_walk := Walk.unfit(seeing):
        raise RulesError(f"{game.slug} fits no exact plan. Duel: {why_no_duel}. Walk: {why_no_walk}")
    return Walk(seeing)


def named_units(path: Path) -> dict[str, int]:
    """What a rule asks for besides hands and numbers: units by raise, and cards traded."""
    return {TRADED: path.traded, **{slug.replace("-", "_"): made for slug, made in path.units}}


@dataclass(frozen=True)
class Counted:
    """A game's deals, counted by how its rules end them on some rule numbers, without any pays."""

    plan: GeneralPlan
    numbers: tuple[tuple[str, int], ...]

    @property
    def game(self) -> Game:
        return self.plan.seeing.game

    @cached_property
    def main(self) -> Ending:
        return self.plan.view(self.game.bound_settle, dict(self.numbers))

    @cached_property
    def open_options(self) -> dict[int, list[Bools]]:
        """By question that restricts options and by option: the states that may take it."""
        return open_options(self.plan, dict(self.numbers))

    @cached_property
    def codes(self) -> dict[Path, tuple[Ints, Ints]]:
        """By path: the different combinations of codes, and the combination of each key."""
        found = {}
        for path in paths(self.game):
            found[path] = different(self.main.answers(named_units(path)))
        return found

    @cached_property
    def sides(self) -> dict[str, tuple[Ending, Ints]]:
        """By side bet: how its deals end, and the grade of each key."""
        found = {}
        for slug, bound in self.game.grades.items():
            if raised := [name for name in bound.names if name in named_units(start(self.game))]:
                raise RulesError(f"{self.game.slug}: {slug} depends on {raised[0]}, so it cannot be counted by itself")
            view = self.plan.view(bound, dict(self.numbers))
            found[slug] = view, on_the_scale(self.game, slug, view.answers({})[:, 0])
        return found

    @cached_property
    def together(self) -> list[tuple[Ending, list[Ints]]]:
        """All deals by how every bet ends: views of the main game, and the grades of the side bets by their keys."""
        _ = self.sides  # which refuses grades that no pay table has
        sides = list(self.game.grades.values())
        views = self.plan.together(self.game.bound_settle, sides, dict(self.numbers))
        return [(view, [view.by(bound).answers({})[:, 0] for bound in sides]) for view in views]

    def grade_counts(self, slug: str, top: int) -> list[int]:
        view, grades = self.sides[slug]
        counts = np.zeros(top + 1, np.int64)
        np.add.at(counts, grades, view.tally(self.plan.seeing.last_weights))
        return [int(count) for count in counts]

    def side_value(self, slug: str, nets: list[Fraction], state: slice) -> Fraction:
        """The mean of a side bet's net over the last states of a slice, in its own stakes."""
        view, grades = self.sides[slug]
        scale = lcm(*(net.denominator for net in nets))
        by_key = np.array([int(net * scale) for net in nets], np.int64)[grades]
        totals = view.totals(by_key)[state]
        return Fraction(int(totals.sum()), scale * self.plan.seeing.ends * len(totals))


class Solved:
    """A game counted, with the pays of some terms."""

    def __init__(self, counted: Counted, terms: Terms) -> None:
        self.counted, self.terms = counted, terms
        self.game = counted.game
        self.seeing = counted.plan.seeing
        self.asks = tuple(self.game.round.asks.values())
        self.ends: dict[Path, list[End]] = {
            path: [end_of(self.game, path, codes, terms) for codes in rows.tolist()]
            for path, (rows, _) in counted.codes.items()
        }
        nets = [end.net for ends in self.ends.values() for end in ends]
        self.scale = lcm(*(net.denominator for net in nets))
        per_state = self.seeing.leaves // len(self.seeing.first)
        if max((abs(net) for net in nets), default=Fraction(0)) * self.scale * per_state > LARGEST_SUM:
            raise RulesError("the odds are too long, or their fractions too fine, for sums in 64 bits")
        self._totals: dict[Path, Ints] = {}
        self._last: tuple[Chooser, Ints, dict[tuple[int, Path], Choices]] | None = None
        """The latest way to play: one pass over all states gives both its expectation and its counts."""

    def totals(self, path: Path) -> Ints:
        """By last state, the scaled net of a whole path, summed over what may follow."""
        if path not in self._totals:
            _, which = self.counted.codes[path]
            nets = np.array([int(end.net * self.scale) for end in self.ends[path]], np.int64)
            self._totals[path] = self.counted.main.totals(nets[which])
        return self._totals[path]

    def _summed(self, values: Ints, ask: int) -> Ints:
        """Values of later states, added up at the states of a question."""
        count = self.seeing.states(ask)
        return values if len(values) == count else values.reshape(count, -1).sum(axis=1)

    def option_values(self, number: int, path: Path, choose: Chooser) -> list[Ints]:
        """By option of a question, its value in every state if later questions are answered this way."""
        ask = self.asks[number]
        return [
            self._summed(self.value(number + 1, path.with_option(ask, option), choose), number)
            for option in options_of(ask)
        ]

    def value(self, number: int, path: Path, choose: Chooser) -> Ints:
        """From a question on: by the states of the next question, or by the last states."""
        if number == len(self.asks):
            return self.totals(path)
        if not path.asked(self.asks[number]):
            return self.value(number + 1, path.skipped(), choose)
        values = self.option_values(number, path, choose)
        taken = self.choice(number, path, values, choose)
        found = values[0].copy()
        for place, value in enumerate(values[1:], start=1):
            np.copyto(found, value, where=taken == place)
        return found

    def _played(self, choose: Chooser) -> tuple[Ints, dict[tuple[int, Path], Choices]]:
        """By first state, its value; by question and path so far, the option taken in each state."""
        if self._last is None or self._last[0] != choose:
            found: dict[tuple[int, Path], Choices] = {}

            def keep(ask: Ask, path: Path, values: list[Ints]) -> Choices:
                number = self.asks.index(ask)
                found[number, path] = opened(choose(ask, path, values), self.counted.open_options.get(number))
                return found[number, path]

            value = self.value(0, start(self.game), keep)
            self._last = choose, value.reshape(len(self.seeing.first), -1).sum(axis=1), found
        return self._last[1:]

    def decisions(self, choose: Chooser) -> dict[tuple[int, Path], Choices]:
        """By question and path so far, the option taken in each state."""
        return self._played(choose)[1]

    def choice(self, number: int, path: Path, values: list[Ints], choose: Chooser) -> Choices:
        """The option taken: one not allowed gives way to the largest allowed one below it, or the next above."""
        made = choose(self.asks[number], path, self.offered_values(number, values))
        return opened(made, self.counted.open_options.get(number))

    def offered_values(self, number: int, values: list[Ints]) -> list[Ints]:
        """The value of each option; one that is not allowed has the value of the one taken instead."""
        states = self.counted.open_options.get(number)
        if states is None:
            return values
        every = np.stack(values)
        instead = [opened(np.full(len(value), place, np.int8), states) for place, value in enumerate(values)]
        return [np.take_along_axis(every, place[None].astype(np.int64), 0)[0] for place in instead]

    def taken(self, decisions: Mapping[tuple[int, Path], Choices]) -> dict[Path, npt.NDArray[np.bool_]]:
        """By whole path, the last states in which it is played."""
        last = self.seeing.states(-1)
        found = {start(self.game): np.ones(last, np.bool_)}
        for number, ask in enumerate(self.asks):
            longer: dict[Path, npt.NDArray[np.bool_]] = {}
            for path, states in found.items():
                if not path.asked(ask):
                    longer[path.skipped()] = states
                    continue
                made = np.repeat(decisions[number, path], last // self.seeing.states(number))
                for place, option in enumerate(options_of(ask)):
                    longer[path.with_option(ask, option)] = states & (made == place)
            found = longer
        return found

    def shares(self, choose: Chooser) -> list[list[Fraction]]:
        """By question, in order, how often each option is taken, among rounds that get there."""
        decisions, found = self.decisions(choose), []
        reached = {start(self.game): np.ones(self.seeing.states(0), np.bool_)}
        for number, ask in enumerate(self.asks):
            states = self.seeing.states(number)
            weights = np.repeat(self.seeing.weights, states // len(self.seeing.weights))
            taken, longer = [0] * len(options_of(ask)), {}
            for path, before in reached.items():
                there = np.repeat(before, states // len(before))
                if not path.asked(ask):
                    longer[path.skipped()] = there
                    continue
                for place, option in enumerate(options_of(ask)):
                    longer[path.with_option(ask, option)] = now = there & (decisions[number, path] == place)
                    taken[place] += int(weights[now].sum())
            reached = longer
            found.append([Fraction(many, int(weights.sum())) for many in taken])
        return found

    def end_counts(self, choose: Chooser) -> dict[End, int]:
        """How many deals come to each end."""
        found: dict[End, int] = {}
        for path, states in self.taken(self.decisions(choose)).items():
            rows, which = self.counted.codes[path]
            counts = np.zeros(len(rows), np.int64)
            np.add.at(counts, which, self.counted.main.tally(np.where(states, self.seeing.last_weights, 0)))
            for end, count in zip(self.ends[path], counts.tolist(), strict=True):
                if count:
                    found[end] = found.get(end, 0) + count
        return found

    @cached_property
    def all_ends(self) -> list[End]:
        """Every end that a round can come to, once."""
        return list(dict.fromkeys(end for ends in self.ends.values() for end in ends))

    def joint_counts(self, choose: Chooser) -> Ints:
        """How many deals come to each end, and there to each grade of each side bet."""
        tops = [self.game.book.scales[slug].top + 1 for slug in self.game.grades]
        found = np.zeros((len(self.all_ends), *tops), np.int64)
        numbers = {end: number for number, end in enumerate(self.all_ends)}
        taken = self.taken(self.decisions(choose))
        for view, grades in self.counted.together:
            for path, states in taken.items():
                counts = view.tally(np.where(states, self.seeing.last_weights, 0))
                there = np.flatnonzero(counts)
                rows, which = different(view.answers(named_units(path))[there])
                ends = [numbers[end_of(self.game, path, codes, self.terms)] for codes in rows.tolist()]
                at = np.array(ends, np.int64)[which]
                np.add.at(found, (at, *(grade[there] for grade in grades)), counts[there])
        return found

    def outcomes(self, choose: Chooser) -> tuple[Outcome, ...]:
        """Best first."""
        found = sorted(self.end_counts(choose).items(), key=lambda item: (-item[0].net, item[0].event))
        return tuple(outcome_of(self.game, end, count) for end, count in found)

    def expectation(self, choose: Chooser) -> Fraction:
        """Of the whole game, counted backward."""
        return Fraction(whole_sum(self._played(choose)[0], self.seeing.weights), self.scale * self.seeing.deals)


def whole_sum(values: Ints, weights: Ints) -> int:
    """The sum of values times weights, however large."""
    if max(int(np.abs(values).max(initial=0)), 1) * max(int(weights.sum()), 1) < LARGEST_SUM:
        return int((values * weights).sum())
    return sum(map(mul, values.tolist(), weights.tolist()))


def best(ask: Ask, path: Path, values: list[Ints]) -> Choices:
    """Of equals, the one with more money at risk: options run from the least to the most."""
    most = values[0].copy()
    taken = np.zeros(len(most), np.int8)
    for place, value in enumerate(values[1:], start=1):
        taken[value >= most] = place
        np.maximum(most, value, out=most)
    return taken


def always(option: str) -> Chooser:
    """That option wherever it is offered, the most money elsewhere."""

    def choose(ask: Ask, path: Path, values: list[Ints]) -> Choices:
        offered = options_of(ask)
        taken = offered.index(option) if option in offered else len(offered) - 1
        return np.full(len(values[0]), taken, np.int8)

    return choose
