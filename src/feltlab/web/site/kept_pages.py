"""Pages that follow from their data alone: written once, kept as bytes, and written one at a time off the loop.

The data of a page are looked up once for all who ask for it at the same moment. While they stay the same, so does the
page. Only one page is written at a time, and afterward the lane rests for as long as that took: whoever asks for pages,
the event loop and the writer, where all tables wait, get their share of the process.
"""

import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Any, Final

from feltlab.web.site.static_files import KeptFile

ROOM: Final = 16
"""Different pages that may be looked up or written at a time for strangers."""
MOST_KEPT: Final = 256
LONGEST_REST: Final = 0.25

Data = dict[str, Any]


class NoRoomError(Exception):
    """Too many different pages are asked for."""


class KeptPages:
    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[Data, KeptFile]] = {}
        self._making: dict[Hashable, Future[KeptFile]] = {}
        self._lock = Lock()
        self._looking = ThreadPoolExecutor(2 * ROOM, "pages")
        self._lane = ThreadPoolExecutor(1, "writing")
        self._rests_until = 0.0

    def ask(
        self, key: Hashable, build: Callable[[], Data], write: Callable[[Data], str], suffix: str, is_known: bool
    ) -> "Future[KeptFile]":
        """What is being made, or is started now; the key has everything the page shows besides its data."""
        with self._lock:
            making = self._making.get(key)
            if making is not None:
                return making
            if len(self._making) >= ROOM and not is_known:
                raise NoRoomError
            begun = self._making[key] = self._looking.submit(self._made, key, build, write, suffix)
        begun.add_done_callback(lambda _: self._done(key))
        return begun

    def _done(self, key: Hashable) -> None:
        with self._lock:
            del self._making[key]

    def _made(self, key: Hashable, build: Callable[[], Data], write: Callable[[Data], str], suffix: str) -> KeptFile:
        data = build()
        known = self._kept.get(key)
        if known is not None and known[0] == data:
            return known[1]
        file = self._lane.submit(self._written, data, write, suffix).result()
        with self._lock:
            self._kept.pop(key, None)
            if len(self._kept) >= MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = data, file
        return file

    def _written(self, data: Data, write: Callable[[Data], str], suffix: str) -> KeptFile:
        time.sleep(max(0.0, self._rests_until - time.monotonic()))
        started = time.monotonic()
        file = KeptFile.of(write(data).encode(), suffix)
        took = time.monotonic() - started
        self._rests_until = time.monotonic() + min(took, LONGEST_REST)
        return file
