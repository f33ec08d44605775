"""The floor's pages: tables and money, new tables, audit, the shuffle's check."""

from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from fastapi import APIRouter, FastAPI, Request, Response

from feltlab.games import GAMES
from feltlab.table.config import AGGREGATE_LIMIT, BETTING_SECONDS, DECISION_SECONDS, LONGEST_CLOCK, PROGRESSIVE_BET
from feltlab.web.accounts.visitor import FLOOR
from feltlab.web.floor import account_pages, audit, board, cage, deal, shift, table
from feltlab.web.floor import recall as floor_recall
from feltlab.web.floor.page import Who, add
from feltlab.web.floor.standing import Data
from feltlab.web.floor.terms import offered, terms_page
from feltlab.web.floor.text import WORDS

router: Final = APIRouter()
VERIFIER: Final = "verify_shuffle.py"


def install(app: FastAPI) -> None:
    app.include_router(router)
    for part in (board, audit, account_pages, cage, shift, table, floor_recall, deal):
        app.include_router(part.router)


async def new_page(request: Request, who: Who) -> Data:
    return {
        "ok": True,
        "rule_files": who is not None and who.role == "floor",
        "games": [offered(slug) for slug in GAMES],
        "clocks": {"betting": BETTING_SECONDS, "decision": DECISION_SECONDS, "most": LONGEST_CLOCK},
        "aggregate_limit": AGGREGATE_LIMIT,
        "progressive_bet": PROGRESSIVE_BET,
    }


# The shuffle, for anyone


async def shuffle_page(request: Request, who: Who) -> Data:
    return {
        "ok": True,
        "file": VERIFIER,
        "sha256": sha256(_verifier()).hexdigest(),
        "steps": WORDS["shuffle"]["steps"],
        "cut_is_known": [game.slug for game in GAMES.values() if game.cut_is_known],
    }


@lru_cache(maxsize=1)
def _verifier() -> bytes:
    return (files("feltlab") / VERIFIER).read_bytes()


@router.get(f"/verify-shuffle/{VERIFIER}", include_in_schema=False)
async def verifier_file() -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{VERIFIER}"'}
    return Response(_verifier(), media_type="text/x-python; charset=utf-8", headers=headers)


add(router, "/floor/new", "floor/new.html", new_page, ("floor",))
add(router, "/floor/tables/{table}/terms", "floor/terms.html", terms_page, FLOOR)
add(router, "/verify-shuffle", "floor/shuffle.html", shuffle_page)
