"""Work that takes a while: off the event loop, a few at a time; the rest are told to come back."""

from collections import Counter
from collections.abc import Callable
from threading import BoundedSemaphore, Condition, Lock, Thread
from typing import Final, TypeVar

from fastapi import HTTPException
from fastapi.concurrency import run_in_threadpool

from feltlab.web.door.asker import ASKED_BY, Asker

AT_ONCE = 2
MOST_WAITING = 12
"""Below the number of threads that the server has for all requests, so that pages are served while the lab works."""
MOST_OF_ONE = 8
"""Of these places, how many one session, or all without one at an address, may have: a page asks several things at
once.
"""
MOST_OF_STRANGERS = 10
"""How many all without a session may have, leaving places for players."""
Found = TypeVar("Found")
_lock = Lock()
_inside: Final[Counter[Asker]] = Counter()


async def bounded(ask: Callable[[], Found]) -> Found:
    """The answer, once there is a free place to compute it; 503 if too many are waiting."""
    asker = ASKED_BY.get() or Asker()
    with _lock:
        if not _has_room(asker):
            raise HTTPException(503, headers={"Retry-After": "3"})
        _inside[asker] += 1
    try:
        return await run_in_threadpool(_SLOTS.work_out, ask, asker.is_stranger)
    finally:
        with _lock:
            _inside[asker] -= 1
            if not _inside[asker]:
                del _inside[asker]


def _has_room(asker: Asker) -> bool:
    strangers = sum(count for other, count in _inside.items() if other.is_stranger)
    return (
        _inside.total() < MOST_WAITING
        and _inside[asker] < MOST_OF_ONE
        and not (asker.is_stranger and strangers >= MOST_OF_STRANGERS)
    )


class Slots:
    """The places for work, a fixed number at once; strangers' requests wait for players'."""

    def __init__(self, count: int) -> None:
        self._free, self._players = count, 0
        self._changed = Condition()

    def work_out(self, ask: Callable[[], Found], is_stranger: bool) -> Found:
        self._take(is_stranger)
        try:
            return ask()
        finally:
            with self._changed:
                self._free += 1
                self._changed.notify_all()

    def _take(self, is_stranger: bool) -> None:
        with self._changed:
            self._players += not is_stranger
            self._changed.wait_for(lambda: self._free and not (is_stranger and self._players))
            self._players -= not is_stranger
            self._free -= 1
            self._changed.notify_all()


_SLOTS: Final = Slots(AT_ONCE)


class Job:
    """One long piece of work in the background, with its progress; at most one of all jobs runs at a time."""

    _running = BoundedSemaphore(1)

    def __init__(self, name: str, run: Callable[["Job"], None]) -> None:
        self.name = name
        self.what, self.done, self.failed = "waiting", 0.0, ""
        self._run = run
        self._thread = Thread(target=self._work, daemon=True, name=name)
        self._thread.start()

    def tell(self, what: str, done: float) -> None:
        self.what, self.done = what, done

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    def join(self) -> None:
        self._thread.join()

    def _work(self) -> None:
        with Job._running:
            try:
                self._run(self)
            except Exception as error:  # the page must be able to report it, whatever it was
                self.failed = str(error) or type(error).__name__
                raise

    def to_dict(self) -> dict[str, object]:
        return {"what": self.what, "done": round(self.done, 3), "failed": self.failed}
