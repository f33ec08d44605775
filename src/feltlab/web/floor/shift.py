"""A table's day on paper: bets and wins by bet and by hour, meters, voids, and lines to sign; PDF and CSV."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from feltlab.ledger.performance import DAY_MS, performance
from feltlab.report.pdf import typeset
from feltlab.service.rows import RoundRow
from feltlab.service.store import Store
from feltlab.service.takings import Rows
from feltlab.table import State
from feltlab.web.accounts.auth import Anybody, house_of
from feltlab.web.accounts.visitor import FLOOR
from feltlab.web.door.bodies import ApiError
from feltlab.web.floor.board import csv_file, dollars
from feltlab.web.floor.figures import FloorFigures, line
from feltlab.web.floor.page import Who, admit, figures_of, told
from feltlab.web.floor.standing import Data, name_of
from feltlab.web.floor.text import WORDS, moment
from feltlab.web.live.orders import has_part
from feltlab.web.site.shown import money

router: Final = APIRouter()
COLUMNS: Final = ("bets", "handle", "theory", "win", "band", "z")


def day_of(request: Request, now: int) -> date:
    """The day asked for, in UTC; today by default."""
    text = request.query_params.get("day", "")
    try:
        return date.fromisoformat(text) if text else datetime.fromtimestamp(now / 1000, UTC).date()
    except ValueError:
        raise ApiError(422, "day is a date such as 2026-11-18") from None


def shift_of(store: Store, figures: FloorFigures, state: State, day: date) -> Data:
    """The table's results on that day."""
    since = (day - date(1970, 1, 1)).days * DAY_MS
    until = since + DAY_MS
    moves = [row for row in store.meter_moves(since, until, hourly=True) if row.table == state.table]
    rows = Rows(store.sums(state.table, None, since, until, True), store.drops(state.table, since, until, True), moves)
    names = state.config.rule_book.whole.wagers
    rounds = store.rounds_between(state.table, since, until)
    lines = {
        axis: performance(rows.sums, figures.price, [axis], rows.drops, rows.moves)
        for axis in ("table", "wager", "hour")
    }
    return {
        "table": state.table,
        "name": name_of(state),
        "game": state.config.rule_book.title,
        "day": day.isoformat(),
        "rounds": len(rounds),
        "voids": [_void(row) for row in rounds if row.outcome == "voided"],
        "whole": line(next(iter(lines["table"]), None)),
        "wagers": [{"name": names[each.key[0]].name, **line(each)} for each in lines["wager"]],
        "hours": [{"name": each.key[0][11:], **line(each)} for each in lines["hour"]],
    }


def _void(row: RoundRow) -> Data:
    return {"round": row.round, "at": moment(row.closed_at or 0), "reason": row.reason or ""}


async def _read(request: Request, who: Who, table: str) -> Data:
    admit(request, who, FLOOR)
    house = house_of(request)
    state = house.table(table)
    if not await has_part(house, who, state):
        raise ApiError(404, "there is no such table")
    day = day_of(request, house.pit.clock())
    return await house.think(shift_of, house.pit.store, figures_of(request), state, day)


@router.get("/floor/tables/{table}/shift.csv", include_in_schema=False)
async def shift_csv(request: Request, table: str, who: Anybody) -> Response:
    try:
        found = await _read(request, who, table)
    except ApiError as error:
        return told(request, error)
    words = WORDS["shift"]
    rows = [[found["table"], found["day"], part, *_values(each)] for part, each in _parts(found)]
    return csv_file(f"{table}-{found['day']}.csv", words["csv"], rows)


def _parts(found: Data) -> list[tuple[str, Data]]:
    words = WORDS["shift"]
    return [
        (words["whole"], found["whole"]),
        *((each["name"], each) for each in found["wagers"]),
        *((each["name"], each) for each in found["hours"]),
    ]


def _values(each: Data) -> list[Any]:
    meters = each["meters"] or {}
    return [
        each["bets"], dollars(each["handle"]), dollars(each["theoretical_win"]), dollars(each["win"]),
        "" if each["z"] is None else f"{each['z']:.2f}", dollars(each["drop"]),
        *(dollars(meters.get(name)) for name in ("fed", "fixed", "reseeded", "awarded")),
    ]  # fmt: skip


@router.get("/floor/tables/{table}/shift.pdf", include_in_schema=False)
async def shift_pdf(request: Request, table: str, who: Anybody) -> Response:
    try:
        found = await _read(request, who, table)
    except ApiError as error:
        return told(request, error)
    made = await house_of(request).think(typeset, "shift.typ", _page(found))
    name = f"{table}-{found['day']}.pdf"
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "no-store"}
    return Response(made, media_type="application/pdf", headers=headers)


def _page(found: Data) -> Data:
    """Everything printed, in words."""
    words, whole = WORDS["shift"], found["whole"]
    meters = whole["meters"]
    return {
        "words": {name: text for name, text in words.items() if isinstance(text, str)},
        "title": words["title"].format(name=found["name"]),
        "facts": [
            [words["day"], f"{found['day']} (UTC)"],
            [words["table"], found["table"]],
            [words["game"], found["game"]],
            [words["rounds"], words["rounds_words"].format(rounds=found["rounds"], voids=len(found["voids"]))],
            [words["drop"], money(whole["drop"] or 0)],
        ],
        "head": [words["bet"], *(WORDS["floor"]["facts"][name] for name in COLUMNS)],
        "hour_head": [words["hour"], *(WORDS["floor"]["facts"][name] for name in COLUMNS)],
        "wagers": _grid(found["wagers"]),
        "whole": _cells(words["whole"], whole),
        "hours": _grid(found["hours"]),
        "meters": [
            [words["fed"], money(meters["fed"])],
            [words["fixed"], money(meters["fixed"])],
            [words["reseeded"], money(meters["reseeded"])],
            [words["awarded"], money(meters["awarded"])],
        ]
        if meters
        else [],
        "voids": [[str(each["round"]), each["at"][11:], each["reason"]] for each in found["voids"]],
    }


def _grid(lines: Sequence[Data]) -> list[list[str]]:
    return [_cells(each["name"], each) for each in lines]


def _cells(name: str, each: Data) -> list[str]:
    theory, deviation = each["theoretical_win"], each["deviation"]
    known = theory is not None and deviation is not None
    return [
        name,
        f"{each['bets']:,}",
        money(each["handle"]),
        money(round(theory)) if known else "–",
        money(each["win"]),
        money(round(2 * deviation)) if known else "–",
        "–" if each["z"] is None else f"{each['z']:+.2f}",
    ]
