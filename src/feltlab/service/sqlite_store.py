"""The store in an SQLite file: one process writes, and readers see the last commit.

SQLite comes with apsw, because a write-ahead log (WAL) is only safe since 3.51.3: before, two connections that met
while the log was reset could damage the file, and systems still ship older versions. A commit is on the disk when it
returns (synchronous = FULL).
"""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from threading import Lock
from typing import Final
from uuid import uuid4

import apsw

from feltlab.errors import ConflictError, StoreError, shown
from feltlab.service.checks import problems
from feltlab.service.database import Database, Row
from feltlab.service.foreign import foreign_objects
from feltlab.service.keys import key_file
from feltlab.service.mark import ServedMark, check_not_begun_again, check_not_lost
from feltlab.service.one_writer import FileLock, InUseError, check_name
from feltlab.service.open_files import OpenFiles
from feltlab.service.own_log import check_log
from feltlab.service.schema import VERSION, prepare
from feltlab.service.sql_store import SqlStore
from feltlab.service.sql_transaction import SqlTransaction
from feltlab.service.sqlite_file import ADVICE, check_file, page_size_of, with_checksums
from feltlab.service.sqlite_pages import CHECKSUM_BYTES, damaged_pages
from feltlab.service.takeover import held_key, hold_chain
from feltlab.service.unfinished import clear_unfinished
from feltlab.service.unserved import Unserved
from feltlab.stores import why_not_a_store

OLDEST: Final = (3, 51, 3)
WAIT_MS: Final = 5000
CACHE_KB: Final = 64_000
LOG_PAGES: Final = 4000
"""The log is applied to the main file when it has this many pages, 16 MB."""
NO_ROOM: Final = (apsw.SQLITE_FULL, apsw.SQLITE_IOERR_SHMSIZE)  # the second for the index of the log
RECHECKED: Final = 1000
"""After a crash, this many of the last rows of each chain are checked; older ones were not in the log."""
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
def translated(name: str) -> Iterator[None]:
    try:
        yield
    except apsw.Error as error:
        raise _in_our_words(name, error) from error


def _in_our_words(name: str, error: apsw.Error) -> StoreError:
    match error:
        case apsw.ConstraintError():
            return ConflictError(f"{name}: {_line(error)}")
        case apsw.NotADBError():
            return StoreError(f"{name} is not an SQLite database")
        case apsw.IOError() if getattr(error, "extendedresult", None) == apsw.SQLITE_IOERR_DATA:
            return StoreError(f"{name} is damaged: a page fails its checksum; {ADVICE}")
        case apsw.CorruptError():
            return StoreError(f"{name} is damaged: {_line(error)}; {ADVICE}")
        case apsw.FullError() | apsw.IOError() if getattr(error, "extendedresult", None) in NO_ROOM:
            return StoreError(f"{name}: the disk is full; make room, nothing is lost")
        case apsw.ReadOnlyError():
            return StoreError(f"{name} cannot be written: it, its folder or its disk is read-only")
        case _:
            return StoreError(f"{name}: {_line(error)}")


def _line(error: Exception) -> str:
    """SQLite's words, if it has any: it says "not an error" about a failure it was not told of."""
    words = " ".join(str(error).split())
    code = getattr(error, "extendedresult", 0) or getattr(error, "result", 0)
    name = apsw.mapping_extended_result_codes.get(code) or apsw.mapping_result_codes.get(code) or type(error).__name__
    return words if words and not words.endswith("not an error") else f"SQLite failed ({name})"


@cache
def _sql(text: str) -> str:
    return text.format_map(WORDS)


class SqliteDatabase:
    checks_itself = True
    broken = False
    """SQLite itself undoes a failed write; the connection stays good."""

    def __init__(self, name: str, path: Path | None, memory: str = "", write: bool = True, alone: bool = False) -> None:
        """`alone`: the file without its log."""
        self.name = name
        self._failed = False
        self._log_pages = 0
        flags = apsw.SQLITE_OPEN_URI | (
            apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE if write else apsw.SQLITE_OPEN_READONLY
        )
        with translated(name):
            if path is None:
                self.connection = apsw.Connection(memory, flags=flags)
            else:
                uri = path.absolute().as_uri() + ("?immutable=1" if alone else "")
                self.connection = apsw.Connection(uri, flags=flags, vfs=with_checksums())
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
        """Apply a long log to the main file and begin it again.

        SQLite would do this by itself but leave the log as it is until the next commit. A log older than the main file
        is dangerous: damaged, it would bring back some of the old pages. So a small commit follows at once. It does not
        wait for readers in the way; then the next commit tries again.
        """
        if self._log_pages < LOG_PAGES:
            return
        self.connection.set_busy_timeout(0)
        # A commit that is on the disk must not be reported as failed because of what follows it.
        with suppress(apsw.Error):
            [(busy, _, _)] = self.connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
            [(mark,)] = self.connection.execute("PRAGMA user_version").fetchall()
            if not busy:
                self.connection.execute(f"PRAGMA user_version = {0 if mark else 1}")
        self.connection.set_busy_timeout(WAIT_MS)

    # A batch has a dozen statements: the cost of a context manager would show.
    def execute(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        try:
            return self.connection.execute(_sql(sql), parameters).fetchall()
        except apsw.Error as error:
            self._failed = True
            raise _in_our_words(self.name, error) from error

    def execute_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        try:
            self.connection.executemany(_sql(sql), rows)
        except apsw.Error as error:
            self._failed = True
            raise _in_our_words(self.name, error) from error

    def stream(self, sql: str) -> Iterator[Row]:
        with translated(self.name):
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
            # Rows before the failed one are still there, and must not stay because someone caught the error.
            if self._failed:
                raise StoreError(f"{self.name}: part of the transaction had failed")  # noqa: TRY301
            self.execute("COMMIT")
            self.play_in()
        except BaseException:
            # After some disk errors SQLite has rolled back already.
            with suppress(StoreError):
                if self.connection.in_transaction:
                    self.execute("ROLLBACK")
            raise

    def close(self) -> None:
        with translated(self.name):
            self.connection.close()


def sqlite_path(url: str) -> Path | None:
    """The file of a URL; None for a database in memory."""
    rest = url.removeprefix("sqlite://")
    if rest == "":
        return None
    if not url.startswith("sqlite:///") or rest == "/" or "?" in rest or "#" in rest or "\0" in rest:
        raise StoreError(f"an SQLite database is sqlite:///relative.db or sqlite:////absolute.db, not {shown(url)}")
    # By its real name: SQLite puts the log beside the file that a link leads to.
    return Path(rest[1:]).resolve()


def open_database(path: Path, write: bool) -> SqliteDatabase:
    """A plain connection to a file, without taking the writer's lock."""
    check_version()
    if not write and not path.exists():
        raise StoreError(f"there is no database {path}")
    if not write:
        check_name(path)
    return SqliteDatabase(str(path), path, write=write)


class SqliteStore(SqlStore):
    def __init__(self, url: str, beside: bool = False, takes_over: bool = False) -> None:
        check_version()
        super().__init__(url)
        self._path = path = sqlite_path(url)
        # A file in memory that several connections share has its own name, so that two stores never meet.
        self._memory = f"file:/{uuid4().hex}?vfs=memdb"
        self._mark: ServedMark | None = None
        self._files: OpenFiles | None = None
        self._holding = Lock()
        """Nobody reads from an abandoned file."""
        unserved = Unserved(path)
        self._lock = unserved.locked(None if path is None else _lock(path, beside))
        try:
            if beside and path is not None and self._lock is None:
                self._join(path, url)
            else:
                self._open(path, url, takes_over)
            self._note_files()
        except BaseException:
            unserved.remove()
            self.close()
            raise

    def _open(self, path: Path | None, url: str, takes_over: bool) -> None:
        recovered = path is not None and check_file(path)
        if path is not None and recovered:
            check_log(path, key_file(path, url), partial(SqliteDatabase, url, path, write=False))
        if path is not None:
            clear_unfinished(path.parent)
        self._writer = writer = self.open_writer()
        with writer.transaction():
            check_not_begun_again(writer, path)
            version = prepare(writer)
            if foreign := foreign_objects(writer):
                raise StoreError(f"{url} was changed by something else: {foreign[0]}; {ADVICE}")
            self._key = hold_chain(writer, key_file(path, url), version, takes_over)
        if path is not None:
            self._mark = ServedMark(path)
            self._mark.go_on(writer, self._key)
        if recovered and (found := problems(self, RECHECKED)):
            raise StoreError(f"{url} is damaged: {found[0]}; {ADVICE}")

    def _join(self, path: Path, url: str) -> None:
        """Beside the process that serves the file: it is sound, of our version, and its key and mark are there."""
        self._writer = self.open_writer()
        with self._writer.transaction(write=False):
            if self._writer.execute("SELECT version FROM schema_version") != [(VERSION,)]:
                raise StoreError(f"{url} is served by another version of feltlab")
            self._key = held_key(self._writer, key_file(path, url))

    def _note_files(self) -> None:
        """When SQLite has all of them open. The file is the locked one, or another took its name in the meantime."""
        if self._path is None:
            return
        self._files = OpenFiles(self._path)
        if self._lock and not os.path.samestat(self._path.stat(), os.fstat(self._lock.handle)):
            raise StoreError(f"{self._url} was replaced while it was opened: try again")

    def _check_there(self) -> None:
        if self._files is not None and not self._files.are_there():
            raise StoreError(f"{self._url} or its log was moved: put back the original")

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """Checked again after the commit: one that went to a missing file is not acknowledged."""
        self._check_there()
        with super().writing() as db:
            yield db
        self._check_there()

    @contextmanager
    def transaction(self) -> Iterator[SqlTransaction]:
        with super().transaction() as rows:
            yield rows
        if self._mark is not None:
            self._mark.advance(rows.appended)

    def damaged_pages(self, first: int, count: int) -> tuple[list[int], int]:
        """Those of the given number of pages that fail their checksum, and the next page; 0 after the last."""
        with self._holding:
            if self._lock is None:
                return [], 0
            handle, last = self._lock.handle, first + count - 1
            page_size = page_size_of(Path(self._url), os.pread(handle, 100, 0))
            found = list(damaged_pages(handle, page_size, first, last))
            return found, last + 1 if last * page_size < os.fstat(handle).st_size else 0

    def open_writer(self) -> SqliteDatabase:
        return SqliteDatabase(self._url, self._path, self._memory)

    def open_reader(self) -> SqliteDatabase:
        self._check_there()
        return SqliteDatabase(self._url, self._path, self._memory, write=False)

    def close(self) -> None:
        try:
            super().close()
        finally:
            with self._holding:
                for held in (self._mark, self._lock):
                    if held is not None:
                        held.close()
                self._mark = self._lock = None


def _lock(path: Path, beside: bool) -> FileLock | None:
    """None for a store that another process serves and that is joined `beside` it."""
    if why := why_not_a_store(path):
        raise StoreError(f"{path} cannot be a database: {why}; name another file")
    check_not_lost(path)
    try:
        return FileLock(path)
    except InUseError:
        if beside:
            return None
        raise
