"""Progressive meters: what a bet adds, what an award takes, what is left. No fraction of a cent is lost or created.

A meter is kept in millionths of a cent and its increment rate in parts per million of the bet, so every bet adds a
whole number of units. Awards are paid in whole cents; fractions of a cent stay on the meter.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from feltlab.errors import RulesError, WagerError, shown
from feltlab.money import MAX_STAKE

UNITS_PER_CENT = 1_000_000
ALL = Fraction(1)
MOST_BASE_BETS = 10_000_000


@dataclass(frozen=True, slots=True)
class Progressive:
    """The rule of a meter, in bets: 10,000 bets of base amount and 20% of each bet in both documents that have one."""

    wager: str
    base_bets: int
    increment_ppm: int
    prices: tuple[int, ...] = ()
    """The house's price for the bet, in cents; None if the game sets it."""

    @classmethod
    def build(cls, wager: str, base_bets: object, increment: object, prices: object = ()) -> "Progressive":
        if isinstance(base_bets, bool) or not isinstance(base_bets, int) or not 0 <= base_bets <= MOST_BASE_BETS:
            raise RulesError(
                f"the base amount of {wager} must be a whole number of bets up to {MOST_BASE_BETS:,},"
                f" not {shown(base_bets)}"
            )
        ppm = _ppm(increment) if isinstance(increment, str) else None
        if ppm is None:
            raise RulesError(f"the increment of {wager} must be a percentage such as '20%', not {shown(increment)}")
        return cls(wager, base_bets, ppm, _prices(wager, prices))

    @property
    def increment(self) -> str:
        """As written: 20%, 12.5%."""
        whole, rest = divmod(self.increment_ppm, 10_000)
        return f"{whole}.{rest:04d}".rstrip("0").rstrip(".") + "%"

    @property
    def increment_rate(self) -> Fraction:
        return Fraction(self.increment_ppm, 1_000_000)

    def opened(self, bet: int) -> "Meter":
        """A meter at its start, for bets of that many cents."""
        base = self.base_bets * bet * UNITS_PER_CENT
        return Meter(units=base, base_units=base, increment_ppm=self.increment_ppm)


def _prices(wager: str, given: object) -> tuple[int, ...]:
    if not isinstance(given, list | tuple):
        raise RulesError(f"the prices of {wager} must be a list of cents such as [100, 500], not {shown(given)}")
    for price in given:
        if isinstance(price, bool) or not isinstance(price, int) or not 0 < price <= MAX_STAKE:
            raise RulesError(f"a price of {wager} must be a whole number of cents, not {shown(price)}")
    if len(set(given)) != len(given):
        raise RulesError(f"the prices of {wager} have the same one twice")
    return tuple(given)


def _ppm(text: str) -> int | None:
    """Parts per million from a percentage with at most four decimals."""
    if not re.fullmatch(r"\d{1,3}(\.\d{1,4})?%", text, re.ASCII):
        return None
    ppm = int(Fraction(text.removesuffix("%")) * 10_000)
    return ppm if ppm <= 1_000_000 else None


@dataclass(frozen=True, slots=True)
class Meter:
    units: int
    base_units: int
    increment_ppm: int
    next_increment_ppm: int | None = None
    """A new rate waits here until the meter is next won."""

    @property
    def cents(self) -> int:
        """Cents on the sign, which a full award pays."""
        return self.units // UNITS_PER_CENT

    def with_bet(self, stake: int) -> "Meter":
        return replace(self, units=self.units + stake * self.increment_ppm)

    def with_rate(self, increment_ppm: int) -> "Meter":
        return replace(self, next_increment_ppm=increment_ppm)


@dataclass(frozen=True, slots=True)
class Awards:
    paid: tuple[int, ...]
    """Cents for each share asked for, in the same order."""
    reseeded_units: int
    """What the house puts in to bring the meter back to its base amount."""
    meter: Meter


def award(meter: Meter, shares: Sequence[Fraction]) -> Awards:
    """Pay all the winners of one round, whatever the order of their seats.

    Each partial award is its share of the meter as it stood before any award of the round, and leaves the meter without
    a top-up; partial awards that exceed the meter share it in proportion. The winners of the whole meter then split
    what is left evenly; cents that cannot be split stay on, and the house adds the base amount.
    """
    if any(not 0 < share <= ALL for share in shares):
        raise WagerError("a share of the meter is more than nothing and at most all of it")
    whole = sum(1 for share in shares if share == ALL)
    asked = max(ALL, sum((share for share in shares if share != ALL), Fraction(0)))
    parts = [0 if share == ALL else int(meter.cents * share / asked) for share in shares]
    split = (meter.cents - sum(parts)) // whole if whole else 0
    paid = tuple(split if share == ALL else part for share, part in zip(shares, parts, strict=True))
    units = meter.units - sum(paid) * UNITS_PER_CENT
    if not whole:
        return Awards(paid, 0, replace(meter, units=units))
    rate = meter.increment_ppm if meter.next_increment_ppm is None else meter.next_increment_ppm
    reseeded = replace(meter, units=units + meter.base_units, increment_ppm=rate, next_increment_ppm=None)
    return Awards(paid, meter.base_units, reseeded)
