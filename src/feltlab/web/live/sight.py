"""What a client at a table sees."""

from typing import Any

from feltlab.table import State
from feltlab.table.views import view


def seen(state: State, player: str | None) -> dict[str, Any]:
    """The table as a player sees it, from all of their seats."""
    return view(state, state.seat_of(player) if player else None)
