"""Adding a page of the floor with its twin, restricted to its readers, and what several pages show.

A page shows what the API answers to the same person, and its twin is the same data. In login mode, a page that is not
for a visitor sends them to the login or says so; in the demo everyone may look.
"""

from collections.abc import Awaitable, Callable, Collection

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from feltlab.table import State
from feltlab.web.accounts.auth import Anybody, house_of
from feltlab.web.door.bodies import ApiError
from feltlab.web.door.house import Account, Establishment
from feltlab.web.floor.figures import FloorFigures
from feltlab.web.floor.standing import Data
from feltlab.web.floor.text import WORDS, moment, rate
from feltlab.web.live.orders import is_floor
from feltlab.web.site.page import PlainResponse, error_page, login_address, render
from feltlab.web.site.text import plainly

Who = Account | None
Build = Callable[..., Awaitable[Data]]


def figures_of(request: Request) -> FloorFigures:
    state = request.app.state
    if not hasattr(state, "floor_figures"):
        state.floor_figures = FloorFigures(state.pit.store, state.prices.price)
    found: FloorFigures = state.floor_figures
    return found


def admit(request: Request, who: Who, roles: Collection[str], words: str = "403") -> None:
    """In login mode, only these; the demo runs on the visitor's own machine."""
    if house_of(request).settings.demo or not roles:
        return
    if who is None:
        raise ApiError(401, WORDS["denied"]["401"])
    if who.role not in roles:
        raise ApiError(403, WORDS["denied"][words].format(name=who.name, role=who.role))


def can_write(request: Request) -> bool:
    found: bool = request.app.state.readiness.is_ready
    return found


def beside(request: Request, who: Who) -> Data:
    """The data that a floor template gets besides its own."""
    return {"w": WORDS, "moment": moment, "rate": rate, "plainly": plainly, "who": who,
            "demo": house_of(request).settings.demo}  # fmt: skip


def told(request: Request, error: ApiError) -> Response:
    if error.status_code == 401 and not request.url.path.endswith((".json", ".jsonl")):
        return RedirectResponse(login_address(request), 303)
    return error_page(request, error.status_code, error.detail)


def add(
    router: APIRouter, path: str, template: str, build: Build, roles: Collection[str] = (), words: str = "403"
) -> None:
    """A page and its twin; `build` gets the request, the caller and the parameters of the path."""

    async def built(request: Request, who: Who) -> Data:
        admit(request, who, roles, words)
        return {**await build(request, who, **request.path_params), "can_write": can_write(request)}

    async def page(request: Request, who: Anybody) -> Response:
        try:
            data = await built(request, who)
        except ApiError as error:
            return told(request, error)
        section = "dealer" if who is not None and who.role == "dealer" else "floor"
        return fresh(render(request, template, {"section": section if roles else "", **data, **beside(request, who)}))

    async def twin(request: Request, who: Anybody) -> Response:
        try:
            return fresh(PlainResponse(await built(request, who)))
        except ApiError as error:
            return told(request, error)

    router.add_api_route(f"{path}.json", twin, methods=["GET", "HEAD"], include_in_schema=False)
    router.add_api_route(path, page, methods=["GET", "HEAD"], include_in_schema=False)


def fresh(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response


def in_order(house: Establishment) -> list[State]:
    """All tables, closed ones last."""
    return sorted(house.pit.tables.values(), key=lambda state: (state.status == "closed", state.table))


async def mine(request: Request, who: Who, row: Data) -> Data:
    """Besides a table's figures, whether its buttons are for the caller."""
    return {**row, "floor": await is_floor(house_of(request), who, row["table"])}
