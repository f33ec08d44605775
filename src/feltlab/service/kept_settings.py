"""Settings beside the chains: the terms of rounds, who made a guest's table, and the rows that probes write.

No chain has them, so each is compared with one that does: the terms with their fingerprint and the logs, makers with
the trail. Probes are only ever written.
"""

import re
from collections.abc import Mapping, Set
from typing import Final

import orjson

from feltlab.errors import shown
from feltlab.service.checks import UNREADABLE
from feltlab.service.store import Store
from feltlab.table.config import Config
from feltlab.table.plain import decode

TERMS: Final = "terms:"
MAKER: Final = "maker:"
_PROBE: Final = re.compile(r"probe:\d{1,2}")
_NUMBER: Final = re.compile(r"\d{1,19}")


def kept_terms(store: Store, fingerprint: str) -> Config | None:
    """The terms of rounds by their fingerprint; None if they are missing or have another fingerprint."""
    return _read(store.setting(TERMS + fingerprint), fingerprint)


def _read(text: str | None, fingerprint: str) -> Config | None:
    try:
        found: Config = decode(Config, orjson.loads(text or "null"))
        same = found.fingerprint == fingerprint
    except UNREADABLE:
        return None
    return found if same else None


def all_settings(store: Store) -> Mapping[str, str]:
    with store.reading() as db:
        return {str(key): str(value) for key, value in db.execute("SELECT key, value FROM settings ORDER BY key")}


def wrong_terms(store: Store, before: Mapping[str, str], dealt: Set[str], whole: bool) -> list[str]:
    """`before` are the terms kept before the logs were read, `dealt` those of all their rounds.

    A table in play has added more by now. For logs that could not be read to their end (not `whole`) there may be more.
    """
    now = all_settings(store)
    found = []
    for terms in sorted(dealt):
        if TERMS + terms not in now:
            found.append(f"the terms {terms}, on which rounds were dealt, are missing")
    for key in sorted(key for key in now if key.startswith(TERMS)):
        terms = key.removeprefix(TERMS)
        if whole and key in before and terms not in dealt:
            found.append(f"the terms {shown(terms)} belong to no round")
        elif terms in dealt and _read(now[key], terms) is None:
            found.append(f"the terms {terms}, on which rounds were dealt, were changed")
    return found


def wrong_settings(store: Store) -> list[str]:
    """Makers that the trail does not name, and rows that feltlab does not write."""
    kept = all_settings(store)
    openers, guests = _openers(store), {player.id for player in store.players() if player.password_hash is None}
    found = []
    for key, value in kept.items():
        if key.startswith(MAKER):
            if openers.get(key.removeprefix(MAKER), value) != value:
                found.append(
                    f"the recorded owner of the table {shown(key.removeprefix(MAKER))} is not the one who opened it"
                )
        elif not key.startswith(TERMS) and not (_PROBE.fullmatch(key) and _NUMBER.fullmatch(value)):
            found.append(f"the setting {shown(key)} was not made by feltlab")
    lost = [table for table, who in openers.items() if who in guests and MAKER + table not in kept]
    return found + [f"there is no record of who opened the table {shown(table)}" for table in lost]


def _openers(store: Store) -> dict[str, str]:
    with store.reading() as db:
        rows = db.execute("SELECT actor, detail FROM audit WHERE action = 'open' ORDER BY number")
    found: dict[str, str] = {}
    for actor, detail in rows:
        try:
            found.setdefault(str(orjson.loads(detail)["table"]), str(actor))
        except UNREADABLE:
            continue  # the trail's chain says so
    return found
