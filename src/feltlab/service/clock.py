"""The house's clock: instants from the machine, durations unaffected by its changes."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Final

LOG: Final = logging.getLogger("feltlab.clock")
FOLLOWS: Final = 200
"""After the machine's time is set, the clock follows by one part in this many: a clock of 20 s is at most 0.1 s off."""
SET_NS: Final = 1_000_000_000
"""A change of the machine's time between two looks larger than this means that someone set it."""

Nanoseconds = Callable[[], int]


class HouseClock:
    """Milliseconds since 1970 that never jump: the machine's time at the start plus the time elapsed since."""

    def __init__(self, wall: Nanoseconds = time.time_ns, steady: Nanoseconds = time.monotonic_ns) -> None:
        self._wall, self._steady = wall, steady
        self._looked_at = steady()
        self._ahead = self._apart = wall() - self._looked_at
        """Of the steady clock: the house's time and the machine's at the last look."""
        self._one_at_a_time = threading.Lock()

    def __call__(self) -> int:
        with self._one_at_a_time:
            now = self._steady()
            apart, most = self._wall() - now, (now - self._looked_at) // FOLLOWS
            moved, self._apart, self._looked_at = apart - self._apart, apart, now
            self._ahead += max(-most, min(most, apart - self._ahead))
            instant = (now + self._ahead) // 1_000_000
        if abs(moved) >= SET_NS:
            LOG.warning(
                "the machine's time jumped by %+.0f s: the house's clock follows slowly, or at once after a restart",
                moved / 1e9,
            )
        return instant
