"""Files given by users, read up to a limit: a device or a pipe may have no end, and a named pipe no beginning."""

import stat
from pathlib import Path
from typing import Final

from feltlab.errors import FeltlabError

MOST: Final = 1_000_000
"""Bytes: far more than a rule file, a certificate or a key has."""
_OPEN_ALREADY: Final = ("/dev/fd/", "/proc/self/fd/", "/dev/stdin")
"""Where a shell puts a pipe that somebody writes to, as for `<(…)`."""


def check_given(path: Path) -> None:
    """Refuse a named pipe or a socket, which waits for somebody to write to it; the caller reports other errors."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return
    if (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)) and not str(path).startswith(_OPEN_ALREADY):
        raise FeltlabError(f"cannot read {path}: it is a pipe or a socket; name a file")


def read_given(path: Path, most: int = MOST) -> bytes:
    """All of it; the caller reports the system's errors."""
    check_given(path)
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise FeltlabError(f"cannot read {path}: it has more than {most:,} bytes")
    return data
