"""One writer per file, by whatever name it is opened.

The lock is on the file itself and not on a name beside it, lasts as long as the process holds it open, and ends with
the process, however that ends. It is an `flock` lock, which does not interfere with SQLite's own.
"""

import fcntl
import os
import stat
from contextlib import suppress
from pathlib import Path

from feltlab.errors import StoreError
from feltlab.stores import HELD, identity


class InUseError(StoreError):
    pass


class FileLock:
    """The open file is also for reading its pages. It is its owner's alone, as are SQLite's files beside it."""

    def __init__(self, path: Path) -> None:
        try:
            self._key = _checked_names(path)
            self.handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._key = _same(path, self.handle)
                _for_owner_only(self.handle)
            except BaseException:
                os.close(self.handle)
                raise
        except BlockingIOError:
            raise _in_use(path, _holder(path.stat().st_ino)) from None
        except OSError as error:
            raise StoreError(f"{path} cannot be opened: {error.strerror}") from error
        HELD.add(self._key)

    def close(self) -> None:
        HELD.discard(self._key)
        os.close(self.handle)


def file_at(path: Path) -> os.stat_result | None:
    """None if nothing is there yet. Anything but a regular file is neither opened nor replaced."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreError(f"{path} cannot be opened: {error.strerror}") from error
    if stat.S_ISDIR(found.st_mode):
        raise StoreError(f"{path} is a folder: name a file")
    if not stat.S_ISREG(found.st_mode):
        raise StoreError(f"{path} is a device, a pipe or a socket: name a file")
    return found


def is_locked(path: Path) -> bool:
    """Whether some process, this one or another, writes to the file or is making it."""
    try:
        found = path.stat()
        if identity(found) in HELD:
            return True
        if not stat.S_ISREG(found.st_mode):
            return False
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def check_name(path: Path) -> None:
    """A log is beside one name only: under another name of the same file a reader would see an old state."""
    found = file_at(path)
    if found and found.st_nlink > 1 and not Path(f"{path}-wal").exists():
        raise _many_names(path)


def _checked_names(path: Path) -> tuple[int, int]:
    found = file_at(path)
    if found is None:
        return (0, 0)
    if identity(found) in HELD:
        raise _in_use(path, str(os.getpid()))
    if found.st_nlink > 1:
        if is_locked(path):
            raise _in_use(path, _holder(found.st_ino))
        raise _many_names(path)
    return identity(found)


def _same(path: Path, handle: int) -> tuple[int, int]:
    """The locked file is still the one with that name: another may just have been put in its place."""
    found = _checked_names(path)
    if identity(os.fstat(handle)) != found:
        raise StoreError(f"{path} was replaced while it was opened: try again")
    return found


def _for_owner_only(handle: int) -> None:
    found = os.fstat(handle)
    if found.st_mode & 0o077 and found.st_uid == os.getuid():
        os.fchmod(handle, 0o600)


def _in_use(path: Path, holder: str) -> InUseError:
    return InUseError(f"{path} is in use by another process ({holder})")


def _many_names(path: Path) -> StoreError:
    return StoreError(
        f"{path} has another name too (a hard link), and its log is beside only one of them: remove the other name,"
        " or copy the file with `feltlab backup`"
    )


def _holder(inode: int) -> str:
    with suppress(OSError, IndexError):
        for line in Path("/proc/locks").read_text("ascii", "replace").splitlines():
            fields = line.split()
            if fields[1] == "FLOCK" and fields[5].endswith(f":{inode}"):
                return fields[4]
    return "unknown"
