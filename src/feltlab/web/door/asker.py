"""Who asks for what is being worked out, noted at the door: so nobody has more of the lab than a share."""

from contextvars import ContextVar
from typing import Final, NamedTuple


class Asker(NamedTuple):
    name: str = ""
    """A session's, or an address."""
    is_stranger: bool = True


ASKED_BY: Final[ContextVar[Asker | None]] = ContextVar("asked by", default=None)
"""Set for each request; None where no door was passed."""
