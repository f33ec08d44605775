"""A file that gets its name only when it is complete and on the disk; otherwise nothing of it remains."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import Final
from uuid import uuid4

from feltlab.errors import StoreError
from feltlab.service.one_writer import FileLock, is_locked

UNFINISHED: Final = ".unfinished"


@contextmanager
def appearing(path: Path) -> Iterator[Path]:
    clear_unfinished(path.parent, path.name)
    unfinished = path.with_name(f".{path.name}.{uuid4().hex}{UNFINISHED}")
    try:
        lock = FileLock(unfinished)
    except StoreError as error:
        raise StoreError(f"the backup {path} could not be written: {error}") from error
    try:
        yield unfinished
        os.fsync(lock.handle)
        unfinished.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise StoreError(f"the backup {path} could not be written: {error.strerror}") from error
    finally:
        _remove(unfinished)
        lock.close()


def clear_unfinished(folder: Path, name: str = "") -> None:
    """Remains of a killed process, under one name or any; files being made are locked."""
    for left in folder.glob(f".{escape(name) or '*'}.{'[0-9a-f]' * 32}{UNFINISHED}"):
        if not is_locked(left):
            _remove(left)


def _remove(unfinished: Path) -> None:
    for suffix in ("-wal", "-shm", "-journal", ""):
        with suppress(OSError):
            Path(f"{unfinished}{suffix}").unlink()
