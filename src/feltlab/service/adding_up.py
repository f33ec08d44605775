"""Bets, chips and meters added up by day or by hour, for `ledger.performance`."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final, TypeVar

from feltlab.ledger.performance import DAY_MS, HOUR_MS, HOURS, Drop, MeterMoves, Sums
from feltlab.service.database import Database, Row

FOREVER: Final = 2**62
_T = TypeVar("_T")

_METER_MOVES: Final = (
    "SELECT table_id, credit, at / ? AS period, SUM(CASE WHEN substr(debit, 1, 5) = 'bank:' THEN cents ELSE 0 END),"
    " SUM(CASE WHEN substr(debit, 1, 8) = 'reserve:' THEN cents ELSE 0 END), 0 FROM transfers"
    " WHERE credit >= 'meter:' AND credit < 'meter;' AND debit <> 'house' AND at >= ? AND at < ?"
    " GROUP BY table_id, credit, period",
    "SELECT table_id, debit, at / ? AS period, 0, 0, SUM(cents) FROM transfers"
    " WHERE debit >= 'meter:' AND debit < 'meter;' AND at >= ? AND at < ? GROUP BY table_id, debit, period",
)
"""Amounts going onto meters, and coming off them: each half has its own index."""


class AddingUp:
    @abstractmethod
    def reading(self) -> AbstractContextManager[Database]: ...

    @abstractmethod
    def _rows(self, make: Callable[..., _T], sql: str, *parameters: Any) -> list[_T]: ...

    def sums(
        self,
        table_id: str | None = None,
        game: str | None = None,
        since: int = 0,
        until: int | None = None,
        hourly: bool = False,
    ) -> list[Sums]:
        # Squares of stakes pass 64 bits, so bets are grouped by stake and squared here.
        sql = (
            "SELECT table_id, game, wager, terms, at / ? AS period, initial, COUNT(*), SUM(staked), SUM(returned)"
            " FROM results WHERE at >= ? AND at < ? AND (CAST(? AS TEXT) IS NULL OR table_id = ?)"
            " AND (CAST(? AS TEXT) IS NULL OR game = ?)"
            " GROUP BY table_id, game, wager, terms, period, initial"
            " ORDER BY table_id, game, wager, terms, period, initial"
        )
        times = (_span(hourly), since, FOREVER if until is None else until)
        totals: dict[Row, list[int]] = {}
        with self.reading() as db:
            for *key, stake, bets, staked, returned in db.execute(sql, (*times, table_id, table_id, game, game)):
                found = totals.setdefault(tuple(key), [0, 0, 0, 0, 0])
                more = (bets, stake * bets, stake * stake * bets, int(staked), int(returned))
                found[:] = [old + new for old, new in zip(found, more, strict=True)]
        return [_sums(key, values, hourly) for key, values in totals.items()]

    def drops(
        self, table_id: str | None = None, since: int = 0, until: int | None = None, hourly: bool = False
    ) -> list[Drop]:
        sql = (
            "SELECT table_id, at / ? AS period, SUM(cents) FROM transfers"
            " WHERE debit = 'house' AND table_id IS NOT NULL AND substr(credit, 1, 6) = 'purse:' AND at >= ? AND at < ?"
            " AND (CAST(? AS TEXT) IS NULL OR table_id = ?) GROUP BY table_id, period ORDER BY table_id, period"
        )
        times = (_span(hourly), since, FOREVER if until is None else until)

        def made(table: str, period: int, cents: int) -> Drop:
            day, hour = _day_and_hour(period, hourly)
            return Drop(table, day, int(cents), hour)

        return self._rows(made, sql, *times, table_id, table_id)

    def meter_moves(self, since: int = 0, until: int | None = None, hourly: bool = False) -> list[MeterMoves]:
        times = (_span(hourly), since, FOREVER if until is None else until)
        found: dict[tuple[str, str, int], list[int]] = {}
        with self.reading() as db:
            for sql in _METER_MOVES:
                for table, account, period, *cents in db.execute(sql, times):
                    wager = str(account).rpartition(":")[2]
                    known = found.setdefault((table, wager, period), [0, 0, 0])
                    known[:] = [old + int(new) for old, new in zip(known, cents, strict=True)]
        moves = []
        for (table, wager, period), (fed, reseeded, awarded) in sorted(found.items()):
            day, hour = _day_and_hour(period, hourly)
            moves.append(MeterMoves(table, wager, day, fed, reseeded, awarded, hour))
        return moves


def _sums(key: Row, values: Sequence[int], hourly: bool) -> Sums:
    table, game, wager, terms, period = key
    bets, initial, squared, staked, returned = values
    day, hour = _day_and_hour(period, hourly)
    return Sums(table, game, wager, terms, day, bets, initial, squared, staked, returned, hour)


def _span(hourly: bool) -> int:
    return HOUR_MS if hourly else DAY_MS


def _day_and_hour(period: int, hourly: bool) -> tuple[int, int]:
    return divmod(period, HOURS) if hourly else (period, 0)
