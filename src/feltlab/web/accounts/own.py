"""Your own account: password, second factor.

Each change asks for the password again and ends all other sessions: one that was left open or stolen is not the
owner's.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from starlette.requests import HTTPConnection

from feltlab.errors import shown
from feltlab.service.requests import Work
from feltlab.service.rows import Factor, NewAudit, Player
from feltlab.service.store import Transaction
from feltlab.web.accounts import models
from feltlab.web.accounts.one_time import (
    is_of_authenticator,
    matching_step,
    new_recovery_codes,
    new_salt,
    recovery_hash,
    salt_of,
    secret_of,
    shown_secret,
    tidy,
)
from feltlab.web.accounts.people import Accounts
from feltlab.web.door.bodies import ApiError, RefusedError
from feltlab.web.door.house import Account, Came
from feltlab.web.door.limits import Places
from feltlab.web.door.origin import counted_as
from feltlab.wire import dump

LOG: Final = logging.getLogger("feltlab.web")
Entered = tuple[str, str]
"""The token of the session that continues, and its next step."""
Altered = tuple[Player, Factor | None] | None


class OwnAccount:
    def __init__(self, accounts: Accounts) -> None:
        self.accounts, self.house, self.sessions = accounts, accounts.house, accounts.sessions
        self.store = self.house.pit.store
        self._places = Places()

    # The password

    async def _prove(self, who: Account, password: str) -> Player:
        player = await self.accounts.owner(who.name, password, who.address)
        if player is None:
            raise RefusedError("wrong-password", "the password is wrong")
        return player

    async def change_password(self, who: Account, body: models.OwnPassword, came: Came) -> Entered:
        proved = await self._prove(who, body.old)
        if body.old == body.password:
            raise RefusedError("bad-password", "that is the old password: choose another")
        hashed = await self.accounts.hashed(body.password, proved.name)

        def alter(player: Player, factor: Factor | None) -> Altered:
            same = player.password_hash == proved.password_hash
            return (replace(player, password_hash=hashed, change_by=None), factor) if same else None

        return await self._start_over(who, came, "password", alter, who.factor_at)

    async def _start_over(
        self, who: Account, came: Came, change: str, alter: Callable[[Player, Factor | None], Altered], factor_at: int
    ) -> Entered:
        """Write the account as it is now; its sessions end, and a new one begins."""
        begin = self.accounts.begin if who.due else self.sessions.begin  # a login is completed, and goes into the trail

        def write(rows: Transaction) -> Entered | None:
            altered = self._alter(rows, who, change, alter)
            if altered is None:
                return None
            return begin(rows, *altered, came, factor_at), self.sessions.due(*altered, factor_at)

        entered: Entered | None = (await self.house.ask(Work(write))).value
        self.sessions.forget(who.player)
        if entered is None:
            raise RefusedError("changed", "the account was changed in the meantime: start over")
        if who.due and not entered[1]:
            self.house.metrics.logins.add("done")
        return entered

    def _alter(
        self, rows: Transaction, who: Account, change: str, alter: Callable[[Player, Factor | None], Altered]
    ) -> Altered:
        player, before = rows.player(who.player), rows.factor(who.player)
        altered = alter(player, before) if player and not player.disabled else None
        if altered is None or rows.session(who.session) is None:
            return None
        changed, factor = altered
        rows.put_players([changed])
        if factor is None:
            rows.drop_factor(changed.id)
        else:
            rows.put_factors([factor])
        rows.drop_player_sessions(changed.id)
        step = {"step": factor.step} if factor and factor.salt else {}
        rows.append_audit([self.accounts.entry(rows, who, changed, change, "", **step)])
        return altered

    # Codes

    async def give_code(self, who: Account, code: str, came: Came) -> Entered:
        """The second factor, after the password."""
        if who.due != "code":
            raise RefusedError("not-due", "no code is needed now")
        player = await self.house.read(self.store.player, who.player)
        factor = await self.house.read(self.store.factor, who.player)
        if player is None or factor is None or not factor.salt:
            raise RefusedError("no-factor", "there is no second factor")
        await self._take(who, factor, code)
        now, own = self.house.pit.clock(), who.session
        return await self.accounts.enter(player, factor, came, now, end=own, on=own)

    async def _take(self, who: Account, factor: Factor, code: str) -> None:
        """A code counts once. Guesses are slowed, by address and by address and account."""
        code, place = tidy(code), counted_as(who.address)
        keys = (f"{place} {who.player}", place)
        has_been = await self._has_been(who.player, place)
        stranger = is_of_authenticator(code) and not has_been
        waits = [self.house.code_throttle.wait(*keys[: 1 if has_been else 2])]
        waits += [self.house.strangers.wait("", who.player)] if stranger else []
        if max(waits) > 0:
            self.house.metrics.logins.add("throttled")
            raise ApiError(429, "too many tries; wait", {"Retry-After": str(int(max(waits)) + 1)})
        # Counted before it is checked, so that parallel tries count too.
        self.house.code_throttle.failed(*keys)
        if stranger:
            self.house.strangers.failed(f"{place} {who.player}", who.player)
        if not (await self.house.ask(Work(lambda rows: self._use(rows, who, factor, code)))).value:
            self.house.metrics.logins.add("failed")
            raise RefusedError("wrong-code", "the code is wrong, or was used before: wait for the next one")
        self.house.code_throttle.succeeded(*keys)
        if stranger:
            self.house.strangers.succeeded(f"{place} {who.player}", who.player)
        self._places.know(who.player, place)

    async def _has_been(self, player: str, place: str) -> bool:
        """Whether the owner's code was right from there before: guesses from elsewhere do not keep them out."""
        if self._places.has(player, place):
            return True
        sessions = await self.sessions.open_of(player)
        return any(each.factor_at and counted_as(each.address) == place for each in sessions)

    def _use(self, rows: Transaction, who: Account, seen: Factor, code: str) -> bool:
        """In the transaction that accepts it: of two processes with the same code, one gets it."""
        player, factor = rows.player(who.player), rows.factor(who.player)
        if factor is None or player is None or factor.salt != seen.salt:
            return False
        key, now = self.store.key, self.house.wall()
        if is_of_authenticator(code):
            secret = secret_of(key, player.id, factor.salt)
            if step := matching_step(secret, code, now, factor.step):
                rows.put_factors([replace(factor, step=step)])
                told = dump({"address": who.address, "step": step})
                rows.append_audit([NewAudit(self.house.pit.clock(), player.id, "code", told)])
                return True
            return self._warn(rows, who, factor, "used-code" if matching_step(secret, code, now, 0) else "wrong-code")
        left, given = factor.codes.split(), recovery_hash(key, player.id, factor.salt, code)
        if given not in left:
            return self._warn(rows, who, factor, "wrong-code")
        left.remove(given)
        rows.put_factors([replace(factor, codes=" ".join(left))])
        rows.append_audit([self.accounts.entry(rows, who, player, "recovery-code", "", left=len(left))])
        return True

    def _warn(self, rows: Transaction, who: Account, factor: Factor, of: str) -> bool:
        """Someone knows the password: tell the owner."""
        LOG.warning("%s, after the right password, for %s from %s", of, shown(who.name), who.address)
        warned = replace(factor, warned_at=self.house.pit.clock(), warned_of=of, warned_from=who.address)
        rows.put_factors([warned])
        return False

    # The second factor

    async def _prove_twice(self, who: Account, body: models.Proof) -> Factor:
        """By the password, and by a code if there is a second factor."""
        await self._prove(who, body.password)
        factor = await self.house.read(self.store.factor, who.player)
        if factor is not None and factor.salt:
            await self._take(who, factor, body.code)
        return factor or Factor(who.player)

    async def begin(self, who: Account, body: models.Proof) -> dict[str, Any]:
        """A secret for an authenticator. It counts once a code from it is confirmed."""
        if not who.due:  # or the password was just given, and there is no factor yet
            await self._prove_twice(who, body)
        salt = salt_of(who.session) if who.due else new_salt()

        def write(rows: Transaction) -> bool:
            if rows.player(who.player) is None or rows.session(who.session) is None:
                return False
            rows.put_factors([replace(rows.factor(who.player) or Factor(who.player), next_salt=salt)])
            return True

        if not (await self.house.ask(Work(write))).value:
            raise RefusedError("changed", "the account was changed in the meantime: start over")
        return shown_secret(secret_of(self.store.key, who.player, salt), who.name)

    async def confirm(self, who: Account, code: str, came: Came) -> tuple[list[str], Entered]:
        """The recovery codes, shown only this once."""
        begun = await self.house.read(self.store.factor, who.player)
        if begun is None or not begun.next_salt:
            raise RefusedError("not-begun", "ask for a secret first")
        now, salt = self.house.pit.clock(), begun.next_salt
        step = matching_step(secret_of(self.store.key, who.player, salt), tidy(code), self.house.wall(), 0)
        if step is None:
            raise RefusedError("wrong-code", "that is not the current code for this secret: check the device's clock")
        codes, hashes = self._new_codes(who.player, salt)

        def alter(player: Player, factor: Factor | None) -> Altered:
            same = factor is not None and factor.next_salt == salt
            return (player, Factor(player.id, salt, now, step, hashes)) if same else None

        self._places.know(who.player, counted_as(who.address))
        return codes, await self._start_over(who, came, "factor", alter, now)

    def _new_codes(self, player: str, salt: str) -> tuple[list[str], str]:
        codes = new_recovery_codes()
        return codes, " ".join(recovery_hash(self.store.key, player, salt, code) for code in codes)

    async def renew_codes(self, who: Account, body: models.Proof, came: Came) -> tuple[list[str], Entered]:
        """Ten new ones; the old ones stop working."""
        proved = await self._prove_twice(who, body)
        if not proved.salt:
            raise RefusedError("no-factor", "there is no second factor")
        codes, hashes = self._new_codes(who.player, proved.salt)

        def alter(player: Player, factor: Factor | None) -> Altered:
            return (player, replace(factor, codes=hashes)) if factor and factor.salt == proved.salt else None

        return codes, await self._start_over(who, came, "recovery-codes", alter, who.factor_at)

    async def remove(self, who: Account, body: models.Proof, came: Came) -> Entered:
        if self.house.settings.needs_factor(who.role):
            raise RefusedError("factor-needed", "staff need a second factor: set up a new one instead")
        await self._prove_twice(who, body)
        return await self._start_over(who, came, "factor-removed", lambda player, _: (player, None), 0)


def own_account_of(request: HTTPConnection) -> OwnAccount:
    own: OwnAccount = request.app.state.own_account
    return own
