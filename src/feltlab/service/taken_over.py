"""Takeovers recorded in the trail: where the chains ended before they got another key.

Earlier anchors have hashes of a key that is gone. Someone who wrote to the database until then may have changed rows:
only the ends of the chains can still be compared.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import orjson

from feltlab.errors import shown
from feltlab.service.chain import AUDIT, LEDGER
from feltlab.service.rows import Head
from feltlab.service.store import Store

TAKEOVER: Final = "takeover"
UNKEYED: Final = "none"
"""The earlier key of chains that had none."""
_TAKEN: Final = "SELECT number, at, detail FROM audit WHERE action = ? ORDER BY number"


@dataclass(frozen=True, slots=True)
class TakenOver:
    number: int
    """The number of its entry in the trail."""
    at: int
    before: str
    """The id of the earlier key, or `none`."""
    ends: Mapping[str, Head]
    broken: tuple[str, ...]

    @property
    def words(self) -> str:
        day = time.strftime("%Y-%m-%d", time.gmtime(self.at / 1000))
        return (
            f"entry {self.number} of the trail ({day}): the chains got another key; the one before was"
            f" {shown(self.before)}. Older rows are as they were found then: only the ends recorded before that"
            " prove them"
        )


@dataclass(frozen=True, slots=True)
class NotedEnd:
    """An anchor's claim that a chain had this row: this entry of the trail."""

    entry: int
    chain: str
    row: Head


def detail_of(text: object) -> dict[str, Any]:
    """An entry's detail; empty if it is not an object, which the check of its chain reports."""
    try:
        found = orjson.loads(str(text))
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def head_of(said: object) -> Head | None:
    match said:
        case [int(number), str(hashed)]:
            return Head(number, hashed)
        case _:
            return None


def takeovers(store: Store) -> list[TakenOver]:
    try:
        with store.reading() as db:
            rows = db.execute(_TAKEN, (TAKEOVER,))
    except UnicodeDecodeError:
        return []  # the trail's chain is then broken, which is reported
    return [_read(int(number), int(at), detail_of(text)) for number, at, text in rows]


def _read(number: int, at: int, told: dict[str, Any]) -> TakenOver:
    heads, tables = told.get("heads"), told.get("tables")
    said = {chain: heads.get(chain) for chain in (AUDIT, LEDGER)} if isinstance(heads, dict) else {}
    said |= {f"table:{name}": end for name, end in tables.items()} if isinstance(tables, dict) else {}
    ends = {chain: end for chain, each in said.items() if (end := head_of(each))}
    broken = told.get("broken")
    return TakenOver(
        number, at, str(told.get("before", "")), ends, tuple(map(str, broken)) if isinstance(broken, list) else ()
    )


def wrong_takeovers(taken: Iterable[TakenOver]) -> list[str]:
    return [
        f"when the chains were taken over, at entry {each.number}: {line}" for each in taken for line in each.broken
    ]


def wrong_ends(taken: list[TakenOver], noted: Iterable[NotedEnd]) -> Iterator[str]:
    """Anchors from before a takeover, compared with where the chains ended at it."""
    for each in noted:
        over = next((found for found in taken if found.number > each.entry), None)
        end = over.ends.get(each.chain) if over else None
        if over is None or end is None:
            continue
        if each.row.number > end.number:
            rows = f"{end.number + 1} to {each.row.number}"
            yield f"{_named(each.chain)}: the rows {rows} were recorded, but missing at the takeover ({over.number})"
        elif each.row.number == end.number and each.row.hash != end.hash:
            yield f"{_named(each.chain)}: row {end.number} at the takeover ({over.number}) is not the one recorded"


def _named(chain: str) -> str:
    names = {AUDIT: "the audit trail", LEDGER: "the ledger"}
    return names.get(chain) or f"the events of {chain.removeprefix('table:')}"
