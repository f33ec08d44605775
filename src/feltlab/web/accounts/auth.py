"""Who is asking: sessions kept by the server, known by a random token of which only the hash is stored."""

import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Annotated, Any, Final

from fastapi import Depends, Request, Response
from fastapi.security import APIKeyCookie
from starlette.requests import HTTPConnection

from feltlab.errors import shown
from feltlab.service.pit import Pit
from feltlab.service.rows import Factor, Player, Session
from feltlab.service.store import Transaction
from feltlab.service.told import ToldAccounts
from feltlab.web.accounts.ended import EndedSessions
from feltlab.web.door.bodies import ApiError
from feltlab.web.door.house import NOWHERE, Account, Came, Establishment
from feltlab.web.door.origin import device_of
from feltlab.web.door.settings import MINUTE, Settings

LOG: Final = logging.getLogger("feltlab.web")
TRUSTED_FOR_MS: Final = 5000
"""How long a session is trusted before the database is asked again: another process may have ended it."""
TRIES: Final = 3
"""An account that changes while it is read is read again."""
TOKEN_BYTES: Final = 32
LONGEST_TOKEN: Final = 128
MOST_KEPT: Final = 50_000
HALF_MS: Final = 20 * MINUTE
"""The longest time from the password to the end of the login."""


@dataclass
class _Known:
    session: Session
    player: Player
    factor: Factor | None
    read_at: int


def hash_of(token: str) -> str:
    return sha256(token.encode()).hexdigest()


class LoginSessions:
    def __init__(self, house: Establishment) -> None:
        self.house = house
        self.pit: Pit = house.pit
        self.settings: Settings = house.settings
        self.told = ToldAccounts(house.pit.store)
        self.ended = EndedSessions(self.pit.store, self.settings.lifetime())
        self._known: dict[str, _Known] = {}
        self._forgotten = 0
        """Counted, so that nothing read before it is cached after it."""

    async def of(self, token: str) -> Account | None:
        """The account of a session that exists, is complete and not expired, and whose player is not disabled."""
        return _whole(await self.arriving(token))

    async def of_hash(self, hashed: str, seen: bool = True) -> Account | None:
        """The same by the token's hash; an automatic check (`seen` false) does not keep a session going."""
        return _whole(await self._found(hashed, seen))

    async def arriving(self, token: str) -> Account | None:
        """Also for an incomplete session: one that still needs the second factor or a new password."""
        if not token or len(token) > LONGEST_TOKEN or not token.isascii():
            return None
        return await self._found(hash_of(token), seen=True)

    def is_known(self, token: str) -> bool:
        """Whether a session was seen here lately, so that it need not wait behind strangers. It allows nothing else."""
        return 0 < len(token) <= LONGEST_TOKEN and token.isascii() and hash_of(token) in self._known

    async def _found(self, hashed: str, seen: bool) -> Account | None:
        now = self.pit.clock()
        known = self._known.get(hashed)
        if known is None or now - known.read_at > TRUSTED_FOR_MS:
            forgotten = self._forgotten
            known = await self.house.read(self._read, hashed, now)
            if known is None:
                self._known.pop(hashed, None)
                return None
            if forgotten == self._forgotten:
                self._remember(known)
        session, player = known.session, known.player
        if self._is_over(session, now) or player.disabled or player.id in self.house.disabled:
            await self.end(hashed)
            return None
        if seen and now - session.seen_at > min(MINUTE, self.settings.idle() // 4):
            known.session = replace(session, seen_at=now)
            await self.house.write(lambda rows: rows.see_session(hashed, now))
        due = self.due(player, known.factor, session.factor_at)
        return Account(player.id, player.name, player.role, hashed, due=due, factor_at=session.factor_at)

    def due(self, player: Player, factor: Factor | None, factor_at: int) -> str:
        """The next step of an incomplete session; empty for a complete one."""
        has_factor = factor is not None and bool(factor.salt)
        if self.settings.demo:
            return ""
        if has_factor and not factor_at:
            return "code"
        if player.change_by is not None:
            return "password"
        return "factor" if self.settings.needs_factor(player.role) and not has_factor else ""

    def _remember(self, known: _Known) -> None:
        if len(self._known) >= MOST_KEPT:
            self._known.clear()  # the database has them all
        self._known[known.session.token_hash] = known

    def _is_over(self, session: Session, now: int) -> bool:
        if now >= session.expires_at or now - session.seen_at >= self.settings.idle():
            return True
        return self.ended.has(session_id(session.token_hash), session)

    def _read(self, hashed: str, now: int) -> _Known | None:
        session = self.pit.store.session(hashed)
        if session is not None:
            self.look()  # after the row was read: whatever had ended it by then is known
        player, factor = self.as_told(session.player) if session else (None, None)
        return _Known(session, player, factor, now) if session and player else None

    def as_told(self, id: str) -> tuple[Player | None, Factor | None]:
        """An account and its second factor, if they are what the trail says."""
        store = self.pit.store
        if self.settings.demo:
            return store.player(id), None  # nobody logs in
        for _ in range(TRIES):
            player, factor = store.player(id), store.factor(id)
            if player is None or self.told.has(player, factor):
                return player, factor
        LOG.error("the account %s does not match the trail: it opens nothing", shown(id))
        return None, None

    def begin(
        self,
        rows: Transaction,
        player: Player,
        factor: Factor | None = None,
        came: Came = NOWHERE,
        factor_at: int = 0,
    ) -> str:
        """A new session, in the transaction that sees what it is based on; returns its token, which is not stored."""
        token, now = secrets.token_urlsafe(TOKEN_BYTES), self.pit.clock()
        began = max(now, self.ended.before(player.id))  # by the clock of another server it may be later already
        lasts = HALF_MS if self.due(player, factor, factor_at) else self.settings.lifetime()
        rows.drop_expired_sessions(now)
        rows.add_sessions(
            [Session(hash_of(token), player.id, began, now + lasts, now, factor_at, came.address, came.device)]
        )
        return token

    def forget(self, name: str = "") -> None:
        """The database must be asked again about a session or a player's sessions; without a name, about all.

        Call it once the change is written.
        """
        self._forgotten += 1
        self._known = {
            hashed: known for hashed, known in self._known.items() if name and name not in (hashed, known.player.id)
        }

    async def end(self, hashed: str) -> None:
        await self.house.write(lambda rows: rows.drop_sessions([hashed]))
        self.over([hashed])

    def over(self, hashes: Sequence[str]) -> None:
        """Sessions that were ended, here or elsewhere: their rows count no more, even if they are put back."""
        self.ended.add([session_id(each) for each in hashes], self.pit.clock())
        self._forgotten += 1
        for each in hashes:
            self._known.pop(each, None)

    def look(self) -> None:
        """In a thread. Guests of a demo have no accounts, and the trail tells nothing of their sessions."""
        if not self.settings.demo:
            self.ended.look(self.pit.clock())

    async def open_of(self, player: str) -> list[Session]:
        """Those not expired."""
        now, found = self.pit.clock(), await self.house.read(self.pit.store.sessions_of, player)
        return [each for each in found if not self._is_over(each, now)]

    async def end_some(
        self, player: str, which: str, tell: Callable[[Transaction, list[str]], Any] | None = None, but: str = ""
    ) -> list[str]:
        """One by its id, or `all` (`but` one); the hashes of those that ended."""
        hashes = [each.token_hash for each in await self.open_of(player)]
        is_all = which == "all"
        ended = [each for each in hashes if (is_all and each != but) or session_id(each) == which]
        if not ended and not is_all:
            raise ApiError(404, "there is no such session")

        def write(rows: Transaction) -> None:
            rows.drop_sessions(ended)
            if tell is not None:
                tell(rows, ended)

        await self.house.write(write)
        self.over(ended)
        self.forget(player)
        return ended


def session_id(token_hash: str) -> str:
    """A session's name for its owner."""
    return token_hash[:16]


def ended_told(which: str, hashes: Sequence[str]) -> dict[str, Any]:
    """As an entry of the trail tells it: what is said to end `all` ends those, too, whose rows are away just then."""
    return {"ended": [session_id(each) for each in hashes]} | ({"all": True} if which == "all" else {})


def _whole(found: Account | None) -> Account | None:
    return found if found and not found.due else None


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
    """The caller; None without a session or with an incomplete one."""
    return _whole(await arriving(connection))


async def arriving(connection: HTTPConnection) -> Account | None:
    """The caller, even if a step is still needed."""
    sessions: LoginSessions = connection.app.state.sessions
    found = await sessions.arriving(connection.cookies.get(sessions.settings.cookie, ""))
    return replace(found, address=address_of(connection)) if found else None


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


def came(connection: HTTPConnection) -> Came:
    return Came(address_of(connection), device_of(connection.headers.get("user-agent", "")))


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
        raise ApiError(401, "get a guest session with GET /api/me" if demo else "log in first")
    return who


Anybody = Annotated[Account | None, Depends(_anybody)]
"""With or without a session."""
Watcher = Annotated[Account | None, Depends(_watcher)]
"""Anyone who may watch: in the demo anyone, otherwise users who are logged in."""
SignedIn = Annotated[Account, Depends(_signed_in)]


def stage(*dues: str) -> Callable[..., Awaitable[Account]]:
    """In login mode: users with a complete session, or with one that needs just this step."""

    async def check(request: Request, _: Annotated[str | None, Depends(_scheme)]) -> Account:
        house, who = house_of(request), await arriving(request)
        if house.settings.demo:
            raise ApiError(404, "there is no login in demo mode")
        if who is None:
            raise ApiError(401, "log in first")
        if not house.session_buckets.take(who.session):
            raise ApiError(429, "too many requests", {"Retry-After": "1"})
        if who.due not in ("", *dues):
            raise ApiError(403, "finish your login first: GET /api/login names the next step")
        return who

    return check


def role(*roles: str, guests: bool = False) -> Callable[..., Awaitable[Account]]:
    """Only these; `guests` lets everyone in a demo look, which runs on the visitor's own machine."""

    async def check(request: Request, who: SignedIn) -> Account:
        if who.role not in roles and not (guests and house_of(request).settings.demo):
            raise ApiError(403, "your role may not do this")
        return who

    return check
