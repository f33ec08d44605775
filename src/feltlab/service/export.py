"""Finished rounds out of a database that may be in use."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from feltlab.errors import StoreError
from feltlab.service.database import Database
from feltlab.service.sqlite_store import open_database, sqlite_path
from feltlab.service.store import check_url


@contextmanager
def looking_at(url: str) -> Iterator[Database]:
    """A store opened for reading: creates nothing if there is none, and disturbs nobody who writes to it."""
    check_url(url)
    with closing(opened(url)) as db, db.transaction(write=False):
        if "schema_version" not in db.table_names():
            raise StoreError(f"{db.name} is not a feltlab database")
        yield db


def opened(url: str) -> Database:
    if url.startswith("sqlite:"):
        path = sqlite_path(url)
        if path is None:
            raise StoreError("a database in memory has nothing to read")
        return open_database(path, write=False)
    from feltlab.service.postgres_store import PostgresDatabase, public_url

    return PostgresDatabase(public_url(url), url)


def recorded(url: str, table: str | None = None) -> Iterator[str]:
    """The records of all finished rounds, or of one table's, oldest first; all as of the moment of the call."""
    with looking_at(url) as db:
        if table is not None and not db.execute("SELECT 1 FROM tables WHERE table_id = ?", (table,)):
            raise StoreError(f"there is no table {table} in the database")
        of_table, parameters = ("table_id = ?", (table,)) if table is not None else ("? = ''", ("",))
        found = db.execute(
            f"SELECT table_id, round FROM rounds WHERE history IS NOT NULL AND {of_table}"  # noqa: S608 - one of the two
            " ORDER BY opened_at, table_id, round",
            parameters,
        )
        for name, number in found:  # one at a time: the records of a month do not fit into memory
            [(history,)] = db.execute("SELECT history FROM rounds WHERE table_id = ? AND round = ?", (name, number))
            yield str(history)
