"""How long tests wait for what must happen: long enough that only broken code runs into it, however busy the machine."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 60.0
"""Seconds for a step: an answer, a page, a process that ends."""
LONG: Final = 600.0
"""Seconds for a whole program that works things out."""


def until(there: Callable[[], object], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not there():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


async def until_it_is(there: Callable[[], object], seconds: float = PATIENCE) -> None:
    """The same, while the event loop goes on."""
    end = time.monotonic() + seconds
    while not there():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.01)
