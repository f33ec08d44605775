"""The house: the pit as the web sees it, from one event loop, with the data the process keeps beside it."""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, TypeVar

from feltlab.service.kept_settings import MAKER
from feltlab.service.pit import Pit
from feltlab.service.postings import purse, tokens_of
from feltlab.service.requests import (
    Asked,
    AtTable,
    By,
    Chips,
    Done,
    Refused,
    Request,
    Standing,
    Tokens,
    TryAgain,
    Work,
)
from feltlab.service.store import Transaction
from feltlab.table import State
from feltlab.table.commands import Leave
from feltlab.web.door.bodies import NOT_NOW, ApiError, RefusedError, body_hash
from feltlab.web.door.gate import Gate, Headers
from feltlab.web.door.limits import Buckets, Present, Throttle
from feltlab.web.door.line import StrangersLine
from feltlab.web.door.metrics import Metrics
from feltlab.web.door.settings import Settings
from feltlab.web.door.shares import FrameShares

LOG: Final = logging.getLogger("feltlab.web")
MOVED: Final = "the table is with another server of the house; try again in a moment"
SOCKETS: Final = "/ws/tables/"
FILLERS: Final = "\u115f\u1160\u3164\uffa0"
T = TypeVar("T")


@dataclass(frozen=True)
class Account:
    """The account of the caller."""

    player: str
    name: str
    role: str
    session: str
    """The hash of the session's token."""
    address: str = ""
    """Where the request comes from."""
    due: str = ""
    """The next step before anything else: `code`, `password` or `factor`."""
    factor_at: int = 0
    """When the second factor was given; 0 if it was not."""


@dataclass(frozen=True)
class Came:
    """Where a user logs in from, and on what device."""

    address: str = ""
    device: str = ""


NOWHERE: Final = Came()


class Establishment:
    def __init__(self, pit: Pit, settings: Settings) -> None:
        self.pit, self.settings = pit, settings
        self.metrics = Metrics()
        self.gate = Gate(settings.limits, settings.trusted_proxies)
        self.gate.turns_away = self._is_stranger_without_place
        self.gate.shares = FrameShares(settings).of
        self.line = StrangersLine()
        self.session_buckets = Buckets(settings.session_rate)
        self.address_buckets = Buckets(settings.address_rate)
        self.guest_buckets = Buckets(settings.guest_rate)
        self.throttle, self.code_throttle, self.strangers = Throttle(), Throttle(), Throttle()
        """Wrong passwords; wrong codes; wrong codes from places where their owner has not been."""
        self.sockets = Present()
        """By address, and by table."""
        self.disabled: set[str] = set()
        """Players shut out while this process runs; checked right before anything is handed to the writer."""
        self.wall: Callable[[], int] = machine_time
        """For codes by the clock, as people's devices know it; everything else uses the house's own."""
        self._makers: dict[str, str] = {}
        self._hashing = ThreadPoolExecutor(2, "argon2")
        self._thinking = ThreadPoolExecutor(2, "lab")

    # Asking the writer

    async def ask(self, asked: Asked, key: str = "", hashed: str = "") -> Done:
        """Nothing is awaited before the request is queued at the writer: what was checked still holds there."""
        if isinstance(asked, AtTable) and asked.actor in self.disabled:
            raise ApiError(403, "the account is disabled")
        reply = await asyncio.wrap_future(self.pit.submit(Request(asked, key, hashed)))
        match reply:
            case Done():
                return reply
            case Refused(reason="no-such-table") if isinstance(asked, AtTable) and self.is_elsewhere(asked.table):
                raise ApiError(503, MOVED, {"Retry-After": "1"})
            case Refused():
                self.metrics.refusals.add(reply.reason)
                raise RefusedError(reply.reason, reply.words)
            case TryAgain():
                raise ApiError(503, NOT_NOW, {"Retry-After": "1"})

    async def ask_once(self, who: Account, path: str, body: Mapping[str, Any], asked: Asked) -> Done:
        """The same key of the same player is answered again but done only once."""
        return await self.ask(asked, scoped(who.player, str(body["key"])), body_hash(who.player, path, body))

    async def has_answered(self, who: Account, key: str) -> bool:
        """Whether something was done under this key before: then its requirements need not be met again."""
        return await self.read(self.pit.store.answer, scoped(who.player, key)) is not None

    async def write(self, do: Callable[[Transaction], Any]) -> None:
        await self.ask(Work(do))

    async def read(self, get: Callable[..., T], *arguments: Any) -> T:
        """A query to the database, off the event loop."""
        return await asyncio.to_thread(get, *arguments)

    async def think(self, work: Callable[..., T], *arguments: Any) -> T:
        """Work for the lab, which may take seconds."""
        return await asyncio.get_running_loop().run_in_executor(self._thinking, work, *arguments)

    async def hash(self, work: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._hashing, work, *arguments)

    def by(self, who: Account, reason: str = "") -> By:
        """For actions that are not a player's own business."""
        demo, rules = self.settings.demo, self.settings
        standing: Standing = "guest" if demo else "staff"
        return By(
            who.player, standing, who.address, reason, needs_second=not demo and rules.second_person,
            alone_cents=rules.alone_cents,
        )  # fmt: skip

    def agreed(self, asking: Account, reason: str, second: Account, why: str, request: int) -> By:
        """Two people, by the request that one made and the other answers."""
        other = By(second.player, "staff", second.address, why)
        return By(asking.player, "agreed", asking.address, reason, other, request)

    def needs_reason(self, reason: str) -> None:
        """In login mode, staff actions need a reason that the trail can record."""
        if not self.settings.demo and not says_something(reason):
            raise RefusedError("no-reason", "give a reason (reason): it goes into the audit trail")

    # Tables

    def table(self, table: str) -> State:
        found = self.pit.tables.get(table)
        if found is None:
            if self.is_elsewhere(table):
                raise ApiError(503, MOVED, {"Retry-After": "1"})
            raise ApiError(404, "there is no such table")
        return found

    def is_elsewhere(self, table: str) -> bool:
        """Another process runs it, or did until now."""
        return table in self.pit.tenure.known and table not in self.pit.tables

    async def maker(self, table: str) -> str:
        """Who opened a table, if a guest did."""
        if table not in self._makers:
            found = await self.read(self.pit.store.setting, f"{MAKER}{table}")
            self._makers[table] = found or ""
        return self._makers[table]

    async def set_maker(self, table: str, player: str) -> None:
        await self.write(lambda rows: rows.put_setting(f"{MAKER}{table}", player))
        self._makers[table] = player

    def made_by(self, player: str) -> list[State]:
        states = list(self.pit.tables.values())
        return [state for state in states if self._makers.get(state.table) == player and state.status != "closed"]

    def running(self) -> int:
        """Tables that are not closed."""
        return sum(state.status != "closed" for state in list(self.pit.tables.values()))

    def is_guests(self, table: str) -> bool:
        return bool(self._makers.get(table))

    async def learn_makers(self) -> None:
        for table in list(self.pit.tables):
            await self.maker(table)

    def has_place(self, table: str) -> bool:
        """For one more WebSocket of someone who does not sit there."""
        return self.sockets.count(table) < self.settings.limits.sockets_per_table

    def _is_stranger_without_place(self, path: str, headers: Headers) -> bool:
        """Visitors without a session cannot sit there, so they can be refused at once if there is no place.

        In login mode, strangers are told to log in and nothing else, not even that there is such a table.
        """
        table = path.removeprefix(SOCKETS)
        if not self.settings.demo or table == path or table not in self.pit.tables or self.has_place(table):
            return False
        cookie = self.settings.cookie.encode()
        return not any(name == b"cookie" and cookie in value for name, value in headers)

    # Purses and players

    async def purse(self, player: str) -> int:
        return await self.read(self.pit.store.balance, purse(player))

    async def tokens(self, player: str) -> int:
        return await self.read(self.pit.store.balance, tokens_of(player))

    async def issue(self, player: str, cents: int, name: str) -> None:
        """Chips of the house's own: a guest's welcome, a bot's float. The name makes it happen once."""
        await self.ask(Chips(player, cents), scoped(player, name), scoped(player, name))

    async def give_tokens(self, player: str, cents: int, name: str) -> None:
        await self.ask(Tokens(player, cents), scoped(player, name), scoped(player, name))

    async def clear_seats(self, player: str) -> None:
        """A player who is shut out leaves every table; a round in progress is finished without new money."""
        for state in list(self.pit.tables.values()):
            for seat in sorted(state.seats_of(player)):
                try:
                    await self.ask(AtTable(state.table, Leave(player, seat), self.pit.owner))
                except RefusedError as error:
                    LOG.info("seat %s of %s: %s", seat, state.table, error.reason)


def machine_time() -> int:
    return time.time_ns() // 1_000_000


def says_something(words: str) -> bool:
    """Whether it has a visible letter or digit; by category the fillers of Hangul are letters."""
    return any(each.isalnum() and each not in FILLERS for each in words)


def scoped(player: str, key: str) -> str:
    """A key as the database keeps it, so that keys of different users never collide."""
    return sha256(f"{player}\n{key}".encode()).hexdigest()
