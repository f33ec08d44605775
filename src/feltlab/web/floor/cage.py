"""The cage: staff finds a player by name, and issues or takes back chips and promotional tokens."""

from typing import Final

from fastapi import APIRouter, Request

from feltlab.service.rows import Player
from feltlab.web.accounts.auth import house_of
from feltlab.web.door.bodies import ApiError
from feltlab.web.door.house import Establishment
from feltlab.web.door.settings import MOST_CENTS
from feltlab.web.floor.page import Who, add
from feltlab.web.floor.staff import LONGEST_NAME
from feltlab.web.floor.standing import Data

router: Final = APIRouter()


async def cage_page(request: Request, who: Who) -> Data:
    house, asked = house_of(request), request.query_params.get("name", "").strip()
    if len(asked) > LONGEST_NAME:
        raise ApiError(422, f"name is a name of up to {LONGEST_NAME} characters")
    if who is None or house.settings.demo:
        return {"ok": True, "asked": "", "player": None}
    found = await house.read(house.pit.store.player_named, asked) if asked else None
    return {
        "ok": True,
        "asked": asked,
        "player": await _shown(house, found) if found is not None and found.role == "player" else None,
        "most": house.settings.most_cents[who.role],
        "alone": house.settings.alone_cents if house.settings.second_person else None,
    }


async def _shown(house: Establishment, player: Player) -> Data:
    states = [state for state in list(house.pit.tables.values()) if state.seats_of(player.id)]
    return {
        "player": player.id,
        "name": player.name,
        "purse": await house.purse(player.id),
        "tokens": await house.tokens(player.id),
        "tables": [{"table": state.table, "name": state.config.title or state.table} for state in states],
    }


add(router, "/floor/chips", "floor/cage.html", cage_page, tuple(MOST_CENTS), "chips")
