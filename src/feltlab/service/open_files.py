"""The files of an open SQLite store, and whether they are still the ones with their names.

SQLite opens the file, its log and the log's index by name once, and keeps them until the last connection is closed: as
long as the writer is open, none of them changes by itself. Data written to a removed or replaced file are lost when the
process ends, and a later reader would read the other file.
"""

import os
from pathlib import Path

from feltlab.stores import identity


class OpenFiles:
    """As they are now: after SQLite has opened them."""

    def __init__(self, path: Path) -> None:
        self._names = [f"{path}{end}" for end in ("", "-wal", "-shm")]
        self._found = self._look()

    def are_there(self) -> bool:
        return self._found is not None and self._look() == self._found

    def _look(self) -> list[tuple[int, int]] | None:
        try:
            return [identity(os.stat(name)) for name in self._names]  # noqa: PTH116 - before and after each commit
        except OSError:
            return None
