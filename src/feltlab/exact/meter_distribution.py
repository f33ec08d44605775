"""How a progressive meter is spread, in the long run.

A meter grows by c with every bet, falls to (1 − s) of itself when a share s is won, and starts again at its base
amount S when all of it is won. Seen as a level that rises steadily, it crosses a level x upwards as often as down:

    c · f(x)  =  Σ_s p_s · (F(x / (1 − s)) − F(x))  +  p_all · ([x ≥ S] − F(x))

The equation is solved from the top down, since F at x needs F higher up only. Bets come one by one, not steadily:
between two awards that makes less than one increment of difference, and every award of a share s leaves only
1 − s of it. So the true meter lies above the steady one by no more than c ÷ (smallest share); half of that is
added, and the other half is the bound on the error.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, log1p, sqrt

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
_STEPS = 20_000
_DEVIATIONS = 40
"""An exponential tail, the longest possible here, has e^−40 left beyond this many standard deviations."""
_SEED, _BATCHES, _BATCH = 20_240_604, 100, 2_000


@dataclass(frozen=True)
class MeterModel:
    """What moves a meter: all in bets, with probabilities per bet."""

    base: Fraction
    increment: Fraction
    parts: tuple[tuple[Fraction, Fraction], ...]
    """Shares below one with their probabilities."""
    whole: Fraction
    """The probability of winning all of the meter."""
    mean: Fraction
    variance: Fraction


@dataclass(frozen=True)
class MeterDistribution:
    """The same for a random bettor and at an award: whether a bet wins does not depend on the meter."""

    method: str
    """`exact`; `numeric`, with a bound on the error; or `simulated`, with the sample's size and standard error."""
    quantiles: tuple[tuple[float, float], ...]
    """(part of all bets, meter in bets that is not exceeded in that part)."""
    error_bound: float | None = None
    samples: int | None = None
    standard_error: float | None = None
    """Of the simulated mean, from batches."""

    def quantile(self, part: float) -> float:
        return dict(self.quantiles)[part]


def distribution(meter: MeterModel, parts: Sequence[float] = QUANTILES) -> MeterDistribution:
    """Exact if only the whole meter can be won; otherwise numeric, or simulated if that is not good enough."""
    if not meter.parts:
        return MeterDistribution("exact", tuple((part, _geometric(meter, part)) for part in parts))
    solved = _tail(meter)
    smallest = min(share for share, _ in meter.parts)
    if solved is not None and _agrees(meter, *solved, bound := float(meter.increment / smallest) / 2):
        levels, tail = solved
        found = np.interp(1 - np.array(parts), tail[::-1], levels[::-1]) + bound
        return MeterDistribution("numeric", tuple(zip(parts, found.tolist(), strict=True)), error_bound=bound)
    return _simulated(meter, parts)


def _geometric(meter: MeterModel, part: float) -> float:
    """The number of bets up to a hit is geometric, and the meter follows from it."""
    bets = max(1, ceil(log1p(-part) / log1p(-float(meter.whole)) - 1e-9)) if meter.whole < 1 else 1
    return float(meter.base + bets * meter.increment)


def _tail(meter: MeterModel) -> tuple[Floats, Floats] | None:
    """Levels from zero up, and the probability that the meter is above each; None if 64-bit floats are not precise
    enough.
    """
    mean, deviation = float(meter.mean), sqrt(meter.variance)
    any_award = float(meter.whole + sum(chance for _, chance in meter.parts))
    if any_award >= 1 or deviation == 0 or not meter.increment:
        return None
    # Geometric gaps between awards are exponential ones of this rate, rounded up.
    rate = -log1p(-any_award) / float(meter.increment)
    scale = rate / any_award
    top, base = mean + _DEVIATIONS * deviation, float(meter.base)
    if rate * top > 600 or (
        meter.whole and rate * base > 20
    ):  # the two parts of the solution would overflow, or cancel each other
        return None
    step = top / _STEPS
    if base:
        step = base / max(1, round(base / step))
    count = ceil(top / step)
    below_base = round(base / step)
    parts = [(float(1 / (1 - share)), float(chance) * scale * step / 2) for share, chance in meter.parts]
    free = _march(count, rate * step / 2, parts, 1.0, 0, 0.0)
    forced = _march(count, rate * step / 2, parts, 0.0, below_base, float(meter.whole) * scale * step)
    tail: Floats = free * ((1 - forced[0]) / free[0]) + forced
    return np.linspace(0.0, count * step, count + 1), tail


def _march(
    count: int, half: float, parts: list[tuple[float, float]], start: float, below_base: int, source: float
) -> Floats:
    """Trapezoids from the top level down; above the top the tail falls off exponentially."""
    tail = [0.0] * (count + 1)
    tail[count] = start
    flow = sum(weight * _above(tail, count, stretch, half) for stretch, weight in parts)
    for place in range(count - 1, -1, -1):
        known, own = 0.0, 0.0
        for stretch, weight in parts:
            where = place * stretch
            left = int(where)
            if left == place:  # close to zero the stretched level is within the same step
                own += weight * (1 - (where - left))
                known += weight * (where - left) * tail[place + 1]
            else:
                known += weight * _above(tail, place, stretch, half)
        fed = source if place < below_base else 0.0
        tail[place] = (tail[place + 1] * (1 + half) - flow - known - fed) / (1 - half + own)
        flow = known + own * tail[place]
    return np.array(tail)


def _above(tail: list[float], place: int, stretch: float, half: float) -> float:
    """The tail at a stretched level, between two steps or beyond the top."""
    where = place * stretch
    left, top = int(where), len(tail) - 1
    if left >= top:
        return tail[top] * exp(-2 * half * (where - top))
    return tail[left] + (where - left) * (tail[left + 1] - tail[left])


def _agrees(meter: MeterModel, levels: Floats, tail: Floats, bound: float) -> bool:
    """Whether the numbers reproduce the exactly known mean and variance."""
    step = float(levels[1])
    mean = float((tail[:-1] + tail[1:]).sum()) * step / 2
    square = float((levels[:-1] * tail[:-1] + levels[1:] * tail[1:]).sum()) * step
    deviation = sqrt(meter.variance)
    return (
        bool((np.diff(tail) <= 1e-9).all())
        and abs(mean + bound - float(meter.mean)) <= bound + 1e-4 * deviation
        and abs(sqrt(max(square - mean**2, 0.0)) - deviation) <= bound + 1e-4 * deviation
    )


def _simulated(meter: MeterModel, parts: Sequence[float]) -> MeterDistribution:
    """The meter at many awards in a row; the first batch only warms up."""
    random = np.random.Generator(np.random.Philox(_SEED))
    shares = [*(share for share, _ in meter.parts), Fraction(1)]
    chances = np.array([*(float(chance) for _, chance in meter.parts), float(meter.whole)])
    size = (_BATCHES + 1) * _BATCH
    gaps = random.geometric(min(1.0, chances.sum()), size).tolist()
    left = (1 - np.array([float(share) for share in shares]))[
        random.choice(len(shares), size, p=chances / chances.sum())
    ]
    base, increment, level = float(meter.base), float(meter.increment), float(meter.base)
    seen = np.empty(size)
    for number, (gap, kept) in enumerate(zip(gaps, left.tolist(), strict=True)):
        level += gap * increment
        seen[number] = level
        level = level * kept if kept else base
    used = seen[_BATCH:]
    error = float(used.reshape(_BATCHES, _BATCH).mean(axis=1).std(ddof=1)) / sqrt(_BATCHES)
    found = np.quantile(used, parts).tolist()
    return MeterDistribution(
        "simulated", tuple(zip(parts, found, strict=True)), samples=len(used), standard_error=error
    )
