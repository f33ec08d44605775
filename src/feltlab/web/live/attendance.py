"""Who is at a table: players with a connection there, or with a recent request about it."""

import asyncio
from collections.abc import Callable
from typing import Final

from fastapi import Request

from feltlab.service import requests
from feltlab.service.pit import Pit
from feltlab.table import State
from feltlab.table.commands import Presence
from feltlab.web.accounts.auth import caller
from feltlab.web.door.settings import Settings

Connected = Callable[[str, str], bool]
"""Whether a table has a connection of a player."""


class Attendance:
    """In the event loop, whose clock is monotonic: each player who may be gone has a timer."""

    def __init__(self, pit: Pit, settings: Settings, connected: Connected) -> None:
        self.pit, self.settings, self._connected = pit, settings, connected
        self.expected: Final[dict[tuple[str, str], asyncio.TimerHandle]] = {}
        """By table and player: those without a connection, and until when they count as present."""
        self._gone: Final[dict[tuple[str, str], float]] = {}
        """By table and player: those a table waits for, and since when."""
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        for state in list(self.pit.tables.values()):
            self.expect_back(state)

    def close(self) -> None:
        for timer in self.expected.values():
            timer.cancel()
        self.expected.clear()
        self._loop = None

    def came(self, table: str, player: str) -> None:
        """A connection."""
        self._gone.pop((table, player), None)
        if timer := self.expected.pop((table, player), None):
            timer.cancel()
        self._is_back(table, player)

    def went(self, table: str, player: str) -> None:
        """Closes a connection; there may be others."""
        if not self._connected(table, player):
            self._expect(table, player, self.settings.grace, False)

    def asked(self, table: str, player: str) -> None:
        self._gone.pop((table, player), None)
        self._is_back(table, player)
        if table in self.pit.tables and not self._connected(table, player):
            self._expect(table, player, self.settings.silence, True)

    def expect_back(self, state: State) -> None:
        """Players who sat here before this process had the table, and do not come back, are away."""
        for seat in state.seats.values():
            if not seat.bot and not seat.away and not self._connected(state.table, seat.player):
                self._expect(state.table, seat.player, max(self.settings.grace, self.settings.silence), False)

    def _expect(self, table: str, player: str, seconds: float, silent: bool) -> None:
        if self._loop is None:
            return
        end, known = self._loop.time() + seconds, self.expected.get((table, player))
        if known is None or known.when() < end:
            if known:
                known.cancel()
            self.expected[table, player] = self._loop.call_at(end, self._is_gone, table, player, silent)

    def _is_gone(self, table: str, player: str, silent: bool) -> None:
        self.expected.pop((table, player), None)
        state = self.pit.tables.get(table)
        if state is None or state.seat_of(player) is None or self._connected(table, player):
            return
        if not _somebody_waits(state, player) and self._waits_for(state, player, silent):
            self._expect(table, player, self.settings.silence, silent)
            return
        self._gone.pop((table, player), None)
        self._say(table, player, True)

    def _waits_for(self, state: State, player: str, silent: bool) -> bool:
        """Players alone may think for as long as a table may be idle; those who left, in a round at a private table."""
        in_round = state.config.private and state.round is not None and state.round.phase == "play"
        if self._loop is None or not (silent or in_round):
            return False
        now, most = self._loop.time(), self.settings.idle_table_seconds
        return not most or now - self._gone.setdefault((state.table, player), now) < most

    def _is_back(self, table: str, player: str) -> None:
        state = self.pit.tables.get(table)
        if state and any(state.seats[number].away for number in state.seats_of(player)):
            self._say(table, player, False)

    def _say(self, table: str, player: str, away: bool) -> None:
        self.pit.submit(requests.Request(requests.AtTable(table, Presence(player, away), player)))


def _somebody_waits(state: State, player: str) -> bool:
    """Another player, or the dealer."""
    return state.config.dealer == "manual" or any(
        not seat.bot and not seat.away and seat.player != player for seat in state.seats.values()
    )


async def noted(request: Request) -> None:
    """Called before every question about a table: whoever asks is present."""
    table = request.path_params.get("table")
    who = await caller(request) if table else None
    if table and who:
        request.app.state.hall.attendance.asked(table, who.player)
