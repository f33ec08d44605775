"""The past: finished rounds, the audit trail, the log itself, and the checks that all is as written."""

import hmac
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

import orjson
from fastapi import APIRouter, Depends, Request, Response

from feltlab import verify_shuffle as verifier
from feltlab.games import GAMES, Game
from feltlab.rules.house import MOST_SEATS
from feltlab.service.anchors import noted_inside
from feltlab.service.chain import LEDGER, verify_chain, verify_ledger
from feltlab.service.checks import ledger_sums
from feltlab.service.proof import replayed
from feltlab.service.rows import RoundRow
from feltlab.service.store import Store
from feltlab.table import State
from feltlab.table.config import out_of_date
from feltlab.table.state import dealt_from
from feltlab.table.views import why_told
from feltlab.web.accounts.auth import Anybody, Watcher, house_of, role
from feltlab.web.door.answers import responses
from feltlab.web.door.bodies import ApiError, StrictRoute, plain
from feltlab.web.door.house import Account, Establishment
from feltlab.web.live import answers, models
from feltlab.web.live.numbers import query_of, whole
from feltlab.web.live.orders import is_floor
from feltlab.wire import dump

router: Final = APIRouter(route_class=StrictRoute, tags=["recall"])
MOST_ROWS: Final = 500
MOST_WRONG: Final = 20

PUBLIC: Final = (
    "format", "table", "round", "game", "outcome", "reason", "opened_at", "locked_at", "closed_at", "seats", "terms",
    "pay_tables", "rules", "aggregate_limit", "meters", "seed", "commitment", "client_seeds", "decks", "jokers",
    "cut", "laid", "penetration", "gone",
)  # fmt: skip
"""For a finished round. Its seed is public then: anyone can deal it again."""
OF_SEATS: Final = ("replacements", "seats")
"""What was dealt: each seat's own cards, unless the hands lie face up."""
PUBLIC_OF_SEAT: Final = ("name", "bot", "stakes", "tokens", "results", "void", "struck")

Reader = Annotated[Account, Depends(role("floor", "auditor", guests=True))]
Auditor = Annotated[Account, Depends(role("auditor"))]


@router.get(
    "/api/tables/{table}/rounds", openapi_extra=query_of("seat", "limit"), responses=responses(answers.RoundList)
)
async def rounds(request: Request, table: str, who: Watcher) -> Response:
    """The last rounds that are over, latest first."""
    house = house_of(request)
    house.table(table)
    seat = whole(request, "seat", 0, 1, MOST_SEATS)
    limit = whole(request, "limit", 20, 1, MOST_ROWS)
    store = house.pit.store
    # One more than asked for: the latest may still be open, and is not recalled.
    found = await (
        house.read(store.rounds_of_seat, table, seat, limit + 1)
        if seat
        else house.read(store.rounds_of_table, table, limit + 1)
    )
    all_of_it = await _sees_all(house, who, table)
    over = [row for row in found if row.history and (all_of_it or not _stale(orjson.loads(row.history)))][:limit]
    return plain({"ok": True, "rounds": [_record(row, who, all_of_it) for row in over]})


@router.get("/api/tables/{table}/rounds/{number}", responses=responses(answers.OneRound))
async def one_round(request: Request, table: str, number: str, who: Watcher) -> Response:
    house = house_of(request)
    house.table(table)
    if not number.isascii() or not number.isdigit() or len(number) > 18:
        raise ApiError(404, "there is no such round")
    row = await house.read(house.pit.store.round, table, int(number))
    if row is None or row.history is None:
        raise ApiError(404, "there is no such round, or it is not over")
    return plain({"ok": True, "round": _record(row, who, await _sees_all(house, who, table))})


async def _sees_all(house: Establishment, who: Account | None, table: str) -> bool:
    return who is not None and (who.role in ("floor", "auditor") or await is_floor(house, who, table))


def _record(row: RoundRow, who: Account | None, all_of_it: bool) -> dict[str, Any]:
    """A round as a viewer may recall it: the public part and your own."""
    full: dict[str, Any] = orjson.loads(row.history or "{}")
    if all_of_it:
        return full
    if stale := _stale(full):
        raise ApiError(409, f"the round is on record, but what was visible cannot be shown: {stale}")
    own = {seat for seat, hand in full["players"].items() if who is not None and hand["player"] == who.player}
    game = GAMES.get(full["game"])
    up = game is not None and game.round.open_hands
    dealt = {name: cards for name, cards in full["dealt"].items() if name not in OF_SEATS}
    for name in OF_SEATS:
        if name in full["dealt"]:
            dealt[name] = {seat: cards for seat, cards in full["dealt"][name].items() if up or seat in own}
    players = {
        seat: hand if seat in own else _others(hand, full["dealt"]["seats"].get(seat, []), None if up else game)
        for seat, hand in full["players"].items()
    }
    shown: dict[str, Any] = {name: full[name] for name in PUBLIC if name in full}
    return {**shown, "dealt": dealt, "players": players, "own": sorted(own)}


def _stale(record: Mapping[str, Any]) -> str:
    """Why nobody can say anymore which of its cards were open: the rules have changed since."""
    return out_of_date(record["game"], record.get("mark", ""))


def _others(hand: Mapping[str, Any], cards: Sequence[str], hidden: Game | None) -> dict[str, Any]:
    """Another player's hand: the bets, and the cards face up at the end; `hidden` if not all hands are."""
    shown = {name: hand[name] for name in PUBLIC_OF_SEAT if name in hand}
    up = hand.get("shown", [])  # which older records lack
    if hidden and len(up) < len(cards):
        shown["results"] = [
            {**done, "why": why_told(hidden, done["wager"], done["staked"], done["returned"], done["why"])}
            for done in hand["results"]
        ]
    return {**shown, "turned_up": [card if at in up else None for at, card in enumerate(cards)] if up else []}


@router.post("/api/verify-shuffle", responses=responses(answers.Shuffle))
async def verify_shuffle(request: Request, body: models.ShuffleToVerify, who: Anybody) -> Response:
    """Deal a round again from its seed, by the verifier that shares no code with the dealer: for everyone."""
    try:
        round = verifier.read_round(dump(body.model_dump(exclude_unset=True)).encode())
    except verifier.MalformedRoundError as error:
        raise ApiError(422, error.plain) from None
    found = await house_of(request).think(verifier.differences, round)
    cards = sum(map(len, round.dealt.values()))
    verdict = verifier.Verdict(1, round.table, round.number, ("commitment", *round.dealt), cards, tuple(found))
    return plain({"ok": True, **{name: value for name, value in verdict.row().items() if name != "line"}})


@router.get("/api/tables/{table}/verify", responses=responses(answers.Verified))
async def verify_table(request: Request, table: str, who: Reader) -> Response:
    """Check the log's chain from its first row, the replay against the table, and the house's books.

    That is the ledger's chain, every balance from its first transfer, and every transfer and settled wager of the table
    by its event.
    """
    house = house_of(request)
    return plain(await house.think(_verified, house.pit.store, house.table(table)))


def _verified(store: Store, state: State) -> dict[str, Any]:
    again = replayed(store, state.table, state.number)
    open_seed = state.round.seed if state.round else ""
    same = again.state is not None and dealt_from(again.state, open_seed).digest == state.digest
    noted = noted_inside(store)
    broken = verify_chain(store, state.table, noted.get(f"table:{state.table}", {}))
    books = verify_ledger(store, noted.get(LEDGER, {}))
    wrong = [*again.wrong, *([f"the ledger: {books.message}"] if books else []), *_sums(store)]
    return {
        "ok": True,
        "table": state.table,
        "v": state.number,
        "chain": broken is None,
        "broken": broken.message if broken else None,
        "replay": same,
        "books": not wrong,
        "wrong": wrong[:MOST_WRONG],
        "digest": hmac.digest(store.key, f"state\n{state.digest}".encode(), "sha256").hex(),
    }


def _sums(store: Store) -> list[str]:
    """Every balance from the first transfer on."""
    sums = ledger_sums(store)
    return [] if sums.is_right else ["the balances are not what the transfers add up to"]


@router.get("/api/audit", openapi_extra=query_of("after", "limit"), responses=responses(answers.AuditTrail))
async def audit(request: Request, who: Auditor) -> Response:
    """Staff actions, oldest first, with their hash chain."""
    house = house_of(request)
    after, limit = whole(request, "after", 0, 0, 2**53), whole(request, "limit", 100, 1, MOST_ROWS)
    found = await house.think(request.app.state.trail.read, after, limit, house.pit.clock())
    entries = [
        {
            "number": row.number, "at": row.at, "actor": row.actor, "action": row.action,
            "detail": orjson.loads(row.detail), "prev_hash": row.prev_hash, "hash": row.hash,
        }
        for row in found.rows
    ]  # fmt: skip
    return plain({"ok": True, "chain": found.broken is None, "entries": entries})


@router.get(
    "/api/tables/{table}/events", openapi_extra=query_of("after", "limit"), responses=responses(answers.EventLog)
)
async def events(request: Request, table: str, who: Auditor) -> Response:
    """The log as written, up to the last finished round: what is still secret stays secret for everyone."""
    house = house_of(request)
    house.table(table)
    after, limit = whole(request, "after", 0, 0, 2**53), whole(request, "limit", 100, 1, MOST_ROWS)
    rows = await house.read(lambda: list(house.pit.store.events_of_rounds_over(table, after, limit)))
    told = [
        {
            "v": row.number, "round": row.round, "at": row.at, "kind": row.kind, "body": orjson.loads(row.body),
            "prev_hash": row.prev_hash, "hash": row.hash,
        }
        for row in rows
    ]  # fmt: skip
    return plain({"ok": True, "events": told})
