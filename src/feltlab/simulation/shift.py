"""A table over a shift: what the house wins, how much that varies, and how often the house loses.

Words of the trade: handle = money bet; theo = handle of initial wagers × edge (for a side bet: its own handle × its
edge); drop = money exchanged for chips; hold = win ÷ drop. Shift s is rounds s·R to s·R + R − 1 of the plan.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from math import erfc, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from feltlab import __version__
from feltlab.errors import FeltlabError
from feltlab.kernels.sessions import add_shifts
from feltlab.kernels.tallies import Ints
from feltlab.simulation.bets import Bets, whole_nets
from feltlab.simulation.plan import MOST_ROUNDS, Plan
from feltlab.simulation.risk import variance_of
from feltlab.simulation.rounds import coded_rounds, engine_of
from feltlab.simulation.sessions import Progress, whole_number
from feltlab.simulation.spread import PERCENTS, Proportion, Spread, spread_of
from feltlab.wire import exact

MOST_SHIFTS = 10**7


@dataclass(frozen=True)
class ShiftRules:
    """What a shift is: seats with their bets, speed and length."""

    plan: Plan
    bets: tuple[Bets, ...]
    """One for each seat."""
    rounds_per_hour: int
    hours: Fraction
    drop: Fraction | None = None
    """Money exchanged for chips in a shift, in units, if known."""

    def __post_init__(self) -> None:
        if len(self.bets) != self.plan.seats:
            raise FeltlabError(f"bets are given for {len(self.bets)} seats; the plan has {self.plan.seats}")
        whole_number(self.rounds_per_hour, 1, 10_000, "rounds per hour")
        if not 0 < self.hours <= 24 * 366:
            raise FeltlabError("a shift lasts more than 0 and at most 8,784 hours")
        if self.rounds < 1:
            raise FeltlabError("a shift needs time for at least one round")

    @property
    def rounds(self) -> int:
        """Rounds that are finished within the shift."""
        return int(self.rounds_per_hour * self.hours)


@dataclass(frozen=True)
class Theo:
    """One wager over the shift, all seats together, exactly; the main game is counted by its initial wager."""

    wager: str
    handle: Fraction
    edge: Fraction

    @property
    def theo(self) -> Fraction:
        return self.handle * self.edge

    def to_dict(self) -> dict[str, Any]:
        return {"wager": self.wager, **exact(handle=self.handle, edge=self.edge, theo=self.theo)}


@dataclass(frozen=True)
class Normal:
    """A bell curve for the house's win."""

    mean: float
    standard_deviation: float

    @property
    def chance_of_loss(self) -> float:
        return 0.5 * erfc(self.mean / self.standard_deviation / sqrt(2))

    def percentile(self, percent: int) -> float:
        return NormalDist(self.mean, self.standard_deviation).inv_cdf(percent / 100)

    def to_dict(self) -> dict[str, Any]:
        return {
            "mean": self.mean,
            "standard_deviation": self.standard_deviation,
            "percentiles": {str(percent): self.percentile(percent) for percent in PERCENTS},
            "house_loses": self.chance_of_loss,
        }


@dataclass(frozen=True)
class Shifts:
    """The results of the shifts."""

    rules: ShiftRules
    shifts: int
    win: Spread
    """The house's win, in units."""
    house_loses: Proportion
    theos: tuple[Theo, ...]
    normal: Normal | None
    """Exact mean and variance, as if seats were independent; None for your own decisions."""
    wins: Ints = field(repr=False, compare=False)
    scale: int = field(repr=False, compare=False)

    @property
    def theo(self) -> Fraction:
        return sum((row.theo for row in self.theos), Fraction(0))

    @property
    def z(self) -> float | None:
        """Of the mean win against theo."""
        if not self.theos or not self.win.mean_standard_error:
            return None
        return (self.win.mean - float(self.theo)) / self.win.mean_standard_error

    @property
    def shared_cards(self) -> float | None:
        """Simulated ÷ independent standard deviation: above one if seats win and lose together."""
        return self.win.standard_deviation / self.normal.standard_deviation if self.normal else None

    @property
    def measured_normal(self) -> Normal | None:
        """The exact mean with the deviation as simulated: what is left of the difference is the shape."""
        return Normal(float(self.theo), self.win.standard_deviation) if self.normal else None

    def to_dict(self) -> dict[str, Any]:
        rules = self.rules
        return {
            "method": "simulated",
            "version": __version__,
            "plan": rules.plan.to_dict(),
            "shifts": self.shifts,
            "rounds_per_hour": rules.rounds_per_hour,
            "hours": str(rules.hours),
            "rounds": rules.rounds,
            "bets": [bets.to_dict() for bets in rules.bets],
            "win": self.win.to_dict(),
            "house_loses": self.house_loses.to_dict(),
            "wagers": [row.to_dict() for row in self.theos],
            **(exact(theo=self.theo) if self.theos else {"theo": None}),
            "z": self.z,
            **self._hold(),
            "normal": self.normal.to_dict() if self.normal else None,
            "normal_with_simulated_deviation": self.measured_normal.to_dict() if self.measured_normal else None,
            "deviation_against_independent_seats": self.shared_cards,
        }

    def _hold(self) -> dict[str, Any]:
        drop = self.rules.drop
        if drop is None:
            return {"drop": None, "hold": None}
        error = self.win.mean_standard_error / float(drop)
        return {"drop": str(drop), "hold": self.win.mean / float(drop), "hold_standard_error": error}


def play_shifts(rules: ShiftRules, first: int, count: int, progress: Progress | None = None) -> tuple[Ints, int]:
    """What the house wins in each shift from `first` on, and how many of these parts make a unit."""
    plan, length = rules.plan, rules.rounds
    columns, nets, scale = whole_nets(engine_of(plan), rules.bets, length)
    wins = np.zeros(count, np.int64)
    done = 0
    for codes in coded_rounds(plan, first * length, count * length):
        add_shifts(codes, done, length, columns, nets, wins)
        done += len(codes) // plan.seats
        if progress:
            progress(done)
    return wins, scale


def simulate_shifts(rules: ShiftRules, shifts: int, progress: Progress | None = None) -> Shifts:
    """Simulate that many shifts."""
    whole_number(shifts, 2, MOST_SHIFTS, "the number of shifts")
    if shifts * rules.rounds > MOST_ROUNDS:
        raise FeltlabError(f"{shifts:,} shifts of {rules.rounds:,} rounds are more than {MOST_ROUNDS:,} rounds")
    wins, scale = play_shifts(rules, 0, shifts, progress)
    theos = theos_of(rules) if rules.plan.own is None else ()
    return Shifts(
        rules, shifts, spread_of(wins, scale), Proportion(int((wins < 0).sum()), shifts),
        theos, normal_of(rules) if theos else None, wins, scale,
    )  # fmt: skip


def theos_of(rules: ShiftRules) -> tuple[Theo, ...]:
    engine = engine_of(rules.plan)
    stakes: dict[str, Fraction] = {}
    for bets in rules.bets:
        for paid, stake in bets.paid(engine):
            stakes[paid.wager] = stakes.get(paid.wager, Fraction(0)) + stake
    if any(paid.sampled for bets in rules.bets for paid, _ in bets.paid(engine)):
        return ()  # an estimate is no theory
    edges = {paid.wager: -paid.exact for paid in engine.paid}
    return tuple(Theo(wager, stake * rules.rounds, edges[wager]) for wager, stake in stakes.items())


def normal_of(rules: ShiftRules) -> Normal | None:
    variances = {bets: variance_of(rules.plan, bets) for bets in set(rules.bets)}
    known = [variance for bets in rules.bets if (variance := variances[bets]) is not None]
    if len(known) < len(rules.bets):
        return None
    variance = rules.rounds * sum(known, Fraction(0))
    mean = sum((row.theo for row in theos_of(rules)), Fraction(0))
    return Normal(float(mean), sqrt(variance))
