"""How long an exact plan may take; a game that takes longer is sampled."""

import os
from typing import Final

from feltlab.errors import FeltlabError, shown

BUDGET: Final = "FELTLAB_BUDGET"
"""The environment variable for it, in seconds; processes that a command starts inherit it."""


def budget() -> float | None:
    """None if an exact plan may take as long as it needs."""
    said = os.environ.get(BUDGET, "")
    try:
        found = float(said) if said else None
    except ValueError:
        found = -1.0
    if found is not None and not found >= 0:
        raise FeltlabError(f"{BUDGET} must be a number of seconds, 0 or more, not {shown(said)}")
    return found
