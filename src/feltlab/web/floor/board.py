"""The list of all tables: which are shown and in which order, on the page, in its twin and as CSV."""

import csv
import re
from asyncio import get_running_loop
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any, Final
from unicodedata import normalize
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response

from feltlab.games import GAMES
from feltlab.table import State
from feltlab.web.accounts.auth import Anybody, house_of
from feltlab.web.accounts.second import waiting
from feltlab.web.accounts.visitor import FLOOR
from feltlab.web.door.bodies import ApiError
from feltlab.web.door.settings import MOST_CENTS
from feltlab.web.floor.details import fields_of
from feltlab.web.floor.page import Who, add, admit, beside, can_write, figures_of, fresh, in_order, told
from feltlab.web.floor.rows import FIRST_ROWS, written_rows
from feltlab.web.floor.standing import Data, at_a_glance
from feltlab.web.floor.text import WORDS, moment
from feltlab.web.live.orders import has_part, is_floor
from feltlab.web.site.page import PlainResponse, environment

router: Final = APIRouter()
STATES: Final[Mapping[str, tuple[str, ...]]] = {
    "running": ("open", "paused", "closing"),
    "open": ("open",),
    "paused": ("paused", "closing"),
    "closed": ("closed",),
    "all": ("open", "paused", "closing", "closed"),
}


def _as_counted(name: str) -> list[str | int]:
    """Table 2 before Table 10: digits sort as numbers."""
    parts = re.split("([0-9]+)", name.casefold())
    return [int(part) if place % 2 else part for place, part in enumerate(parts)]


SORTS: Final[Mapping[str, Callable[[Data], Any]]] = {
    "name": lambda row: (_as_counted(row["name"]), _as_counted(row["table"])),
    "game": lambda row: row["game_title"].casefold(),
    "status": lambda row: STATES["all"].index(row["status"]),
    "taken": lambda row: row["taken"],
    "rounds": lambda row: row["rounds"],
    "handle": lambda row: row["performance"]["handle"],
    "theory": lambda row: row["performance"]["theoretical_win"] or 0.0,
    "win": lambda row: row["performance"]["win"],
    "z": lambda row: row["performance"]["z"] or 0.0,
    "last": lambda row: row["last_at"],
}
NAMED: Final = ("name", "game", "status")
"""Columns sorted from A to Z; the others start with the largest."""
LONGEST_TEXT: Final = 60


@dataclass(frozen=True)
class Wanted:
    """What a query asks for; what it leaves out has the default."""

    game: str = ""
    state: str = "running"
    text: str = ""
    idle: bool = False
    sort: str = "name"
    down: bool = False
    whole: bool = False
    """All rows in the page at once, for printing or for reading without scripts."""

    @classmethod
    def of(cls, request: Request) -> "Wanted":
        query = request.query_params
        found = cls(
            query.get("game", ""), query.get("state") or "running", query.get("text", "").strip()[:LONGEST_TEXT],
            query.get("idle") == "1", query.get("sort") or "name", query.get("down") == "1", query.get("whole") == "1",
        )  # fmt: skip
        for name, value, known in (("state", found.state, STATES), ("sort", found.sort, SORTS)):
            if value not in known:
                raise ApiError(422, f"{name} is one of {', '.join(known)}")
        if found.game and found.game not in GAMES:
            raise ApiError(422, "game is the name of a game, as in feltlab games")
        return found

    def query(self, **other: Any) -> str:
        """The same query, or a changed one, as in an address."""
        said = {"game": self.game, "state": self.state, "text": self.text, "idle": self.idle, "sort": self.sort,
                "down": self.down, "whole": self.whole} | other  # fmt: skip
        usual = Wanted()
        given = {name: value for name, value in said.items() if value != getattr(usual, name)}
        return urlencode({name: "1" if value is True else value for name, value in given.items()})

    def sorted_by(self, column: str) -> str:
        """The query of a click on a column: the usual order the first time, reversed the next."""
        down = not self.down if column == self.sort else column not in NAMED
        return self.query(sort=column, down=down)

    def shows(self, row: Data) -> bool:
        named = f"{row['name']} {row['table']} {row['game_title']}".casefold()
        return (
            row["status"] in STATES[self.state]
            and self.game in ("", row["game"])
            and all(word in named for word in self.text.casefold().split())
        )

    def in_order(self, rows: Sequence[Data]) -> list[Data]:
        by_name = sorted(rows, key=SORTS["name"])
        return sorted(by_name, key=SORTS[self.sort], reverse=self.down)


async def listed(request: Request, who: Who) -> tuple[Wanted, list[Data], int, list[State]]:
    """The tables asked for, how many more have nobody at them, and all in which the caller has a part."""
    house, wanted, every = house_of(request), Wanted.of(request), in_order(house_of(request))
    lines = await house.think(figures_of(request).lines, every, house.pit.clock())
    states = [state for state in every if await has_part(house, who, state)]
    housekeeping, now = request.app.state.hall.housekeeping, get_running_loop().time()
    found, hidden = [], 0
    for state in states:
        row = {**at_a_glance(state), "performance": lines[state.table]}
        if not wanted.shows(row):
            continue
        row["floor"] = await is_floor(house, who, state.table)
        row["idle"] = housekeeping.is_idle(state.table, now)
        if row["idle"] and not wanted.idle:
            hidden += 1
        else:
            found.append(row)
    return wanted, wanted.in_order(found), hidden, states


async def floor_page(request: Request, who: Who) -> Data:
    house = house_of(request)
    wanted, rows, hidden, states = await listed(request, who)
    return {
        "ok": True,
        "requests": [
            {**each, "fields": fields_of(each["said"] | {"table": each["table"]}, tables=house.pit.tables)}
            for each in (await waiting(house, who) if who is not None and who.role in FLOOR else [])
        ],
        "may_agree": who is not None and who.role in ("floor", "admin"),
        "strategy": "optimal",
        "accounts": who is not None and who.role == "admin",
        "chips": who is not None and who.role in MOST_CENTS,
        "may_open": house.settings.demo or (who is not None and who.role == "floor"),
        # Of these tables only: a total, too, would tell of other people's private ones.
        "all": await house.think(figures_of(request).whole, states),
        "running": sum(state.status != "closed" for state in states),
        "taken": sum(len(state.seats) for state in states),
        "asked": {"game": wanted.game, "state": wanted.state, "text": wanted.text, "idle": wanted.idle,
                  "sort": wanted.sort, "down": wanted.down, "whole": wanted.whole},
        "queries": {"here": wanted.query(), "idle": wanted.query(idle=not wanted.idle),
                    "whole": wanted.query(whole=not wanted.whole),
                    "sorts": {column: wanted.sorted_by(column) for column in SORTS}},
        "states": list(STATES),
        "games": {slug: game.title for slug, game in GAMES.items()},
        "idle_tables": hidden,
        "first_rows": FIRST_ROWS,
        "tables": rows,
    }  # fmt: skip


@router.get("/floor/changes.json", include_in_schema=False)
async def floor_changes(request: Request, who: Anybody) -> Response:
    """For an open page: its rows that changed since a mark, the order of all, and the parts around them."""
    try:
        admit(request, who, FLOOR)
        data = await floor_page(request, who)
    except ApiError as error:
        return told(request, error)
    around = environment().get_template("floor/board_live.html").render(
        data, rows=[], can_write=can_write(request), **beside(request, who)
    )  # fmt: skip
    changed = written_rows(request).since(data["tables"], request.query_params.get("since", ""))
    return fresh(PlainResponse({"ok": True, **changed, "around": around}))


@router.get("/floor.csv", include_in_schema=False)
async def floor_csv(request: Request, who: Anybody) -> Response:
    """The list as it is filtered and sorted, for a spreadsheet."""
    try:
        admit(request, who, FLOOR)
        _, rows, _, _ = await listed(request, who)
    except ApiError as error:
        return told(request, error)
    head = WORDS["floor"]["csv"]
    return csv_file("floor.csv", list(head.values()), [_values(row) for row in rows])


def _values(row: Data) -> list[Any]:
    line = row["performance"]
    return [
        row["table"], row["name"], row["game"], row["status"], row["taken"], row["places"], row["rounds"], row["voids"],
        line["bets"], dollars(line["handle"]), dollars(line["theoretical_win"]), dollars(line["win"]),
        "" if line["z"] is None else f"{line['z']:.2f}", dollars(line["drop"]), moment(row["last_at"]),
    ]  # fmt: skip


def dollars(cents: float | None) -> str:
    """As a spreadsheet reads it; nothing if there is no amount."""
    return "" if cents is None else f"{cents / 100:.2f}"


def csv_file(name: str, head: Sequence[str], rows: Sequence[Sequence[Any]]) -> Response:
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(head)
    writer.writerows([[_plain(value) for value in row] for row in rows])
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text.getvalue().encode(), media_type="text/csv; charset=utf-8", headers=headers)


def _plain(value: Any) -> Any:
    """A name that someone has given must not be a spreadsheet formula."""
    if not isinstance(value, str) or re.fullmatch(r"[+-]?[0-9]+(\.[0-9]+)?", value):
        return value
    starts = normalize("NFKC", value).lstrip()[:1]  # wide signs count as signs, and invisible ones are skipped
    return f"'{value}" if starts and (starts in "=+-@" or value[0] in "\t\r\n") else value


add(router, "/floor", "floor/board.html", floor_page, FLOOR)
