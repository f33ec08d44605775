"""The audit trail page by page: checked in full now and then, and in between from the last check on."""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Final

from feltlab.service.chain import AUDIT, START, Break, unlike_its_hash, verify_audit, verify_audit_since
from feltlab.service.rows import Audit, Head
from feltlab.service.store import Store

FULL_MS: Final = 600_000
"""How long a check of the whole trail is valid; `feltlab audit` checks it at any time."""


@dataclass(frozen=True)
class Page:
    rows: Sequence[Audit]
    head: int
    broken: Break | None


class Trail:
    """May be read from any thread."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known, self._checked_at = START, -FULL_MS
        self._broken: Break | None = None
        self._lock = Lock()

    def read(self, after: int, limit: int, now: int) -> Page:
        """A page, and whether the trail is as written; the rows of the page are checked each time."""
        head, broken = self._look(now)
        rows = list(self.store.audit(after, limit))
        return Page(rows, head.number, broken or unlike_its_hash(self.store.key, rows))

    def _look(self, now: int) -> tuple[Head, Break | None]:
        with self._lock:
            head = self.store.head(AUDIT)
            if self._broken is None and now - self._checked_at < FULL_MS and self._known.number <= head.number:
                self._broken, head = verify_audit_since(self.store, self._known)
            else:
                self._broken, self._checked_at = verify_audit(self.store), now
            if self._broken is None:
                self._known = head
            return head, self._broken
