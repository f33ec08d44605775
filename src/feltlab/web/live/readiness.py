"""Whether the house can write: a probe of its own goes through the writer to the disk, again and again.

Alive and ready are two things. A process that answers is alive, and restarting it would not repair its store; it is
ready if a durable write succeeded lately.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Final
from zlib import crc32

from feltlab.service.pit import Pit
from feltlab.service.requests import Done, Reply, Request, Work
from feltlab.service.store import Transaction
from feltlab.web.door.metrics import gauge

LOG: Final = logging.getLogger("feltlab.web")
PROBE_SECONDS: Final = 1.5
LATE_SECONDS: Final = 3.0
"""A write that takes longer counts as failed."""
ROWS: Final = 64
"""Processes that share a store write each to a row of its own, as good as always."""


class Readiness:
    def __init__(self, pit: Pit, changed: Callable[[bool], None]) -> None:
        self.pit, self.changed = pit, changed
        self.is_ready = True
        self.falls = 0
        self._written = time.monotonic()
        self._asked: asyncio.Future[Reply] | None = None
        self._row = f"probe:{crc32(pit.owner.encode()) % ROWS}"

    @asynccontextmanager
    async def watched(self) -> AsyncIterator[None]:
        await self.probe()
        watching = asyncio.create_task(self._watch())
        yield
        watching.cancel()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(PROBE_SECONDS)
            await self.probe()

    async def probe(self) -> None:
        """One at a time: an unanswered one is awaited further."""
        if self._asked is None:
            self._asked = asyncio.wrap_future(self.pit.submit(Request(Work(self._write))))
        done, _ = await asyncio.wait({self._asked}, timeout=LATE_SECONDS)
        is_ready = bool(done) and isinstance(self._asked.result(), Done)
        if done:
            self._asked = None
        if is_ready:
            self._written = time.monotonic()
        if is_ready != self.is_ready:
            self._turn(is_ready)

    def _write(self, rows: Transaction) -> None:
        rows.put_setting(self._row, str(self.pit.clock()))

    def _turn(self, is_ready: bool) -> None:
        self.is_ready = is_ready
        self.falls += not is_ready
        if not self.pit.stopping.is_set():
            LOG.warning("the house can write again" if is_ready else "the house cannot write")
        self.changed(is_ready)

    def lines(self) -> Iterator[str]:
        age = round(time.monotonic() - self._written, 1)
        yield from gauge("feltlab_ready", "Whether the house can write.", [((), int(self.is_ready))])
        yield from gauge("feltlab_written_seconds", "Seconds since a probe last reached the disk.", [((), age)])
        yield from gauge("feltlab_ready_falls_total", "Times the house lost the ability to write.", [((), self.falls)])
