"""The checksums of an SQLite file and of its log, computed without SQLite.

A page ends with eight bytes that sum up the rest of it (SQLite's cksumvfs); a frame of the log has a sum of all frames
before it and itself. Both sums are linear in the words of the page, modulo 2^32, so many pages are summed at once by
one product with the words' weights.
"""

import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from feltlab.stores import LOG_MAGICS

CHECKSUM_BYTES: Final = 8
"""Kept free at the end of every page; the extension requires exactly this number."""
CHUNK: Final = 4 << 20
LOG_HEADER: Final = 32
FRAME_HEADER: Final = 24
AT_ONCE: Final = 1000
"""Frames of the log."""
_LITTLE: Final = 0x377F0682
_BIG: Final = 0x377F0683

Words = np.ndarray[Any, np.dtype[np.uint32]]


@cache
def _weights(words: int) -> tuple[Words, Words]:
    """What each word adds to either sum, where `s1 += word + s2; s2 += word + s1` goes over pairs of words.

    The first two rows are what the sums at the start add.
    """
    found = np.zeros((words + 2, 2), np.uint64)
    # From the last pair back: the effect at the end of one unit in s1 or s2 before it.
    first, second = np.array([1, 0], np.uint64), np.array([0, 1], np.uint64)
    mask = np.uint64(0xFFFFFFFF)
    for at in range(words - 2, -1, -2):
        found[at + 3] = second
        found[at + 2] = (first + second) & mask
        first, second = (first + second) & mask, (first + second + second) & mask
    found[0], found[1] = first, second
    weights = found.astype(np.uint32)
    return weights[:2].copy(), weights[2:].copy()


def sums(words: Words, start: Words | None = None) -> Words:
    """Both sums of each row of words, from zero or from the sums that each row starts with."""
    of_start, of_words = _weights(words.shape[1])
    found: Words = words @ of_words
    return found if start is None else found + start @ of_start


def damaged_pages(handle: int, page_size: int, first: int = 1, last: int | None = None) -> Iterator[int]:
    """The numbers of the pages of an open file that differ from what was written; pages count from 1."""
    size = os.fstat(handle).st_size // page_size
    end = size if last is None else min(last, size)
    while first <= end:
        data = os.pread(handle, min(CHUNK, (end + 1 - first) * page_size), (first - 1) * page_size)
        count = len(data) // page_size
        if not count:
            return
        words = np.frombuffer(data, "<u4", count * page_size // 4).reshape(count, -1)
        right = sums(words[:, :-2])
        for at in np.flatnonzero((right != words[:, -2:]).any(axis=1)):
            yield first + int(at)
        first += count


@dataclass(frozen=True)
class Log:
    """The contents of a write-ahead log, as a start would find it."""

    pages: frozenset[int]
    """Those that its whole commits bring."""
    frames: int
    """In its whole commits."""
    lost: int
    """The first frame that differs from what was written although a later commit was on the disk; 0 if there is none.
    """


EMPTY: Final = Log(frozenset(), 0, 0)


def is_foreign(path: Path) -> bool:
    """Whether something else is in the place of a file's log.

    SQLite would take it for an empty log and overwrite it. A log whose first bytes did not all reach the disk has zeros
    there, or ends.
    """
    try:
        with Path(f"{path}-wal").open("rb") as file:
            begun = file.read(4).rstrip(b"\0")
    except FileNotFoundError:
        return False
    return not any(magic.startswith(begun) for magic in LOG_MAGICS)


def read_log(path: Path, page_size: int) -> Log:
    """A log ends with the last whole commit: what a crash left behind it does not count.

    But a commit is begun only when the one before it is on the disk, so a wrong frame before such a commit was damaged
    later.
    """
    index = _index(Path(f"{path}-shm"))
    log = Path(f"{path}-wal")
    if not log.exists() or log.stat().st_size < LOG_HEADER:
        return Log(frozenset(), 0, 1) if index and index.frames > index.played_in else EMPTY
    data = np.memmap(log, np.uint8, "r")
    head = data[:LOG_HEADER].tobytes()
    magic, _, size, _, _, _, s1, s2 = struct.unpack(">8I", head)
    order = ">u4" if magic == _BIG else "<u4"
    started = np.array([[s1, s2]], np.uint32)
    whole = magic in (_LITTLE, _BIG) and size == page_size and (_words(data[:24][None], order) == started).all()
    frames = (len(data) - LOG_HEADER) // (FRAME_HEADER + page_size)
    if not whole or not frames:
        return _headless(data, index)
    rows = data[LOG_HEADER : LOG_HEADER + frames * (FRAME_HEADER + page_size)].reshape(frames, -1)
    heads = np.ascontiguousarray(rows[:, :FRAME_HEADER]).view(">u4").astype(np.uint32)
    before = np.concatenate([started, heads[:-1, 4:6]])
    right = (heads[:, 2:4] == np.frombuffer(head[16:24], ">u4")).all(axis=1)
    for at in range(0, frames, AT_ONCE):
        some = slice(at, at + AT_ONCE)
        summed = np.concatenate([rows[some, :8], rows[some, FRAME_HEADER:]], axis=1)
        right[some] &= (_words(summed, order, before[some]) == heads[some, 4:6]).all(axis=1)
    return _read(heads, right, index.frames if index and index.salts == head[16:24] else 0)


def _words(rows: Any, order: str, start: Words | None = None) -> Words:
    words = np.ascontiguousarray(rows).view(order).astype(np.uint32)
    return sums(words, start)


def _read(heads: Words, right: Any, promised: int) -> Log:
    wrong = np.flatnonzero(~right)
    end = int(wrong[0]) if len(wrong) else len(right)
    commits = np.flatnonzero(heads[:, 1])
    kept = commits[commits < end]
    frames = int(kept[-1]) + 1 if len(kept) else 0
    went_on = any(at >= end and right[at + 1] for at in commits if at + 1 < len(right))
    lost = end + 1 if went_on or promised > frames else 0
    return Log(frozenset(map(int, heads[:frames, 0])), frames, lost)


def _headless(data: Any, index: "_Index | None") -> Log:
    """The header is wrong. A header that was never finished has frames of an earlier log behind it, all applied."""
    of_header, of_frame = data[16:24].tobytes(), data[LOG_HEADER + 8 : LOG_HEADER + 16].tobytes()
    promised = index is not None and index.frames > 0 and index.salts == of_frame
    return Log(frozenset(), 0, 1 if promised or of_header == of_frame else 0)


class _Index(NamedTuple):
    """The log's index, as SQLite keeps it and a killed process leaves it behind.

    It is written after the pages it describes are on the disk.
    """

    salts: bytes
    frames: int
    played_in: int


def _index(path: Path) -> _Index | None:
    try:
        with path.open("rb") as file:
            one, other, info = file.read(48), file.read(48), file.read(4)
    except OSError:
        return None
    if len(info) < 4 or one != other:
        return None
    right = sums(np.frombuffer(one[:40], "=u4").reshape(1, -1))
    if right.tobytes() != one[40:48]:
        return None
    return _Index(one[32:40], struct.unpack("=I", one[16:20])[0], struct.unpack("=I", info)[0])
