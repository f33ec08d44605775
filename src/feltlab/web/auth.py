"""Who asks: sessions kept by the server, known by a random token of which only the hash is stored."""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Annotated, Any, Final

from fastapi import Depends, Request, Response
from fastapi.security import APIKeyCookie
from starlette.requests import HTTPConnection

from feltlab.service.pit import Pit
from feltlab.service.rows import Player, Session
from feltlab.service.store import Transaction
from feltlab.web.bodies import ApiError
from feltlab.web.house import Account, Establishment
from feltlab.web.settings import MINUTE, Settings

TRUSTED_FOR_MS: Final = 5000
"""How long a session is believed before the store is asked again: another process may have ended it."""
TOKEN_BYTES: Final = 32
MOST_KEPT: Final = 50_000


@dataclass
class _Known:
    session: Session
    player: Player
    read_at: int


def hash_of(token: str) -> str:
    return sha256(token.encode()).hexdigest()


class LoginSessions:
    def __init__(self, house: Establishment) -> None:
        self.house = house
        self.pit: Pit = house.pit
        self.settings: Settings = house.settings
        self._known: dict[str, _Known] = {}

    async def of(self, token: str) -> Account | None:
        """The account of a session that is there, not over, and whose player is not disabled."""
        if not token or len(token) > 128 or not token.isascii():
            return None
        return await self.of_hash(hash_of(token))

    async def of_hash(self, hashed: str, seen: bool = True) -> Account | None:
        """The same by the token's hash; a look that is nobody's doing (`seen` false) does not keep a session going."""
        now = self.pit.clock()
        known = self._known.get(hashed)
        if known is None or now - known.read_at > TRUSTED_FOR_MS:
            known = await self.house.read(self._read, hashed, now)
            if known is None:
                self._known.pop(hashed, None)
                return None
            self._remember(known)
        session, player = known.session, known.player
        if self._is_over(session, now) or player.disabled or player.id in self.house.disabled:
            await self.end(hashed)
            return None
        if seen and now - session.seen_at > min(MINUTE, self.settings.idle() // 4):
            known.session = replace(session, seen_at=now)
            await self.house.write(lambda rows: rows.put_sessions([known.session]))
        return Account(player.id, player.name, player.role, hashed)

    def _remember(self, known: _Known) -> None:
        if len(self._known) >= MOST_KEPT:
            self._known.clear()  # the store has them all
        self._known[known.session.token_hash] = known

    def _is_over(self, session: Session, now: int) -> bool:
        return now >= session.expires_at or now - session.seen_at >= self.settings.idle()

    def _read(self, hashed: str, now: int) -> _Known | None:
        session = self.pit.store.session(hashed)
        player = self.pit.store.player(session.player) if session else None
        return _Known(session, player, now) if session and player else None

    async def start(self, player: Player, also: Callable[[Transaction], Any] | None = None) -> str:
        """A new session; its token, which is not kept. `also` is written with it."""
        token, now = secrets.token_urlsafe(TOKEN_BYTES), self.pit.clock()
        session = Session(hash_of(token), player.id, now, now + self.settings.lifetime(), now)

        def write(rows: Transaction) -> None:
            if also is not None:
                also(rows)
            rows.drop_expired_sessions(now)
            rows.put_sessions([session])

        await self.house.write(write)
        self._remember(_Known(session, player, now))
        return token

    async def end(self, hashed: str) -> None:
        self._known.pop(hashed, None)
        await self.house.write(lambda rows: rows.drop_sessions([hashed]))

    async def end_all(self, player: str) -> None:
        self._known = {hashed: known for hashed, known in self._known.items() if known.player.id != player}
        await self.house.write(lambda rows: rows.drop_player_sessions(player))


def set_cookie(response: Response, token: str, settings: Settings) -> None:
    response.set_cookie(
        settings.cookie, token, max_age=settings.lifetime() // 1000, path="/", secure=not settings.demo, httponly=True,
        samesite="strict",
    )  # fmt: skip


def drop_cookie(response: Response, settings: Settings) -> None:
    response.delete_cookie(settings.cookie, path="/", secure=not settings.demo, httponly=True, samesite="strict")


def house_of(connection: HTTPConnection) -> Establishment:
    house: Establishment = connection.app.state.house
    return house


async def caller(connection: HTTPConnection) -> Account | None:
    """Who asks, None for somebody without a session."""
    sessions: LoginSessions = connection.app.state.sessions
    return await sessions.of(connection.cookies.get(sessions.settings.cookie, ""))


_scheme = APIKeyCookie(name="__Host-feltlab", auto_error=False, description="The session; `feltlab-demo` in demo mode.")


async def _anybody(request: Request, _: Annotated[str | None, Depends(_scheme)]) -> Account | None:
    found = await caller(request)
    house = house_of(request)
    if found is not None and not house.session_buckets.take(found.session):
        raise ApiError(429, "too many requests", {"Retry-After": "1"})
    return found


async def _watcher(request: Request, who: Annotated[Account | None, Depends(_anybody)]) -> Account | None:
    if who is None and not house_of(request).settings.demo:
        raise ApiError(401, "log in first")
    return who


async def _signed_in(request: Request, who: Annotated[Account | None, Depends(_anybody)]) -> Account:
    if who is None:
        demo = house_of(request).settings.demo
        raise ApiError(401, "a guest is made by GET /api/me" if demo else "log in first")
    return who


Anybody = Annotated[Account | None, Depends(_anybody)]
"""With or without a session."""
Watcher = Annotated[Account | None, Depends(_watcher)]
"""Somebody who may look on: in the demo anybody, else whoever is logged in."""
SignedIn = Annotated[Account, Depends(_signed_in)]


def role(*roles: str, guests: bool = False) -> Callable[..., Awaitable[Account]]:
    """Only those; `guests` lets everybody of a demo look, which runs on the visitor's own machine."""

    async def check(request: Request, who: SignedIn) -> Account:
        if who.role not in roles and not (guests and house_of(request).settings.demo):
            raise ApiError(403, "this is not for your role")
        return who

    return check
