"""The mark beside an SQLite file: which log was served here last, and how far.

A round may only go on from its seed where nobody has heard of what came after it. So a file is told apart from an
older copy of itself: the mark has the life that the file says it lives, how many events were committed in it, and
which files these were. A file without its mark, or behind it, was restored or brought from elsewhere.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final
from uuid import uuid4

from feltlab.errors import StoreError

_LENGTH: Final = len(f"{uuid4().hex} {0:020d} {0:020d} {0:020d}\n")


class ServedMark:
    """Written after each commit and not waited for: a mark that is behind its log says nothing against it."""

    def __init__(self, database: Path) -> None:
        self._path = Path(f"{database.resolve()}-mark")
        with self._told("opened"):
            self._file = database.stat().st_ino
            self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._life, self._events = "", 0

    @contextmanager
    def _told(self, done: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise StoreError(f"{self._path} cannot be {done}: {error.strerror}") from error

    def knows(self, life: str, events: int) -> bool:
        """Whether this log, or a longer one, was the last that was served under this name."""
        with self._told("read"):
            own = os.fstat(self._handle).st_ino
            fields = os.pread(self._handle, _LENGTH + 1, 0).decode("ascii", "replace").split()
        if len(fields) != 4 or not all(field.isdigit() for field in fields[1:]) or not life:
            return False
        marked, files = int(fields[1]), [int(fields[2]), int(fields[3])]
        return fields[0] == life and files == [self._file, own] and marked <= events

    def keep(self, life: str, events: int) -> None:
        self._life, self._events = life, events
        with self._told("written"):
            self._write()
            os.fsync(self._handle)

    def advance(self, events: int) -> None:
        """What is marked is durable by now, whatever becomes of the mark."""
        if events:
            self._events += events
            with suppress(OSError):
                self._write()

    def _write(self) -> None:
        own = os.fstat(self._handle).st_ino
        os.pwrite(self._handle, f"{self._life} {self._events:020d} {self._file:020d} {own:020d}\n".encode(), 0)

    def close(self) -> None:
        os.close(self._handle)
