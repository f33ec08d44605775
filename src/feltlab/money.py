"""Whole cents, and odds as exact fractions. No float comes in, none goes out."""

import re
from dataclasses import dataclass
from fractions import Fraction

from feltlab.errors import PayTableError, WagerError, shown

MAX_STAKE = 10**12
"""The largest stake in cents that any table takes: the longest odds still fit 64 bits."""


def whole_cents(value: object, what: str) -> int:
    """Check an amount of money from outside and return it."""
    if type(value) is int and 0 < value <= MAX_STAKE:
        return value
    if isinstance(value, bool) or not isinstance(value, int):
        raise WagerError(f"{what} must be a whole number of cents, not {shown(value)}")
    if value <= 0:
        raise WagerError(f"{what} must be more than zero, not {shown(value)}")
    raise WagerError(f"{what} is above the largest amount allowed, {MAX_STAKE} cents")


_PLAIN = re.compile(r"[+-]?(\d{1,18}\.?\d{0,18}|\.\d{1,18}|\d{1,18}/0*[1-9]\d{0,17})", re.ASCII)


def plain_number(text: str) -> Fraction | None:
    """A number as people write it, such as 25000, 2.50 or 1/3, as an exact fraction; None for anything else.

    `Fraction` alone would also take exponents, and a few digits of one stand for a number too large for any memory.
    """
    return Fraction(text) if _PLAIN.fullmatch(text) else None


def dollars(cents: int) -> str:
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


_ODDS = re.compile(r"\s*(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})\s+(to|for)\s+(\d{1,6})\s*", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Odds:
    """What a winning bet is paid: `8000 to 1` also returns the stake, `500 for 1` does not.

    If odds such as 3 to 2 leave a fraction of a cent, the house keeps it (breakage).
    """

    pays: int
    per: int = 1
    keeps_stake: bool = True

    @classmethod
    def parse(cls, text: str) -> "Odds":
        if text.strip().lower() == "push":
            return PUSH
        found = _ODDS.fullmatch(text)
        if not found:
            raise PayTableError(f"odds are written like '8 to 1', '500 for 1' or 'push', not {shown(text)}")
        pays, per = int(found[1].replace(",", "")), int(found[3])
        if per == 0:
            raise PayTableError(f"odds cannot be {shown(text)}: the second number must be at least 1")
        return cls(pays, per, found[2].lower() == "to")

    def returned(self, stake: int) -> int:
        """Cents returned for a stake, including the stake if the odds are "to"."""
        return stake * self.pays // self.per + (stake if self.keeps_stake else 0)

    @property
    def multiple(self) -> Fraction:
        """The return of a stake of one, exactly."""
        return Fraction(self.pays, self.per) + (1 if self.keeps_stake else 0)

    @property
    def net(self) -> Fraction:
        return self.multiple - 1

    def __str__(self) -> str:
        if self == PUSH:
            return "push"
        return f"{self.pays} {'to' if self.keeps_stake else 'for'} {self.per}"


PUSH = Odds(0, 1)
EVEN_MONEY = Odds(1, 1)
