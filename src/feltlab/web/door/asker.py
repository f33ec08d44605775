"""Who asked for the current work, recorded at the door, so that nobody gets more than a share of the lab."""

from contextvars import ContextVar
from typing import Final, NamedTuple


class Asker(NamedTuple):
    name: str = ""
    """A session's, or an address."""
    is_stranger: bool = True


ASKED_BY: Final[ContextVar[Asker | None]] = ContextVar("asked by", default=None)
"""Set for each request; None if it passed no door."""
