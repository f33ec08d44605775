"""The login, step by step, your own account, and the accounts of others for the admin."""

from typing import Final

from fastapi import APIRouter, Request

from feltlab.web.accounts.api import own_shown, sessions_shown
from feltlab.web.accounts.auth import arriving, house_of
from feltlab.web.accounts.people import ROLES, account_shown
from feltlab.web.door.bodies import ApiError
from feltlab.web.floor.page import Who, add
from feltlab.web.floor.staff import page_of_accounts
from feltlab.web.floor.standing import Data
from feltlab.web.floor.text import WORDS

router: Final = APIRouter()


async def login_page(request: Request, who: Who) -> Data:
    found = await arriving(request)
    return {
        "ok": True,
        "goes_to": _own_path(request.query_params.get("next", "")),
        "due": found.due if found else "",
        "name": found.name if found else "",
    }


def _own_path(given: str) -> str:
    """A page of this site to go to afterward, never another site's."""
    plain = given.isascii() and given.isprintable() and len(given) < 200
    return given if plain and given.startswith("/") and not given.startswith(("//", "/\\")) else ""


async def account_page(request: Request, who: Who) -> Data:
    if who is None or house_of(request).settings.demo:
        return {"ok": True, "section": "account"}
    return {"ok": True, "section": "account", **await own_shown(request, who)}


async def accounts_page(request: Request, who: Who) -> Data:
    return {"ok": True, **await page_of_accounts(request)}


async def one_account_page(request: Request, who: Who, player: str) -> Data:
    store, read = house_of(request).pit.store, house_of(request).read
    found = await read(store.player, player)
    if found is None or found.password_hash is None:
        raise ApiError(404, WORDS["accounts"]["missing"])
    return {
        "ok": True,
        "account": account_shown(found, await read(store.factor, player)),
        "own": who is not None and who.player == player,
        "sessions": await sessions_shown(request, player, who.session if who else ""),
    }


add(router, "/login", "floor/login.html", login_page)
add(router, "/account", "floor/own_account.html", account_page, ROLES)
add(router, "/floor/accounts", "floor/accounts.html", accounts_page, ("admin",), "admin")
add(router, "/floor/accounts/{player}", "floor/account.html", one_account_page, ("admin",), "admin")
