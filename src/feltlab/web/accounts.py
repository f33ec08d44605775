"""Players and staff: guests of a demo, accounts with a password, and who is shut out."""

import asyncio
import re
import secrets
from base64 import b32encode
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from starlette.requests import HTTPConnection

from feltlab.errors import FeltlabError
from feltlab.service.requests import Work
from feltlab.service.rows import Answer, NewAudit, Player
from feltlab.service.store import Transaction
from feltlab.web import models
from feltlab.web.auth import LoginSessions
from feltlab.web.bodies import ApiError, RefusedError, body_hash
from feltlab.web.house import Account, Establishment, scoped
from feltlab.wire import dump

NAME: Final = "[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}"
ROLES: Final = ("player", "dealer", "floor", "auditor", "admin")
SHORTEST_PASSWORD, LONGEST_PASSWORD = 12, 128
HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
"""Argon2id with OWASP's parameters: 19 MiB, two passes."""
WRONG: Final = "the name or the password is wrong"


@lru_cache(maxsize=1)
def _nobodys_hash() -> str:
    """What a password is compared with where there is no such name: as slow as the real thing."""
    return HASHER.hash(secrets.token_hex(16))


def hash_password(password: str) -> str:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise FeltlabError(f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters")
    return HASHER.hash(password)


def is_password(stored: str | None, password: str) -> bool:
    try:
        return HASHER.verify(stored or _nobodys_hash(), password) and stored is not None
    except (Argon2Error, InvalidHashError):
        return False


def checked_name(name: str) -> str:
    if not re.fullmatch(NAME, name):
        raise FeltlabError("a name is up to 40 letters, digits, spaces, dots and dashes, a letter or digit first")
    return name


def new_player(name: str, role: str, password_hash: str | None, now: int) -> Player:
    if role not in ROLES:
        raise FeltlabError(f"a role is one of {', '.join(ROLES)}")
    return Player(f"p-{_letters(10)}", name, role, password_hash, now)


def _letters(count: int) -> str:
    return b32encode(secrets.token_bytes(count))[:count].decode().lower()


class Accounts:
    def __init__(self, house: Establishment, sessions: LoginSessions) -> None:
        self.house, self.sessions = house, sessions
        self._one_at_a_time = asyncio.Lock()

    async def guest(self) -> tuple[Account, str]:
        """A new guest with a purse, and the token of the session."""
        async with self._one_at_a_time:
            player = self._new_guest()
            while await self.house.read(self.house.pit.store.player_named, player.name):
                player = self._new_guest()
            token = await self.sessions.start(player, lambda rows: rows.put_players([player]))
        await self.house.issue(player.id, self.house.settings.welcome_cents, "welcome")
        await self.house.give_tokens(player.id, self.house.settings.welcome_token_cents, "welcome-tokens")
        found = await self.sessions.of(token)
        assert found is not None  # noqa: S101 - made a moment ago
        return found, token

    def _new_guest(self) -> Player:
        letters = _letters(10)
        return Player(f"guest-{letters}", f"Guest {letters[:6].upper()}", "player", None, self.house.pit.clock())

    async def login(self, name: str, password: str, address: str) -> str:
        """The token of a new session. The same answer and the same work for a wrong name and a wrong password."""
        keys = (f"name:{name.lower()}", f"address:{address}")
        wait = self.house.throttle.wait(*keys)
        if wait > 0:
            self.house.metrics.logins.add("throttled")
            raise ApiError(429, "too many tries; wait", {"Retry-After": str(int(wait) + 1)})
        # Counted before the hash is computed, so that tries at the same time count too.
        self.house.throttle.failed(*keys)
        player = await self.house.read(self.house.pit.store.player_named, name)
        right = await self.house.hash(is_password, player.password_hash if player else None, password)
        if player is None or not right or player.disabled or player.id in self.house.disabled:
            self.house.metrics.logins.add("failed")
            raise ApiError(401, WRONG)
        self.house.throttle.succeeded(*keys)
        self.house.metrics.logins.add("done")
        entry = NewAudit(self.house.pit.clock(), player.id, "login", dump({"address": address}))
        return await self.sessions.start(player, lambda rows: rows.append_audit([entry]))

    async def add(self, by: Account, body: models.NewAccount) -> dict[str, Any]:
        hashed = await self.house.hash(hash_password, body.password)
        player = new_player(body.name, body.role, hashed, self.house.pit.clock())
        said = {**body.said(), "password": ""}  # a quick hash of a password is not for keeping
        async with self._one_at_a_time:
            known = await self.house.read(self.house.pit.store.answer, scoped(by.player, body.key))
            taken = await self.house.read(self.house.pit.store.player_named, body.name)
            if known is None and taken is not None:
                raise RefusedError("name-taken", "there is an account of that name")
            return await self._put(by, "/api/accounts", said, player)

    async def set_disabled(self, by: Account, name: str, body: models.AccountChange) -> dict[str, Any]:
        player = await self.house.read(self.house.pit.store.player_named, name)
        if player is None:
            raise ApiError(404, "there is no such account")
        if player.id == by.player:
            raise RefusedError("own-account", "nobody shuts themselves out")
        # First here, so that nothing that is asked from now on comes before it in the writer's line.
        (self.house.disabled.add if body.disabled else self.house.disabled.discard)(player.id)
        changed = replace(player, disabled=body.disabled)
        shown = await self._put(by, f"/api/accounts/{player.id}", body.said(), changed)
        await self.sessions.end_all(player.id)
        if body.disabled:
            await self.house.clear_seats(player.id)
        return shown

    async def _put(self, by: Account, path: str, said: dict[str, Any], player: Player) -> dict[str, Any]:
        """Write a player with its audit entry and the answer, so that the same key does it once."""
        now = self.house.pit.clock()
        shown = {name: getattr(player, name) for name in ("name", "role", "disabled", "created_at")}
        shown = {"player": player.id, **shown}
        entry = NewAudit(now, by.player, "account", dump(shown))
        key, hashed = scoped(by.player, said["key"]), body_hash(by.player, path, said)

        def write(rows: Transaction) -> dict[str, Any]:
            rows.put_players([player])
            rows.append_audit([entry])
            answer = dump({"table": None, "number": 0, "purse": 0, "value": shown})
            rows.add_answers([Answer(key, None, hashed, answer, now)])
            return shown

        done = await self.house.ask(Work(write), key, hashed)
        found: dict[str, Any] = done.value
        return found


def accounts_of(request: HTTPConnection) -> Accounts:
    accounts: Accounts = request.app.state.accounts
    return accounts
