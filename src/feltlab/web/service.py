"""The live service, put into an application: the house, tables, accounts, the floor, and the guard before them all."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import Depends, FastAPI, Request, Response
from starlette.exceptions import HTTPException

from feltlab.service.pit import Pit
from feltlab.service.trail import Trail
from feltlab.web.accounts import api as accounts
from feltlab.web.accounts.auth import LoginSessions
from feltlab.web.accounts.own import OwnAccount
from feltlab.web.accounts.people import Accounts
from feltlab.web.accounts.visitor import Visitors
from feltlab.web.door.bodies import ApiError, answer_error, plain
from feltlab.web.door.house import Establishment
from feltlab.web.door.security import Guard
from feltlab.web.door.settings import Settings
from feltlab.web.floor import api as floor
from feltlab.web.floor import pages, second_api, staff
from feltlab.web.floor.pricing import Prices
from feltlab.web.live import api as tables
from feltlab.web.live import chips, recall
from feltlab.web.live.attendance import noted
from feltlab.web.live.cashier import Cashier, keep_bots_in_chips
from feltlab.web.live.hall import Hall
from feltlab.web.live.news import News
from feltlab.web.live.readiness import Readiness
from feltlab.web.live.socket import socket_router


def install(app: FastAPI, pit: Pit, settings: Settings) -> None:
    """Add the live tables to an application; call it last, so that its guard is the outermost."""
    house = Establishment(pit, settings)
    sessions = LoginSessions(house)
    hall = Hall(house, sessions)
    news = News(house, sessions, hall)
    app.state.pit, app.state.house, app.state.sessions, app.state.hall = pit, house, sessions, hall
    app.state.accounts, app.state.cashier = Accounts(house, sessions), Cashier(house)
    app.state.own_account = OwnAccount(app.state.accounts)
    app.state.prices = Prices(pit.store)
    app.state.trail = Trail(pit.store)
    readiness = app.state.readiness = Readiness(pit, hall.announce_ready)
    keep_bots_in_chips(pit, settings)
    pages.install(app)
    for part in (tables, recall):
        app.include_router(part.router, dependencies=[Depends(noted)])
    for part in (accounts, chips, floor, second_api, staff):
        app.include_router(part.router)
    app.include_router(socket_router)
    app.add_middleware(Visitors, house=house)
    app.add_middleware(Guard, house=house, is_known=sessions.is_known)
    _answer_errors_as_json(app)
    inner = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(started: FastAPI) -> AsyncIterator[Any]:
        async with inner(started) as state:
            await hall.open()
            await news.open()
            async with readiness.watched():
                yield state
            await news.close()
            await hall.close()

    app.router.lifespan_context = lifespan


def _answer_errors_as_json(app: FastAPI) -> None:
    """Under /api every error is JSON; elsewhere the site shows its own pages."""
    shown: Any = app.exception_handlers.get(HTTPException)

    async def http_error(request: Request, error: Exception) -> Response:
        if isinstance(error, ApiError):
            return answer_error(error)
        if isinstance(error, HTTPException) and (shown is None or request.url.path.startswith("/api/")):
            words = {404: "there is nothing here", 405: "this address does not take that kind of request"}.get(
                error.status_code, error.detail
            )
            return plain({"ok": False, "error": words}, error.status_code, error.headers)
        page: Response = await shown(request, error)
        return page

    app.add_exception_handler(HTTPException, http_error)
    app.add_exception_handler(ApiError, http_error)
