"""The floor's pages: tables and money, new tables, audit, the shuffle's check."""

from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

import orjson
from fastapi import APIRouter, FastAPI, Request, Response

from feltlab.games import GAMES
from feltlab.service.chain import AUDIT, verify_audit
from feltlab.service.store import Store
from feltlab.table.config import AGGREGATE_LIMIT, BETTING_SECONDS, DECISION_SECONDS, LONGEST_CLOCK, PROGRESSIVE_BET
from feltlab.web.accounts.auth import house_of
from feltlab.web.accounts.second import waiting
from feltlab.web.accounts.visitor import FLOOR
from feltlab.web.floor import account_pages, deal
from feltlab.web.floor import recall as floor_recall
from feltlab.web.floor.figures import Data, name_of
from feltlab.web.floor.page import Who, add, figures_of, in_order, mine
from feltlab.web.floor.terms import offered, terms_page
from feltlab.web.floor.text import WORDS
from feltlab.web.live import recall
from feltlab.web.live.orders import has_part

router: Final = APIRouter()
VERIFIER: Final = "verify_shuffle.py"
AUDIT_ROWS: Final = 100


def install(app: FastAPI) -> None:
    for part in (router, account_pages.router, floor_recall.router, deal.router):
        app.include_router(part)


# The floor


async def floor_page(request: Request, who: Who) -> Data:
    house = house_of(request)
    states = in_order(house)
    found = await house.think(figures_of(request).read, states, house.pit.clock())
    shown = [state for state in states if await has_part(house, who, state)]
    tables = [await mine(request, who, found["tables"][state.table]) for state in shown]
    return {
        "ok": True,
        "requests": await waiting(house, who) if who is not None and who.role in FLOOR else [],
        "may_agree": who is not None and who.role in ("floor", "admin"),
        "strategy": "optimal",
        "accounts": who is not None and who.role == "admin",
        "may_open": house.settings.demo or (who is not None and who.role == "floor"),
        "all": found["all"],
        "tables": tables,
    }


async def new_page(request: Request, who: Who) -> Data:
    return {
        "ok": True,
        "rule_files": who is not None and who.role == "floor",
        "games": [offered(slug) for slug in GAMES],
        "clocks": {"betting": BETTING_SECONDS, "decision": DECISION_SECONDS, "most": LONGEST_CLOCK},
        "aggregate_limit": AGGREGATE_LIMIT,
        "progressive_bet": PROGRESSIVE_BET,
    }


# Audit


async def audit_page(request: Request, who: Who) -> Data:
    house = house_of(request)
    tables = sorted(house.pit.tables.values(), key=lambda state: state.table)
    states = [state for state in tables if await has_part(house, who, state)]
    may_check = house.settings.demo or (who is not None and who.role in ("floor", "auditor"))
    trail = None
    if who is not None and who.role == "auditor":
        after = recall.whole(request, "after", -1, 0, 2**53)
        trail = await house.think(_trail, house.pit.store, after)
    return {
        "ok": True,
        "may_check": may_check,
        "tables": [{"table": state.table, "name": name_of(state), "v": state.number} for state in states],
        "trail": trail,
    }


def _trail(store: Store, after: int) -> Data:
    """A page of the trail, the newest where none is asked for, and whether its chain holds."""
    head, broken = store.head(AUDIT).number, verify_audit(store)
    start = max(0, head - AUDIT_ROWS) if after < 0 else after
    names = {player.id: player.name for player in store.players()}
    rows = list(store.audit(start, AUDIT_ROWS))
    return {
        "chain": broken is None,
        "broken": broken.message if broken else None,
        "head": head,
        "older": max(0, start - AUDIT_ROWS) if start else None,
        "newer": start + AUDIT_ROWS if start + AUDIT_ROWS < head else None,
        "entries": [
            {
                "number": row.number, "at": row.at, "actor": row.actor, "name": names.get(row.actor, ""),
                "action": row.action, "detail": orjson.loads(row.detail), "prev_hash": row.prev_hash, "hash": row.hash,
            }
            for row in reversed(rows)
        ],
    }  # fmt: skip


# The shuffle, for anybody


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


add(router, "/floor", "floor/board.html", floor_page, FLOOR)
add(router, "/floor/new", "floor/new.html", new_page, ("floor",))
add(router, "/floor/audit", "floor/audit.html", audit_page, FLOOR)
add(router, "/floor/tables/{table}/terms", "floor/terms.html", terms_page, FLOOR)
add(router, "/verify-shuffle", "floor/shuffle.html", shuffle_page)
