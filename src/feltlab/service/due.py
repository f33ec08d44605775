"""What time alone moves on: clocks that have run out, and rounds whose dealer, a person, has left."""

import time
from collections.abc import Callable
from typing import Final

from feltlab.table import State
from feltlab.table.dealer import bets_are_in, deadline_of
from feltlab.table.state import Round

DEALER_SECONDS: Final = 60.0
"""How long a human dealer may take for a step while others have bets in the round."""


def is_due(state: State, now: int) -> bool:
    round = state.round
    if round is None:
        return state.status == "open" and bool(state.seats)
    deadline = deadline_of(round)
    if not deadline or now < deadline:
        return False
    if round.phase == "play":
        return bool(round.waiting)
    return round.config.dealer == "automatic" and bets_are_in(state, now)


class Dealers:
    """Who deals by hand, and since when a round has been waiting for them."""

    def __init__(self, seconds: float = DEALER_SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds, self.clock = seconds, clock
        self._dealt_by: dict[str, str] = {}
        self._waits: dict[str, tuple[Round, float]] = {}

    def dealt(self, table: str, actor: str) -> None:
        self._dealt_by[table] = actor

    def is_gone(self, state: State) -> bool:
        """Whether the round has waited long enough for its dealer; people who deal only to themselves may take forever.

        Anything else at the table, such as people coming and going, does not change the round.
        """
        round = state.round
        if round is None or not self._is_awaited(state.table, round):
            self._waits.pop(state.table, None)
            return False
        known, since = self._waits.get(state.table, (None, 0.0))
        if known is not round:
            self._waits[state.table] = round, self.clock()
            return False
        if self.clock() - since < self.seconds:
            return False
        del self._waits[state.table]
        return True

    def _is_awaited(self, table: str, round: Round) -> bool:
        if round.config.dealer != "manual" or round.phase != "play" or round.waiting:
            return False
        return any(hand.player != self._dealt_by.get(table) for hand in round.live.values() if hand.open_stakes)
