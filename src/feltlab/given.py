"""Files given by users, read up to a limit: a device or a pipe may have no end."""

from pathlib import Path
from typing import Final

from feltlab.errors import FeltlabError

MOST: Final = 1_000_000
"""Bytes: far more than a rule file, a certificate or a key has."""


def read_given(path: Path, most: int = MOST) -> bytes:
    """All of it; the caller reports the system's errors."""
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise FeltlabError(f"cannot read {path}: it has more than {most:,} bytes")
    return data
