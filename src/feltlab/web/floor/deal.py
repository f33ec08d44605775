"""The dealer's station: the tables dealt by hand and, at each, the next step, its call and the seats."""

from typing import Final

import orjson
from fastapi import APIRouter, Request

from feltlab.service.store import Store
from feltlab.table import State
from feltlab.table.announce import heard
from feltlab.table.events import read_event
from feltlab.table.views import NOBODY
from feltlab.web.accounts.auth import house_of
from feltlab.web.floor.page import Who, add, mine
from feltlab.web.floor.standing import Data, bet_names, causes_of, name_of, order_facts, place_of
from feltlab.web.live.orders import has_part, is_floor
from feltlab.web.live.sight import seen
from feltlab.web.school import manual as floor_manual

router: Final = APIRouter()
DEALER: Final = ("floor", "dealer")
MOST_CALLS: Final = 12
EVENTS_READ: Final = 120
"""Enough for a round of a full table; the calls of the round are among these."""


async def deal_index(request: Request, who: Who) -> Data:
    house = house_of(request)
    states = sorted(house.pit.tables.values(), key=lambda state: state.table)
    manual = [state for state in states if state.config.dealer == "manual" and state.status != "closed"]
    by_hand = [state for state in manual if await has_part(house, who, state)]
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
        "wager_names": bet_names(state),
        "seats": [place_of(state, number) for number in range(1, config.places + 1)],
        "view": shown,
        "tables": [await mine(request, who, order_facts(state))],
    }


def _is_ready(state: State) -> bool:
    """Whether the next step can be taken now; the table decides."""
    round = state.round
    if round is None:
        return False
    if round.phase == "bets":
        return state.status != "paused" and any(hand.stakes for hand in round.hands.values())
    return not (round.asked and round.waiting)


def _calls(store: Store, state: State) -> list[Data]:
    """The calls of this round as everyone at the table heard them, newest first."""
    number = state.round.number if state.round else state.rounds
    said = []
    for row in store.events(state.table, max(0, state.number - EVENTS_READ)):
        if row.round == number:
            event = heard(read_event(row.kind, orjson.loads(row.body)), NOBODY, state.config.rule_book)
            if event.get("call"):
                said.append({"v": row.number, "seat": event.get("seat") or None, "call": event["call"]})
    return said[::-1][:MOST_CALLS]


add(router, "/deal", "floor/deal_index.html", deal_index, DEALER, "dealer")
add(router, "/deal/{table}", "floor/deal.html", deal_page, DEALER, "dealer")
