"""One printed figure: as printed, as it is exactly, and whether the two agree."""

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from typing import Any


def rounded(value: Fraction, decimals: int, mode: str = ROUND_HALF_UP) -> str:
    """An exact number to that many decimals, rounded once."""
    with localcontext() as context:
        context.prec = 60
        scaled = value * 10**decimals
        whole = Decimal(scaled.numerator // scaled.denominator)
        left = scaled - scaled.numerator // scaled.denominator
        up = left > Fraction(1, 2) or (left == Fraction(1, 2) and (mode == ROUND_HALF_UP or whole % 2 == 1))
        return f"{(whole + up).scaleb(-decimals):,.{decimals}f}"


@dataclass(frozen=True)
class Claim:
    game: str
    source: str
    """The table or section that prints it."""
    figure: str
    published: str
    """As printed; a percent sign makes it a percentage, and so does `percent` where a column's heading has the sign."""
    value: Fraction
    percent: bool = False
    note: str = ""
    """Why it differs, where it does."""

    @property
    def _in_percent(self) -> bool:
        return self.percent or self.published.endswith("%")

    @property
    def _decimals(self) -> int:
        if "/" in self.published:
            return 6
        found = re.fullmatch(r"[-+−]?[\d,]+(?:\.(\d+))?%?", self.published)
        if not found:
            raise AssertionError(f"{self.figure}: cannot read the printed figure {self.published!r}")
        return len(found[1] or "")

    def _shown(self, extra: int, mode: str = ROUND_HALF_UP) -> str:
        value = self.value * 100 if self._in_percent else self.value
        sign = "%" if self.published.endswith("%") else ""
        return rounded(value, self._decimals + extra, mode) + sign

    @property
    def rounded(self) -> str:
        """Computed, with as many decimals as printed."""
        return self._shown(0)

    @property
    def computed(self) -> str:
        """Computed, with two decimals more than printed; whole numbers as they are."""
        return self._shown(2 if self._decimals or self.value.denominator > 1 else 0)

    @property
    def matches(self) -> bool:
        if "/" in self.published:
            return Fraction(self.published) == self.value
        printed = self.published.replace(",", "").replace("−", "-").lstrip("+")
        return printed in {self._shown(0, mode).replace(",", "") for mode in (ROUND_HALF_UP, ROUND_HALF_EVEN)}

    @property
    def status(self) -> str:
        return "matches" if self.matches else "differs"

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "source": self.source,
            "figure": self.figure,
            "published": self.published,
            "exact": str(self.value),
            "computed": self.computed,
            "rounded": self.rounded,
            "status": self.status,
            "note": self.note if not self.matches else "",
        }
