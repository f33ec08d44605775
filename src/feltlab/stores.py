"""The files of a database, which no output may overwrite: recognized by their contents, and by their names beside it.

Any SQLite database counts as one, whoever made it. An empty or damaged file is recognized by its name only.
"""

import os
import re
import stat
import struct
from pathlib import Path
from typing import Final

KEY_NAMED_BY: Final = "FELTLAB_CHAIN_KEY"
MAGIC: Final = b"SQLite format 3\0"
LOG_MAGICS: Final = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
HELD: Final[set[tuple[int, int]]] = set()
"""Files that this process writes. Opening and closing one again would release SQLite's own locks on it."""
_BESIDE: Final = ("-wal", "-shm", "-journal", "-mark", "-born", ".key")
_KEY: Final = re.compile(rb"[0-9a-f]{64}\s*")
_MARK: Final = re.compile(rb"[0-9a-f]{32}( \d{20}){3,4}\s*")
_ANCHOR: Final = re.compile(rb'[^{\n]*\{"anchor":\d+,"hash":"[0-9a-f]{64}"')
"""Also as syslog writes it."""
_INDEX: Final = struct.pack("=I", 3007000)
_LOOKED_AT: Final = 200
"""Bytes: more than a key or a mark has, and both copies of the index's head."""


def identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def why_spared(output: Path, store: Path | None = None, for_anchors: bool = False) -> str:
    """Why nothing may be written here; empty if it may. `store` need not exist yet.

    Anchors may be appended to what is there.
    """
    place = Path(os.path.realpath(output))
    if place == store or is_database(place):
        return "it is a database"
    return why_not_a_store(place, store, for_anchors)


def why_not_a_store(output: Path, store: Path | None = None, for_anchors: bool = False) -> str:
    """The same for a place for a database."""
    place = Path(os.path.realpath(output))
    if (named := os.environ.get(KEY_NAMED_BY)) and _is_same(place, Path(named)):
        return f"it is the key that {KEY_NAMED_BY} names"
    for end in _BESIDE:
        beside = Path(str(place).removesuffix(end))
        if beside != place and beside.name and (beside == store or is_database(beside)):
            return f"it belongs to the database {beside}"
    head = _head(place)
    return "it has the anchors of a database" if _ANCHOR.match(head) and not for_anchors else _what(head)


def is_database(path: Path) -> bool:
    """A file with a mark was served, even if it is too damaged to recognize."""
    try:
        found = path.stat()
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and (
        identity(found) in HELD or Path(f"{path}-mark").is_file() or _head(path).startswith(MAGIC)
    )


def _what(head: bytes) -> str:
    if _KEY.fullmatch(head):
        return "it is the key of a database"
    if _MARK.fullmatch(head):
        return "it is the mark of a database"
    is_index = head.startswith(_INDEX) and head[:48] == head[48:96]
    return "it is the log of a database" if is_index or head.startswith(LOG_MAGICS) else ""


def _head(path: Path) -> bytes:
    """Empty for anything but a file: opening a pipe would wait for its other end."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return b""
        with path.open("rb") as file:
            return file.read(_LOOKED_AT)
    except OSError:
        return b""


def _is_same(place: Path, other: Path) -> bool:
    try:
        return place == Path(os.path.realpath(other)) or place.samefile(other)
    except OSError:
        return False
