"""The dealer's place: which tables are dealt by hand, and at one of them the next step, its call and the seats."""

from typing import Any, Final

import orjson
from fastapi import APIRouter, Request

from feltlab.service.store import Store
from feltlab.table import State
from feltlab.table.announce import heard
from feltlab.table.events import read_event
from feltlab.table.script import folded
from feltlab.web.accounts.auth import house_of
from feltlab.web.floor.figures import Data, bet_names, causes_of, name_of
from feltlab.web.floor.page import Who, add, mine
from feltlab.web.live.orders import has_part, is_floor
from feltlab.web.live.sight import seen
from feltlab.web.school import manual as floor_manual

router: Final = APIRouter()
DEALER: Final = ("floor", "dealer")
MOST_CALLS: Final = 12
EVENTS_READ: Final = 120
"""Enough for a round of a full table: where the calls of the round are looked for."""


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
        "seats": [_place(state, number) for number in range(1, config.places + 1)],
        "view": shown,
        "tables": [await mine(request, who, _order_facts(state))],
    }


def _order_facts(state: State) -> Data:
    """What the void dialog needs to know."""
    live = state.round.live if state.round else {}
    stakes = {str(seat): hand.open_stakes for seat, hand in sorted(live.items()) if hand.open_stakes}
    return {
        "table": state.table,
        "name": name_of(state),
        "causes": causes_of(state.config.game),
        "wager_names": bet_names(state),
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
            event = heard(read_event(row.kind, orjson.loads(row.body)), None, state.config.rule_book)
            if event.get("call"):
                said.append({"v": row.number, "seat": event.get("seat") or None, "call": event["call"]})
    return said[::-1][:MOST_CALLS]


add(router, "/deal", "floor/deal_index.html", deal_index, DEALER, "dealer")
add(router, "/deal/{table}", "floor/deal.html", deal_page, DEALER, "dealer")
