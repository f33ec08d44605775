"""A copy of the store while it runs, and a move from one database to the other.

A backup is an SQLite file that opens as a store, whatever it was made from. It gets its name only when it is complete,
checked and on the disk.
"""

import os
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Final

import apsw

from feltlab.errors import StoreError
from feltlab.service.chain import KEY
from feltlab.service.checks import ledger_sums
from feltlab.service.database import Database, Row
from feltlab.service.export import opened
from feltlab.service.keys import key_id
from feltlab.service.one_writer import file_at, is_locked
from feltlab.service.schema import COPIED, VERSION, begin_life, life_of, prepare
from feltlab.service.sqlite_file import check_file, with_checksums
from feltlab.service.sqlite_pages import CHECKSUM_BYTES
from feltlab.service.sqlite_store import SqliteDatabase, open_database, sqlite_path, translated
from feltlab.service.store import Store, check_url, open_store
from feltlab.service.takeover import put_key, take_over
from feltlab.service.unfinished import appearing
from feltlab.stores import why_not_a_store

BATCH = 5000
WRITABLE: Final = apsw.SQLITE_OPEN_URI | apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
"""By its URI, as a name need not be UTF-8."""

_HEADS = """
    SELECT tables.table_id, last_number, last_hash, number, hash FROM tables LEFT JOIN events
    ON events.table_id = tables.table_id AND events.number = last_number ORDER BY tables.table_id"""

OWN: Final = frozenset({"schema_version", "events", "transfers", "audit"})
_OURS = {"heads": f"chain <> '{KEY}'"}


def backup(store_url: str, path: Path) -> None:
    """Write a copy of a store in use, as of one moment, to a file.

    A file of that name, or the one a link of that name leads to, is replaced in one step.
    """
    path = Path(os.path.realpath(path))
    source = sqlite_path(store_url) if store_url.startswith("sqlite:") else None
    if source is None and store_url.startswith("sqlite:"):
        raise StoreError("a database in memory cannot be backed up")
    _check_target(path, source)
    with appearing(path) as unfinished:
        if source is not None:
            _copy_file(source, unfinished)
        else:
            _copy_postgres(store_url, unfinished)
        _check_integrity(unfinished)
        _check_target(path, source)  # a store may have been created there in the meantime


def _check_target(path: Path, source: Path | None) -> None:
    """An earlier backup may be replaced, and nothing else: no store, no file beside one, nothing unrelated."""
    if file_at(path) and source is not None and source.exists() and path.samefile(source):
        raise StoreError(f"{path} is the database itself")
    log = Path(f"{path}-wal")
    # Under a new main file an old log would be played into it.
    if is_locked(path) or (log.exists() and log.stat().st_size):
        raise StoreError(f"{path} is a database in use: write the backup to another file")
    if why := why_not_a_store(path):
        raise StoreError(f"cannot write {path}: {why}; write the backup to another file")
    # Only a database that was served has a mark.
    if path.exists() and Path(f"{path}-mark").exists():
        raise StoreError(f"{path} was served as a database: write the backup to another file")
    if path.exists() and not _is_backup(path):
        raise StoreError(
            f"{path} is there and is not a feltlab backup: write the backup to another file or move that away"
        )


def _is_backup(path: Path) -> bool:
    """A database of ours that has no life of its own: one begins when it is first served."""
    try:
        # As it is, without a lock and without SQLite's files beside it.
        with closing(SqliteDatabase(str(path), path, write=False, alone=True)) as db:
            return OWN.issubset(db.table_names()) and not life_of(db)
    except (StoreError, ValueError):  # no database, an older one, or one with other things in our places
        return False


def _copy_file(source: Path, target: Path) -> None:
    with closing(open_database(source, write=False)) as db:
        if "schema_version" not in db.table_names():
            raise StoreError(f"{source} is not a feltlab database")
        with (
            translated(f"{source}, while it was copied"),
            closing(apsw.Connection(target.as_uri(), flags=WRITABLE, vfs=with_checksums())) as copied,
        ):
            copied.execute("PRAGMA journal_mode = OFF")
            copied.execute("PRAGMA synchronous = OFF")  # it goes to the disk as a whole, before it gets its name
            copied.reserve_bytes("main", CHECKSUM_BYTES)
            # Checksums are on once a first page asks for them; pages written before have none.
            copied.execute("PRAGMA user_version = 1")
            # All pages in one step are of one moment; in several, each commit in between would start it over.
            with copied.backup("main", db.connection, "main") as pages:
                pages.step(-1)


def _copy_postgres(url: str, target: Path) -> None:
    from feltlab.service.postgres_store import PostgresDatabase, public_url

    with closing(PostgresDatabase(public_url(url), url)) as source, source.transaction(write=False):
        if "schema_version" not in source.table_names():
            raise StoreError(f"{source.name} is not a feltlab database")
        found = source.execute("SELECT version FROM schema_version")
        if found != [(VERSION,)]:
            raise StoreError(f"{source.name} has another schema version; serve it once with this feltlab")
        with closing(open_database(target, write=True)) as copied, copied.transaction():
            prepare(copied)
            _copy_rows(source, copied)


def _check_integrity(path: Path) -> None:
    with closing(open_database(path, write=True)) as db:
        if "seeds" in db.table_names():  # a version with seeds in the log has none to leave out
            db.execute("PRAGMA secure_delete = ON")
            begin_life(db, "")  # it gets one when it is served
        found = db.execute("PRAGMA integrity_check")
        if found != [("ok",)]:
            raise StoreError(f"the backup {path} is damaged: {found[0][0]}; try again, to another disk")
        # All in the one file, so that nothing beside it can get lost.
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    check_file(path)  # every page, as it is on the disk


def copy(from_url: str, to_url: str) -> dict[str, int]:
    """Copy every row into an empty store, with nobody writing to either. Returns how many rows each table has."""
    _check_empty(to_url)
    with closing(open_store(from_url)) as source, closing(open_store(to_url)) as target:
        with source.reading() as old, old.transaction(write=False), target.writing() as new:
            counts = _copy_rows(old, new)
            if target.key != source.key:
                take_over(new, target.key, key_id(source.key))
            put_key(new, target.key)
            begin_life(new, "")
        _check_books(source, target)
    return counts


def _check_empty(url: str) -> None:
    """Checked before anything is written to either."""
    check_url(url)
    path = sqlite_path(url) if url.startswith("sqlite:") else None
    if path and (why := why_not_a_store(path)):
        raise StoreError(f"cannot write {path}: {why}; copy to another file")
    if url.startswith("sqlite:") and not (path and file_at(path)):
        return
    with closing(opened(url)) as db:
        there = db.table_names().intersection(COPIED)
        if any(db.execute(f"SELECT 1 FROM {table} WHERE {_OURS.get(table, 'true')} LIMIT 1") for table in there):  # noqa: S608
            raise StoreError(f"{db.name} is not empty")


def _check_books(source: Store, target: Store) -> None:
    if ledger_sums(target) != ledger_sums(source):
        raise StoreError(f"the books of {target.url} differ from those of {source.url}")


def _copy_rows(source: Database, target: Database) -> dict[str, int]:
    target.execute("DELETE FROM heads WHERE chain = ?", (KEY,))  # the source's, since its hashes are copied
    if any(_counts(target).values()):
        raise StoreError(f"{target.name} is not empty")
    for table in COPIED:
        columns = ", ".join(source.columns(table))
        marks = ", ".join("?" * len(source.columns(table)))
        insert = f"INSERT INTO {table} ({columns}) VALUES ({marks})"  # noqa: S608 - names from our own schema
        rows = source.stream(f"SELECT {columns} FROM {table}")  # noqa: S608
        while batch := list[Row](islice(rows, BATCH)):
            target.execute_many(insert, batch)
    counts = _counts(source)
    if _counts(target) != counts or target.execute(_HEADS) != source.execute(_HEADS):
        raise StoreError(f"{target.name} differs from {source.name} after copying; nothing was kept")
    return counts


def _counts(db: Database) -> dict[str, int]:
    return {table: int(db.execute(f"SELECT COUNT(*) FROM {table}")[0][0]) for table in COPIED}  # noqa: S608
