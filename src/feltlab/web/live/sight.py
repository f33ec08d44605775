"""What a client at a table is shown: the table's own views, and never another player's cards under one's own seat."""

from typing import Any

from feltlab.table import State
from feltlab.table.views import round_view, view


def seen(state: State, player: str | None) -> dict[str, Any]:
    """The table as a player sees it. The round before is one's own only if one's own cards were in that seat."""
    seat = state.seat_of(player) if player else None
    shown = view(state, seat)
    if seat is not None and state.last and seat in state.last.hands and state.last.hands[seat].player != player:
        shown["last"] = round_view(state.last, None)
    return shown
