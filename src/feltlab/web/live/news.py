"""Changes to accounts and sessions elsewhere, in another process or on the command line, take effect here too.

PostgreSQL announces them at once. Changes missed because a connection was lost, and all those made beside an SQLite
store, are found by checking every few seconds.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from feltlab.errors import StoreError
from feltlab.service.chain import AUDIT
from feltlab.service.roll_call import roles, sessions_left
from feltlab.service.tenure import ALL
from feltlab.table import State
from feltlab.web.accounts.auth import LoginSessions
from feltlab.web.door.bodies import ApiError
from feltlab.web.door.house import Establishment
from feltlab.web.live.hall import Hall
from feltlab.web.live.relay import carry_out, orders

LOG: Final = logging.getLogger("feltlab.web")
LOOK_SECONDS: Final = 2.0


class News:
    def __init__(self, house: Establishment, sessions: LoginSessions, hall: Hall) -> None:
        self.house, self.sessions, self.hall = house, sessions, hall
        self.tenure = house.pit.tenure
        self._notes: set[str] = set()
        self._woken = asyncio.Event()
        self._read_to = 0
        """The last entry of the trail that was checked for orders."""
        self._let_in: dict[str, float] = {}
        """Players shut out here whose account is not disabled, and since when that was seen."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._looking: asyncio.Task[None] | None = None
        self.tenure.listeners.append(self._heard)

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._read_to = (await self.house.read(self.house.pit.store.head, AUDIT)).number
        self._looking = asyncio.create_task(self._look_on())

    async def close(self) -> None:
        self._loop = None
        if self._looking:
            self._looking.cancel()

    def _heard(self, notes: Sequence[str]) -> None:
        """In another thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._note, notes)

    def _note(self, notes: Sequence[str]) -> None:
        self._notes.update(notes)
        self._woken.set()

    async def _look_on(self) -> None:
        stopping = self.house.pit.stopping
        while not stopping.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), LOOK_SECONDS)
            self._woken.clear()
            notes, self._notes = self._notes, set()
            try:
                await self.look(notes)
            except (StoreError, ApiError) as error:
                if not stopping.is_set():  # otherwise the store is closed, and nobody is here
                    LOG.warning("accounts could not be checked: %s", error)
            except Exception:
                LOG.exception("accounts could not be checked")

    async def look(self, notes: set[str]) -> None:
        if notes & {*ALL}:
            self.sessions.forget()
        for kind, _, name in sorted(note.partition(":") for note in notes):
            if kind == "moved":
                self.hall.end_table(name)
            elif kind == "session":
                self.sessions.over([name])
            elif name:
                self.sessions.forget(name)
        await self.house.read(self.sessions.look)
        if self.tenure.known:
            await self._carry_out_orders()
        await self._look_at_accounts()
        hashes = {who.session for who in self.hall.here()}
        left = await self.house.read(sessions_left, self.house.pit.store, hashes) if hashes else set()
        for hashed in hashes - left:
            self.sessions.forget(hashed)
            self.hall.end_session(hashed)

    async def _carry_out_orders(self) -> None:
        found, self._read_to = await self.house.read(orders, self.house.pit.store, self._read_to)
        for order in found:
            await carry_out(self.house, order)

    async def _look_at_accounts(self) -> None:
        seated = {seat.player for state in self._tables() for seat in state.seats.values() if not seat.bot}
        concerned = seated | {who.player for who in self.hall.here()} | self.house.disabled
        if not concerned:
            return
        found = await self.house.read(roles, self.house.pit.store, concerned)
        disabled = {player for player, (_, is_out) in found.items() if is_out}
        if disabled - self.house.disabled:
            # Someone here may be letting them in at this very moment.
            await self.house.write(lambda rows: None)
            found = await self.house.read(roles, self.house.pit.store, concerned)
            disabled = {player for player, (_, is_out) in found.items() if is_out}
        for player in sorted(disabled):
            await self._shut_out(player)
        self._let_back_in(disabled)
        for who in self.hall.here():
            if who.player in found and found[who.player][0] != who.role:
                self.sessions.forget(who.player)
                self.hall.end_session(who.session)

    async def _shut_out(self, player: str) -> None:
        if player not in self.house.disabled:
            self.house.disabled.add(player)
            self.sessions.forget(player)
        self.hall.end_player(player)
        seats = [state.seats[number] for state in self._tables() for number in state.seats_of(player)]
        if not all(seat.leaving for seat in seats):
            await self.house.clear_seats(player)

    def _let_back_in(self, disabled: set[str]) -> None:
        """Not at the first look: players are shut out here before their account is disabled."""
        now, out = time.monotonic(), self.house.disabled - disabled
        self._let_in = {player: self._let_in.get(player, now) for player in out}
        for player, since in self._let_in.items():
            if now - since >= LOOK_SECONDS / 2:
                self.house.disabled.discard(player)

    def _tables(self) -> list[State]:
        return list(self.house.pit.tables.values())
