"""The mark beside an SQLite file: which log was served here last, and how far.

A round may continue from its seed only if nobody has seen what came after it. So a file must be distinguished from an
older copy of itself: the mark has the life that the file claims, how many events were committed in it, and which files
these were. A file without its mark, or behind it, was restored or brought from elsewhere.

`cp` writes into existing files and leaves them the same files. So a second file beside the database is written only
when a life begins and when its store is closed, and the mark has the time of its last change (ctime), which nobody can
set: even a copy of all of them over the originals is noticed. Only one case is not: a copy of all but that file, over
files whose process was killed.
"""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final
from uuid import uuid4

from feltlab.errors import StoreError
from feltlab.service.cut_short import begin_after_cut
from feltlab.service.database import Database
from feltlab.service.schema import begin_life, events_of, life_of

LOG: Final = logging.getLogger("feltlab.store")
_LENGTH: Final = len(f"{uuid4().hex} {0:020d} {0:020d} {0:020d} {0:020d}\n")
_OF_BIRTH: Final = 3
"""Fields of the file that a life begins with: the life, when the file was changed before it was closed, its events."""
_EARLIER: Final = 4
"""Fields of an older mark, without the last one: when a life began."""


class ServedMark:
    """Written after each commit without waiting: a mark behind its log proves nothing against it."""

    def __init__(self, database: Path) -> None:
        self._path = Path(f"{database.resolve()}-mark")
        self._birth = Path(f"{database.resolve()}-born")
        with self._told("opened"):
            self._file = database.stat().st_ino
            self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._life, self._events, self._began = "", 0, 0
        with self._told("read"):
            self._own = os.fstat(self._handle).st_ino
            self._fields = _fields(os.pread(self._handle, _LENGTH + 1, 0))

    @property
    def counted(self) -> int:
        """The events of the last log served under this name; 0 if no mark says so."""
        return int(self._fields[1]) if self._fields else 0

    @contextmanager
    def _told(self, done: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise StoreError(f"{self._path} cannot be {done}: {error.strerror}") from error

    def knows(self, life: str, events: int) -> bool:
        """Whether the last log served under this name was this one, or a shorter part of it."""
        if not self._fields or not life:
            return False
        files = [int(field) for field in self._fields[2:]]
        here = [self._file, self._own]
        times = {self._born(life), self._born_before(life, events)} - {-1}
        same_files = files[:2] == here and not times.isdisjoint(files[2:])
        return self._fields[0] == life and same_files and self.counted <= events

    def _birth_fields(self, life: str) -> list[str]:
        try:
            fields = self._birth.read_text("ascii", "replace").split()
        except OSError:
            return []
        return fields if fields[:1] == [life] and all(field.isdecimal() for field in fields[1:]) else []

    def _born(self, life: str) -> int:
        """When the file that this life began with was last changed; -1 if it belongs to another life or is gone."""
        try:
            return self._birth.stat().st_ctime_ns if self._birth_fields(life) else -1
        except OSError:
            return -1

    def _born_before(self, life: str, events: int) -> int:
        """When it was changed before its store was closed, for a mark that a kill kept from hearing of the close: it
        counts only beside a log with all that was in it then, which an older one has not. -1 where there is none.
        """
        fields = self._birth_fields(life)
        return int(fields[1]) if len(fields) == _OF_BIRTH and int(fields[2]) <= events else -1

    def go_on(self, db: Database, key: bytes) -> None:
        """A log that is older than one that was served under this name, or was cut, begins a new life."""
        life, fresh = life_of(db), uuid4().hex
        events = events_of(db)
        with db.transaction():
            life = fresh if begin_after_cut(db, key, fresh) else life
        if life != fresh and not self.knows(life, events):
            life = fresh
            with db.transaction():
                begin_life(db, life)
            self._warn(db.name, events)
        self.keep(life, events)

    def _warn(self, name: str, events: int) -> None:
        if self.counted > events:
            LOG.warning(
                "%s holds %d events, and %d were served under its name: rounds that were open are void. Unless you put"
                " a backup there, its log was lost: stop the server and restore the latest backup",
                name, events, self.counted,
            )  # fmt: skip
        elif events:
            LOG.warning("%s is older than what was served, or was moved: rounds that were open are void", name)

    def keep(self, life: str, events: int) -> None:
        with self._told("written"):
            if self._born(life) < 0:
                self._bear(life)
            self._life, self._events, self._began = life, events, self._born(life)
            self._write()
            os.fsync(self._handle)

    def _bear(self, life: str) -> None:
        handle = os.open(self._birth, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        try:
            os.write(handle, _birth_line(life, 0, 0))
            os.fsync(handle)
        finally:
            os.close(handle)

    def advance(self, events: int) -> None:
        """What is marked is durable by now, whatever becomes of the mark."""
        if events:
            self._events += events
            with suppress(OSError):
                self._write()

    def _write(self) -> None:
        line = f"{self._life} {self._events:020d} {self._file:020d} {self._own:020d} {self._began:020d}\n"
        os.pwrite(self._handle, line.encode(), 0)

    def close(self) -> None:
        """From now on a mark that was copied while this was served is another's, even without the file beside it."""
        try:
            if self._life and self._born(self._life) == self._began:
                with suppress(OSError):
                    self._age()
        finally:
            os.close(self._handle)

    def _age(self) -> None:
        """In one write over what is there, which no full disk cuts short."""
        handle = os.open(self._birth, os.O_WRONLY | os.O_CLOEXEC)
        try:
            os.pwrite(handle, _birth_line(self._life, self._began, self._events), 0)
            os.fsync(handle)
            self._began = os.fstat(handle).st_ctime_ns
        finally:
            os.close(handle)
        self._write()
        os.fsync(self._handle)


def _birth_line(life: str, changed: int, events: int) -> bytes:
    return f"{life} {changed:020d} {events:020d}\n".encode()


def served_life(database: Path) -> str:
    """The life that was served last in this very file, as far as a mark says so."""
    try:
        fields = _fields(Path(f"{database}-mark").read_bytes()[: _LENGTH + 1])
        return fields[0] if fields and int(fields[2]) == database.stat().st_ino else ""
    except OSError:
        return ""


def check_not_lost(database: Path) -> None:
    """Refuse to begin again where events were served; before anything is made there."""
    try:
        there = database.exists() and database.stat().st_size
    except OSError as error:
        raise StoreError(f"{database} cannot be read: {error.strerror}") from error
    if not there:
        _refuse_lost(database, "is missing or empty")


def check_not_begun_again(db: Database, database: Path | None) -> None:
    """The same for a file that is there and has nothing: all of it was in a log that is gone."""
    if database and ("tables" not in db.table_names() or not events_of(db)):
        _refuse_lost(database, "has no events")


def _refuse_lost(database: Path, what: str) -> None:
    mark = Path(f"{database}-mark")
    try:
        fields = _fields(mark.read_bytes()[: _LENGTH + 1]) if mark.is_file() else []
    except OSError as error:
        raise StoreError(f"{mark} cannot be read: {error.strerror}") from error
    if fields and int(fields[1]):
        raise StoreError(
            f"{database} {what}, but {mark} has counted {int(fields[1]):,} events: put the file and its log back, or"
            f" restore a backup; to start over, remove {mark}"
        )


def _fields(text: bytes) -> list[str]:
    """Life, events, both files and when the life began; nothing of what is no mark."""
    fields = text.decode("ascii", "replace").split()
    return fields if len(fields) in {_EARLIER, _EARLIER + 1} and all(field.isdecimal() for field in fields[1:]) else []
