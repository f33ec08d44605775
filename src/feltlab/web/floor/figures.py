"""Actual and expected results of the tables: line by line, by bet and by period, and round by round."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from threading import Lock
from typing import Any, Final

from feltlab.games import GAMES
from feltlab.ledger.performance import HOUR_MS, Axis, Meters, Performance, Pricing, performance
from feltlab.rules.wagers import Role
from feltlab.service.postings import award_name, base_name, feed_name
from feltlab.service.rows import BetResult
from feltlab.service.store import Store
from feltlab.service.takings import Rows, Takings
from feltlab.table import State
from feltlab.web.floor.charts import PlayedBets

Data = dict[str, Any]
SHOWN: Final[Mapping[Axis, int]] = {"hour": 24, "day": 31, "week": 53}
"""How many periods of each kind go back from now; each table also has its total."""
MOST_WHOLES: Final = 100


class FloorFigures:
    """The results of all tables. A table that has not played since is not computed again."""

    def __init__(self, store: Store, price: Pricing) -> None:
        self.store, self.price = store, price
        self.takings = Takings(store)
        self._marks: object = None
        self._rows: dict[str, Rows] = {}
        self._lines: dict[str, Data] = {}
        self._wagers: dict[str, list[Data]] = {}
        self._wholes: dict[tuple[str, ...], Data] = {}
        """By tables: people have a part in different ones."""
        self._moving: set[str] = set()
        self._lock = Lock()

    def look(self, states: Sequence[State], now: int) -> None:
        """Chips bought between rounds show after seconds; everything else at once."""
        marks = (tuple((state.table, state.number) for state in states), now // 5000)
        with self._lock:
            if marks == self._marks:
                return
            self.takings.look(now)
            moving = self.takings.moving()
            for table in self._moving | moving:
                self._rows.pop(table, None)
                self._lines.pop(table, None)
                self._wagers.pop(table, None)
            self._marks, self._moving, self._wholes = marks, moving, {}

    def lines(self, states: Sequence[State], now: int) -> dict[str, Data]:
        """Each table's line."""
        self.look(states, now)
        return {state.table: self._line(state.table) for state in states}

    def whole(self, states: Sequence[State]) -> Data:
        """These tables in one line, as of the last look."""
        tables = tuple(state.table for state in states)
        known = self._wholes
        found = known.get(tables)
        if found is None:
            rows = [self._rows_of(table) for table in tables]
            together = Rows(
                *([row for part in rows for row in getattr(part, name)] for name in ("sums", "drops", "moves"))
            )
            if len(known) >= MOST_WHOLES:
                known.clear()
            found = known[tables] = line(next(iter(self._performance(together, [])), None))
        return found

    def _rows_of(self, table: str) -> Rows:
        found = self._rows.get(table)
        if found is None:
            found = self._rows[table] = self.takings.of(table)
        return found

    def _line(self, table: str) -> Data:
        found = self._lines.get(table)
        if found is None:
            lines = self._performance(self._rows_of(table), ["table"])
            found = self._lines[table] = line(next(iter(lines), None))
        return found

    def by_wager(self, table: str) -> list[Data]:
        found = self._wagers.get(table)
        if found is None:
            lines = self._performance(self._rows_of(table), ["wager"])
            found = self._wagers[table] = [{"wager": each.key[0], **line(each)} for each in lines]
        return found

    def periods(self, table: str, now: int) -> dict[str, list[Data]]:
        """For each kind of period a table's lines, latest first."""
        found: dict[str, list[Data]] = {}
        for axis, most in SHOWN.items():
            rows = self.takings.of(table, "hour" if axis == "hour" else "day")
            if axis == "hour":
                rows = _since(rows, now // HOUR_MS - most + 1)
            lines = self._performance(rows, [axis])
            found[axis] = [{"period": each.key[0], **line(each)} for each in reversed(lines[-most:])]
        return found

    def _performance(self, rows: Rows, by: Sequence[Axis]) -> list[Performance]:
        return performance(rows.sums, self.price, by, rows.drops, rows.moves)

    def course(self, table: str, rounds: Iterable[int]) -> list[PlayedBets]:
        """Settled rounds, each with its win and expected win; oldest first."""
        bets = {number: self.store.results(table, number) for number in sorted(rounds)}
        moved = self._moved(table, [row for rows in bets.values() for row in rows])
        found = []
        for number, rows in bets.items():
            prices = [self.price(row.game, row.wager, row.terms) for row in rows]
            priced = [(row, price) for row, price in zip(rows, prices, strict=True) if price is not None]
            if rows and len(priced) == len(rows):
                fed, growth = moved.get(number, (0, 0))
                win = sum(row.staked - row.returned for row in rows) - growth
                theory = sum((price.edge * row.initial for row, price in priced), Fraction(-fed))
                variance = sum((price.variance * row.initial**2 for row, price in priced), Fraction(0))
                found.append(PlayedBets(number, win, float(theory), float(variance)))
        return found

    def _moved(self, table: str, rows: Iterable[BetResult]) -> dict[int, tuple[int, int]]:
        """By round, what its bets fed to meters, and by how much the meters grew."""
        named: dict[str, tuple[int, int, int]] = {}
        for row in rows:
            if _is_progressive(row):
                named[feed_name(table, row.round, row.wager)] = (row.round, 1, 1)
                named[base_name(table, row.round, row.wager)] = (row.round, 0, 1)
                named[award_name(table, row.round, row.seat, row.wager)] = (row.round, 0, -1)
        found: dict[int, tuple[int, int]] = {}
        for name, move in self.store.posted(list(named)).items():
            number, is_fed, sign = named[name]
            fed, growth = found.get(number, (0, 0))
            found[number] = (fed + is_fed * move.cents, growth + sign * move.cents)
        return found


def _since(rows: Rows, hour: int) -> Rows:
    return Rows(
        [row for row in rows.sums if row.day * 24 + row.hour >= hour],
        [row for row in rows.drops if row.day * 24 + row.hour >= hour],
        [row for row in rows.moves if row.day * 24 + row.hour >= hour],
    )


def _is_progressive(row: BetResult) -> bool:
    return row.game in GAMES and GAMES[row.game].wagers[row.wager].role is Role.PROGRESSIVE


def line(found: Performance | None) -> Data:
    """One line of figures: cents, shares and standard deviations; None if there is nothing to say."""
    if found is None:
        found = Performance((), 0, 0, 0, 0, Fraction(0), Fraction(0), None)
    theory = found.theoretical_win
    deviation = None if found.variance is None else sqrt(found.variance)
    return {
        "bets": found.bets,
        "handle": found.handle,
        "win": found.win,
        "theoretical_win": None if theory is None else round(float(theory), 2),
        "theoretical_win_exact": None if theory is None else str(theory),
        "deviation": None if deviation is None else round(deviation, 2),
        "z": found.z,
        "drop": found.drop,
        "hold": None if found.hold is None else float(found.hold),
        "meters": _meters(found.meters) if found.meters else None,
    }


def _meters(found: Meters) -> Data:
    """The cost of bets that feed meters, in cents, beside the expected cost."""
    return {
        "fed": found.fed,
        "reseeded": found.reseeded,
        "fixed": found.fixed,
        "awarded": found.awarded,
        "due_base": None if found.due_base is None else round(float(found.due_base), 2),
        "due_fixed": None if found.due_fixed is None else round(float(found.due_fixed), 2),
    }
