"""Requests for a second person, over HTTP: those waiting, and their answers."""

from typing import Annotated, Any, Final

import orjson
from fastapi import APIRouter, Depends, Request, Response

from feltlab.service.requests import Asked, Done, Work
from feltlab.service.rows import Answer, Audit, NewAudit, Player
from feltlab.service.store import Transaction
from feltlab.web.accounts import models
from feltlab.web.accounts.auth import house_of, role
from feltlab.web.accounts.independence import DAYS_APART, GIVES_AWAY, as_written, in_one_hand
from feltlab.web.accounts.second import REFUSED, answer_key, waiting
from feltlab.web.door.answers import Described, DoneAnswer, Yes, responses
from feltlab.web.door.bodies import ApiError, RefusedError, StrictRoute, body_hash, plain
from feltlab.web.door.house import Account, Establishment, scoped
from feltlab.web.live import chips
from feltlab.web.live.orders import asked_again
from feltlab.wire import dump

router: Final = APIRouter(route_class=StrictRoute, tags=["floor"])
Reader = Annotated[Account, Depends(role("floor", "auditor", "admin"))]
Second = Annotated[Account, Depends(role("floor", "admin"))]
GONE: Final = "there is no such request, or it has expired"


class RequestShown(Described):
    """A request waiting for a second person."""

    request: int
    at: int
    expires_at: int
    actor: str
    name: str
    reason: str
    act: str
    table: str | None
    round: int | None
    player: str | None
    player_name: str
    cents: int | None
    said: dict[str, Any]
    own: bool


class Requests(Yes):
    requests: list[RequestShown]


@router.get("/api/requests", responses=responses(Requests))
async def requests(request: Request, who: Reader) -> Response:
    """The requests waiting for a second person."""
    return plain({"ok": True, "requests": await waiting(house_of(request), who)})


# Answers


@router.post("/api/requests/{number}", responses=responses(DoneAnswer, refuses=True))
async def decide(request: Request, number: str, body: models.SecondPerson, who: Second) -> Response:
    """Approve a request, which carries it out, or refuse it."""
    house = house_of(request)
    row = await _request(house, number)
    told = orjson.loads(row.detail)
    if row.actor == who.player:
        raise RefusedError("own-request", "another person must approve or refuse")
    await _take_key(house, who, row, body)
    if body.do == "refuse":
        asked = _refusal(house, who, row, body.reason)
    else:
        asked = await _agreed(house, await _asking(house, row), who, row, told, body.reason)
    done = await _once(house, asked, answer_key(row.number), _deciding(who, body.do))
    return plain({"ok": True, "v": done.number, "purse": done.purse, "tokens": done.tokens})


async def _request(house: Establishment, number: str) -> Audit:
    if not number.isascii() or not number.isdigit() or len(number) > 18:
        raise ApiError(404, GONE)
    store, now, lasts = house.pit.store, house.pit.clock(), house.settings.request_ms
    rows = {row.number: row for row in await house.read(store.requests, now - lasts)}
    row = rows.get(int(number))
    if row is None or row.action != "request":
        raise ApiError(404, GONE)
    return as_written(store, row)


async def _asking(house: Establishment, row: Audit) -> Account:
    """The person who asked, with their present role."""
    found: Player | None = await house.read(house.pit.store.player, row.actor)
    if found is None or found.disabled or found.id in house.disabled:
        raise RefusedError("not-allowed", "the person who asked no longer has an account")
    acts = await house.read(house.pit.store.account_acts, row.at)
    told = [orjson.loads(act.detail) for act in acts if act.number > row.number]
    if any(each.get("player") == row.actor and each.get("change") in GIVES_AWAY for each in told):
        raise RefusedError("not-allowed", "the account that asked was reset since then: ask again")
    return Account(found.id, found.name, found.role, "", orjson.loads(row.detail).get("address", ""))


def _refusal(house: Establishment, who: Account, row: Audit, reason: str) -> Asked:
    now, key, hashed = house.pit.clock(), answer_key(row.number), _deciding(who, "refuse")
    told = {"request": row.number, "for": row.actor, "address": who.address, "reason": reason}

    def write(rows: Transaction) -> None:
        rows.append_audit([NewAudit(now, who.player, "refused", dump(told))])
        answer = dump({"table": None, "number": 0, "purse": 0, "value": REFUSED})
        rows.add_answers([Answer(key, None, hashed, answer, now)])

    return Work(write)


async def _agreed(
    house: Establishment, asking: Account, who: Account, row: Audit, told: dict[str, Any], reason: str
) -> Asked:
    if await house.read(in_one_hand, house.pit.store, asking.player, who.player, house.pit.clock()):
        raise RefusedError(
            "not-independent",
            f"in the last {DAYS_APART} days one of you, or one admin for both, created or reset the accounts: someone"
            " else must approve",
        )
    agreed = house.agreed(asking, str(told["said"].get("reason", "")), who, reason, row.number)
    if told["path"] == chips.PATH:
        return chips.asked_again(house, asking, who, told, agreed)
    return await asked_again(house, asking, told, agreed)


def _deciding(who: Account, do: str) -> str:
    return f"{do}/{who.player}"


async def _take_key(house: Establishment, who: Account, row: Audit, body: models.SecondPerson) -> None:
    """From now on the key decides this request and does nothing else."""
    key, hashed = scoped(who.player, body.key), body_hash(who.player, f"/api/requests/{row.number}", body.said())
    taken = Answer(key, None, hashed, dump({"table": None, "number": 0, "purse": 0}), house.pit.clock())
    await house.ask(Work(lambda rows: rows.add_answers([taken])), key, hashed)


async def _once(house: Establishment, asked: Asked, key: str, hashed: str) -> Done:
    """A request is decided once, whoever decides it."""
    try:
        return await house.ask(asked, key, hashed)
    except RefusedError as error:
        if error.reason in ("key-reused", "conflict"):
            raise RefusedError("decided", "the request was answered before") from None
        raise
