"""Rereads every page of a file in use from time to time: damage shows before its page is needed."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from feltlab.service.sqlite_file import ADVICE
from feltlab.service.store import Store

LOG: Final = logging.getLogger("feltlab.store")
PAGES: Final = 1024
"""At a time, 4 MB: two thousandths of a second of work."""
PAUSE_SECONDS: Final = 1.0
REST_SECONDS: Final = 600.0
"""After the last page."""
LOOKS: Final = 3
"""A page may be looked at while it is being written; damage stays."""


def start_scrub(store: Store) -> threading.Thread:
    thread = threading.Thread(target=scrub, args=(store,), name="scrub", daemon=True)
    thread.start()
    return thread


def scrub(store: Store, wait: Callable[[float], None] = time.sleep) -> None:
    """Runs until the store is closed."""
    page = 1
    while not store.closed:
        page = look(store, page, wait)
        wait(PAUSE_SECONDS if page > 1 else REST_SECONDS)


def look(store: Store, first: int, wait: Callable[[float], None] = time.sleep) -> int:
    """The next pages, and where to go on; damage is recorded and reported once."""
    suspects, following = store.damaged_pages(first, PAGES)
    for _ in range(LOOKS):
        if not suspects:
            break
        wait(PAUSE_SECONDS)
        suspects = [page for page in suspects if store.damaged_pages(page, 1)[0]]
    for page in sorted({*suspects} - store.damaged):
        LOG.error("%s is damaged: page %s fails its checksum; stop the server and %s", store.url, page, ADVICE)
    store.damaged |= frozenset(suspects)
    return following or 1
