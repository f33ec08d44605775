"""Who has an account: reading players, their second factors and their sessions."""

import hmac
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import astuple, replace
from functools import partial
from typing import Final, TypeVar

from feltlab.service import rows as r
from feltlab.service.database import Database
from feltlab.wire import dump

T = TypeVar("T")
PLAYER: Final = "SELECT id, name, role, password_hash, created_at, disabled, change_by FROM players"
FACTOR: Final = "SELECT player, salt, since, step, codes, next_salt, warned_at, warned_of, warned_from FROM factors"
SESSION: Final = (
    "SELECT mac, token_hash, player, created_at, expires_at, seen_at, factor_at, address, device FROM sessions"
)


def player_of(
    id: str, name: str, role: str, password_hash: str | None, created_at: int, disabled: int, change_by: int | None
) -> r.Player:
    return r.Player(id, name, role, password_hash, created_at, bool(disabled), change_by)


def session_mac(key: bytes, session: r.Session) -> str:
    """Over everything but the last use.

    Without the key (`keys`), someone who can write to the database cannot make a session there, give one to someone
    else, or make it last longer or allow more.
    """
    return hmac.digest(key, f"session\n{dump(astuple(replace(session, seen_at=0)))}".encode(), "sha256").hex()


def session_of(key: bytes, mac: str, *row: str | int) -> r.Session | None:
    session = r.Session(*row)  # type: ignore[arg-type]
    return session if hmac.compare_digest(str(mac).encode(), session_mac(key, session).encode()) else None


class People(ABC):
    @property
    @abstractmethod
    def key(self) -> bytes: ...

    @abstractmethod
    def reading(self) -> AbstractContextManager[Database]: ...

    def _rows(self, make: Callable[..., T], sql: str, *parameters: object) -> list[T]:
        with self.reading() as db:
            return [make(*row) for row in db.execute(sql, parameters)]

    def _first(self, make: Callable[..., T], sql: str, *parameters: object) -> T | None:
        found = self._rows(make, sql, *parameters)
        return found[0] if found else None

    def player(self, id: str) -> r.Player | None:
        return self._first(player_of, PLAYER + " WHERE id = ?", id)

    def player_named(self, name: str) -> r.Player | None:
        # Names do not differ by case; an exact match comes first, from a time when they did.
        sql = PLAYER + " WHERE lower(name) = lower(?) ORDER BY CASE WHEN name = ? THEN 0 ELSE 1 END LIMIT 1"
        return self._first(player_of, sql, name, name)

    def players(self) -> list[r.Player]:
        return self._rows(player_of, PLAYER + " ORDER BY name")

    def accounts(self, after: str, limit: int) -> list[r.Player]:
        sql = " WHERE password_hash IS NOT NULL AND name > ? ORDER BY name LIMIT ?"
        return self._rows(player_of, PLAYER + sql, after, limit)

    def factor(self, player: str) -> r.Factor | None:
        return self._first(r.Factor, FACTOR + " WHERE player = ?", player)

    def factors(self) -> dict[str, r.Factor]:
        return {factor.player: factor for factor in self._rows(r.Factor, FACTOR)}

    def session(self, token_hash: str) -> r.Session | None:
        return self._first(partial(session_of, self.key), SESSION + " WHERE token_hash = ?", token_hash)

    def sessions_of(self, player: str) -> list[r.Session]:
        sql = SESSION + " WHERE player = ? ORDER BY seen_at DESC, token_hash"
        return [found for found in self._rows(partial(session_of, self.key), sql, player) if found]
