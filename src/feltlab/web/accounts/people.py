"""Players and staff: guests of a demo, accounts with a password, and disabled ones."""

import asyncio
import logging
import re
import secrets
from base64 import b32encode
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from starlette.requests import HTTPConnection

from feltlab.errors import FeltlabError, shown
from feltlab.service.requests import Work
from feltlab.service.rows import Answer, Factor, NewAudit, Player, account_told
from feltlab.service.store import Transaction
from feltlab.web.accounts import models
from feltlab.web.accounts.auth import LoginSessions, ended_told
from feltlab.web.accounts.names import is_reserved, taken
from feltlab.web.accounts.one_time import temporary_password
from feltlab.web.accounts.passwords import hash_password, is_password
from feltlab.web.door.bodies import ApiError, RefusedError, body_hash
from feltlab.web.door.house import Account, Came, Establishment, scoped
from feltlab.web.door.limits import Places
from feltlab.web.door.origin import counted_as
from feltlab.web.door.settings import HOUR
from feltlab.wire import dump

LOG: Final = logging.getLogger("feltlab.web")
ROLES: Final = ("player", "dealer", "floor", "auditor", "admin")
Alter = Callable[[Player], Player]
WRONG: Final = "the name or the password is wrong"
TEMPORARY_MS: Final = 24 * HOUR
"""How long a password set by an admin may wait for its owner."""


def checked_name(name: str) -> str:
    if len(name) > models.LONGEST_NAME or not re.fullmatch(models.NAME_PATTERN, name):
        raise FeltlabError(
            "a name has up to 40 letters, digits, dots, dashes and single spaces, starts with a letter or digit and"
            " does not end with a space"
        )
    if is_reserved(name):
        raise FeltlabError("that name is reserved for the house or for guests: choose another")
    return name


def new_player(name: str, role: str, password_hash: str | None, now: int) -> Player:
    if role not in ROLES:
        raise FeltlabError(f"a role is one of {', '.join(ROLES)}")
    return Player(f"p-{_letters(10)}", name, role, password_hash, now)


@dataclass(frozen=True)
class AccountAct:
    """An admin's action on an account."""

    shown: dict[str, Any]
    is_new: bool
    """Done now, rather than repeating the earlier answer to the same key."""


def _letters(count: int) -> str:
    return b32encode(secrets.token_bytes(count))[:count].decode().lower()


class Accounts:
    def __init__(self, house: Establishment, sessions: LoginSessions) -> None:
        self.house, self.sessions = house, sessions
        self._one_at_a_time = asyncio.Lock()
        self._places = Places()

    async def guest(self) -> tuple[Account, str]:
        """A new guest with a purse, and the token of the session."""
        async with self._one_at_a_time:
            player = self._new_guest()
            while await self.house.read(self.house.pit.store.player_named, player.name):
                player = self._new_guest()
            token = (await self.house.ask(Work(lambda rows: self._add_guest(rows, player)))).value
        await self.house.issue(player.id, self.house.settings.welcome_cents, "welcome")
        await self.house.give_tokens(player.id, self.house.settings.welcome_token_cents, "welcome-tokens")
        found = await self.sessions.of(token)
        assert found is not None  # noqa: S101 - made a moment ago
        return found, token

    def _add_guest(self, rows: Transaction, player: Player) -> str:
        rows.put_players([player])
        return self.sessions.begin(rows, player)

    def _new_guest(self) -> Player:
        letters = _letters(10)
        return Player(f"guest-{letters}", f"Guest {letters[:6].upper()}", "player", None, self.house.pit.clock())

    async def login(self, name: str, password: str, came: Came, end: str = "") -> tuple[str, str]:
        """The token of a new session, and the steps still needed to complete it."""
        player = await self.owner(name, password, came.address)
        if player is None:
            raise ApiError(401, WRONG)
        factor = await self.house.read(self.house.pit.store.factor, player.id)
        return await self.enter(player, factor, came, end=end)

    async def enter(
        self, proved: Player, factor: Factor | None, came: Came, factor_at: int = 0, end: str = "", on: str = ""
    ) -> tuple[str, str]:
        """A new session in place of one that ends, if the account is still the one that was proved, and so is the
        session.
        """

        def write(rows: Transaction) -> str | None:
            if not is_still(rows, proved, factor) or (on and rows.session(on) is None):
                return None
            rows.drop_sessions([end] if end else [])
            return self.begin(rows, proved, factor, came, factor_at)

        token = (await self.house.ask(Work(write))).value
        if end and token is not None:
            self.sessions.over([end])
        if token is None:
            raise ApiError(401, "the account was changed in the meantime: log in again")
        due = self.sessions.due(proved, factor, factor_at)
        if not due:
            self.house.metrics.logins.add("done")
        return token, due

    def begin(self, rows: Transaction, player: Player, factor: Factor | None, came: Came, factor_at: int) -> str:
        """A login's session; the trail records it once it is complete."""
        if not self.sessions.due(player, factor, factor_at):
            told = {"address": came.address, "device": came.device, "second_factor": bool(factor_at)}
            rows.append_audit([NewAudit(self.house.pit.clock(), player.id, "login", dump(told))])
        return self.sessions.begin(rows, player, factor, came, factor_at)

    async def owner(self, name: str, password: str, address: str) -> Player | None:
        """The owner of this name and password. A wrong name takes as long as a wrong password.

        Guesses are slowed, by address and by address and name. The name's owner, who is elsewhere or has been there
        before, is not: for them only wrong tries at that name count.
        """
        place = counted_as(address)
        guess, store = f"{place} {name.lower()}", self.house.pit.store
        player = await self.house.read(store.player_named, name)
        has_been = self.house.throttle.wait(place) > 0 and await self._has_been(player, place)
        wait, busy = self.house.throttle.wait(guess), self.house.throttle.wait(place)
        if wait > 0 or (busy > 0 and not has_been):
            raise self._told_to_wait(max(wait, busy))
        # Counted before the hash is computed, so that parallel tries count too.
        self.house.throttle.failed(guess, place)
        right = await self.house.hash(is_password, player.password_hash if player else None, password)
        if player is None or not right or player.disabled or player.id in self.house.disabled or self._is_late(player):
            self.house.metrics.logins.add("failed")
            LOG.warning("login failed for %s from %s", shown(name), address)
            if busy > 0:  # as others are told there: not who has been
                raise self._told_to_wait(busy)
            return None
        await self._as_told(player, by_whole_trail=True)
        self.house.throttle.succeeded(guess, place)
        self._places.know(player.id, place)
        return player

    async def _as_told(self, player: Player, by_whole_trail: bool = False) -> None:
        """Refuse an account that the trail does not have like this, before anything is recorded of it."""
        found, _ = await self.house.read(self.sessions.as_told, player.id)
        if found is None or (by_whole_trail and self.sessions.told.is_broken):
            raise RefusedError("broken-trail", "the account does not match the trail: have the books checked")

    def _told_to_wait(self, seconds: float) -> ApiError:
        self.house.metrics.logins.add("throttled")
        return ApiError(429, "too many tries; wait", {"Retry-After": str(int(seconds) + 1)})

    async def _has_been(self, player: Player | None, place: str) -> bool:
        if player is None or self._places.has(player.id, place):
            return player is not None
        return any(counted_as(each.address) == place for each in await self.sessions.open_of(player.id))

    def _is_late(self, player: Player) -> bool:
        return player.change_by is not None and player.change_by <= self.house.pit.clock()

    def entry(self, rows: Transaction, by: Account, player: Player, change: str, reason: str, **more: Any) -> NewAudit:
        told = account_told(player, rows.factor(player.id))
        detail = told | {"change": change, "address": by.address, "reason": reason} | more
        return NewAudit(self.house.pit.clock(), by.player, "account", dump(detail))

    # An admin's

    async def add(self, by: Account, body: models.NewAccount) -> dict[str, Any]:
        self.house.needs_reason(body.reason)
        try:
            checked_name(body.name)
        except FeltlabError as error:
            raise RefusedError("bad-name", str(error)) from None
        hashed = await self.hashed(body.password, body.name)
        player = new_player(body.name, body.role, hashed, self.house.pit.clock())
        said = {**body.said(), "password": ""}  # a quick hash of a password must not be stored
        async with self._one_at_a_time:
            known = await self.house.read(self.house.pit.store.answer, scoped(by.player, body.key))
            if known is not None:
                await self._same_password(body)
            other = await self.house.read(taken, self.house.pit.store, body.name)
            if known is None and other is not None:
                raise RefusedError("name-taken", "an account has that name, or one that looks like it")
            return (await self._put(by, "/api/accounts", said, player, "add", lambda _: player)).shown

    async def _same_password(self, body: models.NewAccount) -> None:
        """For a repeated key: with another password it is another request."""
        added = await self.house.read(self.house.pit.store.player_named, body.name)
        if added and not await self.house.hash(is_password, added.password_hash, body.password):
            raise RefusedError("key-reused", "the key was used before for something else")

    async def hashed(self, password: str, name: str) -> str:
        try:
            return await self.house.hash(hash_password, password, name)
        except FeltlabError as error:
            raise RefusedError("bad-password", str(error)) from None

    async def set_disabled(self, by: Account, name: str, body: models.AccountChange) -> AccountAct:
        player = await self.other(by, name)
        await self._as_told(player)
        self.house.needs_reason(body.reason)
        path, change = f"/api/accounts/{player.id}", "disable" if body.disabled else "enable"
        async with self._one_at_a_time:
            known = await self.house.read(self.house.pit.store.answer, scoped(by.player, body.key))
            if body.disabled and known is None:
                # First here, so that nothing asked from now on gets ahead of it at the writer.
                self.house.disabled.add(player.id)
            try:
                act = await self._put(
                    by, path, body.said(), player, change, lambda now: replace(now, disabled=body.disabled)
                )
            finally:
                await self._as_stored(player.id)
        if act.is_new and body.disabled:
            await self.house.clear_seats(player.id)
        return act

    async def _as_stored(self, player: str) -> None:
        found = await self.house.read(self.house.pit.store.player, player)
        is_out = found is not None and found.disabled
        (self.house.disabled.add if is_out else self.house.disabled.discard)(player)

    async def other(self, by: Account, name: str) -> Player:
        player = await self.house.read(self.house.pit.store.player_named, name)
        if player is None:
            raise ApiError(404, "there is no such account")
        if player.id == by.player:
            raise RefusedError("own-account", "you cannot do this to your own account: manage it under /account")
        return player

    async def reset(self, by: Account, name: str, body: models.AccountReset) -> tuple[AccountAct, str]:
        """Another user's password, which is shown once and must be changed, or second factor, to be set up again.

        A repeated key shows no password.
        """
        player = await self.other(by, name)
        await self._as_told(player)
        self.house.needs_reason(body.reason)
        password, given = "", dict[str, Any]()
        if body.what == "password":
            password = temporary_password()
            until = self.house.pit.clock() + TEMPORARY_MS
            given = {"password_hash": await self.hashed(password, player.name), "change_by": until}
        path = f"/api/accounts/{player.id}/reset"
        act = await self._put(by, path, body.said(), player, f"reset-{body.what}", lambda now: replace(now, **given))
        if password and not act.is_new:
            raise RefusedError("told-before", "the password is shown only once: reset it again with another key")
        return act, password

    async def _put(
        self, by: Account, path: str, said: dict[str, Any], player: Player, change: str, alter: Alter
    ) -> AccountAct:
        """Write a player, changed from its state at that moment, with its entry and the answer: the same key does it
        once.
        """
        now, key, hashed = self.house.pit.clock(), scoped(by.player, said["key"]), body_hash(by.player, path, said)

        def write(rows: Transaction) -> AccountAct:
            changed = alter(rows.player(player.id) or player)
            rows.put_players([changed])
            if change == "reset-factor":
                rows.drop_factor(player.id)
            rows.drop_player_sessions(player.id)
            rows.append_audit([self.entry(rows, by, changed, change, said.get("reason", ""))])
            shown = account_shown(changed, rows.factor(player.id))
            answer = dump({"table": None, "number": 0, "purse": 0, "value": shown})
            rows.add_answers([Answer(key, None, hashed, answer, now)])
            return AccountAct(shown, is_new=True)

        value = (await self.house.ask(Work(write), key, hashed)).value
        self.sessions.forget(player.id)
        return value if isinstance(value, AccountAct) else AccountAct(value, is_new=False)

    async def end_sessions(self, by: Account, name: str, body: models.SessionsEnd) -> list[str]:
        player = await self.other(by, name)
        self.house.needs_reason(body.reason)
        told = {"player": player.id, "name": player.name, "address": by.address, "reason": body.reason}

        def tell(rows: Transaction, ended: list[str]) -> None:
            detail = dump(told | ended_told(body.end, ended))
            rows.append_audit([NewAudit(self.house.pit.clock(), by.player, "sessions", detail)])

        return await self.sessions.end_some(player.id, body.end, tell)


def is_still(rows: Transaction, proved: Player, factor: Factor | None) -> bool:
    """Whether neither the account nor its second factor has changed since someone proved that it is theirs."""
    found, now = rows.player(proved.id), rows.factor(proved.id)
    return found == proved and (now.salt if now else "") == (factor.salt if factor else "")


def account_shown(player: Player, factor: Factor | None) -> dict[str, Any]:
    shown = {name: getattr(player, name) for name in ("name", "role", "disabled", "created_at")}
    has_factor = factor is not None and bool(factor.salt)
    return {"player": player.id, **shown, "factor": has_factor, "must_change": player.change_by is not None}


def accounts_of(request: HTTPConnection) -> Accounts:
    accounts: Accounts = request.app.state.accounts
    return accounts
