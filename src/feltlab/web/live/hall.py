"""Everyone connected, table by table: frames are made once for each seat and handed to bounded queues."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, Final, TypeGuard

import orjson

from feltlab.errors import StoreError
from feltlab.service.postings import purse, tokens_of
from feltlab.table import State
from feltlab.table.announce import heard
from feltlab.table.events import Event, Left, Seated, kind_of, read_event
from feltlab.table.views import NOBODY
from feltlab.web.accounts.auth import LoginSessions
from feltlab.web.door.bodies import ApiError
from feltlab.web.door.house import Account, Establishment
from feltlab.web.live.attendance import Attendance
from feltlab.web.live.housekeeping import Housekeeping
from feltlab.web.live.sight import seen
from feltlab.wire import dump

LOG: Final = logging.getLogger("feltlab.web")
SLOW, GOING, ENDED = 1013, 1012, 4401

Numbered = Sequence[tuple[int, Event]]
Purses = dict[str, tuple[int, int]]
"""By player: chips and tokens."""


class Client:
    """One connection at one table."""

    def __init__(self, who: Account | None, table: str, room: int) -> None:
        self.who, self.table = who, table
        self.seats = NOBODY
        self.sent = 0
        """The last event this client was told about."""
        self.purse: int | None = None
        self.tokens: int | None = None
        self.queue: asyncio.Queue[str | None] = asyncio.Queue(room)
        self.ended = asyncio.Event()
        self.close_code, self.close_words = 1000, ""

    @property
    def player(self) -> str | None:
        return self.who.player if self.who else None

    def push(self, frame: str) -> bool:
        """Queue a frame; false if the client is too slow, which ends the connection."""
        if self.ended.is_set():
            return False
        try:
            self.queue.put_nowait(frame)
        except asyncio.QueueFull:
            self.end(SLOW, "too slow")
            return False
        return True

    async def next(self) -> str | None:
        return await self.queue.get()

    def end(self, code: int, words: str) -> None:
        """Close after the frames that can still be sent; a client that reads too slowly gets nothing more."""
        if self.ended.is_set():
            return
        self.ended.set()
        self.close_code, self.close_words = code, words
        if self.queue.full() or code == SLOW:
            while not self.queue.empty():
                self.queue.get_nowait()
        if self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class Hall:
    def __init__(self, house: Establishment, sessions: LoginSessions) -> None:
        self.house, self.pit, self.settings, self.sessions = house, house.pit, house.settings, sessions
        self._clients: dict[str, set[Client]] = {}
        self._waiting: dict[str, tuple[State, list[tuple[int, Event]], Purses]] = {}
        self._looks: dict[str, tuple[State, str]] = {}
        """By table: what all spectators see, written for a state."""
        self.attendance = Attendance(self.pit, self.settings, self._is_here)
        self.housekeeping = Housekeeping(house)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._sweeping: asyncio.Task[None] | None = None
        self.pit.listen(self._committed)

    # Opening and closing

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._sweeping = asyncio.create_task(self._sweep())
        await self.house.learn_makers()
        self.attendance.open()

    async def close(self) -> None:
        self.say_goodbye()
        self.attendance.close()
        if self._sweeping:
            self._sweeping.cancel()
        self._loop = None

    async def _sweep(self) -> None:
        """Clears seats and tables that nobody comes back to, and closes connections of ended sessions.

        By age, by idleness, or because the account was disabled.
        """
        while True:
            await asyncio.sleep(self.settings.sweep_seconds)
            self.housekeeping.tidy(asyncio.get_running_loop().time())
            for session in {client.who.session for client in self._all() if client.who}:
                try:
                    if await self.sessions.of_hash(session, seen=False) is None:
                        self.end_session(session)
                except (StoreError, ApiError) as error:
                    if not self.pit.stopping.is_set():
                        LOG.warning("a session could not be checked: %s", error)

    def announce_closing(self) -> None:
        for client in self._all():
            client.push(dump({"closing": True}))

    def announce_ready(self, is_ready: bool) -> None:
        for client in self._all():
            client.push(dump({"ready": is_ready}))

    def say_goodbye(self) -> None:
        for client in self._all():
            client.end(GOING, "the house is closing")

    def _all(self) -> list[Client]:
        return [client for clients in self._clients.values() for client in clients]

    def here(self) -> set[Account]:
        """Everyone with a session who is connected."""
        return {client.who for client in self._all() if client.who}

    # Joining and leaving

    def has_room(self, who: Account | None) -> bool:
        if self.house.metrics.sockets >= self.settings.most_sockets:
            return False
        session = who.session if who else None
        own = sum(client.who is not None and client.who.session == session for client in self._all()) if who else 0
        return own < self.settings.sockets_per_session

    async def enter(self, client: Client, after: int | None) -> str:
        """Add a client; its first frame has the events after a number, and the view."""
        state = self.house.table(client.table)
        client.sent, client.seats = state.number, state.seats_of(client.player) if client.player else NOBODY
        self._clients.setdefault(client.table, set()).add(client)
        self.house.metrics.sockets += 1
        if client.player:
            self.attendance.came(client.table, client.player)
            client.purse = await self.house.purse(client.player)
            client.tokens = await self.house.tokens(client.player)
        missed: list[dict[str, Any]] = []
        if after is not None and 0 <= state.number - after <= self.settings.most_missed:
            missed = await self.house.read(self._missed, state, client, after)
        start = _frame(state.number, missed, self._view(state, client.player))
        return _finished(start, self.pit.clock(), client)

    def _view(self, state: State, player: str | None) -> str:
        """As it is sent. Spectators all see the same: it is written once, until the table has moved on."""
        if player and state.seat_of(player) is not None:
            return dump(seen(state, player))
        known = self._looks.get(state.table)
        if known is None or known[0] is not state:
            known = self._looks[state.table] = (state, dump(seen(state, None)))
        return known[1]

    def _missed(self, state: State, client: Client, after: int) -> list[dict[str, Any]]:
        rows = self.pit.store.events(state.table, after, state.number - after)
        events = [(row.number, read_event(row.kind, orjson.loads(row.body))) for row in rows]
        # A seat hears as its player from the moment of sitting down; before that, the player was a spectator.
        game = state.config.rule_book
        seated = {event.seat: number for number, event in events if _seats(event, client.player)}
        return [
            {"v": number, **heard(event, {seat for seat in client.seats if number > seated.get(seat, 0)}, game)}
            for number, event in events
            if number <= state.number
        ]

    def leave(self, client: Client) -> None:
        here = self._clients.get(client.table, set())
        here.discard(client)
        if not here:
            self._looks.pop(client.table, None)
        self.house.metrics.sockets -= 1
        client.end(1000, "")
        if client.close_code != 1000:
            self.house.metrics.dropped.add(client.close_words or "ended")
        if client.player:
            self.attendance.went(client.table, client.player)

    def _is_here(self, table: str, player: str) -> bool:
        return any(client.player == player for client in self._clients.get(table, ()))

    def end_session(self, session: str) -> None:
        for client in self._all():
            if client.who and client.who.session == session:
                client.end(ENDED, "the session has ended")

    def end_table(self, table: str) -> None:
        """Clients at a table that another process runs now have to reconnect, to that process."""
        for client in list(self._clients.get(table, ())):
            client.end(GOING, "the table has moved")

    def end_player(self, player: str) -> None:
        for client in self._all():
            if client.player == player:
                client.end(ENDED, "the session has ended")

    # Committed changes

    def _committed(self, state: State, events: list[tuple[int, Event]]) -> None:
        """In the writer's thread: record the purses as they are at this moment, and leave the rest to the loop."""
        for _, event in events:
            self.house.metrics.events.add(kind_of(event))
        loop = self._loop
        if loop is None:
            return
        if not events:  # a table that another process has abandoned
            loop.call_soon_threadsafe(self.attendance.expect_back, state)
            return
        ledger = self.pit.ledger
        people = [seat.player for seat in state.seats.values() if not seat.bot]
        purses = {player: (ledger.balance(purse(player)), ledger.balance(tokens_of(player))) for player in people}
        try:
            loop.call_soon_threadsafe(self._gather, state, events, purses)
        except RuntimeError:
            LOG.debug("the loop is closed")

    def _gather(self, state: State, events: list[tuple[int, Event]], purses: Purses) -> None:
        """Several commands of one batch become one frame."""
        if not self._clients.get(state.table):
            return
        _, before, _ = self._waiting.get(state.table, (None, [], None))
        if not before and self._loop:
            self._loop.call_soon(self._tell, state.table)
        self._waiting[state.table] = (state, before + events, purses)

    def _tell(self, table: str) -> None:
        state, events, purses = self._waiting.pop(table)
        frames: dict[object, tuple[str, frozenset[int]]] = {}
        now = self.pit.clock()
        moved = any(isinstance(event, Seated | Left) for _, event in events)
        for client in list(self._clients.get(table, ())):
            # One frame per player, made once; while seats change hands each client has its own.
            kind = (client.seats, client.sent, client if moved else None)
            if kind not in frames:
                frames[kind] = self._shared(state, events, client)
            start, client.seats = frames[kind]
            client.sent = max(client.sent, state.number)
            if client.player in purses:
                client.purse, client.tokens = purses[client.player]
            if start:
                client.push(_finished(start, now, client))

    def _shared(self, state: State, events: Numbered, client: Client) -> tuple[str, frozenset[int]]:
        """A frame up to the purse, and the client's seats afterward."""
        seats, told = client.seats, []
        for number, event in events:
            if number > client.sent:
                told.append({"v": number, **heard(event, seats, state.config.rule_book)})
            if isinstance(event, Left):
                seats -= {event.seat}
            elif _seats(event, client.player):
                seats |= {event.seat}
        return _frame(state.number, told, self._view(state, client.player)) if told else "", seats


def _seats(event: Event, player: str | None) -> TypeGuard[Seated]:
    return isinstance(event, Seated) and event.player == player


def _frame(number: int, events: list[dict[str, Any]], view: str) -> str:
    """Up to each client's own part."""
    return f'{{"v":{number},"events":{dump(events)},"view":{view}'


def _finished(start: str, now: int, client: Client) -> str:
    return f'{start},"now":{now},"purse":{_plain(client.purse)},"tokens":{_plain(client.tokens)}}}'


def _plain(cents: int | None) -> str:
    return "null" if cents is None else str(cents)
