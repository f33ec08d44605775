"""Reading, in SQL that both databases understand, over connections that take turns; and the one that writes."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from queue import Empty, LifoQueue
from threading import Lock, get_ident
from typing import Any, TypeVar

from feltlab.errors import StoreError
from feltlab.ledger.transfer import Transfer
from feltlab.service import rows as r
from feltlab.service.adding_up import AddingUp
from feltlab.service.chain import START
from feltlab.service.database import Database
from feltlab.service.people import People
from feltlab.service.sql_transaction import SqlTransaction, posted
from feltlab.service.store import Watch

PAGE = 1000
_T = TypeVar("_T")

_TABLE = "SELECT table_id, game, config, last_number, last_hash, state, snapshot_number, owner FROM tables"
_ROUND = "SELECT rounds.table_id, rounds.round, opened_at, closed_at, outcome, reason, history FROM rounds"

# Each half can stop early by its own index; one condition with OR would sort the account's whole history.
_MOVES = """
    SELECT * FROM (
        SELECT * FROM (SELECT id, debit, credit, cents, at, table_id, event_number, actor FROM transfers
            WHERE debit = ? ORDER BY at DESC, id DESC LIMIT ?) AS paid
        UNION ALL
        SELECT * FROM (SELECT id, debit, credit, cents, at, table_id, event_number, actor FROM transfers
            WHERE credit = ? ORDER BY at DESC, id DESC LIMIT ?) AS received) AS moved
    ORDER BY at DESC, id DESC LIMIT ?"""
_PURSE_MOVES = _MOVES.replace("debit = ?", "debit = ? AND debit >= 'purse:' AND debit < 'purse;'").replace(
    "credit = ?", "credit = ? AND credit >= 'purse:' AND credit < 'purse;'"
)


class SqlStore(People, AddingUp):
    def __init__(self, url: str) -> None:
        self._url = url
        self._key = b""
        self._writer: Database | None = None
        self._writing = Lock()
        self._writing_thread: int | None = None
        self._idle: LifoQueue[Database] = LifoQueue()
        self._closed = False
        self.damaged: frozenset[int] = frozenset()

    @property
    def closed(self) -> bool:
        return self._closed

    def damaged_pages(self, first: int, count: int) -> tuple[list[int], int]:
        """None that we could see: the pages are the database's own."""
        return [], 0

    def watch(self) -> Watch | None:
        return None

    @property
    def url(self) -> str:
        return self._url

    @property
    def key(self) -> bytes:
        """The key of the chains; not in the database."""
        return self._key

    @abstractmethod
    def open_reader(self) -> Database: ...

    @abstractmethod
    def open_writer(self) -> Database: ...

    @contextmanager
    def transaction(self) -> Iterator[SqlTransaction]:
        with self.writing() as db:
            yield SqlTransaction(db, self._key)

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """The connection that writes, in a transaction; reopened if it was lost."""
        if self._writing_thread == get_ident():
            raise StoreError(f"{self._url}: a transaction inside a transaction")
        with self._writing:
            self._check_open()
            self._writing_thread = get_ident()
            try:
                if self._writer is None:
                    self._writer = self.open_writer()
                with self._writer.transaction():
                    yield self._writer
            finally:
                self._writing_thread = None
                if self._writer is not None and self._writer.broken:
                    self._writer.close()
                    self._writer = None

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """A connection for one reader at a time; when one is lost, the idle ones are dropped too."""
        self._check_open()
        try:
            db = self._idle.get_nowait()
        except Empty:
            db = self.open_reader()
        try:
            yield db
        finally:
            if db.broken or self._closed:
                db.close()
                self._close_idle()
            else:
                self._idle.put(db)

    def _close_idle(self) -> None:
        with suppress(Empty):
            while True:
                self._idle.get_nowait().close()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(f"{self._url} is closed")

    def close(self) -> None:
        with self._writing:
            self._closed = True
            self._close_idle()
            if self._writer is not None:
                self._writer.close()
                self._writer = None

    def tables(self) -> list[r.Table]:
        return self._rows(r.Table, _TABLE + " ORDER BY table_id")

    def table(self, table_id: str) -> r.Table | None:
        return self._first(r.Table, _TABLE + " WHERE table_id = ?", table_id)

    def events(self, table_id: str, after: int = 0, limit: int | None = None) -> Iterator[r.Event]:
        sql = (
            "SELECT table_id, number, round, at, kind, body, prev_hash, hash FROM events"
            " WHERE table_id = ? AND number > ? ORDER BY number LIMIT ?"
        )
        return _pages(lambda last, size: self._rows(r.Event, sql, table_id, last, size), after, limit)

    def events_of_rounds_over(self, table_id: str, after: int = 0, limit: int | None = None) -> Iterator[r.Event]:
        # One statement sees one moment; an event between two rounds has the number of the round before.
        sql = (
            "SELECT events.table_id, number, events.round, at, kind, body, prev_hash, hash FROM events"
            " LEFT JOIN rounds ON rounds.table_id = events.table_id AND rounds.round = events.round"
            " WHERE events.table_id = ? AND number > ? AND (events.round = 0 OR outcome IS NOT NULL)"
            " ORDER BY number LIMIT ?"
        )
        return _pages(lambda last, size: self._rows(r.Event, sql, table_id, last, size), after, limit)

    def seed(self, table_id: str) -> r.Seed | None:
        return self._first(r.Seed, "SELECT table_id, round, seed FROM seeds WHERE table_id = ?", table_id)

    def audit(self, after: int = 0, limit: int | None = None) -> Iterator[r.Audit]:
        sql = (
            "SELECT number, at, actor, action, detail, prev_hash, hash FROM audit"
            " WHERE number > ? ORDER BY number LIMIT ?"
        )
        return _pages(lambda last, size: self._rows(r.Audit, sql, last, size), after, limit)

    def requests(self, since: int) -> list[r.Audit]:
        """Requests to a second person since then, and their outcome."""
        sql = (
            "SELECT number, at, actor, action, detail, prev_hash, hash FROM audit"
            " WHERE action IN ('request', 'approved', 'refused') AND at >= ? ORDER BY number"
        )
        return self._rows(r.Audit, sql, since)

    def account_acts(self, since: int) -> list[r.Audit]:
        sql = (
            "SELECT number, at, actor, action, detail, prev_hash, hash FROM audit"
            " WHERE action = 'account' AND at >= ? ORDER BY number"
        )
        return self._rows(r.Audit, sql, since)

    def ledger_entries(self, after: int = 0, limit: int | None = None) -> Iterator[r.LedgerEntry]:
        sql = (
            "SELECT id, debit, credit, cents, at, table_id, event_number, actor, number, hash FROM transfers"
            " WHERE number > ? ORDER BY number LIMIT ?"
        )
        return _pages(lambda last, size: self._rows(_entry, sql, last, size), after, limit)

    def head(self, chain: str) -> r.Head:
        return self._first(r.Head, "SELECT last_number, last_hash FROM heads WHERE chain = ?", chain) or START

    def round(self, table_id: str, number: int) -> r.RoundRow | None:
        return self._first(r.RoundRow, _ROUND + " WHERE table_id = ? AND round = ?", table_id, number)

    def rounds_of_table(self, table_id: str, limit: int = 100) -> list[r.RoundRow]:
        return self._rows(r.RoundRow, _ROUND + " WHERE table_id = ? ORDER BY round DESC LIMIT ?", table_id, limit)

    def rounds_between(self, table_id: str, since: int, until: int) -> list[r.RoundRow]:
        sql = (
            "SELECT table_id, round, opened_at, closed_at, outcome, reason FROM rounds"
            " WHERE table_id = ? AND closed_at >= ? AND closed_at < ? ORDER BY round"
        )
        return self._rows(r.RoundRow, sql, table_id, since, until)

    def rounds_of_seat(self, table_id: str, seat: int, limit: int = 100) -> list[r.RoundRow]:
        sql = (
            " JOIN round_seats ON rounds.table_id = round_seats.table_id AND rounds.round = round_seats.round"
            " WHERE round_seats.table_id = ? AND seat = ? ORDER BY round_seats.round DESC LIMIT ?"
        )
        return self._rows(r.RoundRow, _ROUND + sql, table_id, seat, limit)

    def rounds_of_player(self, player: str, limit: int = 100) -> list[r.RoundRow]:
        # A player in two seats of one round still sees the round once.
        sql = (
            " JOIN (SELECT DISTINCT at, table_id, round FROM round_seats WHERE player = ?"
            " ORDER BY at DESC, table_id DESC, round DESC LIMIT ?) AS recent"
            " ON rounds.table_id = recent.table_id AND rounds.round = recent.round"
            " ORDER BY recent.at DESC, recent.table_id DESC, recent.round DESC"
        )
        return self._rows(r.RoundRow, _ROUND + sql, player, limit)

    def results(self, table_id: str, round: int) -> list[r.BetResult]:
        sql = (
            "SELECT table_id, round, seat, wager, player, game, terms, at, initial, staked, returned FROM results"
            " WHERE table_id = ? AND round = ? ORDER BY seat, wager"
        )
        return self._rows(r.BetResult, sql, table_id, round)

    def balance(self, account: str) -> int:
        return self._first(int, "SELECT cents FROM balances WHERE account = ?", account) or 0

    def all_balances(self, kind: str = "") -> dict[str, int]:
        sql, bounds = "SELECT account, cents FROM balances", (f"{kind}:", f"{kind};") if kind else ()
        with self.reading() as db:
            rows = db.execute(f"{sql} WHERE account >= ? AND account < ?" if kind else sql, bounds)
            return {str(account)[len(kind) + 1 if kind else 0 :]: int(cents) for account, cents in rows}

    def posted(self, ids: Sequence[str]) -> dict[str, Transfer]:
        with self.reading() as db:
            return posted(db, ids)

    def transfers_of(self, account: str, limit: int = 100) -> list[r.Posting]:
        # Only purses have an index, and only a condition that says so uses it.
        is_purse = "purse:" <= account < "purse;"
        return self._rows(_posting, _PURSE_MOVES if is_purse else _MOVES, account, limit, account, limit, limit)

    def answer(self, key: str) -> r.Answer | None:
        return self._first(r.Answer, "SELECT key, table_id, body_hash, answer, at FROM answers WHERE key = ?", key)

    def setting(self, key: str) -> str | None:
        return self._first(str, "SELECT value FROM settings WHERE key = ?", key)


def _pages(read: Callable[[int, int], list[_T]], after: int, limit: int | None) -> Iterator[_T]:
    """Rows page by page: nothing stays open in between, and rows that are only ever added cannot be missed."""
    left = limit
    while left is None or left > 0:
        page = read(after, PAGE if left is None else min(PAGE, left))
        yield from page
        if len(page) < PAGE:
            return
        after = page[-1].number  # type: ignore[attr-defined]
        left = None if left is None else left - len(page)


def _posting(
    id: str, debit: str, credit: str, cents: int, at: int, table: str | None, number: int | None, actor: str | None
) -> r.Posting:
    return r.Posting(Transfer(id, debit, credit, cents), at, table, number, actor)


def _entry(*row: Any) -> r.LedgerEntry:
    *posting, number, hash = row
    return r.LedgerEntry(number, _posting(*posting), hash)
