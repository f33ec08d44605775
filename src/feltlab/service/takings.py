"""What the tables took, kept added up: a look at the floor reads only the last minutes, however long the log."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from threading import Lock
from typing import Any, Final, Generic, TypeVar

from feltlab.ledger.performance import HOUR_MS, HOURS, Drop, MeterMoves, Sums
from feltlab.service.store import Store

MINUTE_MS: Final = 60_000
OPEN_MS: Final = 5 * MINUTE_MS
"""Newer rows are read again each time: servers on one database have their own clocks, and a commit takes time."""

Row = TypeVar("Row", Sums, Drop, MeterMoves)
Key = tuple[Any, ...]


class _Added(Generic[Row]):
    """Rows of one kind, added up by the fields that are not amounts."""

    def __init__(self, kind: type[Row], amounts: Sequence[str]) -> None:
        names = [each.name for each in fields(kind)]
        self.kind: type[Row] = kind
        self.names = names
        self._values = attrgetter(*names)
        self.amounts = [names.index(name) for name in amounts]
        self.day, self.hour = names.index("day"), names.index("hour")
        self.rows: dict[Key, list[int]] = {}

    def add(self, rows: Iterable[Row], by: str) -> None:
        for row in rows:
            values = list(self._values(row))
            amounts = [values[place] for place in self.amounts]
            for place in self.amounts:
                values[place] = 0
            if by != "hour":
                values[self.hour] = 0
            if by == "whole":
                values[self.day] = 0
            known = self.rows.setdefault(tuple(values), [0] * len(amounts))
            known[:] = [old + new for old, new in zip(known, amounts, strict=True)]

    def forget_before(self, hour: int) -> None:
        for key in [key for key in self.rows if key[self.day] * HOURS + key[self.hour] < hour]:
            del self.rows[key]

    def read(self) -> list[Row]:
        found = []
        for key, amounts in self.rows.items():
            values = list(key)
            for place, amount in zip(self.amounts, amounts, strict=True):
                values[place] = amount
            found.append(self.kind(*values))
        return found

    def copy(self) -> "_Added[Row]":
        twin = _Added(self.kind, [self.names[place] for place in self.amounts])
        twin.rows = {key: list(amounts) for key, amounts in self.rows.items()}
        return twin


@dataclass(frozen=True)
class Rows:
    """For `ledger.performance`: bets, chips bought, and what meters took and gave."""

    sums: Sequence[Sums] = ()
    drops: Sequence[Drop] = ()
    moves: Sequence[MeterMoves] = ()


BY: Final = ("whole", "day", "hour")


@dataclass
class _OfTable:
    """One table's, in total, by day, and by hour for the last day."""

    sums: dict[str, _Added[Sums]] = field(
        default_factory=lambda: _kinds(Sums, ("bets", "initial", "initial_squared", "staked", "returned"))
    )
    drops: dict[str, _Added[Drop]] = field(default_factory=lambda: _kinds(Drop, ("cents",)))
    moves: dict[str, _Added[MeterMoves]] = field(
        default_factory=lambda: _kinds(MeterMoves, ("fed", "reseeded", "awarded"))
    )

    def add(self, rows: Rows) -> None:
        for by in BY:
            self.sums[by].add(rows.sums, by)
            self.drops[by].add(rows.drops, by)
            self.moves[by].add(rows.moves, by)

    def forget_before(self, hour: int) -> None:
        for kept in (self.sums, self.drops, self.moves):
            kept["hour"].forget_before(hour)

    def read(self, by: str, more: Rows) -> Rows:
        sums, drops, moves = self.sums[by].copy(), self.drops[by].copy(), self.moves[by].copy()
        sums.add(more.sums, by)
        drops.add(more.drops, by)
        moves.add(more.moves, by)
        return Rows(sums.read(), drops.read(), moves.read())


def _kinds(kind: type[Row], amounts: Sequence[str]) -> dict[str, _Added[Row]]:
    return {by: _Added(kind, amounts) for by in BY}


class Takings:
    """May be called from any thread. Rows older than some minutes were added up once and stay that way."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._mark = 0
        """Rows before it are added up."""
        self._tables: dict[str, _OfTable] = {}
        self._recent: Mapping[str, Rows] = {}
        self._lock = Lock()

    def look(self, now: int) -> None:
        """Read what is new."""
        with self._lock:
            mark = max(self._mark, (now - OPEN_MS) // MINUTE_MS * MINUTE_MS)
            if mark > self._mark:
                for table, rows in self._read(self._mark, mark).items():
                    self._tables.setdefault(table, _OfTable()).add(rows)
                if mark // HOUR_MS > self._mark // HOUR_MS:
                    for kept in self._tables.values():
                        kept.forget_before(mark // HOUR_MS - HOURS)
                self._mark = mark
            self._recent = self._read(mark, None)

    def of(self, table: str, by: str = "whole") -> Rows:
        """A table's rows as of the last look: in total, by day, or by hour for the last day."""
        with self._lock:
            kept = self._tables.get(table) or _OfTable()
            return kept.read(by, self._recent.get(table, Rows()))

    def moving(self) -> set[str]:
        """Tables that have played in the last minutes."""
        return set(self._recent)

    def _read(self, since: int, until: int | None) -> Mapping[str, Rows]:
        store, found = self.store, dict[str, tuple[list[Sums], list[Drop], list[MeterMoves]]]()
        kinds: tuple[Callable[[], Iterable[Any]], ...] = (
            lambda: store.sums(since=since, until=until, hourly=True),
            lambda: store.drops(since=since, until=until, hourly=True),
            lambda: store.meter_moves(since, until, hourly=True),
        )
        for place, read in enumerate(kinds):
            for row in read():
                found.setdefault(row.table, ([], [], []))[place].append(row)
        return {table: Rows(*rows) for table, rows in found.items()}
