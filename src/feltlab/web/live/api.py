"""The live table over HTTP: sessions, purses, tables and their commands. `install` adds it all to an application."""

import secrets
from dataclasses import replace
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from feltlab.rules.house import MOST_SEATS
from feltlab.service.requests import AtTable
from feltlab.table import State
from feltlab.table.bots import strategies
from feltlab.table.coach import advice, is_exact
from feltlab.table.commands import Open
from feltlab.table.views import spots
from feltlab.web.accounts.api import Entering, entered
from feltlab.web.accounts.auth import (
    Anybody,
    SignedIn,
    Watcher,
    address_of,
    arriving,
    came,
    drop_cookie,
    house_of,
    set_cookie,
)
from feltlab.web.accounts.models import Login
from feltlab.web.accounts.people import accounts_of
from feltlab.web.accounts.second import OPENING, ask_or_wait
from feltlab.web.door.answers import DoneAnswer, Yes, responses
from feltlab.web.door.bodies import ApiError, RefusedError, StrictRoute, plain
from feltlab.web.door.house import Account, Establishment
from feltlab.web.door.origin import counted_as
from feltlab.web.live import answers, models
from feltlab.web.live.chips import answered
from feltlab.web.live.edge import favors_players
from feltlab.web.live.numbers import query_of, whole
from feltlab.web.live.orders import check_config, has_part, is_floor, order, read_rules
from feltlab.web.live.sight import seen
from feltlab.web.site import figures

router: Final = APIRouter(route_class=StrictRoute, tags=["live table"])


# The current user


@router.get("/api/me", responses=responses(answers.Me))
async def me(request: Request, who: Anybody) -> Response:
    """The current user; in demo mode a browser that comes for the first time becomes a guest with a purse."""
    house, token = house_of(request), ""
    if who is None:
        if not house.settings.demo:
            raise ApiError(401, "log in first")
        if request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            # A browser that follows a link from another site sends no cookie, and a new guest's would replace its own.
            raise ApiError(403, "guests start on this site's own pages")
        if not house.guest_buckets.take(counted_as(address_of(request))):
            raise ApiError(429, "too many new guests", {"Retry-After": "2"})
        who, token = await accounts_of(request).guest()
    response = plain(await _me(house, who))
    if token:
        set_cookie(response, token, house.settings)
    return response


async def _me(house: Establishment, who: Account) -> dict[str, Any]:
    return {
        "ok": True,
        "player": who.player,
        "name": who.name,
        "role": who.role,
        "purse": await house.purse(who.player),
        "tokens": await house.tokens(who.player),
        "mode": "demo" if house.settings.demo else "login",
        "tables": [state.table for state in list(house.pit.tables.values()) if state.seat_of(who.player)],
    }


@router.post("/api/login", responses=responses(Entering))
async def login(request: Request, body: Login, _: Anybody) -> Response:
    """The first step: a name and its password."""
    if house_of(request).settings.demo:
        raise ApiError(404, "there is no login in demo mode")
    before = await arriving(request)
    end = before.session if before else ""
    return entered(request, await accounts_of(request).login(body.name, body.password, came(request), end))


@router.post("/api/logout", responses=responses(Yes))
async def logout(request: Request, _: Anybody) -> Response:
    who = await arriving(request)
    if who is None:
        raise ApiError(401, "log in first")
    await request.app.state.sessions.end(who.session)
    request.app.state.hall.end_session(who.session)
    response = plain({"ok": True})
    drop_cookie(response, house_of(request).settings)
    return response


# Tables


@router.get("/api/tables", responses=responses(answers.Tables))
async def tables(request: Request, who: Watcher) -> Response:
    house = house_of(request)
    states = sorted(house.pit.tables.values(), key=lambda state: state.table)
    shown = [state for state in states if await _is_listed(house, who, state)]
    return plain({"ok": True, "tables": [await _row(house, who, state) for state in shown]})


async def _is_listed(house: Establishment, who: Account | None, state: State) -> bool:
    return (state.config.private or state.status != "closed") and await has_part(house, who, state)


async def _row(house: Establishment, who: Account | None, state: State) -> dict[str, Any]:
    return {
        "table": state.table,
        "game": state.config.game,
        "title": state.config.title,
        "status": state.status,
        "seats": state.config.places,
        "taken": len(state.seats),
        "bots": sum(bool(seat.bot) for seat in state.seats.values()),
        "limits": list(state.config.limit(state.config.rule_book.initial)),
        "aggregate_limit": state.config.aggregate_limit,
        "meters": {wager: meter.cents for wager, meter in state.meters.items()},
        "dealer": state.config.dealer,
        "private": state.config.private,
        "round": state.rounds,
        "phase": state.round.phase if state.round else "",
        "floor": await is_floor(house, who, state.table),
        "you": state.seat_of(who.player) if who else None,
    }


@router.post(OPENING, responses=responses(answers.Opened, refuses=True, waits=True))
async def open_table(request: Request, body: models.NewTableBody, who: SignedIn) -> Response:
    house = house_of(request)
    guest = house.settings.demo
    if who.role != "floor" and not guest:
        raise ApiError(403, "only the floor can open tables")
    await read_rules(house, who, body.config)
    check_config(house, who, body.config)
    config = body.config.config()
    if not await house.has_answered(who, body.key):
        if house.running() >= house.settings.most_tables:
            raise RefusedError("too-many-tables", "the house has its maximum number of tables")
        if guest and len(house.made_by(who.player)) >= house.settings.tables_per_guest:
            raise RefusedError("too-many-tables", "close one of your tables first")
    table = f"{config.game}-{secrets.token_hex(6)}"
    if guest:
        await house.set_maker(table, who.player)
    by = replace(house.by(who, body.reason), favors_players=await favors_players(house, config))
    asked = AtTable(table, Open(table, config), who.player, by)
    done = await ask_or_wait(house, who, OPENING, body.said(), asked, {"table": table})
    return answered(done, table=done.table)


@router.get("/api/tables/{table}", responses=responses(answers.TablePage))
async def table_view(request: Request, table: str, who: Watcher) -> Response:
    house = house_of(request)
    state = house.table(table)
    return plain(
        {
            "ok": True,
            "v": state.number,
            "now": house.pit.clock(),
            "view": seen(state, who.player if who else None),
            "purse": await house.purse(who.player) if who else None,
            "tokens": await house.tokens(who.player) if who else None,
            "spots": spots(state.round.config if state.round else state.config),
            "strategies": list(strategies(state.config)),
            "floor": await is_floor(house, who, table),
        }
    )


@router.post("/api/tables/{table}/commands", responses=responses(DoneAnswer, refuses=True, waits=True))
async def command(request: Request, table: str, body: models.Command, who: SignedIn) -> Response:
    return answered(await order(house_of(request), who, table, body))


@router.get(
    "/api/tables/{table}/coach",
    openapi_extra=query_of("seat"),
    responses=responses(answers.Coach, refuses=True),
)
async def coach(request: Request, table: str, who: SignedIn) -> Response:
    """What each choice is worth for your own cards, in units of the initial wager.

    Of several hands the one at `seat`, or without it the one that is asked next. Each is valued by itself.
    """
    house = house_of(request)
    state = house.table(table)
    seat = whole(request, "seat", 0, 1, MOST_SEATS) or _asked_next(state, who.player)
    if seat not in state.seats_of(who.player):
        raise RefusedError("not-your-seat", "the coach sees only your own cards")
    figures.need(state.config.game)
    found = await house.think(advice, state, seat)
    if found is None:
        raise RefusedError("not-asked", "there is no decision to make now")
    stage, worth = found
    fresh = state.round is None or is_exact(state.round)
    said = {"v": state.number, "seat": seat, "stage": stage, **worth.to_dict(), "fresh_shoe": fresh}
    return plain({"ok": True, **said})


def _asked_next(state: State, player: str) -> int | None:
    """The first of a player's seats that the round waits for, or the first seat."""
    own = state.seats_of(player)
    waiting = state.round.waiting if state.round else ()
    return next((seat for seat in waiting if seat in own), state.seat_of(player))
