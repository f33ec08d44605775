"""The store in an SQLite file: one process writes, readers beside it see the last commit.

SQLite comes with apsw, because a log that is written ahead (WAL) is only safe since 3.51.3: before, two connections
that met while the log was reset could damage the file, and systems still ship older ones. A commit is on the disk when
it returns (synchronous = FULL).
"""

import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final
from uuid import uuid4

import apsw

from feltlab.errors import ConflictError, StoreError, shown
from feltlab.service.checks import problems
from feltlab.service.database import Row
from feltlab.service.schema import prepare
from feltlab.service.sql_store import SqlStore
from feltlab.service.sqlite_file import CHECKSUM_BYTES, check_file, with_checksums

OLDEST: Final = (3, 51, 3)
WAIT_MS: Final = 5000
CACHE_KB: Final = 64_000
LOG_PAGES: Final = 4000
"""The log is played into the main file when it has this many pages, 16 MB."""
RECHECKED: Final = 1000
"""After a crash, so many of the last rows of each chain are checked; what is older was not in the log."""
WORDS: Final = {
    "int": "INTEGER",
    "text": "TEXT",
    "large": "STRICT",
    "small": "STRICT, WITHOUT ROWID",
    "among": "IN (SELECT value FROM json_each(?))",
    "for_update": "",
}


def check_version(found: str | None = None) -> None:
    found = found or apsw.sqlite_lib_version()
    if tuple(int(part) for part in found.split(".")[:3]) < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        raise StoreError(f"SQLite {found} can damage a file in use; {oldest} or newer is needed: update apsw")


@contextmanager
def _translated(name: str) -> Iterator[None]:
    try:
        yield
    except apsw.ConstraintError as error:
        raise ConflictError(f"{name}: {_line(error)}") from error
    except apsw.NotADBError as error:
        raise StoreError(f"{name} is not an SQLite database") from error
    except apsw.IOError as error:
        if getattr(error, "extendedresult", None) == apsw.SQLITE_IOERR_DATA:
            raise StoreError(f"{name} is damaged: a page fails its checksum; restore a backup") from error
        raise StoreError(f"{name}: {_line(error)}") from error
    except apsw.CorruptError as error:
        raise StoreError(f"{name} is damaged: {_line(error)}; restore a backup") from error
    except apsw.Error as error:
        raise StoreError(f"{name}: {_line(error)}") from error


def _line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


@cache
def _sql(text: str) -> str:
    return text.format_map(WORDS)


class SqliteDatabase:
    checks_itself = True
    broken = False
    """A failed write is undone by SQLite itself; the connection stays good."""

    def __init__(self, name: str, path: Path | None, memory: str = "", write: bool = True) -> None:
        self.name = name
        self._failed = False
        self._log_pages = 0
        flags = apsw.SQLITE_OPEN_URI | (
            apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE if write else apsw.SQLITE_OPEN_READONLY
        )
        with _translated(name):
            if path is None:
                self.connection = apsw.Connection(memory, flags=flags)
            else:
                self.connection = apsw.Connection(path.absolute().as_uri(), flags=flags, vfs=with_checksums())
            try:
                self._set_up(write)
            except BaseException:
                self.connection.close()
                raise

    def _set_up(self, write: bool) -> None:
        db = self.connection
        db.set_busy_timeout(WAIT_MS)
        db.execute("PRAGMA foreign_keys = ON")
        if write:
            db.reserve_bytes("main", CHECKSUM_BYTES)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute(f"PRAGMA cache_size = -{CACHE_KB}")
            db.execute("PRAGMA wal_autocheckpoint = 0")
            db.set_wal_hook(self._logged)

    def _logged(self, _db: apsw.Connection, _schema: str, pages: int) -> int:
        self._log_pages = pages
        return apsw.SQLITE_OK

    def play_in(self) -> None:
        """Play a long log into the main file and begin it anew.

        SQLite would do it by itself but leave the log as it is until the next commit. A log that is older than the
        main file is a danger: damaged, it would bring back some of the old pages. So a small commit follows at once.
        Readers in the way are not waited for; then the next commit tries again.
        """
        if self._log_pages < LOG_PAGES:
            return
        self.connection.set_busy_timeout(0)
        # A commit that is on the disk must not be reported as failed because of what comes after it.
        with suppress(apsw.Error):
            [(busy, _, _)] = self.connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
            [(mark,)] = self.connection.execute("PRAGMA user_version").fetchall()
            if not busy:
                self.connection.execute(f"PRAGMA user_version = {0 if mark else 1}")
        self.connection.set_busy_timeout(WAIT_MS)

    @contextmanager
    def _watched(self) -> Iterator[None]:
        try:
            with _translated(self.name):
                yield
        except StoreError:
            self._failed = True
            raise

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        with self._watched():
            return self.connection.execute(_sql(sql), parameters).fetchall()

    def execute_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        with self._watched():
            self.connection.executemany(_sql(sql), rows)

    def stream(self, sql: str) -> Iterator[Row]:
        with _translated(self.name):
            yield from self.connection.execute(_sql(sql))

    def listed(self, values: Sequence[str]) -> object:
        return json.dumps(list(values))

    def table_names(self) -> set[str]:
        return {str(row[0]) for row in self.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}

    def columns(self, table: str) -> list[str]:
        return [str(row[0]) for row in self.execute("SELECT name FROM pragma_table_info(?) ORDER BY cid", (table,))]

    @contextmanager
    def transaction(self, write: bool = True) -> Iterator[None]:
        self.execute("BEGIN IMMEDIATE" if write else "BEGIN")
        self._failed = False
        try:
            yield
            # Rows before the one that failed are still there, and must not stay because someone caught the error.
            if self._failed:
                raise StoreError(f"{self.name}: a part of the transaction had failed")  # noqa: TRY301
            self.execute("COMMIT")
            self.play_in()
        except BaseException:
            # After some disk errors SQLite has rolled back already.
            with suppress(StoreError):
                if self.connection.in_transaction:
                    self.execute("ROLLBACK")
            raise

    def close(self) -> None:
        with _translated(self.name):
            self.connection.close()


def sqlite_path(url: str) -> Path | None:
    """The file of a URL; None for a database in memory."""
    rest = url.removeprefix("sqlite://")
    if rest == "":
        return None
    if not url.startswith("sqlite:///") or rest == "/" or "?" in rest or "#" in rest or "\0" in rest:
        raise StoreError(f"an SQLite store is sqlite:///relative.db or sqlite:////absolute.db, not {shown(url)}")
    return Path(rest[1:])


def open_database(path: Path, write: bool) -> SqliteDatabase:
    """A plain connection to a file, without taking the writer's lock."""
    check_version()
    if not write and not path.exists():
        raise StoreError(f"there is no store {path}")
    return SqliteDatabase(str(path), path, write=write)


class SqliteStore(SqlStore):
    def __init__(self, url: str) -> None:
        check_version()
        super().__init__(url)
        self._path = path = sqlite_path(url)
        # A file in memory that several connections share has a name of its own, so that two stores never meet.
        self._memory = f"file:/{uuid4().hex}?vfs=memdb"
        self._lock = None if path is None else _lock(path)
        try:
            recovered = path is not None and check_file(path)
            self._writer = self.open_writer()
            with self._writer.transaction():
                prepare(self._writer)
            if recovered and (found := problems(self, RECHECKED)):
                raise StoreError(f"{url} is damaged: {found[0]}; restore a backup")  # noqa: TRY301
        except BaseException:
            self.close()
            raise

    def open_writer(self) -> SqliteDatabase:
        return SqliteDatabase(self._url, self._path, self._memory)

    def open_reader(self) -> SqliteDatabase:
        return SqliteDatabase(self._url, self._path, self._memory, write=False)

    def close(self) -> None:
        try:
            super().close()
        finally:
            if self._lock is not None:
                os.close(self._lock)
                self._lock = None


def _lock(path: Path) -> int:
    """One writer: the lock lives as long as the process holds it open, and goes with the process however it ends."""
    try:
        handle = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise StoreError(f"{path} cannot be opened: {error.strerror}") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.ftruncate(handle, 0)
        os.write(handle, f"{os.getpid()}\n".encode())
    except OSError as error:
        holder = os.pread(handle, 20, 0).decode("ascii", "replace").strip()
        os.close(handle)
        if isinstance(error, BlockingIOError):
            raise StoreError(f"{path} is in use by another process ({holder or 'unknown'})") from None
        raise StoreError(f"{path} cannot be locked: {error.strerror}") from error
    return handle
