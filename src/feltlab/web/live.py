"""The live table over HTTP: sessions, purses, tables and their commands. `install` adds it all to an application."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import APIRouter, FastAPI, Request, Response
from starlette.exceptions import HTTPException

from feltlab.service.pit import Pit
from feltlab.service.requests import AtTable, Chips, Done, Tokens
from feltlab.table import State
from feltlab.table.bots import strategies
from feltlab.table.coach import advice, is_exact
from feltlab.table.commands import Open
from feltlab.table.views import spots
from feltlab.web import answers, floor, models, recall, staff
from feltlab.web.accounts import Accounts, accounts_of
from feltlab.web.auth import (
    Anybody,
    LoginSessions,
    SignedIn,
    Watcher,
    drop_cookie,
    house_of,
    set_cookie,
)
from feltlab.web.bodies import ApiError, RefusedError, StrictRoute, answer_error, plain
from feltlab.web.cashier import Cashier, keep_bots_in_chips
from feltlab.web.hall import Hall
from feltlab.web.house import Account, Establishment
from feltlab.web.orders import check_config, is_floor, order
from feltlab.web.security import Guard
from feltlab.web.settings import Settings
from feltlab.web.sight import seen
from feltlab.web.socket import socket_router
from feltlab.web.visitor import Visitors

router: Final = APIRouter(route_class=StrictRoute, tags=["live table"])


# Who one is


@router.get("/api/me", responses=answers.of(answers.Me))
async def me(request: Request, who: Anybody) -> Response:
    """Who one is; in demo mode a browser that comes for the first time becomes a guest with a purse."""
    house, token = house_of(request), ""
    if who is None:
        if not house.settings.demo:
            raise ApiError(401, "log in first")
        if not house.guest_buckets.take(address_of(request)):
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


def address_of(request: Request) -> str:
    return request.client.host if request.client else ""


@router.post("/api/login", responses=answers.of(answers.Yes))
async def login(request: Request, body: models.Login, who: Anybody) -> Response:
    house = house_of(request)
    if house.settings.demo:
        raise ApiError(404, "there is no login in demo mode")
    token = await accounts_of(request).login(body.name, body.password, address_of(request))
    if who is not None:
        await request.app.state.sessions.end(who.session)
    response = plain({"ok": True})
    set_cookie(response, token, house.settings)
    return response


@router.post("/api/logout", responses=answers.of(answers.Yes))
async def logout(request: Request, who: SignedIn) -> Response:
    await request.app.state.sessions.end(who.session)
    request.app.state.hall.end_session(who.session)
    response = plain({"ok": True})
    drop_cookie(response, house_of(request).settings)
    return response


@router.post("/api/purse", responses=answers.of(answers.DoneAnswer, refuses=True))
async def chips(request: Request, body: models.Purse, who: SignedIn) -> Response:
    house = house_of(request)
    player = await _chip_holder(house, who, body)
    if body.table is not None:
        house.table(body.table)
    said, sign = body.said(), 1 if body.do in ("buy-in", "give-tokens") else -1
    if body.do in ("give-tokens", "take-tokens"):
        if house.settings.demo:
            raise ApiError(403, "tokens are given by the house")
        return answered(await house.ask_once(who, "/api/purse", said, Tokens(player, sign * body.cents)))
    asked = Chips(player, sign * body.cents, body.table)
    if house.settings.demo and sign > 0:
        return answered(await request.app.state.cashier.buy_in(who, said, asked))
    return answered(await house.ask_once(who, "/api/purse", said, asked))


def answered(done: Done, **more: Any) -> Response:
    return plain({"ok": True, **more, "v": done.number, "purse": done.purse, "tokens": done.tokens})


async def _chip_holder(house: Establishment, who: Account, body: models.Purse) -> str:
    """In the demo players buy their own; where people log in the floor issues chips, and is asked for them."""
    if house.settings.demo:
        if body.player not in (None, who.player):
            raise ApiError(403, "guests have their own purse")
        return who.player
    if who.role not in ("floor", "admin"):
        raise ApiError(403, "chips are issued and taken back by the floor")
    found = await house.read(house.pit.store.player, body.player) if body.player else None
    if found is None or found.role != "player":
        raise ApiError(404, "there is no such player")
    return found.id


# Tables


@router.get("/api/tables", responses=answers.of(answers.Tables))
async def tables(request: Request, who: Watcher) -> Response:
    house = house_of(request)
    states = sorted(house.pit.tables.values(), key=lambda state: state.table)
    shown = [state for state in states if await _is_listed(house, who, state)]
    return plain({"ok": True, "tables": [await _row(house, who, state) for state in shown]})


async def _is_listed(house: Establishment, who: Account | None, state: State) -> bool:
    if not state.config.private:
        return state.status != "closed"
    if who is None:
        return False
    return who.role != "player" or state.seat_of(who.player) is not None or await is_floor(house, who, state.table)


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


@router.post("/api/tables", responses=answers.of(answers.Opened, refuses=True))
async def open_table(request: Request, body: models.NewTableBody, who: SignedIn) -> Response:
    house = house_of(request)
    guest = house.settings.demo
    if who.role != "floor" and not guest:
        raise ApiError(403, "tables are opened by the floor")
    check_config(who, body.config)
    config = body.config.config()
    if guest and not config.private:
        raise RefusedError("bad-configuration", "a guest's table is private: set private to true")
    if not await house.has_answered(who, body.key):
        if len(house.pit.tables) >= house.settings.most_tables:
            raise RefusedError("too-many-tables", "there are as many tables as the house runs")
        if guest and len(house.made_by(who.player)) >= house.settings.tables_per_guest:
            raise RefusedError("too-many-tables", "close one of your tables first")
    table = f"{config.game}-{secrets.token_hex(6)}"
    if guest:
        await house.set_maker(table, who.player)
    done = await house.ask_once(who, "/api/tables", body.said(), AtTable(table, Open(table, config), who.player))
    return answered(done, table=done.table)


@router.get("/api/tables/{table}", responses=answers.of(answers.TablePage))
async def table_view(request: Request, table: str, who: Watcher) -> Response:
    house = house_of(request)
    state = house.table(table)
    return plain(
        {
            "ok": True,
            "v": state.number,
            "view": seen(state, who.player if who else None),
            "purse": await house.purse(who.player) if who else None,
            "tokens": await house.tokens(who.player) if who else None,
            "spots": spots(state.round.config if state.round else state.config),
            "strategies": list(strategies(state.config)),
            "floor": await is_floor(house, who, table),
        }
    )


@router.post("/api/tables/{table}/commands", responses=answers.of(answers.DoneAnswer, refuses=True))
async def command(request: Request, table: str, body: models.Command, who: SignedIn) -> Response:
    return answered(await order(house_of(request), who, table, body))


@router.get("/api/tables/{table}/coach", responses=answers.of(answers.Coach, refuses=True))
async def coach(request: Request, table: str, who: SignedIn) -> Response:
    """What each choice is worth for one's own cards, in units of the initial wager."""
    house = house_of(request)
    state = house.table(table)
    seat = state.seat_of(who.player)
    if seat is None:
        raise RefusedError("not-your-seat", "the coach looks at one's own cards only")
    found = await house.think(advice, state, seat)
    if found is None:
        raise RefusedError("not-asked", "there is no decision to make now")
    stage, worth = found
    fresh = state.round is None or is_exact(state.round)
    return plain({"ok": True, "v": state.number, "stage": stage, **worth.to_dict(), "fresh_shoe": fresh})


# Putting it together


def install(app: FastAPI, pit: Pit, settings: Settings) -> None:
    """Add the live tables to an application; call it last, so that its guard is the outermost."""
    house = Establishment(pit, settings)
    sessions = LoginSessions(house)
    hall = Hall(house, sessions)
    app.state.pit, app.state.house, app.state.sessions, app.state.hall = pit, house, sessions, hall
    app.state.accounts, app.state.cashier = Accounts(house, sessions), Cashier(house)
    app.state.prices = floor.Prices(pit.store)
    keep_bots_in_chips(pit, settings)
    for part in (router, recall.router, floor.router, staff.router, socket_router):
        app.include_router(part)
    app.add_middleware(Visitors, house=house)
    app.add_middleware(Guard, house=house)
    _answer_errors_as_json(app)
    inner = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(started: FastAPI) -> AsyncIterator[Any]:
        async with inner(started) as state:
            await hall.open()
            yield state
            await hall.close()

    app.router.lifespan_context = lifespan


def _answer_errors_as_json(app: FastAPI) -> None:
    """Under /api every error is JSON; elsewhere the site shows its own pages."""
    shown: Any = app.exception_handlers.get(HTTPException)

    async def http_error(request: Request, error: Exception) -> Response:
        if isinstance(error, ApiError):
            return answer_error(error)
        if isinstance(error, HTTPException) and (shown is None or request.url.path.startswith("/api/")):
            words = {404: "there is nothing here", 405: "that cannot be asked here"}.get(
                error.status_code, error.detail
            )
            return plain({"ok": False, "error": words}, error.status_code, error.headers)
        page: Response = await shown(request, error)
        return page

    app.add_exception_handler(HTTPException, http_error)
    app.add_exception_handler(ApiError, http_error)
