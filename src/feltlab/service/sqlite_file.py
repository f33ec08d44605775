"""The files of an SQLite store, checked before SQLite opens them, and the checksums on their pages.

SQLite notices a damaged log but not a damaged main file: it returns whatever the pages hold. So every page has a
checksum (SQLite's own extension, part of apsw), checked whenever it is read, and all of them are checked here. A
checksum cannot show a missing page, which SQLite would read as zeros; so pages are counted here too. SQLite applies a
damaged log up to the damage and forgets the commits after it; such a log is refused.
"""

import os
import struct
from contextlib import closing
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final

import apsw
import apsw.sqlite_extra

from feltlab.errors import StoreError
from feltlab.service.sqlite_pages import CHECKSUM_BYTES, LOG_HEADER, Log, damaged_pages, is_foreign, read_log
from feltlab.stores import MAGIC

CHECKSUMS: Final = "cksmvfs"
ADVICE: Final = "restore a backup; `feltlab check` shows what else is wrong"


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
    """Refuse a file that is something else, cut short or damaged; true if its log has commits to apply.

    Nothing in this process may have the file open: closing it here would release SQLite's locks on it.
    """
    log = Path(f"{path}-wal")
    try:
        if not path.exists() or path.stat().st_size == 0:
            if log.exists() and log.stat().st_size:
                raise StoreError(f"{path} is missing or empty, but its log {log} exists: put the file back")
            return False
        with path.open("rb") as file:
            _check_pages(path, file.fileno())
        return log.exists() and log.stat().st_size > LOG_HEADER
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from error


def page_size_of(path: Path, header: bytes) -> int:
    if not header.startswith(MAGIC):
        raise StoreError(f"{path} is not an SQLite database")
    if len(header) < 100 or header[20] != CHECKSUM_BYTES:
        raise StoreError(f"{path} is damaged, or was not made by feltlab: its pages have no checksums")
    [size] = struct.unpack(">H", header[16:18])
    page_size = 65536 if size == 1 else int(size)
    if page_size < 512 or page_size & (page_size - 1):
        raise StoreError(f"{path} is damaged: pages of {page_size} bytes; {ADVICE}")
    return page_size


def _check_pages(path: Path, handle: int) -> None:
    header = os.pread(handle, 100, 0)
    page_size = page_size_of(path, header)
    if is_foreign(path):
        raise StoreError(f"{path}-wal is not the log of {path}: put back the original log, or {ADVICE}")
    log = _settled_log(path, page_size)
    if log.lost:
        raise StoreError(f"{path} is damaged: its log is bad from frame {log.lost} on, and commits are lost; {ADVICE}")
    [pages] = struct.unpack(">I", header[28:32])
    present = os.fstat(handle).st_size // page_size
    # A crash while the log was applied can leave pages missing or half written, but then they are in the log.
    missing = pages - present - sum(present < page <= pages for page in log.pages)
    if missing > 0:
        raise StoreError(f"{path} is cut short: {missing} of {pages} pages are missing; {ADVICE}")
    wrong = (page for page in damaged_pages(handle, page_size, last=pages) if page not in log.pages)
    if found := list(islice(wrong, 1)):
        raise StoreError(f"{path} is damaged: page {found[0]} fails its checksum; {ADVICE}")


def _settled_log(path: Path, page_size: int) -> Log:
    """A server that has the file may begin a new log in the meantime: then it is checked again."""
    while True:
        before = _log_header(path)
        found = read_log(path, page_size)
        if _log_header(path) == before:
            return found


def _log_header(path: Path) -> bytes:
    try:
        with closing(Path(f"{path}-wal").open("rb")) as file:
            return file.read(LOG_HEADER)
    except FileNotFoundError:
        return b""
