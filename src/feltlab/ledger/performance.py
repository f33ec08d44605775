"""What tables earned beside what they should have earned: handle, theoretical and actual win, drop, hold, z-score.

The database adds up bets by table, game, wager, terms and day; edge and variance depend on the terms (the pay table and
rules in force) and come from the caller as fractions per unit of the initial stake. Sums stay exact; only z, a figure
to look at, is a float. It treats bets as independent: bets in one round share cards, so over several wagers or seats
the true spread differs.

A bet that feeds a meter costs the house three things: the increment, which belongs to the players from then on; the
fixed awards; the base amount when the meter starts again. What the meter itself pays was set aside before. So its win
is the amount bet, less what it fed, the fixed awards and the base amounts; that has the same expectation whatever the
meter holds. The increment is known to the cent, so only the fixed awards and the base amounts are left to chance.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from math import sqrt
from typing import Literal

HOUR_MS = 3_600_000
HOURS = 24
DAY_MS = HOURS * HOUR_MS
NOTHING = Fraction(0)

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
    """The hour of the day, if the rows are by the hour."""


@dataclass(frozen=True, slots=True)
class Drop:
    """Chips bought at one table on one day, or in one hour of it."""

    table: str
    day: int
    cents: int
    hour: int = 0


@dataclass(frozen=True, slots=True)
class MeterMoves:
    """What went onto one meter and off it on one day, or in one hour of it; cents."""

    table: str
    wager: str
    day: int
    fed: int
    """Increments of the bets."""
    reseeded: int
    """Base amounts that the house put in."""
    awarded: int
    """Paid from the meter."""
    hour: int = 0


@dataclass(frozen=True, slots=True)
class Price:
    """House edge and variance of a bet, per unit of its initial stake.

    If it feeds a meter, both are for the part left to chance: the edge before subtracting the increment.
    """

    edge: Fraction
    variance: Fraction
    fixed: Fraction | None = None
    """For a bet that feeds a meter: what its fixed awards pay on average,"""
    base: Fraction | None = None
    """and what starting the meter again costs."""


Pricing = Callable[[str, str, str], Price | None]
"""(game, wager, terms) to its price; None if there is none, as for terms that nobody knows anymore."""


@dataclass(frozen=True, slots=True)
class Performance:
    key: tuple[str, ...]
    """The values of the chosen axes, in their order."""
    bets: int
    handle: int
    initial: int
    win: int
    theoretical_win: Fraction | None
    """None as soon as one bet has no price: it would compare part of the theory with the whole win."""
    variance: Fraction | None
    drop: int | None
    """None if chips cannot be assigned: nobody buys in for a wager or a game."""
    meters: "Meters | None" = None
    """The costs of bets that feed meters, one by one; None if there are none."""

    @property
    def hold(self) -> Fraction | None:
        return Fraction(self.win, self.drop) if self.drop else None

    @property
    def z(self) -> float | None:
        """How many standard deviations the house won above (below, if negative) the theoretical win."""
        if self.theoretical_win is None or not self.variance:
            return None
        return float(self.win - self.theoretical_win) / sqrt(self.variance)


@dataclass(frozen=True, slots=True)
class Meters:
    """What the house paid for bets that feed meters, in cents, beside what it should have paid."""

    fed: int
    reseeded: int
    awarded: int
    fixed: int
    """Paid outside the meter, including stakes handed back."""
    due_base: Fraction | None
    due_fixed: Fraction | None

    @property
    def growth(self) -> int:
        """How much more the meters hold, which belongs to the players."""
        return self.fed + self.reseeded - self.awarded


_PERIODS = {"hour": "%Y-%m-%d %H:00", "day": "%Y-%m-%d", "week": "%G-W%V", "month": "%Y-%m"}
"""How to write a period; a week is that of ISO 8601, starting on Monday."""


def _label(axis: Axis, row: Sums | Drop | MeterMoves) -> str:
    if axis in _PERIODS:
        begins = datetime.fromtimestamp((row.day * DAY_MS + row.hour * HOUR_MS) // 1000, UTC)
        return begins.strftime(_PERIODS[axis])
    return str(getattr(row, axis))


def performance(
    rows: Iterable[Sums],
    pricing: Pricing,
    by: Sequence[Axis],
    drops: Iterable[Drop] = (),
    moves: Iterable[MeterMoves] = (),
) -> list[Performance]:
    """One line for each combination of the axes that has bets, in order of its key; meter moves have no game."""
    groups: dict[tuple[str, ...], list[Sums]] = {}
    for row in rows:
        groups.setdefault(tuple(_label(axis, row) for axis in by), []).append(row)
    moved: dict[tuple[str, ...], list[MeterMoves]] = {}
    for move in moves:
        moved.setdefault(tuple(_label(axis, move) for axis in by), []).append(move)
    has_drop = not {"game", "wager"} & set(by)
    dropped: dict[tuple[str, ...], int] = {}
    for drop in drops if has_drop else ():
        key = tuple(_label(axis, drop) for axis in by)
        dropped[key] = dropped.get(key, 0) + drop.cents
    return [
        _line(key, groups[key], pricing, dropped.get(key, 0) if has_drop else None, moved.get(key, ()))
        for key in sorted(groups)
    ]


def _line(
    key: tuple[str, ...], rows: Sequence[Sums], pricing: Pricing, drop: int | None, moves: Sequence[MeterMoves]
) -> Performance:
    stakes: dict[tuple[str, str, str], list[int]] = {}
    for row in rows:  # whole numbers first: there are as many fractions as kinds of bets, however many days
        added = stakes.setdefault((row.game, row.wager, row.terms), [0, 0, 0])
        for place, cents in enumerate((row.initial, row.initial_squared, row.returned)):
            added[place] += cents
    prices = {bet: pricing(*bet) for bet in stakes}
    known = {bet: price for bet, price in prices.items() if price is not None}
    is_known = len(known) == len(prices)
    meters = _meters(stakes, known, moves)
    staked = sum(row.staked for row in rows)
    given = sum(row.returned for row in rows) + (meters.growth if meters else 0)
    fed = meters.fed if meters else 0
    theory = sum((price.edge * stakes[bet][0] for bet, price in known.items()), Fraction(-fed))
    return Performance(
        key=key,
        bets=sum(row.bets for row in rows),
        handle=staked,
        initial=sum(row.initial for row in rows),
        win=staked - given,
        theoretical_win=theory if is_known else None,
        variance=sum((price.variance * stakes[bet][1] for bet, price in known.items()), NOTHING) if is_known else None,
        drop=drop,
        meters=meters,
    )


def _meters(
    stakes: Mapping[tuple[str, str, str], Sequence[int]],
    known: Mapping[tuple[str, str, str], Price],
    moves: Sequence[MeterMoves],
) -> Meters | None:
    if not moves:
        return None
    fed, reseeded, awarded = (sum(getattr(move, name) for move in moves) for name in ("fed", "reseeded", "awarded"))
    wagers = {move.wager for move in moves}
    feeding = [bet for bet in stakes if bet[1] in wagers]
    priced = [(known[bet], stakes[bet][0]) for bet in feeding if bet in known]
    whole = len(priced) == len(feeding)
    return Meters(
        fed,
        reseeded,
        awarded,
        sum(stakes[bet][2] for bet in feeding) - awarded,
        sum(((price.base or NOTHING) * stake for price, stake in priced), NOTHING) if whole else None,
        sum(((price.fixed or NOTHING) * stake for price, stake in priced), NOTHING) if whole else None,
    )
