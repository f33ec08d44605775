"""Chips and promotional tokens: bought by guests of a demo, issued and taken back by staff in login mode."""

from dataclasses import replace
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from feltlab.money import dollars
from feltlab.service.requests import By, Chips, Done, Tokens
from feltlab.web.accounts.auth import SignedIn, house_of
from feltlab.web.accounts.independence import in_the_same_hand
from feltlab.web.accounts.second import ask_or_wait, ask_second
from feltlab.web.door.answers import DoneAnswer, responses
from feltlab.web.door.bodies import ApiError, RefusedError, StrictRoute, plain
from feltlab.web.door.house import Account, Establishment
from feltlab.web.live import models

router: Final = APIRouter(route_class=StrictRoute, tags=["live table"])
PATH: Final = "/api/purse"
TOKENS: Final = ("give-tokens", "take-tokens")
GIVES: Final = ("buy-in", "give-tokens")


def answered(done: Done, **more: Any) -> Response:
    return plain({"ok": True, **more, "v": done.number, "purse": done.purse, "tokens": done.tokens})


@router.post(PATH, responses=responses(DoneAnswer, refuses=True, waits=True))
async def chips(request: Request, body: models.Purse, who: SignedIn) -> Response:
    house = house_of(request)
    if not house.settings.demo:
        return answered(await _by_staff(house, who, body))
    if body.player not in (None, who.player):
        raise ApiError(403, "guests have their own purse")
    if body.table is not None:
        house.table(body.table)
    if body.do in TOKENS:
        raise ApiError(403, "only the house gives tokens")
    said, asked = body.said(), _asked(body, who.player, None)
    if isinstance(asked, Chips) and body.do in GIVES:
        return answered(await request.app.state.cashier.buy_in(who, said, asked))
    return answered(await house.ask_once(who, PATH, said, asked))


def _asked(body: models.Purse, player: str, by: By | None) -> Chips | Tokens:
    cents = body.cents if body.do in GIVES else -body.cents
    return Tokens(player, cents, by) if body.do in TOKENS else Chips(player, cents, body.table, by)


async def _by_staff(house: Establishment, who: Account, body: models.Purse) -> Done:
    if who.role not in house.settings.most_cents:
        raise ApiError(403, "only the floor can issue and take back chips")
    found = await house.read(house.pit.store.player, body.player) if body.player else None
    if found is None or found.role != "player":
        raise ApiError(404, "there is no such player")
    if body.table is not None:
        house.table(body.table)
    house.needs_reason(body.reason)
    most, rules, said = house.settings.most_cents, house.settings, body.said()
    highest = max(most.values()) if rules.second_person else most[who.role]
    if body.cents > highest:
        raise RefusedError("above-limit", f"house rule: at most {dollars(highest)}")
    what = {"player": found.id}
    if body.cents > most[who.role] and not await house.has_answered(who, body.key):
        words = f"a second person whose role covers it must approve: yours covers {dollars(most[who.role])}"
        raise await ask_second(house, who, PATH, said, what, words)
    by = house.by(who, body.reason)
    if by.needs_second:
        same = await house.read(in_the_same_hand, house.pit.store, who.player, house.pit.clock())
        by = replace(by, accounts=same)
    return await ask_or_wait(house, who, PATH, said, _asked(body, found.id, by), what)


def asked_again(house: Establishment, asking: Account, second: Account, told: dict[str, Any], by: By) -> Chips | Tokens:
    """The request again, now that a second person whose role covers it agrees."""
    body, most = models.Purse.model_validate(told["said"]), house.settings.most_cents
    if asking.role not in most:
        raise RefusedError("not-allowed", "the person who asked may no longer issue chips")
    covered = most[second.role]
    if body.cents > covered:
        raise RefusedError("above-limit", f"your role covers {dollars(covered)}: a higher role must approve")
    return _asked(body, told["player"], by)
