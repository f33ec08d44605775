"""One connection to either database, as far as the shared SQL needs it.

SQL is a constant text. Parameters are always bound, marked `?`; words in braces stand for what differs between the
databases: types {int} and {text}, a table's rows {large} or {small}, `id {among}` for one list as a parameter; after a
SELECT {for_update} for rows that nobody else may change until the transaction ends.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

Row = tuple[Any, ...]


class Database(Protocol):
    @property
    def name(self) -> str:
        """For messages: its location, without a password."""

    @property
    def checks_itself(self) -> bool:
        """Whether it has SQLite's PRAGMA integrity_check; PostgreSQL leaves it to its administrator (pg_amcheck)."""

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]: ...

    def execute_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None: ...

    def stream(self, sql: str) -> Iterator[Row]:
        """Rows one after another, without holding them all; inside a transaction."""

    def listed(self, values: Sequence[str]) -> object:
        """The values as the one parameter of {among}."""

    def table_names(self) -> set[str]: ...

    def columns(self, table: str) -> list[str]: ...

    def transaction(self, write: bool = True) -> AbstractContextManager[None]:
        """One state of the database from beginning to end. If a statement fails inside, all of it fails."""

    @property
    def broken(self) -> bool:
        """Whether the connection is lost and must be opened again."""

    def close(self) -> None: ...
