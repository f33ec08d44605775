"""The files of an SQLite store, looked at before SQLite opens them, and the checksums on their pages.

SQLite notices a damaged log but not a damaged main file: it hands out whatever the pages hold. So every page carries a
checksum (SQLite's own extension, part of apsw), checked whenever it is read. What a checksum cannot show is a page
that is not there, which SQLite would read as zeros; that is counted here.
"""

import struct
from functools import cache
from pathlib import Path

import apsw
import apsw.sqlite_extra

from feltlab.errors import StoreError

CHECKSUMS = "cksmvfs"
CHECKSUM_BYTES = 8
"""Kept free at the end of every page; the extension looks for exactly this number."""
_MAGIC = b"SQLite format 3\0"
_LOG_HEADER, _FRAME_HEADER = 32, 24


@cache
def with_checksums() -> str:
    """The name of the file layer that writes and checks them, loaded once."""
    db = apsw.Connection(":memory:")
    try:
        apsw.sqlite_extra.load(db, "cksumvfs")
    except (apsw.Error, apsw.sqlite_extra.NotAvailable, LookupError):
        raise StoreError("this apsw comes without checksums for pages (cksumvfs): install it from its wheel") from None
    finally:
        db.close()
    return CHECKSUMS


def check_file(path: Path) -> bool:
    """Refuse a file that is something else or is cut short; true if its log holds commits to be played in."""
    log = Path(f"{path}-wal")
    try:
        if not path.exists() or path.stat().st_size == 0:
            if log.exists() and log.stat().st_size:
                raise StoreError(f"{path} is missing or empty, but its log {log} is there")
            return False
        with path.open("rb") as file:
            header = file.read(100)
        _check_pages(path, header, log)
        return log.exists() and log.stat().st_size > _LOG_HEADER
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from error


def _check_pages(path: Path, header: bytes, log: Path) -> None:
    if not header.startswith(_MAGIC):
        raise StoreError(f"{path} is not an SQLite database")
    if len(header) < 100 or header[20] != CHECKSUM_BYTES:
        raise StoreError(f"{path} is damaged, or was not made by feltlab: its pages have no checksums")
    [size] = struct.unpack(">H", header[16:18])
    page_size = 65536 if size == 1 else size
    if page_size < 512:
        raise StoreError(f"{path} is damaged: pages of {page_size} bytes")
    [pages] = struct.unpack(">I", header[28:32])
    present = path.stat().st_size // page_size
    # A crash while the log was played in can leave pages out, but then they are in the log.
    logged = sum(present < page <= pages for page in logged_pages(log, page_size)) if present < pages else 0
    if present + logged < pages:
        missing = pages - present - logged
        raise StoreError(f"{path} is cut short: {missing} of {pages} pages are missing; restore a backup")


def logged_pages(log: Path, page_size: int) -> set[int]:
    found: set[int] = set()
    if not log.exists():
        return found
    with log.open("rb") as file:
        header = file.read(_LOG_HEADER)
        while len(frame := file.read(_FRAME_HEADER)) == _FRAME_HEADER and frame[8:16] == header[16:24]:
            found.add(struct.unpack(">I", frame[:4])[0])
            file.seek(page_size, 1)
    return found
