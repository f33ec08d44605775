"""The floor pauses, opens or closes a table that another server runs.

The order is an entry of the audit trail; the server that runs the table reads it and carries it out under the key of
the request, where the answer is then found. Only an entry made with the key of the chains counts.
"""

import asyncio
import logging
import time
from typing import Final

import orjson

from feltlab.errors import FeltlabError
from feltlab.service.chain import audit_hash
from feltlab.service.requests import AtTable, By, Done
from feltlab.service.rows import ORDER, Answer, Audit, NewAudit
from feltlab.service.store import Store
from feltlab.table.commands import Status
from feltlab.web.door.bodies import ApiError, RefusedError, body_hash
from feltlab.web.door.house import MOVED, Account, Establishment, scoped
from feltlab.web.live import models
from feltlab.wire import dump

LOG: Final = logging.getLogger("feltlab.web")
WAIT_SECONDS: Final = 5.0
PAUSE_SECONDS: Final = 0.05


async def order_elsewhere(house: Establishment, who: Account, table: str, path: str, body: models.StatusBody) -> Done:
    if who.role != "floor":
        raise ApiError(403, "this is for the floor")
    key, hashed = scoped(who.player, body.key), body_hash(who.player, path, body.said())
    found: Answer | None = await house.read(house.pit.store.answer, key)
    if found is None:
        told = {"table": table, "status": body.status, "reason": body.reason, "key": key, "hash": hashed}
        entry = NewAudit(house.pit.clock(), who.player, ORDER, dump(told | {"address": who.address}))
        await house.write(lambda rows: rows.append_audit([entry]))
        found = await _answer(house, key)
    if found.body_hash != hashed:
        raise RefusedError("key-reused", "the key was used before for something else")
    return Done(**orjson.loads(found.answer))


async def _answer(house: Establishment, key: str) -> Answer:
    end = time.monotonic() + WAIT_SECONDS
    while (found := await house.read(house.pit.store.answer, key)) is None:
        if time.monotonic() > end:
            raise ApiError(503, MOVED, {"Retry-After": "1"})
        await asyncio.sleep(PAUSE_SECONDS)
    return found


def orders(store: Store, after: int) -> tuple[list[Audit], int]:
    """Those in the trail after an entry, and the last entry checked."""
    rows = list(store.audit(after=after))
    genuine = [row for row in rows if row.action == ORDER and _is_genuine(store, row)]
    return genuine, rows[-1].number if rows else after


def _is_genuine(store: Store, row: Audit) -> bool:
    return audit_hash(store.key, row.prev_hash, row.number, row) == row.hash


async def carry_out(house: Establishment, order: Audit) -> None:
    told = orjson.loads(order.detail)
    if told["table"] not in house.pit.tables:
        return
    by = By(order.actor, "staff", told["address"], told["reason"])
    asked = AtTable(told["table"], Status(told["status"], told["reason"]), order.actor, by)
    try:
        await house.ask(asked, told["key"], told["hash"])
    except (ApiError, FeltlabError) as error:
        LOG.warning("the order %s for %s was not carried out: %s", order.number, told["table"], error)
