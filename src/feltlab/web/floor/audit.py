"""The audit trail: tables whose logs can be checked, and who did what.

In login mode it is the auditor's. In the demo everyone may read it, but a private table and actions there are shown
only to people who have a part in it: others see only that such an entry exists.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import orjson
from fastapi import APIRouter, Request

from feltlab.service.rows import Audit
from feltlab.service.store import Store
from feltlab.table import State
from feltlab.web.accounts.auth import house_of
from feltlab.web.accounts.visitor import FLOOR
from feltlab.web.door.house import Account
from feltlab.web.floor.details import PEOPLE, fields_of
from feltlab.web.floor.page import Who, add
from feltlab.web.floor.standing import Data, name_of
from feltlab.web.live.numbers import whole
from feltlab.web.live.orders import has_part

router: Final = APIRouter()
AUDIT_ROWS: Final = 100


async def audit_page(request: Request, who: Who) -> Data:
    house = house_of(request)
    tables = sorted(house.pit.tables.values(), key=lambda state: state.table)
    states = [state for state in tables if await has_part(house, who, state)]
    demo = house.settings.demo
    reads = demo or (who is not None and who.role == "auditor")
    return {
        "ok": True,
        "may_check": demo or (who is not None and who.role in ("floor", "auditor")),
        "tables": [{"table": state.table, "name": name_of(state), "v": state.number} for state in states],
        "trail": await _trail(request, who, states) if reads else None,
    }


async def _trail(request: Request, who: Who, states: Sequence[State]) -> Data:
    """A page of the trail, the newest by default, and whether it is as written."""
    house = house_of(request)
    after = whole(request, "after", -1, 0, 2**53)
    end = await house.read(house.pit.store.head, "audit")
    start = max(0, end.number - AUDIT_ROWS) if after < 0 else after
    found = await house.think(request.app.state.trail.read, start, AUDIT_ROWS, house.pit.clock())
    details = [orjson.loads(row.detail) for row in found.rows]
    names = await house.read(_names, house.pit.store, found.rows, details)
    shown = [
        _entry(row, detail, names, house.pit.tables)
        for row, detail in reversed(list(zip(found.rows, details, strict=True)))
    ]
    if house.settings.demo:
        known = {state.table for state in states}
        shown = [entry if _is_told(entry, who, known, house.pit.owner) else _covered(entry) for entry in shown]
    return {
        "chain": found.broken is None,
        "broken": found.broken.message if found.broken else None,
        "head": found.head,
        "older": max(0, start - AUDIT_ROWS) if start else None,
        "newer": start + AUDIT_ROWS if start + AUDIT_ROWS < found.head else None,
        "entries": shown,
    }


def _names(store: Store, rows: Sequence[Audit], details: Sequence[Data]) -> dict[str, str]:
    """Of those who did something, and of those it was about."""
    about = {str(detail[field]) for detail in details for field in PEOPLE if detail.get(field)}
    found = {player: store.player(player) for player in {row.actor for row in rows} | about}
    return {player: known.name for player, known in found.items() if known}


def _entry(row: Audit, detail: Data, names: Mapping[str, str], tables: Mapping[str, State]) -> Data:
    return {
        "number": row.number, "at": row.at, "actor": row.actor, "name": names.get(row.actor, ""),
        "action": row.action, "detail": detail, "fields": fields_of(detail, names, tables),
        "prev_hash": row.prev_hash, "hash": row.hash,
    }  # fmt: skip


def _is_told(entry: Mapping[str, Any], who: Account | None, known: set[str], owner: str) -> bool:
    """Whether an entry is your own, about a table you may know, or about the house itself."""
    if who is not None and entry["actor"] == who.player:
        return True
    table = entry["detail"].get("table")
    return table in known if table else entry["actor"] == owner


def _covered(entry: Data) -> Data:
    return {**entry, "actor": "", "name": "", "action": "", "detail": {}, "fields": []}


add(router, "/floor/audit", "floor/audit.html", audit_page, FLOOR)
