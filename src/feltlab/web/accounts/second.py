"""Actions that need a second person: requested, listed, approved or refused. The audit trail holds all of it.

A request is an entry of the trail, and so is its answer; there is no other record. It is answered once, in time, by
another floor member or admin whose role covers the amount: `independence` says who counts as another.
"""

from typing import Any, Final

import orjson

from feltlab.service.requests import Asked, Done, Work
from feltlab.service.rows import Answer, Audit, NewAudit
from feltlab.service.standing import SECOND_PERSON
from feltlab.service.store import Store, Transaction
from feltlab.web.door.bodies import AwaitedError, RefusedError, body_hash
from feltlab.web.door.house import Account, Establishment, scoped
from feltlab.wire import dump

OPEN: Final = "open"
"""The subject of a request without a command: a table."""
REFUSED: Final = {"refused": True}
"""The value of the answer to a request that a second person did not approve."""
OPENING: Final = "/api/tables"


async def ask_or_wait(
    house: Establishment, who: Account, path: str, said: dict[str, Any], asked: Asked, what: dict[str, Any]
) -> Done:
    """Do it, or ask for a second person if one alone may not; `what` names the subject."""
    try:
        done = await house.ask_once(who, path, said, asked)
    except RefusedError as error:
        if error.reason != SECOND_PERSON:
            raise
        raise await ask_second(house, who, path, said, what, error.detail) from None
    if isinstance(done.value, dict) and "request" in done.value:  # the key has asked for one before
        return await _what_became_of(house, done.value["request"])
    return done


def answer_key(request: int) -> str:
    """The key under which the answer to a request is stored."""
    return f"request/{request}"


async def _what_became_of(house: Establishment, number: int) -> Done:
    """The outcome of a request: the result if a second person approved; otherwise refused, expired or waiting."""
    found = await house.read(house.pit.store.answer, answer_key(number))
    if found is not None:
        done = Done(**orjson.loads(found.answer))
        if done.value == REFUSED:
            raise RefusedError("second-refused", "a second person refused it")
        return done
    rows = await house.read(_waiting, house.pit.store, house.pit.clock(), house.settings.request_ms)
    if number not in {row.number for row in rows}:
        raise RefusedError("second-missing", "nobody approved it in time: ask again with another key")
    raise AwaitedError(number, "a second person must approve")


async def ask_second(
    house: Establishment, who: Account, path: str, said: dict[str, Any], what: dict[str, Any], words: str
) -> AwaitedError:
    """Record in the trail a request for a second person; the same key asks once."""
    now, key, hashed = house.pit.clock(), scoped(who.player, said["key"]), body_hash(who.player, path, said)
    told = {"path": path, "said": said, "address": who.address, "expires_at": now + house.settings.request_ms, **what}

    def write(rows: Transaction) -> dict[str, int]:
        [entry] = rows.append_audit([NewAudit(now, who.player, "request", dump(told))])
        value = {"request": entry.number}
        answer = dump({"table": None, "number": 0, "purse": 0, "value": value})
        rows.add_answers([Answer(key, None, hashed, answer, now)])
        return value

    done = await house.ask(Work(write), key, hashed)
    return AwaitedError(done.value["request"], words)


def _waiting(store: Store, now: int, lasts: int) -> list[Audit]:
    rows = store.requests(now - lasts)
    answered = {orjson.loads(row.detail).get("request") for row in rows if row.action != "request"}
    return [row for row in rows if row.action == "request" and row.number not in answered]


async def waiting(house: Establishment, who: Account) -> list[dict[str, Any]]:
    """The requests that can be answered now, oldest first."""
    store = house.pit.store
    rows = await house.read(_waiting, store, house.pit.clock(), house.settings.request_ms)
    return [await _shown(house, who, row) for row in rows if not _is_late(house, row)]


def _is_late(house: Establishment, row: Audit) -> bool:
    """A void of a round that is over, or the wish of a disabled account."""
    if row.actor in house.disabled:
        return True
    told = orjson.loads(row.detail)
    state = house.pit.tables.get(told.get("table") or "")
    if state is None or told["said"].get("do") != "void":
        return False
    return state.round is None or state.round.number != told["round"]


async def _shown(house: Establishment, who: Account, row: Audit) -> dict[str, Any]:
    told = orjson.loads(row.detail)
    said = told["said"]
    asks = await house.read(house.pit.store.player, row.actor)
    for_whom = await house.read(house.pit.store.player, told["player"]) if told.get("player") else None
    return {
        "request": row.number, "at": row.at, "expires_at": told["expires_at"], "actor": row.actor,
        "name": asks.name if asks else "", "reason": said.get("reason", ""), "act": said.get("do", OPEN),
        "table": told.get("table"), "round": told.get("round"), "player": told.get("player"),
        "player_name": for_whom.name if for_whom else "", "cents": said.get("cents"),
        "said": {name: value for name, value in said.items() if name != "key"}, "own": row.actor == who.player,
    }  # fmt: skip
