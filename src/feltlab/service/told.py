"""What the trail says of each account. A row that differs was not written by feltlab, and opens nothing.

Someone who can write to the database but does not have the key could otherwise become the floor for a moment, and be
recorded as such. Every entry is proved as it is read, once in a process.
"""

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from threading import Lock
from typing import Any, Final

from feltlab.service.chain import GENESIS, audit_hash
from feltlab.service.rows import Audit, Factor, Player, account_told
from feltlab.service.store import Store
from feltlab.service.taken_over import detail_of

LOG: Final = logging.getLogger("feltlab.store")
Told = Mapping[str, Any]
BEFORE_FACTORS: Final = {"factor": "", "change_by": None}
"""Fields that entries of the trail lack if they are older than second factors."""
_PASSWORD, _FACTOR = frozenset({"password", "change_by"}), frozenset({"factor"})
CHANGES: Final[Mapping[str, frozenset[str]]] = {
    "disable": frozenset({"disabled"}), "enable": frozenset({"disabled"}),
    "password": _PASSWORD, "reset-password": _PASSWORD,
    "factor": _FACTOR, "factor-removed": _FACTOR, "reset-factor": _FACTOR, "recovery-code": _FACTOR,
    "recovery-codes": _FACTOR,
}  # fmt: skip
"""What an act changes; `add` makes the account."""
OF_STAFF: Final = ("chips", "tokens", "request", "approved", "refused")
"""Acts of the trail that no player does."""


def is_guest(player: Player) -> bool:
    """Whom the trail does not mention: without a password, nobody logs in as a guest."""
    return player == replace(player, role="player", password_hash=None, disabled=False, change_by=None)


def differs(known: Told, player: Player, factor: Factor | None) -> bool:
    told = account_told(player, factor)
    return any(known[name] != value for name, value in told.items() if name in known)


def told_of(entry: Audit) -> Told | None:
    """The account in an entry about one."""
    detail = detail_of(entry.detail) if entry.action == "account" else {}
    return BEFORE_FACTORS | detail if "player" in detail else None


def untold_changes(entries: Iterable[Audit]) -> Iterator[str]:
    """Entries that record what no act changed, or an act of someone whose role does not allow it."""
    known = dict[str, Told]()
    for entry in entries:
        actor, told = known.get(entry.actor), told_of(entry)
        if actor is not None and entry.action in OF_STAFF and actor["role"] == "player":
            yield f"entry {entry.number} of the trail is an act of staff by {actor['name']}, a player"
        if actor is not None and entry.action == "login" and actor["disabled"]:
            yield f"entry {entry.number} of the trail is a login of {actor['name']}, who was disabled"
        if told is None:
            continue
        before, may = known.get(told["player"]), CHANGES.get(str(told.get("change")))
        if before is None and may is not None:
            yield f"the first entry of the trail about {told['name']} adds no account"
        if before is not None and may is not None:
            changed = {name for name in before.keys() & account_fields(told) if before[name] != told[name]}
            if changed - may:
                yield f"entry {entry.number} of the trail changes more of {told['name']} than it says"
        known[told["player"]] = told


def account_fields(told: Told) -> set[str]:
    return set(told) - {"change", "address", "reason", "step", "left"}


class ToldAccounts:
    """Accounts as the trail has them, read on from where it was read last."""

    def __init__(self, store: Store) -> None:
        self._store, self._lock = store, Lock()
        self._told: dict[str, Told] = {}
        self._number, self._hash = 0, GENESIS
        self.is_broken = False
        """Whether an entry was altered or removed; nothing after it is believed."""

    def has(self, player: Player, factor: Factor | None) -> bool:
        """Whether this is the account as the trail has it; a guest needs no entry."""
        with self._lock:
            if not self.is_broken:
                self._read_on()
            known = self._told.get(player.id)
        return is_guest(player) if known is None else not differs(known, player, factor)

    def _read_on(self) -> None:
        for entry in self._store.audit(self._number):
            due = audit_hash(self._store.key, self._hash, self._number + 1, entry)
            if (entry.number, entry.prev_hash, entry.hash) != (self._number + 1, self._hash, due):
                self.is_broken = True
                LOG.error("entry %d of the trail was altered or removed: have the books checked", self._number + 1)
                return
            self._number, self._hash = entry.number, entry.hash
            if (told := told_of(entry)) is not None:
                self._told[told["player"]] = told
