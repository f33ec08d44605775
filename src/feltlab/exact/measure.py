"""One figure of a finding: its name, and whether it is exact or sampled."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from feltlab.wire import exact

INITIAL: Final = "of the initial wager"


@dataclass(frozen=True)
class Measure:
    what: str
    value: Fraction | float
    """A fraction is exact, a float is sampled."""
    unit: str
    share: bool = True
    """A share of something, written in percent; otherwise a number in the unit."""
    standard_error: float = 0.0
    samples: int = 0

    def to_dict(self) -> dict[str, Any]:
        known = isinstance(self.value, Fraction)
        return {
            "what": self.what,
            **(exact(value=self.value) if isinstance(self.value, Fraction) else {"value_float": self.value}),
            "unit": self.unit,
            "share": self.share,
            "method": "exact" if known else "sampled",
            **({} if known else {"standard_error": self.standard_error, "samples": self.samples}),
        }


def house_edge(what: str, value: Fraction | float, standard_error: float = 0.0, samples: int = 0) -> Measure:
    return Measure(what, value, INITIAL, True, standard_error, samples)
