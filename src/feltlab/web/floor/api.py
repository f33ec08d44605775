"""The floor's view of the house: tables, what they won beside what they should have, meters, and what machines read."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request, Response

from feltlab.errors import FeltlabError, StoreError
from feltlab.games import GAMES
from feltlab.lab import lab_of
from feltlab.ledger.performance import Performance, Price, Sums, performance
from feltlab.rules.wagers import Role
from feltlab.service.kept_settings import kept_terms
from feltlab.service.postings import bank
from feltlab.service.store import Store
from feltlab.table import State
from feltlab.web.accounts.auth import Anybody, house_of, role
from feltlab.web.door.answers import PROBLEM, responses
from feltlab.web.door.bodies import ApiError, StrictRoute, plain
from feltlab.web.door.house import Account, Establishment
from feltlab.web.door.metrics import gauge
from feltlab.web.floor import answers
from feltlab.web.live.orders import has_part

router: Final = APIRouter(route_class=StrictRoute, tags=["floor"])
LOCAL: Final = ("127.0.0.1", "::1")
CANNOT_WRITE: Final = "the house cannot write now; nothing that was acknowledged is lost"
FloorReader = Annotated[Account, Depends(role("floor", "auditor", "admin", guests=True))]


class Prices:
    """Edge and variance by terms, from the lab; computed once for each, in the caller's thread."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: dict[str, dict[str, Price]] = {}

    def price(self, game: str, wager: str, terms: str) -> Price | None:
        if terms not in self._known:
            self._known[terms] = self._computed(game, terms)
        return self._known[terms].get(wager)

    def _computed(self, game: str, terms: str) -> dict[str, Price]:
        config = kept_terms(self.store, terms)
        if config is None or game != config.game:
            return {}
        try:
            found = lab_of(game).analyze(config.terms)
        except FeltlabError:
            return {}
        figures = {GAMES[game].initial: found.main, **found.wagers}
        return {wager: Price(each.house_edge, each.variance) for wager, each in figures.items() if not each.is_sampled}


@router.get("/api/floor", responses=responses(answers.Floor))
async def floor(request: Request, who: FloorReader) -> Response:
    """Every table: seats, money, meters, and the win beside the theoretical win.

    Progressive bets are left out of the comparison: what they should win depends on their meter at each moment.
    """
    house = house_of(request)
    tables = sorted(house.pit.tables.values(), key=lambda state: state.table)
    states = [state for state in tables if await has_part(house, who, state)]
    return plain(await house.think(_floor, house, request.app.state.prices, states))


def _floor(house: Establishment, prices: Prices, states: Sequence[State]) -> dict[str, Any]:
    store = house.pit.store
    sums, drops = store.sums(), store.drops()
    flat = [row for row in sums if not _is_progressive(row)]
    by_table = {line.key[0]: line for line in performance(flat, prices.price, ["table"], drops)}
    by_wager: dict[str, list[Performance]] = {}
    for line in performance(flat, prices.price, ["table", "wager"]):
        by_wager.setdefault(line.key[0], []).append(line)
    return {
        "ok": True,
        "strategy": "optimal",
        "tables": [
            {
                **_at_table(state),
                "bank": store.balance(bank(state.table)),
                "performance": _line(by_table.get(state.table)),
                "wagers": [{"wager": line.key[1], **_line(line)} for line in by_wager.get(state.table, [])],
            }
            for state in states
        ],
    }


def _is_progressive(row: Sums) -> bool:
    return row.game in GAMES and GAMES[row.game].wagers[row.wager].role is Role.PROGRESSIVE


def _at_table(state: State) -> dict[str, Any]:
    return {
        "table": state.table,
        "game": state.config.game,
        "title": state.config.title,
        "status": state.status,
        "reason": state.reason,
        "private": state.config.private,
        "dealer": state.config.dealer,
        "v": state.number,
        "rounds": state.rounds,
        "voids": state.voids,
        "void_rate": state.voids / state.rounds if state.rounds else 0.0,
        "phase": state.round.phase if state.round else "",
        "seats": {
            str(number): {"name": seat.name, "bot": seat.bot, "away": seat.away, "leaving": seat.leaving}
            for number, seat in state.seats.items()
        },
        "meters": {wager: meter.cents for wager, meter in state.meters.items()},
    }


def _line(line: Performance | None) -> dict[str, Any]:
    if line is None:
        line = Performance(("",), 0, 0, 0, 0, Fraction(0), Fraction(0), None)
    theory = line.theoretical_win
    return {
        "bets": line.bets,
        "handle": line.handle,
        "win": line.win,
        "theoretical_win": None if theory is None else round(float(theory), 2),
        "theoretical_win_exact": None if theory is None else str(theory),
        "z": line.z,
        "drop": line.drop,
        "hold": None if line.hold is None else float(line.hold),
    }


# For machines


@router.get("/healthz", responses=responses(answers.Health))
async def healthz(request: Request) -> Response:
    """Whether the process lives; whether it can write is another question."""
    return plain({"ok": True})


@router.get("/readyz", responses=responses(answers.Health))
async def readyz(request: Request) -> Response:
    """Whether a durable write was done in the last seconds."""
    if not request.app.state.readiness.is_ready:
        raise ApiError(503, CANNOT_WRITE, {"Retry-After": "1"})
    return plain({"ok": True})


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}, 403: PROBLEM})
async def metrics(request: Request, who: Anybody) -> Response:
    """Prometheus text; for this machine and for staff."""
    house = house_of(request)
    # What a proxy on this machine hands on comes from elsewhere.
    local = request.client is not None and request.client.host in LOCAL and "x-forwarded-for" not in request.headers
    if not local and (who is None or who.role not in ("floor", "auditor", "admin")):
        raise ApiError(403, "this is not for your role")
    counted = (house.metrics, house.gate, request.app.state.readiness)
    lines = [line for each in counted for line in each.lines()] + await house.read(lambda: list(_of_pit(house)))
    return Response("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4; charset=utf-8")


def _of_pit(house: Establishment) -> Iterator[str]:
    pit = house.pit
    states = list(pit.tables.values())
    yield from gauge("feltlab_batches_total", "Transactions written.", [((), pit.batches)])
    yield from gauge("feltlab_batched_requests_total", "Requests in them; by batches, the size.", [((), pit.requests)])
    yield from gauge("feltlab_store_failures_total", "Transactions that the store lost.", [((), pit.failures)])
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
    with suppress(StoreError):  # the rest is told even while the store is not there
        banks = {state.table: pit.store.balance(bank(state.table)) for state in states}
        yield from _by_table("feltlab_bank_cents", "Table banks.", states, lambda state: banks[state.table])


def _by_table(name: str, words: str, states: Sequence[State], value: Callable[[State], int]) -> Iterator[str]:
    """Private tables are counted together: who reads this has no part in them."""
    found: dict[tuple[tuple[str, str], ...], int] = {}
    for state in states:
        label = (("table", "private"),) if state.config.private else _name(state)
        found[label] = found.get(label, 0) + value(state)
    yield from gauge(name, words, found.items())


def _name(state: State) -> tuple[tuple[str, str], ...]:
    return (("table", state.table),)
