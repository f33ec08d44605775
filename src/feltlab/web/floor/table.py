"""One table on the floor: its state, its cards, its results, its meters, its rounds, and links to it."""

from typing import Final

from fastapi import APIRouter, Request

from feltlab.rules.house import MOST_SEATS
from feltlab.service.postings import bank
from feltlab.table import State
from feltlab.web.accounts.auth import house_of
from feltlab.web.accounts.visitor import FLOOR
from feltlab.web.floor.charts import band, course, meter_course
from feltlab.web.floor.figures import FloorFigures
from feltlab.web.floor.page import Who, add, figures_of, in_order, mine
from feltlab.web.floor.recall import added_up, body_of
from feltlab.web.floor.standing import Data, name_of, place_of, standing
from feltlab.web.floor.text import moment
from feltlab.web.live import recall
from feltlab.web.live.numbers import whole
from feltlab.web.live.sight import seen
from feltlab.web.site.qr import qr_of

router: Final = APIRouter()


async def table_page(request: Request, who: Who, table: str) -> Data:
    house, figures = house_of(request), figures_of(request)
    state = house.table(table)
    rounds: list[Data] = body_of(await recall.rounds(request, table, who))["rounds"]
    found = await house.think(_figures, figures, in_order(house), state, house.pit.clock())
    played = await house.think(figures.course, table, [record["round"] for record in rounds])
    drawn = course(played)
    found["bank"] = await house.read(house.pit.store.balance, bank(table))
    shown = seen(state, None)  # what any spectator sees, whoever asks
    return {
        "ok": True,
        "tables": [await mine(request, who, found)],
        "places": [place_of(state, number) for number in range(1, state.config.places + 1)],
        "on_the_felt": _on_the_felt(shown),
        "links": _links(request, state),
        "today": moment(house.pit.clock())[:10],
        "seat": whole(request, "seat", 0, 1, MOST_SEATS),
        "limit": whole(request, "limit", 20, 1, recall.MOST_ROWS),
        "course": drawn.to_dict() if drawn else None,
        "meter_courses": [chart.to_dict() for meter in found["meters"] if (chart := meter_course(meter, rounds))],
        "all_of_it": all("own" not in record for record in rounds),
        "rounds": [{**added_up(record), "record": record} for record in rounds],
    }


def _on_the_felt(shown: Data) -> Data | None:
    """The round whose cards are on the table: the current one or, until the next is dealt, the last."""
    now: Data | None = shown["round"]
    return now if now and now["phase"] != "bets" else shown["last"] or now


def _figures(figures: FloorFigures, states: list[State], state: State, now: int) -> Data:
    line = figures.lines(states, now)[state.table]
    names = state.config.rule_book.whole.wagers
    chart = None
    if line["bets"] and line["theoretical_win"] is not None and line["deviation"]:
        chart = band(line["win"], line["theoretical_win"], line["deviation"], name_of(state)).to_dict()
    return {
        **standing(state),
        "performance": line,
        "chart": chart,
        "wagers": [{**each, "name": names[each["wager"]].name} for each in figures.by_wager(state.table)],
        "periods": figures.periods(state.table, now),
    }


def _links(request: Request, state: State) -> list[Data]:
    """Where players and the dealer go, as words and as a picture for a phone."""
    if state.status == "closed":
        return []
    said = request.headers.get("x-forwarded-proto", "")  # only for the text of a link: it is never trusted
    scheme = "https" if "https" in (said, request.url.scheme) else "http"
    ways = {"player": f"/table/{state.table}"}
    if state.config.dealer == "manual":
        ways["dealer"] = f"/deal/{state.table}"
    addresses = {who: f"{scheme}://{request.url.netloc}{path}" for who, path in ways.items()}
    return [{"for": who, "address": address, "qr": qr_of(address)} for who, address in addresses.items()]


add(router, "/floor/tables/{table}", "floor/table.html", table_page, FLOOR)
