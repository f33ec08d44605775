"""Recall for the floor: a table's rounds, one round in full, and both as downloads."""

from typing import Any, Final

import orjson
from fastapi import APIRouter, Request, Response

from feltlab.cards.names import card_names, cards_named
from feltlab.games import GAMES
from feltlab.web.accounts.auth import Anybody, house_of
from feltlab.web.accounts.visitor import FLOOR
from feltlab.web.door.bodies import ApiError
from feltlab.web.floor.page import Who, add, admit, told
from feltlab.web.floor.standing import Data, name_of
from feltlab.web.live import recall
from feltlab.wire import dump

router: Final = APIRouter()


async def round_page(request: Request, who: Who, table: str, number: str) -> Data:
    house = house_of(request)
    state = house.table(table)
    record: Data = body_of(await recall.one_round(request, table, number, who))["round"]
    names = {slug: wager.name for slug, wager in GAMES[record["game"]].wagers.items()}
    return {
        "ok": True,
        "table": table,
        "name": name_of(state),
        "wager_names": names,
        "last": state.rounds if state.round is None else state.round.number - 1,
        **added_up(record),
        "set_hands": {seat: made for seat in record["players"] if (made := _set_hand(record, seat))},
        "record": record,
    }


def _set_hand(record: Data, seat: str) -> dict[str, list[str]] | None:
    """A seat's cards as laid: those set and those left out; None if nothing was set."""
    game, own = GAMES[record["game"]], record["dealt"]["seats"].get(seat)
    sets = [ask.set for ask in game.round.asks.values() if ask.set]
    made = record["players"][seat].get("choices", {}).get(sets[0].name) if sets and own else None
    if made is None or not own:
        return None
    cards = cards_named(own)
    how, chosen = sets[0], made
    if isinstance(made, str) and how.side_cards:
        chosen = card_names(how.side_cards(cards, how.sides[made]))
    return {"hand": list(chosen), "left_out": [card for card in own if card not in chosen]}


def body_of(response: Response) -> Any:
    return orjson.loads(response.body)


def added_up(record: Data) -> Data:
    """The result of a round, for each seat in it and for the house."""
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
        rounds = body_of(await recall.rounds(request, table, who))["rounds"]
    except ApiError as error:
        return told(request, error)
    return _lines(f"{table}.jsonl", rounds[::-1])


@router.get("/floor/tables/{table}/rounds/{number}.jsonl", include_in_schema=False)
async def export_round(request: Request, table: str, number: str, who: Anybody) -> Response:
    try:
        admit(request, who, FLOOR)
        record = body_of(await recall.one_round(request, table, number, who))["round"]
    except ApiError as error:
        return told(request, error)
    return _lines(f"{table}-{record['round']}.jsonl", [record])


def _lines(name: str, records: list[Data]) -> Response:
    text = "".join(f"{dump(record)}\n" for record in records)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text.encode(), media_type="application/x-ndjson", headers=headers)


add(router, "/floor/tables/{table}/rounds/{number}", "floor/round.html", round_page, FLOOR)
