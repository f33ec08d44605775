"""Anchors of a running pit: written by its writer, with a last one when the house has closed."""

from collections.abc import Callable
from typing import Any

from feltlab.errors import StoreError
from feltlab.service.anchors import Anchors, sender
from feltlab.service.pit import Pit
from feltlab.service.requests import Done, Request, Work
from feltlab.service.store import Transaction


def note_outside(pit: Pit, where: str, minutes: float) -> Anchors:
    """Begins with one, so that a place that cannot be written to is reported at once."""

    def write(do: Callable[[Transaction], Any]) -> Any:
        reply = pit.ask(Request(Work(do)))
        if not isinstance(reply, Done):
            raise StoreError(reply.words)
        return reply.value

    anchors = Anchors(pit.store, write, pit.clock, sender(where), minutes)
    try:
        anchors.note()
    except OSError as error:
        pit.stop()
        raise StoreError(f"cannot record the anchor at {where}: {error.strerror or error}") from None
    except StoreError:
        pit.stop()
        raise
    anchors.start()
    pit.last_words = anchors.stop
    return anchors
