"""The floor's view of the house: tables, actual and theoretical win, meters, and data for machines."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request, Response

from feltlab.errors import StoreError
from feltlab.service.postings import BANK
from feltlab.table import State
from feltlab.web.accounts.auth import Anybody, house_of, role
from feltlab.web.door.answers import PROBLEM, responses
from feltlab.web.door.bodies import ApiError, StrictRoute, plain
from feltlab.web.door.house import Account, Establishment
from feltlab.web.door.metrics import gauge
from feltlab.web.floor import answers
from feltlab.web.floor.figures import FloorFigures
from feltlab.web.floor.page import figures_of
from feltlab.web.floor.standing import figured, seated
from feltlab.web.live.orders import has_part

router: Final = APIRouter(route_class=StrictRoute, tags=["floor"])
LOCAL: Final = ("127.0.0.1", "::1")
CANNOT_WRITE: Final = "the house cannot write right now; nothing that was acknowledged is lost"
FloorReader = Annotated[Account, Depends(role("floor", "auditor", "admin", guests=True))]


@router.get("/api/floor", responses=responses(answers.Floor))
async def floor(request: Request, who: FloorReader) -> Response:
    """Every table: seats, money, meters, and the win beside the theoretical win.

    Bets that feed a meter count too: their win is what was bet, less the increment, the fixed awards and the base
    amounts, and what the meter pays was set aside before.
    """
    house = house_of(request)
    tables = sorted(house.pit.tables.values(), key=lambda state: state.table)
    states = [state for state in tables if await has_part(house, who, state)]
    return plain(await house.think(_floor, house, figures_of(request), tables, states))


def _floor(
    house: Establishment, figures: FloorFigures, tables: Sequence[State], states: Sequence[State]
) -> dict[str, Any]:
    lines, banks = figures.lines(tables, house.pit.clock()), house.pit.store.all_balances(BANK)
    return {
        "ok": True,
        "strategy": "optimal",
        "tables": [
            {
                **_at_table(state),
                "bank": banks.get(state.table, 0),
                "performance": lines[state.table],
                "wagers": figures.by_wager(state.table),
            }
            for state in states
        ],
    }


def _at_table(state: State) -> dict[str, Any]:
    return {
        **figured(state),
        "title": state.config.title,
        "seats": {str(number): seated(seat) for number, seat in state.seats.items()},
        "meters": {wager: meter.cents for wager, meter in state.meters.items()},
    }


# For machines


@router.get("/healthz", responses=responses(answers.Health))
async def healthz(request: Request) -> Response:
    """Whether the process is alive; `readyz` says whether it can write."""
    return plain({"ok": True})


@router.get("/readyz", responses=responses(answers.Health))
async def readyz(request: Request) -> Response:
    """Whether a durable write succeeded in the last seconds."""
    if not request.app.state.readiness.is_ready:
        raise ApiError(503, CANNOT_WRITE, {"Retry-After": "1"})
    return plain({"ok": True})


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}, 403: PROBLEM})
async def metrics(request: Request, who: Anybody) -> Response:
    """Prometheus text; for this machine and for staff."""
    house = house_of(request)
    # Requests that a proxy on this machine passes on come from elsewhere.
    local = request.client is not None and request.client.host in LOCAL and "x-forwarded-for" not in request.headers
    if not local and (who is None or who.role not in ("floor", "auditor", "admin")):
        raise ApiError(403, "your role may not do this")
    counted = (house.metrics, house.gate, request.app.state.readiness)
    lines = [line for each in counted for line in each.lines()] + await house.read(lambda: list(_of_pit(house)))
    return Response("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4; charset=utf-8")


def _of_pit(house: Establishment) -> Iterator[str]:
    pit = house.pit
    states = list(pit.tables.values())
    yield from gauge("feltlab_batches_total", "Transactions written.", [((), pit.batches)])
    yield from gauge("feltlab_batched_requests_total", "Requests in all batches.", [((), pit.requests)])
    yield from gauge("feltlab_store_failures_total", "Transactions the database failed to keep.", [((), pit.failures)])
    damaged = [((), len(pit.store.damaged))]
    yield from gauge("feltlab_damaged_pages", "Pages of the database that fail their checksum.", damaged)
    yield from _by_table("feltlab_rounds", "Rounds opened.", states, lambda state: state.rounds)
    yield from _by_table("feltlab_voids", "Rounds and hands voided.", states, lambda state: state.voids)
    yield from _by_table("feltlab_seats", "Seats taken.", states, lambda state: len(state.seats))
    meters = [
        ((*_name(state), ("wager", wager)), meter.cents)
        for state in states
        if not state.config.private
        for wager, meter in state.meters.items()
    ]
    yield from gauge("feltlab_meter_cents", "Progressive meters.", meters)
    with suppress(StoreError):  # the rest is reported even while the database is not available
        banks = pit.store.all_balances(BANK)
        yield from _by_table("feltlab_bank_cents", "Table banks.", states, lambda state: banks.get(state.table, 0))


def _by_table(name: str, words: str, states: Sequence[State], value: Callable[[State], int]) -> Iterator[str]:
    """Private tables are counted together: readers of the metrics have no part in them."""
    found: dict[tuple[tuple[str, str], ...], int] = {}
    for state in states:
        label = (("table", "private"),) if state.config.private else _name(state)
        found[label] = found.get(label, 0) + value(state)
    yield from gauge(name, words, found.items())


def _name(state: State) -> tuple[tuple[str, str], ...]:
    return (("table", state.table),)
