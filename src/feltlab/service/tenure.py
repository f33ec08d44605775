"""Which tables this process runs, and how it stays known to the others that share its store."""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from typing import Final

from feltlab.errors import LeaseError, StoreError
from feltlab.service.store import Store, Transaction, Watch

LOG: Final = logging.getLogger("feltlab.pit")
LEASE_SECONDS: Final = 3.0
"""A process silent for this long has lost its tables. The same for all that share a store."""
PAUSE_SECONDS: Final = 0.5
"""Between two signs of life; a lease has at least six."""

Heard = Callable[[Sequence[str]], None]
"""News of other processes; ALL if some may have been lost."""
ALL: Final = ("all",)


class Tenure:
    def __init__(self, store: Store, name: str, seconds: float = LEASE_SECONDS) -> None:
        self._store, self._name, self.seconds = store, name, seconds
        self._pause = min(PAUSE_SECONDS, seconds / 6)
        self.id = ""
        """Its id in the database. A process that has lost its tables begins again under another."""
        self.known: frozenset[str] = frozenset()
        """All tables of a shared store, including those that other processes run."""
        self.listeners: list[Heard] = []
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def hold(self, rows: Transaction) -> None:
        rows.hold(self.id)

    def take(self) -> tuple[set[str], bool]:
        """Our tables now, and whether those we had were ours all along."""
        with self._store.transaction() as rows:
            rows.alone_in_taking()
            owner = self.id
            kept = self._holds(rows)
            if not kept:
                owner = f"{self._name}.{secrets.token_hex(8)}"
                rows.begin_owner(owner, self.seconds)
                rows.hold(owner)
            ours = rows.take_tables()
        self.id = owner
        return ours, kept

    def _holds(self, rows: Transaction) -> bool:
        try:
            rows.hold(self.id)
        except LeaseError:
            return False
        return True

    def give_up(self) -> None:
        """Another process may have the tables at once."""
        with suppress(StoreError), self._store.transaction() as rows:
            rows.hold(self.id)
            rows.end_owner()

    # Beside the writer

    def start(self, wanted: Callable[[], None]) -> None:
        """`wanted` is called when there is something to take, or everything was lost."""
        if (watch := self._store.watch()) is not None:
            self._thread = threading.Thread(target=self._run, args=(watch, wanted), name="lease", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self, watch: Watch | None, wanted: Callable[[], None]) -> None:
        while not self._stopping.is_set():
            try:
                watch = watch or self._store.watch()
                assert watch is not None  # noqa: S101 - a store that is shared stays so
                with closing(watch):
                    self.tell(ALL)
                    self._beat(watch, wanted)
            except StoreError as error:
                LOG.warning("the lease could not be renewed: %s", error)
            except Exception:
                LOG.exception("the lease could not be renewed")
            watch = None
            self._stopping.wait(self._pause)

    def _beat(self, watch: Watch, wanted: Callable[[], None]) -> None:
        while not self._stopping.is_set():
            end = time.monotonic() + self._pause
            found = watch.beat(self.id, self.seconds)
            self.known = found.tables
            if found.free or not found.held:
                wanted()
            while not self._stopping.is_set() and (left := end - time.monotonic()) > 0:
                if notes := watch.wait(left):
                    self.tell(notes)

    def tell(self, notes: Sequence[str]) -> None:
        for listener in self.listeners:
            try:
                listener(notes)
            except Exception:
                LOG.exception("a listener failed")
