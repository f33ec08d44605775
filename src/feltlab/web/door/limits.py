"""How often a client may ask: token buckets, growing waits after wrong passwords, and the house's daily rule."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from feltlab.web.door.settings import RequestRate

MOST_KEPT: Final = 100_000
"""Buckets in memory; a full one is the same as none, so full ones are dropped first."""
FREE_FAILURES, FREE_OF_ADDRESS = 5, 20
"""Wrong passwords for one name from one address, and for any names from it: several people may share an address."""
LONGEST_WAIT: Final = 900.0

Clock = Callable[[], float]


@dataclass
class _Bucket:
    tokens: float
    at: float


class Buckets:
    """One bucket per key; `take` is true while there is a token left."""

    def __init__(self, rate: RequestRate, clock: Clock = time.monotonic) -> None:
        self.rate, self.clock = rate, clock
        self._buckets: dict[str, _Bucket] = {}

    def take(self, key: str) -> bool:
        now = self.clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            self._make_room(now)
            bucket = self._buckets[key] = _Bucket(self.rate.burst, now)
        bucket.tokens = min(self.rate.burst, bucket.tokens + (now - bucket.at) * self.rate.per_second)
        bucket.at = now
        if bucket.tokens < 1:
            return False
        bucket.tokens -= 1
        return True

    def _make_room(self, now: float) -> None:
        if len(self._buckets) < MOST_KEPT:
            return
        full_after = self.rate.burst / self.rate.per_second
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if now - bucket.at < full_after}
        while len(self._buckets) >= MOST_KEPT:
            del self._buckets[next(iter(self._buckets))]


@dataclass
class _Failures:
    count: int = 0
    until: float = 0.0
    at: float = 0.0


class Throttle:
    """After some failures the wait doubles each time: 1 s, 2 s, 4 s, … up to a quarter of an hour."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.clock = clock
        self._failures: dict[str, _Failures] = {}

    def wait(self, *keys: str) -> float:
        """Seconds until the next try of a name from an address is checked; 0 for now."""
        now = self.clock()
        found = [self._failures[key] for key in keys if key in self._failures]
        return max((max(0.0, each.until - now) for each in found), default=0.0)

    def failed(self, guess: str, address: str) -> None:
        now = self.clock()
        if len(self._failures) >= MOST_KEPT:
            self._failures = {key: kept for key, kept in self._failures.items() if now - kept.at < 2 * LONGEST_WAIT}
        for key, free in ((guess, FREE_FAILURES), (address, FREE_OF_ADDRESS)):
            found = self._failures.setdefault(key, _Failures())
            if now - found.at > 2 * LONGEST_WAIT:
                found.count = 0
            found.count += 1
            found.at = now
            over = found.count - free
            found.until = now + min(LONGEST_WAIT, 2.0**over) if over >= 0 else 0.0

    def succeeded(self, guess: str, address: str) -> None:
        """The name starts afresh; for the address only this try is forgiven, or one right name would cover for many."""
        self._failures.pop(guess, None)
        found = self._failures.get(address)
        if found:
            found.count -= 1
            found.until = 0.0 if found.count < FREE_OF_ADDRESS else found.until


class Places:
    """Which users proved themselves from where, while this process runs: others' guesses there do not keep them out."""

    def __init__(self) -> None:
        self._known: set[tuple[str, str]] = set()

    def know(self, player: str, place: str) -> None:
        if len(self._known) >= MOST_KEPT:
            self._known.clear()  # those with a session are in the database
        self._known.add((player, place))

    def has(self, player: str, place: str) -> bool:
        return (player, place) in self._known


class Present:
    """How many there are of each key."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def count(self, key: str) -> int:
        return self._counts.get(key, 0)

    def come(self, key: str) -> None:
        self._counts[key] = self.count(key) + 1

    def go(self, key: str) -> None:
        left = self._counts.pop(key) - 1
        if left:
            self._counts[key] = left


@dataclass
class Day:
    """A player's buy-ins on one day, by key, so that a repeated key counts once."""

    day: int
    bought: dict[str, int] = field(default_factory=dict)

    @property
    def cents(self) -> int:
        return sum(self.bought.values())
