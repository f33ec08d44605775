"""How far a long count has come: whoever waits for it may watch."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Watcher = Callable[[str, int, int], None]
"""(what is counted, how much of it is done, of how much); called from one thread at a time."""
_WATCHER: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


@contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """What is solved in here tells the watcher how far it has come."""
    token = _WATCHER.set(watcher)
    try:
        yield
    finally:
        _WATCHER.reset(token)


def watcher() -> Watcher:
    return _WATCHER.get() or (lambda what, done, total: None)
