"""The floor's pages: tables and money, recall, audit, the dealer's place, the shuffle's check, and the login.

A page shows what the API answers to the same person, and its twin is the same data. Where people log in, a page that is
not for somebody sends them to the login or says so; in the demo everybody may look.
"""

from collections.abc import Awaitable, Callable, Collection
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

import orjson
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import RedirectResponse

from feltlab.games import GAMES
from feltlab.service.chain import verify_audit
from feltlab.service.store import Store
from feltlab.table import State
from feltlab.table.announce import heard
from feltlab.table.config import AGGREGATE_LIMIT, LONGEST_CLOCK, PROGRESSIVE_BET
from feltlab.table.events import read_event
from feltlab.table.script import folded
from feltlab.web import floor_manual, recall
from feltlab.web.auth import Anybody, house_of
from feltlab.web.bodies import ApiError
from feltlab.web.floor_charts import course
from feltlab.web.floor_figures import Data, FloorFigures, causes_of, name_of
from feltlab.web.floor_terms import offered, terms_page
from feltlab.web.floor_text import WORDS, moment, rate
from feltlab.web.house import Account, Establishment
from feltlab.web.opening import BETTING_SECONDS, DECISION_SECONDS
from feltlab.web.orders import is_floor
from feltlab.web.sight import seen
from feltlab.web.site import PlainResponse, error_page, login_address, render
from feltlab.web.visitor import FLOOR
from feltlab.wire import dump

router: Final = APIRouter()
DEALER: Final = ("floor", "dealer")
VERIFIER: Final = "verify_shuffle.py"
AUDIT_ROWS: Final = 100
MOST_CALLS: Final = 12
EVENTS_READ: Final = 120
"""Enough for a round of a full table: where the calls of the round are looked for."""

Who = Account | None
Build = Callable[..., Awaitable[Data]]


def install(app: FastAPI) -> None:
    app.include_router(router)


def figures_of(request: Request) -> FloorFigures:
    state = request.app.state
    if not hasattr(state, "floor_figures"):
        state.floor_figures = FloorFigures(state.pit.store, state.prices.price)
    found: FloorFigures = state.floor_figures
    return found


def admit(request: Request, who: Who, roles: Collection[str], words: str = "403") -> None:
    """Where people log in, only those; the demo runs on the visitor's own machine."""
    if house_of(request).settings.demo or not roles:
        return
    if who is None:
        raise ApiError(401, WORDS["denied"]["401"])
    if who.role not in roles:
        raise ApiError(403, WORDS["denied"][words].format(name=who.name, role=who.role))


def told(request: Request, error: ApiError) -> Response:
    if error.status_code == 401 and not request.url.path.endswith((".json", ".jsonl")):
        return RedirectResponse(login_address(request), 303)
    return error_page(request, error.status_code, error.detail)


def add(path: str, template: str, build: Build, roles: Collection[str] = (), words: str = "403") -> None:
    """A page and its twin; `build` is given the request, who asks, and the parameters of the path."""

    async def built(request: Request, who: Who) -> Data:
        admit(request, who, roles, words)
        return await build(request, who, **request.path_params)

    async def page(request: Request, who: Anybody) -> Response:
        try:
            data = await built(request, who)
        except ApiError as error:
            return told(request, error)
        shown = {"w": WORDS, "moment": moment, "rate": rate, "who": who, "demo": house_of(request).settings.demo}
        section = "dealer" if who is not None and who.role == "dealer" else "floor"
        return _fresh(render(request, template, {"section": section if roles else "", **data, **shown}))

    async def twin(request: Request, who: Anybody) -> Response:
        try:
            return _fresh(PlainResponse(await built(request, who)))
        except ApiError as error:
            return told(request, error)

    router.add_api_route(f"{path}.json", twin, methods=["GET", "HEAD"], include_in_schema=False)
    router.add_api_route(path, page, methods=["GET", "HEAD"], include_in_schema=False)


def _fresh(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response


# The floor


async def floor_page(request: Request, who: Who) -> Data:
    house = house_of(request)
    states = _in_order(house)
    found = await house.think(figures_of(request).read, states, house.pit.clock())
    tables = [await _mine(request, who, found["tables"][state.table]) for state in states]
    return {
        "ok": True,
        "strategy": "optimal",
        "may_open": house.settings.demo or (who is not None and who.role == "floor"),
        "all": found["all"],
        "tables": tables,
    }


def _in_order(house: Establishment) -> list[State]:
    """All tables, closed ones last."""
    return sorted(house.pit.tables.values(), key=lambda state: (state.status == "closed", state.table))


async def _mine(request: Request, who: Who, row: Data) -> Data:
    """Beside a table's figures, whether its buttons are for the one who asks."""
    return {**row, "floor": await is_floor(house_of(request), who, row["table"])}


async def new_page(request: Request, who: Who) -> Data:
    return {
        "ok": True,
        "rule_files": who is not None and who.role == "floor",
        "games": [offered(slug) for slug in GAMES],
        "clocks": {"betting": BETTING_SECONDS, "decision": DECISION_SECONDS, "most": LONGEST_CLOCK},
        "aggregate_limit": AGGREGATE_LIMIT,
        "progressive_bet": PROGRESSIVE_BET,
    }


# Recall


async def table_page(request: Request, who: Who, table: str) -> Data:
    house = house_of(request)
    house.table(table)
    rounds: list[Data] = _body(await recall.rounds(request, table, who))["rounds"]
    found = await house.think(figures_of(request).read, _in_order(house), house.pit.clock())
    played = await house.think(figures_of(request).course, table, [record["round"] for record in rounds])
    drawn = course(played)
    return {
        "ok": True,
        "tables": [await _mine(request, who, found["tables"][table])],
        "seat": recall.whole(request, "seat", 0, 1, 7),
        "limit": recall.whole(request, "limit", 20, 1, recall.MOST_ROWS),
        "course": drawn.to_dict() if drawn else None,
        "all_of_it": all("own" not in record for record in rounds),
        "rounds": [{**_added_up(record), "record": record} for record in rounds],
    }


async def round_page(request: Request, who: Who, table: str, number: str) -> Data:
    house = house_of(request)
    state = house.table(table)
    record: Data = _body(await recall.one_round(request, table, number, who))["round"]
    names = {slug: wager.name for slug, wager in GAMES[record["game"]].wagers.items()}
    return {
        "ok": True,
        "table": table,
        "name": name_of(state),
        "wager_names": names,
        "last": state.rounds if state.round is None else state.round.number - 1,
        **_added_up(record),
        "record": record,
    }


def _body(response: Response) -> Any:
    return orjson.loads(response.body)


def _added_up(record: Data) -> Data:
    """What a round came to, for each seat that was in it and for the house."""
    seats = [
        {
            "seat": int(seat),
            "staked": sum(done["staked"] for done in hand["results"]),
            "returned": sum(done["returned"] for done in hand["results"]),
        }
        for seat, hand in sorted(record["players"].items())
    ]
    staked, returned = (sum(seat[side] for seat in seats) for side in ("staked", "returned"))
    return {"totals": {"staked": staked, "returned": returned, "house": staked - returned, "seats": seats}}


@router.get("/floor/tables/{table}/rounds.jsonl", include_in_schema=False)
async def export_rounds(request: Request, table: str, who: Anybody) -> Response:
    """Hand histories, one a line, as `feltlab verify-shuffle` and `feltlab replay` read them; oldest first."""
    try:
        admit(request, who, FLOOR)
        rounds = _body(await recall.rounds(request, table, who))["rounds"]
    except ApiError as error:
        return told(request, error)
    return _lines(f"{table}.jsonl", rounds[::-1])


@router.get("/floor/tables/{table}/rounds/{number}.jsonl", include_in_schema=False)
async def export_round(request: Request, table: str, number: str, who: Anybody) -> Response:
    try:
        admit(request, who, FLOOR)
        record = _body(await recall.one_round(request, table, number, who))["round"]
    except ApiError as error:
        return told(request, error)
    return _lines(f"{table}-{record['round']}.jsonl", [record])


def _lines(name: str, records: list[Data]) -> Response:
    text = "".join(f"{dump(record)}\n" for record in records)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text.encode(), media_type="application/x-ndjson", headers=headers)


# Audit


async def audit_page(request: Request, who: Who) -> Data:
    house = house_of(request)
    states = sorted(house.pit.tables.values(), key=lambda state: state.table)
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
    head, broken = store.audit_head().number, verify_audit(store)
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


# The dealer's place


async def deal_index(request: Request, who: Who) -> Data:
    house = house_of(request)
    states = sorted(house.pit.tables.values(), key=lambda state: state.table)
    by_hand = [state for state in states if state.config.dealer == "manual" and state.status != "closed"]
    return {
        "ok": True,
        "tables": [
            {
                "table": state.table, "name": name_of(state), "status": state.status, "taken": len(state.seats),
                "places": state.config.places, "phase": state.round.phase if state.round else "",
            }
            for state in by_hand
        ],
    }  # fmt: skip


async def deal_page(request: Request, who: Who, table: str) -> Data:
    house = house_of(request)
    state = house.table(table)
    config = state.round.config if state.round else state.config
    floor = await is_floor(house, who, table)
    shown = seen(state, None)
    step = shown["next_step"]
    return {
        "ok": True,
        "table": table,
        "name": name_of(state),
        "game": config.game,
        "v": state.number,
        "status": state.status,
        "manual": config.dealer == "manual",
        "may_deal": floor or (who is not None and who.role == "dealer"),
        "may_void_round": floor,
        "step": step,
        "step_words": floor_manual.title_of(config.rule_book, step) if step else step,
        "ready": _is_ready(state),
        "call": floor_manual.call_for(config.rule_book, step),
        "words": [each.words for each in floor_manual.words_for(config.rule_book, step)],
        "said": await house.read(_calls, house.pit.store, state),
        "calls": [{"occasion": on, "call": call} for on, call in config.rule_book.book.procedure.calls.items()],
        "causes": causes_of(config.game),
        "wager_names": {slug: wager.name for slug, wager in config.rule_book.wagers.items()},
        "seats": [_place(state, number) for number in range(1, config.places + 1)],
        "view": shown,
        "tables": [await _mine(request, who, _order_facts(state))],
    }


def _order_facts(state: State) -> Data:
    """What the void dialog needs to know."""
    live = state.round.live if state.round else {}
    stakes = {str(seat): hand.open_stakes for seat, hand in sorted(live.items()) if hand.open_stakes}
    return {
        "table": state.table,
        "name": name_of(state),
        "causes": causes_of(state.config.game),
        "wager_names": {slug: wager.name for slug, wager in state.config.rule_book.wagers.items()},
        "round": {"number": state.round.number, "phase": state.round.phase, "open_stakes": stakes}
        if state.round
        else None,
    }


def _is_ready(state: State) -> bool:
    """Whether the next step can be taken now; the table has the last word."""
    round = state.round
    if round is None:
        return False
    if round.phase == "bets":
        return state.status != "paused" and any(hand.stakes for hand in round.hands.values())
    return not (round.asked and round.waiting)


def _place(state: State, number: int) -> Data:
    """A seat as the dealer sees it: in words of its own, `word` names one of the page's."""
    seat, round = state.seats.get(number), state.round
    hand = round.hands.get(number) if round else None
    word = ""
    if round and seat:
        word = _word(round.phase, number in round.waiting and bool(round.asked), hand)
    return {
        "seat": number,
        "name": seat.name if seat else "",
        "bot": seat.bot if seat else "",
        "away": bool(seat and seat.away),
        "leaving": bool(seat and seat.leaving),
        "taken": seat is not None,
        "word": word,
    }


def _word(phase: str, asked: bool, hand: Any) -> str:
    if hand is None:
        return "betting" if phase == "bets" else "sits_out"
    if hand.void:
        return "void"
    if phase == "bets":
        return "ready" if hand.ready else "betting"
    if asked:
        return "asked"
    if hand.results and not hand.open_stakes:
        return "settled"
    if folded(hand):
        return "folded"
    return "decided" if hand.decided else ""


def _calls(store: Store, state: State) -> list[Data]:
    """What was said in this round as everybody at the table heard it, newest first."""
    number = state.round.number if state.round else state.rounds
    said = []
    for row in store.events(state.table, max(0, state.number - EVENTS_READ)):
        if row.round == number:
            event = heard(read_event(row.kind, orjson.loads(row.body)), None, state.config.rule_book.round)
            if event.get("call"):
                said.append({"v": row.number, "seat": event.get("seat") or None, "call": event["call"]})
    return said[::-1][:MOST_CALLS]


# The shuffle, for anybody


async def shuffle_page(request: Request, who: Who) -> Data:
    return {"ok": True, "file": VERIFIER, "sha256": sha256(_verifier()).hexdigest(), "steps": WORDS["shuffle"]["steps"]}


@lru_cache(maxsize=1)
def _verifier() -> bytes:
    return (files("feltlab") / VERIFIER).read_bytes()


@router.get(f"/verify-shuffle/{VERIFIER}", include_in_schema=False)
async def verifier_file() -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{VERIFIER}"'}
    return Response(_verifier(), media_type="text/x-python; charset=utf-8", headers=headers)


# The login


async def login_page(request: Request, who: Who) -> Data:
    return {"ok": True, "goes_to": _own_path(request.query_params.get("next", ""))}


def _own_path(given: str) -> str:
    """A page of this site to go to afterwards, never another site's."""
    plain = given.isascii() and given.isprintable() and len(given) < 200
    return given if plain and given.startswith("/") and not given.startswith(("//", "/\\")) else ""


add("/floor", "floor.html", floor_page, FLOOR)
add("/floor/new", "floor_new.html", new_page, ("floor",))
add("/floor/audit", "floor_audit.html", audit_page, FLOOR)
add("/floor/tables/{table}/rounds/{number}", "floor_round.html", round_page, FLOOR)
add("/floor/tables/{table}/terms", "floor_terms.html", terms_page, FLOOR)
add("/floor/tables/{table}", "floor_table.html", table_page, FLOOR)
add("/deal", "floor_deal_index.html", deal_index, DEALER, "dealer")
add("/deal/{table}", "floor_deal.html", deal_page, DEALER, "dealer")
add("/verify-shuffle", "verify_shuffle.html", shuffle_page)
add("/login", "floor_login.html", login_page)
