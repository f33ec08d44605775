"""The progress of a long count, for anyone waiting for it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Watcher = Callable[[str, int, int], None]
"""(what is counted, how much is done, out of how much); called from one thread at a time."""
_WATCHER: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


@contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """Everything solved inside reports its progress to the watcher."""
    token = _WATCHER.set(watcher)
    try:
        yield
    finally:
        _WATCHER.reset(token)


def watcher() -> Watcher:
    return _WATCHER.get() or (lambda what, done, total: None)
