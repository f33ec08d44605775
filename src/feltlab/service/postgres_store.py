"""The store in PostgreSQL 15 or newer, in a schema of its own; several processes may share it, each owning tables.

A connection that is lost is opened anew by the next transaction or reader.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, Final, cast

import psycopg
from psycopg.conninfo import conninfo_to_dict

from feltlab.errors import ConflictError, StoreError
from feltlab.service.database import Row
from feltlab.service.schema import prepare
from feltlab.service.sql_store import SqlStore
from feltlab.service.sql_transaction import SqlTransaction

OLDEST: Final = 150_000
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

    def __init__(self, name: str, url: str) -> None:
        self.name = name
        with _translated(name):
            self._connection = psycopg.connect(url, autocommit=True, connect_timeout=CONNECT_SECONDS)
        try:
            self._set_up()
        except BaseException:
            self.close()
            raise

    def _set_up(self) -> None:
        version = self._connection.info.server_version
        if version < OLDEST:
            raise StoreError(f"{self.name} is PostgreSQL {version // 10_000}; {OLDEST // 10_000} or newer is needed")
        # A commit that returns is on the disk whatever the server's defaults are.
        self.execute("SET synchronous_commit = on")
        self.execute("SET search_path = feltlab")

    @property
    def broken(self) -> bool:
        return self._connection.broken or self._connection.closed

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        with _translated(self.name):
            cursor = self._connection.execute(_sql(sql), parameters or None)
            return cursor.fetchall() if cursor.description else []

    def execute_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        with _translated(self.name), self._connection.cursor() as cursor:
            cursor.executemany(_sql(sql), cast(Iterable[Sequence[Any]], rows))

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
        # PostgreSQL answers ROLLBACK, not an error, where a statement failed before and someone caught the error.
        if done != "COMMIT":
            raise StoreError(f"{self.name}: a part of the transaction had failed")

    def close(self) -> None:
        self._connection.close()


class PostgresTransaction(SqlTransaction):
    def _locked_balances(self, names: Sequence[str]) -> dict[str, int]:
        found = super()._locked_balances(names)
        missing = [name for name in names if name not in found]
        if missing:
            # There must be a row to lock, or two processes that open the same account would each start from nothing.
            sql = "INSERT INTO balances (account, cents) SELECT unnest(?::text[]), 0 ON CONFLICT (account) DO NOTHING"
            self._db.execute(sql, (missing,))
            found |= super()._locked_balances(missing)
        return found


class PostgresStore(SqlStore):
    transaction_type = PostgresTransaction

    def __init__(self, url: str) -> None:
        super().__init__(public_url(url))
        self._secret_url = url
        try:
            self._writer = writer = self.open_writer()
            with writer.transaction():
                # Two processes may start on an empty database at once.
                writer.execute("SELECT pg_advisory_xact_lock(?)", (SCHEMA_LOCK,))
                writer.execute("CREATE SCHEMA IF NOT EXISTS feltlab")
                prepare(writer)
        except BaseException:
            self.close()
            raise

    def open_writer(self) -> PostgresDatabase:
        return PostgresDatabase(self._url, self._secret_url)

    def open_reader(self) -> PostgresDatabase:
        return self.open_writer()


def public_url(url: str) -> str:
    """A URL as it may stand in a message or a log."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.Error:
        raise StoreError("the URL of the PostgreSQL store cannot be read") from None
    return f"postgresql://{parts.get('host') or ''}/{parts.get('dbname') or ''}"
