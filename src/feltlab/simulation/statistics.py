"""From counts to statistics: mean, standard error, confidence interval and z of every wager.

Everything is a whole number or a fraction until the last division, so the digits are the same however the rounds were
split. Results of one seat are independent from round to round; seats of one round share a dealer or a board, so the
variance of several seats is that of whole rounds.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod, sqrt
from typing import Any, Final

import numpy as np

from feltlab.exact.engine import Engine, Paid, expected
from feltlab.simulation.plan import Plan
from feltlab.simulation.rounds import engine_of
from feltlab.simulation.tally import Tally, scaled_nets
from feltlab.wire import exact as exactly

NORMAL_95: Final = 1.959963984540054
"""95% of a normal distribution is within so many standard deviations of its mean."""


@dataclass(frozen=True)
class Statistics:
    """One wager over all rounds and seats, in initial wagers or, for a side bet, in its own stakes."""

    wager: str
    seat_rounds: int
    net: Fraction
    """The total won or lost."""
    standard_error: float
    """Of the mean. A seat's variance comes from the lab if known, so it includes rare awards that nobody hit."""
    sample_standard_error: float
    """The same from the rounds alone."""
    exact: Fraction | None
    """The exact expectation; None for your own decisions."""
    hits: int
    """Seat-rounds that won."""
    events: Mapping[str, int] = field(default_factory=dict)
    """For a progressive, how often each award was hit."""

    @property
    def mean(self) -> float:
        return float(self.net / self.seat_rounds)

    @property
    def confidence_interval(self) -> tuple[float, float]:
        """Contains the expectation in 95 of 100 simulations."""
        margin = NORMAL_95 * self.standard_error
        return self.mean - margin, self.mean + margin

    @property
    def z(self) -> float | None:
        """How many standard errors the mean is from the exact value."""
        if self.exact is None or not self.standard_error:
            return None
        return float(self.net / self.seat_rounds - self.exact) / self.standard_error

    def to_dict(self) -> dict[str, Any]:
        unknown = {"exact": None, "exact_float": None}
        return {
            "mean": self.mean,
            "net": str(self.net),
            "standard_error": self.standard_error,
            "sample_standard_error": self.sample_standard_error,
            "confidence_interval": list(self.confidence_interval),
            **(unknown if self.exact is None else exactly(exact=self.exact)),
            "z": self.z,
            "hits": self.hits,
            **({"events": dict(self.events)} if self.events else {}),
        }


def statistics(plan: Plan, tally: Tally) -> dict[str, Statistics]:
    """Statistics of every wager by slug; `main` is the sum of the main wagers."""
    return {paid.wager: _of_wager(plan, tally, row) for row, paid in enumerate(engine_of(plan).paid)}


def main_z(plan: Plan, tally: Tally) -> float | None:
    wagers = [paid.wager for paid in engine_of(plan).paid]
    return _of_wager(plan, tally, wagers.index("main")).z


def _of_wager(plan: Plan, tally: Tally, row: int) -> Statistics:
    engine = engine_of(plan)
    paid = engine.paid[row]
    counts = _counts(engine, tally, paid.column)
    net = expected([Fraction(count) for count in counts], paid.nets)
    sample = _seat_variance(paid, counts, net)
    rounds = _round_variance(engine, tally, row) if plan.seats > 1 else sample
    known = sample if plan.own or paid.sampled or paid.variance is None else paid.variance
    # Of the variance of a round, k seats' own part is the lab's; how seats go together only the rounds can tell.
    better = rounds + plan.seats * (known - sample)
    return Statistics(
        wager=paid.wager,
        seat_rounds=sum(counts),
        net=net,
        standard_error=_error(better, plan.seats, tally.rounds),
        sample_standard_error=_error(rounds, plan.seats, tally.rounds),
        exact=None if plan.own or paid.sampled else paid.exact,
        hits=sum(count for count, won in zip(counts, paid.nets, strict=True) if won > 0),
        events=_events(plan, paid, counts),
    )


def _counts(engine: Engine, tally: Tally, column: int) -> list[int]:
    """Of each code in one column, from the counts of all columns together."""
    joint = np.array(tally.counts, np.int64).reshape(
        prod(engine.tops[:column]), engine.tops[column], prod(engine.tops[column + 1 :])
    )
    return [int(count) for count in joint.sum(axis=(0, 2))]


def _seat_variance(paid: Paid, counts: list[int], net: Fraction) -> Fraction:
    """Of one seat's result, from all of them."""
    squares = expected([Fraction(count) for count in counts], [net**2 for net in paid.nets])
    return _variance(squares, net, sum(counts))


def _round_variance(engine: Engine, tally: Tally, row: int) -> Fraction:
    """Of what all seats of a round come to."""
    scale = scaled_nets(engine)[2]
    return _variance(Fraction(tally.squares[row], scale**2), Fraction(tally.sums[row], scale), tally.rounds)


def _variance(squares: Fraction, net: Fraction, count: int) -> Fraction:
    return (squares - net**2 / count) / (count - 1) if count > 1 else Fraction(0)


def _error(variance: Fraction, seats: int, rounds: int) -> float:
    """Standard error of the mean of a seat-round, from the variance of a round of so many seats."""
    return sqrt(max(variance, Fraction(0)) / (rounds * seats**2))


def _events(plan: Plan, paid: Paid, counts: list[int]) -> dict[str, int]:
    if paid.wager not in plan.rules.progressive_wagers:
        return {}
    lines = plan.terms.pays[paid.wager].lines
    return {line.event: sum(counts[grade] for grade in line.grades) for line in lines}
