"""Abandoned seats and tables: players who are away for long, and guests' tables that nobody is at.

Both are freed by ordinary commands, between rounds. Chips stay in the purse all along; only bets are at a table.
"""

from collections import deque
from typing import Final

from feltlab.service.requests import AtTable, Request
from feltlab.table import State
from feltlab.table.commands import Command, Status, Vacate
from feltlab.table.events import Event, PresenceChanged
from feltlab.web.door.house import Establishment

NOBODY_THERE: Final = "nobody there"


class Housekeeping:
    """Times are elapsed ones, from when this process first saw the table."""

    def __init__(self, house: Establishment) -> None:
        self.house, self.settings = house, house.settings
        self._away: dict[tuple[str, int, str], float] = {}
        self._empty: dict[str, float] = {}
        self._came_back: deque[tuple[str, int]] = deque()
        """Since the last look, even if they are away again."""
        house.pit.listen(self._heard)

    def _heard(self, state: State, events: list[tuple[int, Event]]) -> None:
        for _, event in events:
            if isinstance(event, PresenceChanged) and not event.away:
                self._came_back.append((state.table, event.seat))

    def tidy(self, now: float) -> None:
        while self._came_back:
            back = self._came_back.popleft()
            self._away = {each: since for each, since in self._away.items() if each[:2] != back}
            self._empty.pop(back[0], None)
        states = [state for state in list(self.house.pit.tables.values()) if state.status != "closed"]
        self._away = {
            each: self._away.get(each, now) for state in states for each in _away(state)
        }  # players who came back, or left, are not waited for anymore
        self._empty = {
            state.table: self._empty.get(state.table, now)
            for state in states
            if self.house.is_guests(state.table) and is_empty(state)
        }
        if self.settings.away_seconds:
            for (table, seat, player), since in self._away.items():
                if now - since >= self.settings.away_seconds:
                    self._ask(table, Vacate(player, seat))
        if self.settings.idle_table_seconds:
            for state in states:
                since = self._empty.get(state.table, now)
                if now - since >= self.settings.idle_table_seconds and not _is_in_play(state):
                    self._ask(state.table, Status("closed", NOBODY_THERE))

    def is_idle(self, table: str, now: float) -> bool:
        """For the floor's list: a guest's table that nobody has been at for a while."""
        return now - self._empty.get(table, now) >= self.settings.idle_hidden_seconds

    def _ask(self, table: str, command: Command) -> None:
        self.house.pit.submit(Request(AtTable(table, command, self.house.pit.owner)))


def _away(state: State) -> list[tuple[str, int, str]]:
    return [(state.table, number, seat.player) for number, seat in state.seats.items() if seat.away]


def is_empty(state: State) -> bool:
    """No person is there; bots may play on."""
    return all(seat.bot or seat.away for seat in state.seats.values())


def _is_in_play(state: State) -> bool:
    return state.round is not None and state.round.phase == "play"
