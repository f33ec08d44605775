"""One connection to either database, as far as the shared SQL needs it.

SQL is a constant text. Parameters are always bound, marked `?`; where the databases differ there are words in braces:
types {int} and {text}, a table's rows {large} or {small}, `id {among}` for one list as a parameter; after a SELECT
{for_update} for rows that nobody else may change until the transaction ends.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

Row = tuple[Any, ...]


class Database(Protocol):
    @property
    def name(self) -> str:
        """For messages: where it is, without a password."""

    @property
    def checks_itself(self) -> bool:
        """It has SQLite's PRAGMA integrity_check; PostgreSQL's pages are its administrator's (pg_amcheck)."""

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]: ...

    def execute_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None: ...

    def stream(self, sql: str) -> Iterator[Row]:
        """Rows one after another without holding them all; inside a transaction."""

    def listed(self, values: Sequence[str]) -> object:
        """Values as the one parameter of {among}."""

    def table_names(self) -> set[str]: ...

    def columns(self, table: str) -> list[str]: ...

    def transaction(self, write: bool = True) -> AbstractContextManager[None]:
        """One state of the database from beginning to end. A statement that failed inside fails the whole of it."""

    @property
    def broken(self) -> bool:
        """The connection is lost and must be opened again."""

    def close(self) -> None: ...
