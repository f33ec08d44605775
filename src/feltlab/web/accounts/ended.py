"""Sessions that were ended, remembered for as long as they could have lived.

The mark of a session's row says that the house made it, not that it is still going: somebody who can write to the
database can put a deleted row back. What ended here, or in another process, is kept in memory; what the trail tells
was ended outlives a restart, and a row that was away while it ended.
"""

from collections.abc import Iterable
from threading import Lock
from typing import Final

import orjson

from feltlab.service.chain import AUDIT, audit_hash
from feltlab.service.rows import Audit, Session
from feltlab.service.store import Store
from feltlab.web.door.settings import HOUR

ENDING: Final = frozenset({
    "password", "factor", "factor-removed", "recovery-codes", "disable", "enable", "reset-password", "reset-factor",
})  # fmt: skip
"""Changes of an account that end all of its sessions."""
SLACK_MS: Final = HOUR
"""Servers have their own clocks, and so has `feltlab account`."""
MOST_KEPT: Final = 50_000
BACK: Final = 1000
"""Entries of the trail read at once, from the last one back."""


class EndedSessions:
    """May be used from any thread."""

    def __init__(self, store: Store, lifetime_ms: int) -> None:
        self.store, self.lifetime_ms = store, lifetime_ms
        self._until: dict[str, int] = {}
        """By session id: when it would have expired at the latest."""
        self._before: dict[str, int] = {}
        """By player: sessions that began earlier have ended."""
        self._read_to = -1
        """The last entry of the trail that was read."""
        self._one_at_a_time = Lock()

    def add(self, ids: Iterable[str], now: int) -> None:
        with self._one_at_a_time:
            self._until |= dict.fromkeys(ids, now + self.lifetime_ms)
            if len(self._until) > MOST_KEPT:
                latest = sorted(self._until.items(), key=lambda each: each[1])[-MOST_KEPT // 2 :]
                self._until = {id: until for id, until in latest if until > now}

    def has(self, id: str, session: Session) -> bool:
        return id in self._until or session.created_at < self.before(session.player)

    def before(self, player: str) -> int:
        return self._before.get(player, 0)

    def look(self, now: int) -> None:
        """Read what the trail has since the last look; at the first, as far back as a session may have begun."""
        with self._one_at_a_time:
            if self._read_to < 0:
                self._read_to = 0
                self._read_back(now - self.lifetime_ms - SLACK_MS)
            for entry in self.store.audit(after=self._read_to):
                self._take(entry)

    def _read_back(self, since: int) -> None:
        start = self.store.head(AUDIT).number
        while start > 0:
            start = max(0, start - BACK)
            found = list(self.store.audit(after=start, limit=BACK))
            genuine = [entry for entry in found if self._take(entry)]
            if not found or (genuine and genuine[0].at < since):
                return

    def _take(self, entry: Audit) -> bool:
        """Whether the key has made it. What it has not made ends nothing and hides no later entry."""
        if audit_hash(self.store.key, entry.prev_hash, entry.number, entry) != entry.hash:
            return False
        self._read_to = max(self._read_to, entry.number)
        if entry.action in ("account", "sessions"):
            told = orjson.loads(entry.detail)
            player = told.get("player", "")
            if told.get("change") in ENDING or told.get("all"):
                self._before[player] = max(entry.at, self.before(player))
            self._until |= dict.fromkeys(told.get("ended", ()), entry.at + self.lifetime_ms + SLACK_MS)
        return True
