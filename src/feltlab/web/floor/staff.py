"""Accounts, for the admin."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request, Response

from feltlab.service.store import Store
from feltlab.web.accounts import answers, models
from feltlab.web.accounts.api import SessionList, SessionsEnded, sessions_shown
from feltlab.web.accounts.auth import house_of, role
from feltlab.web.accounts.people import account_shown, accounts_of
from feltlab.web.door.answers import responses
from feltlab.web.door.bodies import ApiError, StrictRoute, plain
from feltlab.web.door.house import Account
from feltlab.web.live.numbers import whole
from feltlab.web.live.recall import MOST_ROWS

router: Final = APIRouter(route_class=StrictRoute, tags=["accounts"])
PAGE: Final = 100
LONGEST_NAME: Final = 200
Admin = Annotated[Account, Depends(role("admin"))]


class ResetAccount(answers.OneAccount):
    password: str
    """A temporary one, shown only once, if the password was reset."""


_PAGED = {
    "parameters": [
        {"name": "after", "in": "query", "required": False, "schema": {"type": "string", "maxLength": LONGEST_NAME}},
        {"name": "limit", "in": "query", "required": False, "schema": {"type": "integer", "minimum": 1}},
    ]
}


@router.get("/api/accounts", openapi_extra=_PAGED, responses=responses(answers.AccountList))
async def accounts(request: Request, who: Admin) -> Response:
    """Accounts by name, a page at a time: go on after the name that is in `next`."""
    return plain({"ok": True, **await page_of_accounts(request)})


async def page_of_accounts(request: Request) -> dict[str, Any]:
    after, limit = request.query_params.get("after", ""), whole(request, "limit", PAGE, 1, MOST_ROWS)
    if len(after) > LONGEST_NAME:
        raise ApiError(422, f"after is a name of up to {LONGEST_NAME} characters")
    return await house_of(request).read(_page, house_of(request).pit.store, after, limit)


def _page(store: Store, after: str, limit: int) -> dict[str, Any]:
    found = store.accounts(after, limit + 1)
    shown = [account_shown(player, store.factor(player.id)) for player in found[:limit]]
    return {"accounts": shown, "next": found[limit - 1].name if len(found) > limit else None}


@router.post("/api/accounts", responses=responses(answers.OneAccount, refuses=True))
async def add_account(request: Request, body: models.NewAccount, who: Admin) -> Response:
    return plain({"ok": True, "account": await accounts_of(request).add(who, body)})


@router.post("/api/accounts/{name}", responses=responses(answers.OneAccount, refuses=True))
async def change_account(request: Request, name: str, body: models.AccountChange, who: Admin) -> Response:
    """Disable an account, or enable it again; its sessions and connections end at once."""
    act = await accounts_of(request).set_disabled(who, name, body)
    if act.is_new and body.disabled:
        request.app.state.hall.end_player(act.shown["player"])
    return plain({"ok": True, "account": act.shown})


@router.post("/api/accounts/{name}/reset", responses=responses(ResetAccount, refuses=True))
async def reset_account(request: Request, name: str, body: models.AccountReset, who: Admin) -> Response:
    """Reset someone else's password or second factor: all sessions end; the owner sets a new one at the next login."""
    act, password = await accounts_of(request).reset(who, name, body)
    if act.is_new:
        request.app.state.hall.end_player(act.shown["player"])
    return plain({"ok": True, "account": act.shown, "password": password})


@router.get("/api/accounts/{name}/sessions", responses=responses(SessionList, refuses=True))
async def sessions_of_account(request: Request, name: str, who: Admin) -> Response:
    player = await accounts_of(request).other(who, name)
    return plain({"ok": True, "sessions": await sessions_shown(request, player.id)})


@router.post("/api/accounts/{name}/sessions", responses=responses(SessionsEnded, refuses=True))
async def end_sessions_of_account(request: Request, name: str, body: models.SessionsEnd, who: Admin) -> Response:
    """End one of another user's sessions, or all of them."""
    ended = await accounts_of(request).end_sessions(who, name, body)
    for each in ended:
        request.app.state.hall.end_session(each)
    return plain({"ok": True, "ended": len(ended)})
