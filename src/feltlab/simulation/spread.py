"""How simulated results are spread: mean, deviation and percentiles, each with its standard error."""

from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

import numpy as np

from feltlab.kernels.tallies import Ints

PERCENTS: Final = (1, 5, 25, 50, 75, 95, 99)


@dataclass(frozen=True)
class Percentile:
    percent: int
    value: float
    standard_error: float


@dataclass(frozen=True)
class Spread:
    count: int
    mean: float
    mean_standard_error: float
    standard_deviation: float
    standard_deviation_standard_error: float
    percentiles: tuple[Percentile, ...]

    def percentile(self, percent: int) -> float:
        return next(found.value for found in self.percentiles if found.percent == percent)

    def to_dict(self) -> dict[str, Any]:
        return {
            "mean": self.mean,
            "mean_standard_error": self.mean_standard_error,
            "standard_deviation": self.standard_deviation,
            "standard_deviation_standard_error": self.standard_deviation_standard_error,
            "percentiles": {str(found.percent): found.value for found in self.percentiles},
            "percentile_standard_errors": {str(found.percent): found.standard_error for found in self.percentiles},
        }


@dataclass(frozen=True)
class Proportion:
    """How many of the simulated results had a property."""

    count: int
    of: int

    @property
    def chance(self) -> float:
        return self.count / self.of

    @property
    def standard_error(self) -> float:
        """From (count + 1) ÷ (of + 2): what never happened in a sample is not known to be impossible."""
        likely = (self.count + 1) / (self.of + 2)
        return sqrt(likely * (1 - likely) / self.of)

    def to_dict(self) -> dict[str, Any]:
        return {"chance": self.chance, "standard_error": self.standard_error, "count": self.count}


def spread_of(values: Ints, scale: int = 1) -> Spread:
    """Of whole numbers of which `scale` make one; the mean is summed exactly."""
    count = len(values)
    mean = sum(values.tolist()) / count
    squares = (values - mean) ** 2
    variance = float(squares.sum()) / max(count - 1, 1)
    deviation = sqrt(variance)
    fourth = float((squares**2).mean())
    of_deviation = sqrt(max(fourth - variance**2, 0.0) / count) / (2 * deviation) if deviation else 0.0
    ordered = np.sort(values)
    return Spread(
        count, mean / scale, deviation / sqrt(count) / scale, deviation / scale, of_deviation / scale,
        tuple(_percentile(ordered, percent, scale) for percent in PERCENTS),
    )  # fmt: skip


def _percentile(ordered: Ints, percent: int, scale: int) -> Percentile:
    """The smallest result that this share of results does not exceed; its error from the results around it."""
    count = len(ordered)
    around = sqrt(percent * (100 - percent) * count) / 100

    def at(place: float) -> int:
        return int(ordered[min(max(int(np.ceil(place)) - 1, 0), count - 1)])

    place = percent * count / 100
    return Percentile(percent, at(place) / scale, (at(place + around) - at(place - around)) / 2 / scale)
