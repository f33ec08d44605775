"""What the service needs from its database; SQLite and PostgreSQL behave alike.

One thread writes, in transactions that hold a batch of commands; readers have their own connections, see committed
data, and may be called from any thread. Any failure of the database is a `StoreError`: nothing of the transaction is
kept or, if it failed during the commit itself, all of it or nothing. After one, reload and ask for the answers under
the same keys. A `ConflictError` (also a `StoreError`) says that a row already exists: settled twice, an id or a name
taken, a table that another process has continued. Trying again does not help.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Protocol

from feltlab.errors import StoreError, shown
from feltlab.ledger.performance import Drop, MeterMoves, Sums
from feltlab.ledger.transfer import Transfer
from feltlab.service.database import Database
from feltlab.service.rows import (
    Answer,
    Audit,
    BetResult,
    Event,
    Factor,
    Head,
    LedgerEntry,
    NewAudit,
    NewEvent,
    NewTable,
    Player,
    Posting,
    RoundRow,
    RoundSeat,
    Seed,
    Session,
    Snapshot,
    Table,
)


class Transaction(Protocol):
    """Everything or nothing, in batches. References between rows are checked at the end, so any order will do."""

    def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        """Balances, 0 for an unknown account, held until the end so that no other process changes them.

        Ask once per transaction, for all accounts it needs: locks are then always taken in the same order.
        """

    def posted(self, ids: Sequence[str]) -> dict[str, Transfer]:
        """Which of these transfers have been made."""

    def post(self, postings: Sequence[Posting], balances: Mapping[str, int]) -> None:
        """Add transfers, and set the balances that they changed (`Ledger.fresh` and `Ledger.changed`)."""

    def newest_audit(self) -> Iterator[Audit]:
        """The trail backward from its end; an AlteredError at the first entry that is not as written."""

    def put_tables(self, tables: Sequence[NewTable]) -> None:
        """A new one is run by the process with this transaction."""

    def append_events(self, events: Sequence[NewEvent]) -> None:
        """Link events to their tables' chains; a number that doesn't follow the last one is a ConflictError."""

    def put_seeds(self, seeds: Sequence[Seed]) -> None:
        """The seeds of the rounds that open; a table has one at a time."""

    def put_snapshots(self, snapshots: Sequence[Snapshot]) -> None: ...

    def alone_in_taking(self) -> None:
        """Wait until no other process is taking tables; call it before holding anything else."""

    def begin_owner(self, owner: str, seconds: float) -> None:
        """Add a process that runs tables, for some seconds of the database's clock if several share the store."""

    def hold(self, owner: str) -> None:
        """Be this process until the end: no other takes its tables over in the meantime. A LeaseError if one has."""

    def take_tables(self) -> set[str]:
        """Run every table that nobody runs, or whose process has gone silent; returns all of ours."""

    def end_owner(self) -> None:
        """Another process may have the tables at once."""

    def answers(self, keys: Sequence[str]) -> dict[str, Answer]: ...

    def add_answers(self, answers: Sequence[Answer]) -> None: ...

    def put_rounds(self, rounds: Sequence[RoundRow]) -> None:
        """Add rounds, or update them."""

    def add_round_seats(self, seats: Sequence[RoundSeat]) -> None:
        """Who sat where; does not change existing rows."""

    def add_results(self, results: Sequence[BetResult]) -> None: ...

    def put_players(self, players: Sequence[Player]) -> None: ...

    def player(self, id: str) -> Player | None:
        """Its current row, held until the end; so is the second factor."""

    def factor(self, player: str) -> Factor | None: ...

    def put_factors(self, factors: Sequence[Factor]) -> None: ...

    def drop_factor(self, player: str) -> None: ...

    def add_sessions(self, sessions: Sequence[Session]) -> None: ...

    def session(self, token_hash: str) -> Session | None:
        """If it still exists, and then until the end."""

    def see_session(self, token_hash: str, now: int) -> None:
        """Records its use; one that has ended in the meantime stays ended."""

    def drop_sessions(self, token_hashes: Sequence[str]) -> None: ...

    def drop_player_sessions(self, player: str) -> None: ...

    def drop_expired_sessions(self, now: int) -> None: ...

    def append_audit(self, entries: Sequence[NewAudit]) -> list[Audit]: ...

    def put_setting(self, key: str, value: str) -> None: ...


@dataclass(frozen=True)
class Beat:
    """A process's standing among the others."""

    held: bool
    """Whether it is still an owner."""
    tables: frozenset[str]
    """All owners."""
    free: bool
    """Whether some of them are nobody's, or belong to a process that went silent."""


class Watch(Protocol):
    """A connection for work that must not wait behind the writer."""

    def beat(self, owner: str, seconds: float) -> Beat:
        """Signal that it is alive: the lease runs for that many seconds from now, by the database's clock."""

    def wait(self, seconds: float) -> list[str]:
        """News of other processes, as soon as there is any: `player:ID` and `session:HASH` have changed, `order` is one
        in the trail.
        """

    def close(self) -> None: ...


class Store(Protocol):
    @property
    def url(self) -> str:
        """The location of the store, without a password."""

    @property
    def key(self) -> bytes:
        """The key of the chains; kept outside of the database."""

    @property
    def closed(self) -> bool: ...

    damaged: frozenset[int]
    """Pages of the file found damaged while it was in use."""

    def damaged_pages(self, first: int, count: int) -> tuple[list[int], int]:
        """Those of the given number of pages that fail their checksum, and the next page, 0 after the last."""

    def watch(self) -> Watch | None:
        """What a process among several needs beside its writer; None if there can be only one."""

    def transaction(self) -> AbstractContextManager[Transaction]:
        """Commits at the end of the `with` block; an exception inside it rolls everything back."""

    def close(self) -> None: ...

    def reading(self) -> AbstractContextManager[Database]:
        """A connection for checks and copies; like `writing`, which is in a transaction, not for the service."""

    def writing(self) -> AbstractContextManager[Database]: ...

    def tables(self) -> list[Table]: ...

    def table(self, table_id: str) -> Table | None: ...

    def events(self, table_id: str, after: int = 0, limit: int | None = None) -> Iterator[Event]:
        """Events with a number above `after`, in order."""

    def events_of_rounds_over(self, table_id: str, after: int = 0, limit: int | None = None) -> Iterator[Event]:
        """The same without those of an open round: row and round are looked at in the same moment."""

    def seed(self, table_id: str) -> Seed | None: ...

    def audit(self, after: int = 0, limit: int | None = None) -> Iterator[Audit]: ...

    def requests(self, since: int) -> list[Audit]:
        """Requests to a second person since then, and their outcome; oldest first."""

    def account_acts(self, since: int) -> list[Audit]:
        """Actions on accounts since then, oldest first."""

    def ledger_entries(self, after: int = 0, limit: int | None = None) -> Iterator[LedgerEntry]:
        """Every transfer with its place in the ledger's chain."""

    def head(self, chain: str) -> Head:
        """Where the chain of the audit trail or of the ledger ends (`chain.AUDIT`, `chain.LEDGER`)."""

    def round(self, table_id: str, number: int) -> RoundRow | None: ...

    def rounds_of_table(self, table_id: str, limit: int = 100) -> list[RoundRow]:
        """The last rounds, latest first; the same below."""

    def rounds_between(self, table_id: str, since: int, until: int) -> list[RoundRow]:
        """Rounds that ended at since ≤ closed_at < until, in order, without their records."""

    def rounds_of_seat(self, table_id: str, seat: int, limit: int = 100) -> list[RoundRow]: ...

    def rounds_of_player(self, player: str, limit: int = 100) -> list[RoundRow]: ...

    def results(self, table_id: str, round: int) -> list[BetResult]:
        """All settled wagers of a round, by seat."""

    def balance(self, account: str) -> int: ...

    def all_balances(self, kind: str = "") -> dict[str, int]:
        """By account; of one kind, such as bank, by the rest of its name."""

    def posted(self, ids: Sequence[str]) -> dict[str, Transfer]: ...

    def transfers_of(self, account: str, limit: int = 100) -> list[Posting]:
        """The last transfers out of or into an account, latest first."""

    def answer(self, key: str) -> Answer | None: ...

    def player(self, id: str) -> Player | None: ...

    def player_named(self, name: str) -> Player | None: ...

    def players(self) -> list[Player]: ...

    def accounts(self, after: str, limit: int) -> list[Player]:
        """Those with a password whose names come after this one, in order."""

    def factor(self, player: str) -> Factor | None: ...

    def factors(self) -> dict[str, Factor]:
        """All, by player."""

    def session(self, token_hash: str) -> Session | None: ...

    def sessions_of(self, player: str) -> list[Session]:
        """The most recently used first."""

    def setting(self, key: str) -> str | None: ...

    def sums(
        self,
        table_id: str | None = None,
        game: str | None = None,
        since: int = 0,
        until: int | None = None,
        hourly: bool = False,
    ) -> list[Sums]:
        """Bets added up for `ledger.performance` by day, or by hour, for times since ≤ at < until."""

    def drops(
        self, table_id: str | None = None, since: int = 0, until: int | None = None, hourly: bool = False
    ) -> list[Drop]:
        """Chips bought at a table: transfers from the house to a purse that name a table."""

    def meter_moves(self, since: int = 0, until: int | None = None, hourly: bool = False) -> list[MeterMoves]:
        """What went onto the meters of all tables and off them, without the base amount that a meter opens with."""


def check_url(url: str) -> None:
    """Refuse a URL that names no kind of store, or one that this installation cannot open."""
    scheme = url.partition(":")[0]
    if scheme in ("postgresql", "postgres"):
        if find_spec("psycopg") is None:
            raise StoreError("PostgreSQL needs the extra: pip install 'feltlab[postgres]'")
    elif scheme != "sqlite":
        raise StoreError(f"a database is sqlite:///file.db or postgresql://…, not {shown(url)}")


def open_store(url: str, beside: bool = False, takes_over: bool = False) -> Store:
    """`sqlite:///relative.db`, `sqlite:////absolute.db`, `sqlite://` (in memory, for tests) or `postgresql://…`.

    `beside` is for a few rows or a look while another process serves an SQLite store: one transaction after another, as
    the database itself keeps them apart. `takes_over` is for the server: an SQLite store without its key gets a new
    one.
    """
    check_url(url)
    if url.startswith("sqlite:"):
        from feltlab.service.sqlite_store import SqliteStore

        return SqliteStore(url, beside, takes_over)
    from feltlab.service.postgres_store import PostgresStore

    return PostgresStore(url)
