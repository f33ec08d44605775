"""A game with a trade on some terms: the value of every way to trade, the best one, and how often each end occurs.

Backward: the counts get their nets, and the value of a hand that keeps some cards is a signed sum over sets. Forward:
the hands that keep a set put their weights on the sets between, and the counts are added up once.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, Final, NamedTuple

import numpy as np

from feltlab.errors import RulesError
from feltlab.exact.figures import Outcome
from feltlab.exact.solving.answering import Bools, Choices, Chooser, open_options, opened
from feltlab.exact.solving.paths import End, Path, end_of, options_of, outcome_of, paths, start
from feltlab.exact.solving.seeing import Seeing
from feltlab.exact.solving.solver import LARGEST_SUM
from feltlab.exact.solving.trade import TradeCounted
from feltlab.kernels.subsets import Ints
from feltlab.rules.game import Terms
from feltlab.rules.steps import TRADED

_AT_A_TIME: Final = 1 << 17
Trader = Callable[[Ints], Ints]
"""By hand and way to trade it, its value -> the way taken."""


class WayToPlay(NamedTuple):
    answers: Chooser
    trades: Trader


class Traded(NamedTuple):
    """Hands that come to the trade on one path, and their choices."""

    path: Path
    """Up to the trade."""
    there: Bools
    taken: Ints
    """By hand, its way to trade."""


def best_trade(values: Ints) -> Ints:
    """Of equals, the one that trades fewer cards."""
    found: Ints = np.argmax(values, axis=1)
    return found


def keep_all(values: Ints) -> Ints:
    return np.zeros(len(values), np.int64)


class TradeSolved:
    def __init__(self, counted: TradeCounted, terms: Terms, beside: Sequence[tuple[str, list[Fraction]]] = ()) -> None:
        """`beside`: side bets on the hand after the trade that are played for as well, with the value of each grade in
        initial wagers.
        """
        self.counted, self.terms, self.plan, self.game = counted, terms, counted.plan, counted.game
        self.beside = [
            sum((nets[int(counted.grades(slug)[0][number])] for slug, nets in beside), Fraction(0))
            for number in range(counted.classes)
        ]
        """By class of the hand after the trade."""
        self.beside_folded = sum((nets[0] for _, nets in beside), Fraction(0))
        self.asks = tuple(self.game.round.asks.values())
        self.at = next(number for number, ask in enumerate(self.asks) if ask.trade)
        """The question that is the trade."""
        self.ends: dict[Path, list[End]] = {
            path: [end_of(self.game, path, codes, terms) for codes in counted.codes(path).tolist()]
            for path in paths(self.game)
        }
        nets = [end.net for ends in self.ends.values() for end in ends] + [*self.beside, self.beside_folded]
        self.scale = lcm(*(net.denominator for net in nets))
        most = max((abs(net) for net in nets), default=Fraction(0)) * self.scale
        if 2 * most * self.plan.draws * 2**self.plan.size > LARGEST_SUM or self.plan.deals > 1 << 53:
            raise RulesError("the odds are too long, or their fractions too fine, for sums in 64 bits")
        self.counts_trades = TRADED in self.game.bound_settle.names
        self._worth: dict[Any, Ints] = {}

    @property
    def unit(self) -> int:
        """The size of one opening bet in the values of hands."""
        return self.scale * self.plan.draws

    @cached_property
    def early_options(self) -> dict[int, list[Bools]]:
        return open_options(EarlyHands(self.counted), dict(self.counted.numbers))

    def after(self, number: int, path: Path, choose: Chooser) -> Ints:
        """By class of the hand after the trade, the scaled net of the answers from there on."""
        if number == len(self.asks):
            nets = [end.net + side for end, side in zip(self.ends[path], self.beside, strict=True)]
            return np.array([int(net * self.scale) for net in nets], np.int64)
        if not path.asked(self.asks[number]):
            return self.after(number + 1, path.skipped(), choose)
        values = self.late_values(number, path, choose)
        taken = self.late_choice(number, path, values, choose)
        return np.choose(taken, values)

    def late_values(self, number: int, path: Path, choose: Chooser) -> list[Ints]:
        ask = self.asks[number]
        return [self.after(number + 1, path.with_option(ask, option), choose) for option in options_of(ask)]

    def late_choice(self, number: int, path: Path, values: list[Ints], choose: Chooser) -> Choices:
        return self._choice(number, path, values, choose, self.counted.late_options(number))

    def _choice(self, number: int, path: Path, values: list[Ints], choose: Chooser, may: list[Bools] | None) -> Choices:
        """The way taken: one that is not allowed gives way to one that is."""
        if may is None:
            return choose(self.asks[number], path, values)
        least = np.minimum.reduce(values) - 1
        shown = [np.where(open_to, value, least) for open_to, value in zip(may, values, strict=True)]
        return opened(choose(self.asks[number], path, shown), may)

    def past(self, path: Path, count: int) -> Path:
        """After a trade of that many cards."""
        ask = self.asks[self.at]
        return path.with_option(ask, options_of(ask)[count]) if self.counts_trades else path.skipped()

    def ways(self, path: Path, choose: Chooser) -> Ints:
        """By hand and way to trade it, the average over the draws, in units."""
        key = path, choose
        if key not in self._worth:
            if len(self._worth) > 3:
                self._worth.clear()
            by_count = [self.after(self.at + 1, self.past(path, count), choose) for count in range(self.plan.most + 1)]
            self._worth[key] = np.concatenate([self.summed(by_count, part) for part in self._parts()])
        return self._worth[key]

    def _parts(self) -> Iterator[slice]:
        for first in range(0, len(self.plan.seeing.first), _AT_A_TIME):
            yield slice(first, first + _AT_A_TIME)

    def summed(self, nets: list[Ints], hands: slice) -> Ints:
        """By hand and way: the values by class of hands after the trade, for each number of cards traded."""
        plan, counted = self.plan, self.counted
        numbers = plan.numbered(hands)
        found = np.empty((len(numbers), len(plan.kept)), np.int64)
        same = all(np.array_equal(nets[0], other) for other in nets[1:])
        for count in range(1 if same else len(nets)):
            ways = [at for at, mask in enumerate(plan.kept) if same or plan.size - mask.bit_count() == count]
            by_set = counted.holding @ nets[count]
            worth = np.empty(numbers.shape, np.int64)
            worth[:, :-1] = by_set[numbers[:, :-1]]
            worth[:, -1] = nets[count][counted.class_of[numbers[:, -1]]]
            signed = worth.reshape(-1, *(2,) * plan.size)
            for axis in range(1, plan.size + 1):
                without, within = (np.moveaxis(signed, axis, 0)[held] for held in (0, 1))
                without -= within
            for at in ways:
                kept = plan.kept[at]
                found[:, at] = worth[:, kept] * (plan.draws // plan.ways[plan.size - kept.bit_count()])
        return found

    def value(self, number: int, path: Path, way: WayToPlay) -> Ints:
        """By hand, from a question on, in units."""
        if path.folded:
            net = self.ends[self.whole(path)][0].net + self.beside_folded
            return np.full(len(self.plan.seeing.first), int(net * self.unit), np.int64)
        if number == self.at:
            values = self.ways(path, way.answers)
            return np.take_along_axis(values, way.trades(values)[:, None], 1)[:, 0]
        if not path.asked(self.asks[number]):
            return self.value(number + 1, path.skipped(), way)
        values_of = self.early_values(number, path, way)
        return np.choose(self.early_choice(number, path, values_of, way.answers), values_of)

    def whole(self, path: Path) -> Path:
        """A path that ends with a fold, to its end."""
        while len(path.options) < len(self.asks):
            path = path.skipped()
        return path

    def early_values(self, number: int, path: Path, way: WayToPlay) -> list[Ints]:
        ask = self.asks[number]
        return [self.value(number + 1, path.with_option(ask, option), way) for option in options_of(ask)]

    def early_choice(self, number: int, path: Path, values: list[Ints], choose: Chooser) -> Choices:
        return self._choice(number, path, values, choose, self.early_options.get(number))

    def traders(self, way: WayToPlay) -> tuple[list[Traded], list[tuple[Path, Bools]]]:
        """Hands by the path on which they reach the trade, and those that folded before it."""
        found = [(start(self.game), np.ones(len(self.plan.seeing.first), np.bool_))]
        folded: list[tuple[Path, Bools]] = []
        for number in range(self.at):
            ask, longer = self.asks[number], []
            for path, there in found:
                if not path.asked(ask):
                    longer.append((path.skipped(), there))
                    continue
                values = self.early_values(number, path, way)
                taken = self.early_choice(number, path, values, way.answers)
                for place, option in enumerate(options_of(ask)):
                    further = path.with_option(ask, option), there & (taken == place)
                    (folded if further[0].folded else longer).append(further)
            found = longer
        trades = [Traded(path, there, way.trades(self.ways(path, way.answers))) for path, there in found]
        return trades, [(self.whole(path), there) for path, there in folded]

    def drawn(self, taken: Any, weights: Ints, count: int) -> Ints:
        """By class of the hand after the trade, the number of deals from hands that trade that many cards."""
        plan, holding = self.plan, self.counted.holding
        put = np.zeros(len(holding), np.int64)
        found = np.zeros(self.counted.classes, np.int64)
        each = plan.draws // plan.ways[count]
        for at, kept in enumerate(plan.kept):
            here = np.flatnonzero((taken == at) & (weights > 0))
            if plan.size - kept.bit_count() != count or not len(here):
                continue
            numbers = plan.numbered(here)
            for mask in range(1 << plan.size):
                if mask & kept == kept:
                    sign = each if (mask ^ kept).bit_count() % 2 == 0 else -each
                    if mask == (1 << plan.size) - 1:
                        classes = self.counted.class_of[numbers[:, mask]]
                        found += sign * _counted(classes, weights[here], len(found))
                    else:
                        put += sign * _counted(numbers[:, mask], weights[here], len(put))
        return found + put @ holding

    def late_taken(self, path: Path, choose: Chooser) -> list[tuple[Path, Bools]]:
        """After the trade, every way on and the classes that take it."""
        found = [(path, np.ones(self.counted.classes, np.bool_))]
        for number in range(self.at + 1, len(self.asks)):
            ask, longer = self.asks[number], []
            for so_far, there in found:
                if not so_far.asked(ask):
                    longer.append((so_far.skipped(), there))
                    continue
                values = self.late_values(number, so_far, choose)
                taken = self.late_choice(number, so_far, values, choose)
                for place, option in enumerate(options_of(ask)):
                    longer.append((so_far.with_option(ask, option), there & (taken == place)))
            found = longer
        return found

    def counts(self, way: WayToPlay, weights: Ints | None = None) -> Iterator[tuple[Path, int, int]]:
        """How many deals come to each class on each path; a hand counts as often as dealt, or by given weights."""
        weights = self.plan.seeing.weights if weights is None else weights
        trades, folded = self.traders(way)
        for path, there in folded:
            yield path, 0, int(weights[there].sum()) * self.plan.draws
        for path, there, taken in trades:
            for count in range(self.plan.most + 1):
                by_class = self.drawn(taken, np.where(there, weights, 0), count)
                for late, classes in self.late_taken(self.past(path, count), way.answers):
                    for number in np.flatnonzero(classes & (by_class > 0)).tolist():
                        yield late, number, int(by_class[number])

    def end_counts(self, way: WayToPlay) -> dict[End, int]:
        found: dict[End, int] = {}
        for path, number, count in self.counts(way):
            end = self.ends[path][number]
            found[end] = found.get(end, 0) + count
        return found

    @cached_property
    def all_ends(self) -> list[End]:
        """Every end that a round can come to, once."""
        return list(dict.fromkeys(end for ends in self.ends.values() for end in ends))

    def outcomes(self, way: WayToPlay) -> tuple[Outcome, ...]:
        """Best first."""
        found = sorted(self.end_counts(way).items(), key=lambda item: (-item[0].net, item[0].event))
        return tuple(outcome_of(self.game, end, count) for end, count in found)

    def expectation(self, way: WayToPlay) -> Fraction:
        """Of the whole game, counted backward."""
        values, weights = self.value(0, start(self.game), way), self.plan.seeing.weights
        total = sum(int(value) * int(weight) for value, weight in zip(values, weights, strict=True))
        return Fraction(total, self.unit * self.plan.seeing.deals)

    def grade_counts(self, slug: str, way: WayToPlay) -> list[int]:
        """Deals by grade of a side bet; after the trade, by how the main game is played."""
        grades, late = self.counted.grades(slug)
        found = [0] * (self.game.book.scales[slug].top + 1)
        if not late:
            for grade, weight in zip(grades.tolist(), self.plan.seeing.weights.tolist(), strict=True):
                found[grade] += weight * self.plan.draws
            return found
        for path, number, count in self.counts(way):
            found[0 if self.counted.folds_early(path) else int(grades[number])] += count
        return found

    def joint_counts(self, way: WayToPlay, ends: list[End]) -> Ints:
        """How many deals come to each of these ends, and there to each grade of each side bet."""
        graded = [self.counted.grades(slug) for slug in self.game.grades]
        tops = [self.game.book.scales[slug].top + 1 for slug in self.game.grades]
        found = np.zeros((len(ends), *tops), np.int64)
        numbers, weights = {end: number for number, end in enumerate(ends)}, self.plan.seeing.weights
        dealt = np.stack([np.zeros(len(weights), np.int64), *(by for by, late in graded if not late)], axis=1)
        for row in np.unique(dealt, axis=0):
            here = np.where((dealt == row).all(axis=1), weights, 0)
            for path, number, count in self.counts(way, here):
                early, early_grades = self.counted.folds_early(path), iter(row[1:].tolist())
                grades = [(0 if early else int(by[number])) if late else next(early_grades) for by, late in graded]
                found[(numbers[self.ends[path][number]], *grades)] += count
        return found


class EarlyHands:
    """The cards seen at questions before the trade, by hand as dealt."""

    def __init__(self, counted: TradeCounted) -> None:
        self.seeing: Seeing = counted.plan.seeing

    def seen_values(self, name: str, ask: int) -> Ints:
        return self.seeing.values_at(self.seeing.game.hands[name], ask)


def _counted(at: Any, weights: Ints, size: int) -> Ints:
    """The weights added up by number: sums of whole numbers below 2^53."""
    return np.bincount(at, weights, size).astype(np.int64)
