"""What a start that failed would leave behind where there was no database before: nothing in it was ever served."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from feltlab.service.one_writer import FileLock

_ENDS: Final = ("", "-wal", "-shm", "-mark", "-born")


class Unserved:
    """Asked before the lock, which makes the file."""

    def __init__(self, path: Path | None) -> None:
        files = [Path(f"{path}{end}") for end in _ENDS] if path and not path.exists() else []
        self._new = [file for file in files if not file.exists()]

    def locked(self, lock: FileLock | None) -> FileLock | None:
        """Another process may have made the file in the meantime, and may be done with it."""
        if lock is None or os.fstat(lock.handle).st_size:
            self._new = []
        return lock

    def remove(self) -> None:
        """While the lock is held; whoever waits for it sees that the file has gone."""
        for file in self._new:
            with suppress(OSError):
                file.unlink()
