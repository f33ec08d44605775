"""Accounts, for the admin."""

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request, Response

from feltlab.service.rows import Player
from feltlab.web import answers, models
from feltlab.web.accounts import accounts_of
from feltlab.web.auth import house_of, role
from feltlab.web.bodies import StrictRoute, plain
from feltlab.web.house import Account

router: Final = APIRouter(route_class=StrictRoute, tags=["accounts"])
Admin = Annotated[Account, Depends(role("admin"))]


def _shown(player: Player) -> dict[str, object]:
    return {
        "player": player.id, "name": player.name, "role": player.role, "disabled": player.disabled,
        "created_at": player.created_at,
    }  # fmt: skip


@router.get("/api/accounts", responses=answers.of(answers.AccountList))
async def accounts(request: Request, who: Admin) -> Response:
    house = house_of(request)
    return plain({"ok": True, "accounts": [_shown(player) for player in await house.read(house.pit.store.players)]})


@router.post("/api/accounts", responses=answers.of(answers.OneAccount, refuses=True))
async def add_account(request: Request, body: models.NewAccount, who: Admin) -> Response:
    return plain({"ok": True, "account": await accounts_of(request).add(who, body)})


@router.post("/api/accounts/{name}", responses=answers.of(answers.OneAccount, refuses=True))
async def change_account(request: Request, name: str, body: models.AccountChange, who: Admin) -> Response:
    """Shut an account out, or let it in again; its sessions and connections end at once."""
    changed = await accounts_of(request).set_disabled(who, name, body)
    if body.disabled:
        request.app.state.hall.end_player(changed["player"])
    return plain({"ok": True, "account": changed})
