"""Whether two accounts are two people, by the trail: which account recently made or reset which.

An account that makes or resets another can log in there. For some days the other account is in the hands of its owner
and of everyone it came from in that way. Two accounts with a hand in common may be one person. The operator's actions
on the machine count as nobody's: someone who works there could change anything.
"""

from collections import defaultdict
from collections.abc import Mapping, Set
from typing import Final

import orjson

from feltlab.ledger.performance import DAY_MS
from feltlab.service.chain import audit_hash
from feltlab.service.rows import COMMAND_LINE, Audit
from feltlab.service.store import Store
from feltlab.web.door.bodies import RefusedError

DAYS_APART: Final = 7
GIVES_AWAY: Final = ("add", "reset-password", "reset-factor")
"""The acts that let an admin log in as another user."""

Makers = Mapping[str, Set[str]]
"""By account: who made or reset it."""


def as_written(store: Store, row: Audit) -> Audit:
    if row.hash != audit_hash(store.key, row.prev_hash, row.number, row):
        raise RefusedError("broken-trail", "the trail was altered: have the books checked")
    return row


def in_one_hand(store: Store, one: str, other: str, now: int) -> bool:
    """Whether one person may have both accounts: one of the two, or a third that both came from."""
    makers = _makers(store, now)
    return not _hands(makers, one).isdisjoint(_hands(makers, other))


def in_the_same_hand(store: Store, account: str, now: int) -> frozenset[str]:
    """All accounts that may be the same person's, this one included."""
    makers = _makers(store, now)
    own = _hands(makers, account)
    return frozenset({account, *own, *(other for other in makers if not own.isdisjoint(_hands(makers, other)))})


def _makers(store: Store, now: int) -> Makers:
    found: dict[str, set[str]] = defaultdict(set)
    for row in store.account_acts(now - DAYS_APART * DAY_MS):
        told = orjson.loads(as_written(store, row).detail)
        if told.get("change") in GIVES_AWAY and row.actor != COMMAND_LINE:
            found[told["player"]].add(row.actor)
    return found


def _hands(makers: Makers, account: str) -> set[str]:
    """Whose hands it is in: its own, its makers', theirs, and so on."""
    found, left = {account}, [account]
    while left:
        fresh = makers.get(left.pop(), set()) - found
        found |= fresh
        left += fresh
    return found
