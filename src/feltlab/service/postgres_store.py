"""The store in PostgreSQL 15 or newer, in its own schema; several processes may share it, each owning tables.

The next transaction or reader reopens a lost connection. PostgreSQL itself ends what a frozen or unreachable process
has left open, so that nobody waits for it longer than some seconds.
"""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, Final, cast

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from feltlab.errors import ConflictError, StoreError
from feltlab.service.cut_short import begin_after_cut
from feltlab.service.database import Database, Row
from feltlab.service.keys import key_file
from feltlab.service.postgres_owning import PostgresTransaction, PostgresWatch
from feltlab.service.schema import begin_life, events_of, prepare, put_life
from feltlab.service.sql_store import SqlStore
from feltlab.service.takeover import hold_chain

LOG: Final = logging.getLogger("feltlab.store")
OLDEST: Final = 150_000
TIMES_TRANSACTIONS: Final = 170_000
CONNECT_SECONDS: Final = 10
SCHEMA_LOCK: Final = 0x66656C74
WORDS: Final = {
    "int": "BIGINT",
    "text": 'TEXT COLLATE "C"',
    "large": "",
    "small": "",
    "among": "= ANY(?)",
    "for_update": "FOR UPDATE",
}
Limits = Mapping[str, int]
"""Milliseconds: for a statement, for a wait for a lock, and for idling within a transaction; 0 is no limit."""
WRITING: Final[Limits] = {
    "statement_timeout": 10_000, "lock_timeout": 5_000, "idle_in_transaction_session_timeout": 2_000,
}  # fmt: skip
READING: Final[Limits] = {
    "statement_timeout": 60_000, "lock_timeout": 5_000, "idle_in_transaction_session_timeout": 60_000,
}  # fmt: skip
WATCHING: Final[Limits] = {
    "statement_timeout": 2_000, "lock_timeout": 2_000, "idle_in_transaction_session_timeout": 2_000,
}  # fmt: skip
ALIVE: Final[Mapping[str, int]] = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
RELIED_ON: Final[Mapping[str, str]] = {
    "synchronous_commit": "on",  # a commit that returns is on the disk
    "search_path": "feltlab",
    "default_transaction_isolation": "read committed",  # a statement sees what was committed while it waited for a lock
    "default_transaction_deferrable": "off",
    "client_encoding": "UTF8",
    "idle_session_timeout": "0",  # readers and the connection that listens may be idle
}
"""Whatever the server, the database, the role or the environment say (`ALTER DATABASE … SET`)."""
_CHECKED_REFERENCES: Final = """
    SELECT CASE WHEN has_parameter_privilege('session_replication_role', 'SET')
        THEN set_config('session_replication_role', 'origin', false)
        ELSE current_setting('session_replication_role') END"""
"""If the role may, whatever the server, the database, the role or the environment say."""
UNHEARD_MS: Final = 10_000
"""For a peer that does not accept what it is sent."""


@contextmanager
def _translated(name: str) -> Iterator[None]:
    try:
        yield
    except psycopg.IntegrityError as error:
        raise ConflictError(f"{name}: {_line(error)}") from error
    except psycopg.Error as error:
        raise StoreError(f"{name}: {_line(error)}") from error


def _line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


@cache
def _sql(text: str) -> bytes:
    return text.format_map(WORDS).replace("?", "%s").encode()


class PostgresDatabase:
    checks_itself = False

    def __init__(self, name: str, url: str, limits: Limits | None = None) -> None:
        self.name = name
        with _translated(name):
            asked: dict[str, Any] = {**ALIVE, "tcp_user_timeout": UNHEARD_MS, **conninfo_to_dict(url)}
            self._connection = psycopg.connect(make_conninfo(**asked), autocommit=True, connect_timeout=CONNECT_SECONDS)
        try:
            self._set_up(limits or {})
        except BaseException:
            self.close()
            raise

    def _set_up(self, limits: Limits) -> None:
        version = self._connection.info.server_version
        if version < OLDEST:
            raise StoreError(f"{self.name} is PostgreSQL {version // 10_000}; {OLDEST // 10_000} or newer is needed")
        peer = {f"tcp_{name}": value for name, value in ALIVE.items()} | {"tcp_user_timeout": UNHEARD_MS}
        wanted = {**RELIED_ON, **peer, **limits}
        if version >= TIMES_TRANSACTIONS:
            wanted["transaction_timeout"] = "0"  # upgrades and copies take as long as they take
        calls = ", ".join(["set_config(?, ?, false)"] * len(wanted))
        self.execute(f"SELECT {calls}", [text for name, value in wanted.items() for text in (name, str(value))])

    def check_references(self) -> None:
        """Refuse to write where PostgreSQL would let rows refer to nothing."""
        [(role,)] = self.execute(_CHECKED_REFERENCES)
        if role != "origin":
            raise StoreError(
                f"{self.name} does not check references here: session_replication_role is {role}; set it to origin"
            )

    def heard(self, seconds: float) -> list[str]:
        with _translated(self.name):
            return [note.payload for note in self._connection.notifies(timeout=seconds, stop_after=1)]

    @property
    def broken(self) -> bool:
        return self._connection.broken or self._connection.closed

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        with _translated(self.name):
            cursor = self._connection.execute(_sql(sql), parameters or None)
            return cursor.fetchall() if cursor.description else []

    def execute_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """In a pipeline, except the last row: after a pipeline PostgreSQL would not end an idle transaction."""
        given = cast(list[Sequence[Any]], list(rows))
        with _translated(self.name), self._connection.cursor() as cursor:
            if len(given) > 1:
                cursor.executemany(_sql(sql), given[:-1])
            for last in given[-1:]:
                cursor.execute(_sql(sql), last)

    def stream(self, sql: str) -> Iterator[Row]:
        with _translated(self.name), self._connection.cursor(name="stream") as cursor:
            cursor.itersize = 5000
            cursor.execute(_sql(sql))
            yield from cursor

    def listed(self, values: Sequence[str]) -> object:
        return list(values)

    def table_names(self) -> set[str]:
        sql = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'feltlab'"
        return {str(row[0]) for row in self.execute(sql)}

    def columns(self, table: str) -> list[str]:
        sql = (
            "SELECT column_name FROM information_schema.columns WHERE table_schema = 'feltlab' AND table_name = ?"
            " ORDER BY ordinal_position"
        )
        return [str(row[0]) for row in self.execute(sql, (table,))]

    @contextmanager
    def transaction(self, write: bool = True) -> Iterator[None]:
        self.execute("BEGIN" if write else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        try:
            yield
            self._commit()
        except BaseException:
            with suppress(StoreError):
                self.execute("ROLLBACK")
            raise

    def _commit(self) -> None:
        with _translated(self.name):
            done = self._connection.execute(b"COMMIT").statusmessage
        # PostgreSQL answers ROLLBACK, not an error, if an earlier statement failed and someone caught the error.
        if done != "COMMIT":
            raise StoreError(f"{self.name}: part of the transaction had failed")

    def close(self) -> None:
        self._connection.close()


class PostgresStore(SqlStore):
    def __init__(self, url: str) -> None:
        super().__init__(public_url(url))
        self._secret_url = url
        try:
            with self.writing() as writer:
                # Two processes may start on an empty database at once.
                writer.execute("SELECT pg_advisory_xact_lock(?)", (SCHEMA_LOCK,))
                writer.execute("CREATE SCHEMA IF NOT EXISTS feltlab")
                as_left = _is_as_left(writer)
                self._key = hold_chain(writer, key_file(None, self._url), prepare(writer), takes_over=False)
                _go_on(writer, as_left, self._key)
        except BaseException:
            self.close()
            raise

    def open_writer(self) -> PostgresDatabase:
        db = PostgresDatabase(self._url, self._secret_url, WRITING)
        try:
            db.check_references()
        except BaseException:
            db.close()
            raise
        return db

    def open_reader(self) -> PostgresDatabase:
        return PostgresDatabase(self._url, self._secret_url, READING)

    def watch(self) -> PostgresWatch:
        self._check_open()
        return PostgresWatch(PostgresDatabase(self._url, self._secret_url, WATCHING))

    @contextmanager
    def transaction(self) -> Iterator[PostgresTransaction]:
        with super().writing() as db:
            yield PostgresTransaction(db, self._key)

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """Without limits: upgrading or filling a store takes as long as it takes."""
        with super().writing() as db:
            for name in WRITING:
                db.execute("SELECT set_config(?, '0', true)", (name,))
            yield db


def _here(db: Database, writer: str) -> str:
    """These files on this timeline, and the transaction that wrote the row saying so."""
    [(place,)] = db.execute(
        "SELECT concat_ws('/', system_identifier, timeline_id, (SELECT oid FROM pg_database WHERE datname ="  # noqa: S608
        f" current_database()), to_regclass('feltlab.seeds')::oid, {writer}::text)"
        " FROM pg_control_system(), pg_control_checkpoint(), schema_version"
    )
    return str(place)


def _is_as_left(db: Database) -> bool:
    """Whether nobody has restored it.

    Reading in a dump writes the row of its life anew, in its own transaction, even if tables and timeline stay;
    vacuuming, freezing and rewriting a table keep the writer of a row.
    """
    if "schema_version" not in db.table_names():
        return False
    lives = [str(life) for (life,) in db.execute("SELECT to_jsonb(schema_version) ->> 'life' FROM schema_version")]
    return len(lives) == 1 and lives == [_here(db, "schema_version.xmin")]


def _go_on(db: Database, as_left: bool, key: bytes) -> None:
    """In a restored database and one that was cut, everything open is void. Upgrading it has rewritten the row, too."""
    if begin_after_cut(db, key, _here(db, "pg_current_xact_id()::xid")):
        return
    if as_left and _is_as_left(db):
        return
    here = _here(db, "pg_current_xact_id()::xid")
    if as_left:
        put_life(db, here)
        return
    begin_life(db, here)
    if events_of(db):
        LOG.warning("%s is older than what was served, or was moved: rounds that were open are void", db.name)


def public_url(url: str) -> str:
    """A URL as it may appear in a message or a log."""
    try:
        parts = conninfo_to_dict(url)
    except (psycopg.Error, UnicodeError):
        raise StoreError("the URL of the PostgreSQL database cannot be read") from None
    return f"postgresql://{parts.get('host') or ''}/{parts.get('dbname') or ''}"
