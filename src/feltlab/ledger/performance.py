"""What tables earned beside what they should have earned: handle, theoretical and actual win, drop, hold, z-score.

The store adds up bets by table, game, wager, terms and day; edge and variance depend on the terms (the pay table and
rules in force) and come from the caller as fractions per unit of the initial stake. Sums stay exact; only z, a figure
to look at, is a float. It takes bets as independent: bets of one round share cards, so over several wagers or seats
the true spread differs.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from math import sqrt
from typing import Literal

HOUR_MS = 3_600_000
HOURS = 24
DAY_MS = HOURS * HOUR_MS

Axis = Literal["table", "game", "wager", "hour", "day", "week", "month"]


@dataclass(frozen=True, slots=True)
class Sums:
    """Bets of one table, game, wager and terms on one day, or in one hour of it, added up; money in whole cents."""

    table: str
    game: str
    wager: str
    terms: str
    day: int
    """Days since 1970-01-01, UTC."""
    bets: int
    initial: int
    initial_squared: int
    staked: int
    returned: int
    hour: int = 0
    """Of the day, where the rows are by the hour."""


@dataclass(frozen=True, slots=True)
class Drop:
    """Chips bought at one table on one day, or in one hour of it."""

    table: str
    day: int
    cents: int
    hour: int = 0


@dataclass(frozen=True, slots=True)
class Price:
    """House edge and variance of a bet, per unit of its initial stake."""

    edge: Fraction
    variance: Fraction


Pricing = Callable[[str, str, str], Price | None]
"""(game, wager, terms) to its price; None where there is none, as for terms nobody knows any more."""


@dataclass(frozen=True, slots=True)
class Performance:
    key: tuple[str, ...]
    """The values of the axes asked for, in their order."""
    bets: int
    handle: int
    initial: int
    win: int
    theoretical_win: Fraction | None
    """None as soon as a single bet has no price: a part of the theory would be compared with the whole of the win."""
    variance: Fraction | None
    drop: int | None
    """None where chips cannot be assigned: nobody buys in for a wager or a game."""

    @property
    def hold(self) -> Fraction | None:
        return Fraction(self.win, self.drop) if self.drop else None

    @property
    def z(self) -> float | None:
        """How many standard deviations the house won above (below, if negative) the theoretical win."""
        if self.theoretical_win is None or not self.variance:
            return None
        return float(self.win - self.theoretical_win) / sqrt(self.variance)


_PERIODS = {"hour": "%Y-%m-%d %H:00", "day": "%Y-%m-%d", "week": "%G-W%V", "month": "%Y-%m"}
"""How a period is written; a week is that of ISO 8601, from Monday on."""


def _label(axis: Axis, row: Sums | Drop) -> str:
    if axis in _PERIODS:
        begins = datetime.fromtimestamp((row.day * DAY_MS + row.hour * HOUR_MS) // 1000, UTC)
        return begins.strftime(_PERIODS[axis])
    return str(getattr(row, axis))


def performance(
    rows: Iterable[Sums], pricing: Pricing, by: Sequence[Axis], drops: Iterable[Drop] = ()
) -> list[Performance]:
    """One line for each combination of the axes that has bets, in order of its key."""
    groups: dict[tuple[str, ...], list[Sums]] = {}
    for row in rows:
        groups.setdefault(tuple(_label(axis, row) for axis in by), []).append(row)
    has_drop = not {"game", "wager"} & set(by)
    dropped: dict[tuple[str, ...], int] = {}
    for drop in drops if has_drop else ():
        key = tuple(_label(axis, drop) for axis in by)
        dropped[key] = dropped.get(key, 0) + drop.cents
    return [_line(key, groups[key], pricing, dropped.get(key, 0) if has_drop else None) for key in sorted(groups)]


def _line(key: tuple[str, ...], rows: Sequence[Sums], pricing: Pricing, drop: int | None) -> Performance:
    theory: Fraction | None = Fraction(0)
    variance: Fraction | None = Fraction(0)
    for row in rows:
        price = pricing(row.game, row.wager, row.terms)
        if price is None or theory is None or variance is None:
            theory = variance = None
            continue
        theory += price.edge * row.initial
        variance += price.variance * row.initial_squared
    staked = sum(row.staked for row in rows)
    return Performance(
        key=key,
        bets=sum(row.bets for row in rows),
        handle=staked,
        initial=sum(row.initial for row in rows),
        win=staked - sum(row.returned for row in rows),
        theoretical_win=theory,
        variance=variance,
        drop=drop,
    )
