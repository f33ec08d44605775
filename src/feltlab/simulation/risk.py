"""Risk: how far luck can carry a bettor or the house, from the exact joint distribution of the bets of a round.

Chances over many rounds use the normal approximation and say so; bankrolls use the adjustment coefficient of the
distribution itself (the bound that the chance of ruin never passes), solved to the last bit of a float.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import erf, inf, isfinite, log, prod, sqrt
from typing import Any, Final, NamedTuple

import numpy as np

from feltlab.errors import RulesError
from feltlab.exact.engine import Paid
from feltlab.exact.figures import NORMAL_99, SAMPLED
from feltlab.kernels.lattice import Ints
from feltlab.lab import lab_of
from feltlab.simulation.bets import Bets
from feltlab.simulation.joint_counts import joint_counts
from feltlab.simulation.plan import Plan
from feltlab.simulation.rounds import engine_of
from feltlab.wire import exact

SESSION, SHIFT, SHIFTS = 200, 360, 90
"""Rounds of a session and of a shift, shifts of a month."""
RUIN: Final = (Fraction(1, 100), Fraction(1, 1000))


class Correlation(NamedTuple):
    first: str
    second: str
    covariance: Fraction
    """Of their nets, each in its own stake."""
    value: float


@dataclass(frozen=True)
class Risk:
    plan: Plan
    bets: Bets
    results: tuple[tuple[Fraction, int], ...]
    """Net of a round in units, ascending, and in how many deals."""
    correlations: tuple[Correlation, ...]
    unknown: str = ""
    """Why there are no correlations, where the bets of a round cannot be counted together."""

    @property
    def is_sampled(self) -> bool:
        return any(paid.sampled for paid in engine_of(self.plan).paid)

    @cached_property
    def total(self) -> int:
        return sum(count for _, count in self.results)

    @cached_property
    def expectation(self) -> Fraction:
        """The bettor's, in units a round."""
        return sum((net * count for net, count in self.results), Fraction(0)) / self.total

    @cached_property
    def variance(self) -> Fraction:
        return sum((net**2 * count for net, count in self.results), Fraction(0)) / self.total - self.expectation**2

    @property
    def deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def n0(self) -> float:
        """Rounds after which the expected win equals one standard deviation."""
        return float(self.variance / self.expectation**2) if self.expectation else inf

    def margin_of(self, figure: Callable[["Risk"], float]) -> float:
        """Half of the 99% interval of any figure of a sample, from how much each result would change it; else zero."""
        if not self.is_sampled:
            return 0.0
        value, more = figure(self), max(self.total // 1000, 1)
        if not isfinite(value):
            return inf
        step, mean, square = more / (self.total + more), 0.0, 0.0
        for place, (net, count) in enumerate(self.results):
            changed = (*self.results[:place], (net, count + more), *self.results[place + 1 :])
            moved, chance = (figure(replace(self, results=changed)) - value) / step, count / self.total
            mean, square = mean + chance * moved, square + chance * moved**2
        return NORMAL_99 * sqrt(max(square - mean**2, 0.0) / self.total)

    @property
    def worst(self) -> Fraction:
        """The most that a round can cost the house for these bets."""
        return self.results[-1][0]

    @property
    def seats_share_cards(self) -> bool:
        """No seat has cards of its own, so all win and lose together; otherwise they are taken as independent."""
        return not self.plan.rules.round.seat_deals

    def house_deviation(self, rounds: int, seats: int = 1) -> float:
        return self.deviation * sqrt(rounds) * (seats if self.seats_share_cards else sqrt(seats))

    def house_behind(self, rounds: int, seats: int = 1) -> float:
        """Chance that the house has lost over so many rounds, by the normal approximation."""
        mean = float(self.expectation) * rounds * seats
        return 0.5 * (1 + erf(mean / self.house_deviation(rounds, seats) / sqrt(2)))

    @cached_property
    def _adjustment(self) -> float:
        """θ > 0 with E[exp(θ · net)] = 1: the house's chance of ruin from a bankroll B is at most exp(−θB)."""
        nets = np.array([float(net) for net, _ in self.results])
        chances = np.array([count / self.total for _, count in self.results])
        if self.expectation >= 0:
            return 0.0
        low, high = 0.0, 1.0
        with np.errstate(over="ignore"):
            while (chances * np.exp(high * nets)).sum() < 1:
                high *= 2
            for _ in range(200):
                middle = (low + high) / 2
                low, high = (middle, high) if (chances * np.exp(middle * nets)).sum() < 1 else (low, middle)
        return low

    def house_bankroll(self, ruin: Fraction) -> float:
        """Units that keep the house's chance of ever being ruined below that, one bettor at a time."""
        return -log(ruin) / self._adjustment if self._adjustment else inf

    def to_dict(self) -> dict[str, Any]:
        seats = self.plan.terms.numbers.seats
        return {
            "game": self.plan.game,
            "strategy": self.plan.strategy,
            "bets": {wager: str(stake) for wager, stake in self.bets.stakes},
            "method": SAMPLED if self.is_sampled else "exact",
            **self._of_a_sample(),
            **exact(expectation=self.expectation, variance=self.variance),
            "standard_deviation_float": self.deviation,
            "n0_float": self.n0,
            "periods": {
                f"a session of {SESSION} rounds": self._period(SESSION, 1),
                f"a shift, {seats} seats of {SHIFT} rounds": self._period(SHIFT, seats),
                f"a month of {SHIFTS} shifts": self._period(SHIFT * SHIFTS, seats),
            },
            "seats_share_cards": self.seats_share_cards,
            "house_bankroll_float": {str(ruin): self.house_bankroll(ruin) for ruin in RUIN},
            **exact(largest_loss_of_a_round=self.worst, largest_loss_of_a_full_table=self.worst * seats),
            "correlations": [
                {
                    "first": one.first,
                    "second": one.second,
                    **exact(covariance=one.covariance),
                    "correlation_float": one.value,
                }
                for one in self.correlations
            ],
            "distribution": [{"net": str(net), "combinations": count} for net, count in self.results],
        }

    def _of_a_sample(self) -> dict[str, Any]:
        if not self.is_sampled:
            return {}
        margins = {
            "expectation": self.margin_of(lambda risk: float(risk.expectation)),
            "standard_deviation": self.margin_of(lambda risk: risk.deviation),
            "n0": self.margin_of(lambda risk: risk.n0),
        }
        return {"rounds": self.total, "confidence_float": 0.99, "margins_float": margins}

    def _period(self, rounds: int, seats: int) -> dict[str, float]:
        return {
            "rounds": rounds * seats,
            "house_win_float": float(-self.expectation * rounds * seats),
            "standard_deviation_float": self.house_deviation(rounds, seats),
            "chance_house_is_behind_float": self.house_behind(rounds, seats),
            **self._period_margins(rounds, seats),
        }

    def _period_margins(self, rounds: int, seats: int) -> dict[str, float]:
        if not self.is_sampled:
            return {}
        return {
            "house_win_margin": self.margin_of(lambda risk: float(-risk.expectation * rounds * seats)),
            "standard_deviation_margin": self.margin_of(lambda risk: risk.house_deviation(rounds, seats)),
            "chance_house_is_behind_margin": self.margin_of(lambda risk: risk.house_behind(rounds, seats)),
        }


def risk_of(plan: Plan, bets: Bets | None = None) -> Risk:
    """The initial wager alone unless bets are given."""
    bets = bets or Bets.read(plan.game)
    try:
        joint = joint_counts(plan)
    except RulesError as error:
        if len(bets.stakes) > 1:
            raise
        outcomes = lab_of(plan.game).analyze(plan.terms, plan.strategy).main.outcomes
        pairs = [(bets.initial * outcome.net, outcome.combinations) for outcome in outcomes]
        return Risk(plan, bets, _merged(pairs), (), str(error))
    paid, pairs = bets.paid(engine_of(plan)), []
    for codes in np.argwhere(joint):
        net = sum((stake * one.nets[codes[one.column]] for one, stake in paid), Fraction(0))
        pairs.append((net, int(joint[tuple(codes)])))
    return Risk(plan, bets, _merged(pairs), correlations(plan, joint))


def variance_of(plan: Plan, bets: Bets) -> Fraction | None:
    """Of one seat's net of a round, in squared units; None where its bets cannot be counted together."""
    if len(bets.stakes) == 1:
        ((paid, stake),) = bets.paid(engine_of(plan))
        return None if paid.variance is None else stake**2 * paid.variance
    try:
        return risk_of(plan, bets).variance
    except RulesError:
        return None


def _merged(pairs: list[tuple[Fraction, int]]) -> tuple[tuple[Fraction, int], ...]:
    results: dict[Fraction, int] = {}
    for net, count in pairs:
        if count:
            results[net] = results.get(net, 0) + count
    return tuple(sorted(results.items()))


def correlations(plan: Plan, joint: Ints) -> tuple[Correlation, ...]:
    """Between the main game and each side bet, and between side bets."""
    raises = {slug for slug, wager in plan.rules.wagers.items() if wager.in_main_game}
    wagers = [paid for paid in engine_of(plan).paid if paid.wager == "main" or paid.wager not in raises]
    return tuple(_correlation(a, b, joint) for a, b in combinations(wagers, 2))


def _correlation(a: Paid, b: Paid, joint: Ints) -> Correlation:
    """The roots alone are floats."""
    total = int(joint.sum())
    covariance = _summed(joint, a, b) / total - _summed(joint, a) * _summed(joint, b) / total**2
    variances = [_summed(joint, one, one) / total - (_summed(joint, one) / total) ** 2 for one in (a, b)]
    spread = sqrt(variances[0]) * sqrt(variances[1])
    return Correlation(a.wager, b.wager, covariance, float(covariance) / spread if spread else 0.0)


def _summed(joint: Ints, *paid: Paid) -> Fraction:
    """The product of these wagers' nets, summed over all deals."""
    columns = sorted({one.column for one in paid})
    counts = joint.sum(axis=tuple(axis for axis in range(joint.ndim) if axis not in columns))
    found = Fraction(0)
    for codes in np.argwhere(counts):
        at = dict(zip(columns, codes.tolist(), strict=True))
        found += int(counts[tuple(codes)]) * prod((one.nets[at[one.column]] for one in paid), start=Fraction(1))
    return found
