"""Finished rounds out of a database that may be in use."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from feltlab.errors import StoreError
from feltlab.service.database import Database
from feltlab.service.sqlite_store import open_database, sqlite_path
from feltlab.service.store import open_store


@contextmanager
def _reading(url: str) -> Iterator[Database]:
    if not url.startswith("sqlite:"):
        with closing(open_store(url)) as store, store.reading() as db:
            yield db
        return
    path = sqlite_path(url)
    if path is None:
        raise StoreError("a store in memory has nothing to export")
    with closing(open_database(path, write=False)) as db:
        yield db


def recorded(url: str, table: str | None = None) -> list[str]:
    """The records of all finished rounds, or of one table's, the oldest first."""
    with _reading(url) as db:
        if table is not None and not db.execute("SELECT 1 FROM tables WHERE table_id = ?", (table,)):
            raise StoreError(f"there is no table {table} in the store")
        of_table, parameters = ("table_id = ?", (table,)) if table is not None else ("? = ''", ("",))
        rows = db.execute(
            f"SELECT history FROM rounds WHERE history IS NOT NULL AND {of_table}"  # noqa: S608 - one of the two above
            " ORDER BY opened_at, table_id, round",
            parameters,
        )
    return [str(history) for (history,) in rows]
