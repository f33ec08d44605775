"""Bets changed, taken back and raised while the last seat says it is ready: in before the lock, or refused."""

from functools import partial
from pathlib import Path
from random import Random

import orjson
import pytest

from feltlab.service.pit import Pit
from feltlab.service.requests import AtTable, Chips, Done, Refused, Request
from feltlab.service.store import open_store
from feltlab.table import Config, State, evolve
from feltlab.table.commands import Bet, Decide, Open, Ready, Sit
from feltlab.table.events import BetsClosed, WagersPlaced, read_event
from tests.live.house import request_of, together
from tests.live.soak import parts, size

TABLE = "low-four-1"


def ask(pit: Pit, request: Request) -> Done:
    reply = pit.ask(request)
    assert isinstance(reply, Done), reply
    return reply


def races(url: str, count: int, seed: object) -> None:
    rng, pit = Random(f"p15/{seed}"), Pit(open_store(url))
    pit.start()
    ask(pit, request_of(AtTable(TABLE, Open(TABLE, Config("low-four")), "floor"), "open"))
    for seat, who in ((1, "ann"), (2, "bob")):
        ask(pit, request_of(Chips(who, 10**11), f"chips-{who}"))
        ask(pit, request_of(AtTable(TABLE, Sit(who, who, seat), who), f"sit-{who}"))
    late = sum(race(pit, number, rng) for number in range(1, count + 1))
    assert late > count
    check(pit)
    pit.stop()


def race(pit: Pit, number: int, rng: Random) -> int:
    """Returns how many bets came too late."""
    bets = [Bet("ann", 1, number, {"ante": 100 * n} if n else {}) for n in (rng.randint(0, 9) for _ in range(10))]
    asked = [
        request_of(AtTable(TABLE, Bet("ann", 1, number, {"ante": 500}), "ann"), f"{number}/first"),
        *(request_of(AtTable(TABLE, bet, "ann"), f"{number}/{place}") for place, bet in enumerate(bets)),
        request_of(AtTable(TABLE, Ready("bob", 2, number), "bob"), f"{number}/bob"),
    ]
    asked.insert(
        rng.randint(1, len(asked)), request_of(AtTable(TABLE, Ready("ann", 1, number), "ann"), f"{number}/ann")
    )
    replies = together([partial(pit.submit, each) for each in asked])
    state = pit.tables[TABLE]
    assert state.round is not None
    if state.round.phase == "bets":  # ann changed a bet after she was ready, or took all back
        ask(pit, request_of(AtTable(TABLE, Bet("ann", 1, number, {"ante": 300}), "ann"), f"{number}/again"))
        ask(pit, request_of(AtTable(TABLE, Ready("ann", 1, number), "ann"), f"{number}/at last"))
    late = [
        request_of(AtTable(TABLE, Bet("ann", 1, number, {"ante": cents}), "ann"), f"{number}/late {cents}")
        for cents in (100, 900)
    ]
    after = together([partial(pit.submit, each) for each in late])
    assert all(isinstance(reply, Refused) and reply.reason == "bets-closed" for reply in after)
    ask(
        pit, request_of(AtTable(TABLE, Decide("ann", 1, number, "play", {"decision": "fold"}), "ann"), f"{number}/fold")
    )
    return len(after) + sum(isinstance(reply, Refused) and reply.reason == "bets-closed" for reply in replies)


def check(pit: Pit) -> None:
    """In the log: no bet in, up, down or off between the lock and the end, and the locked bets are those settled."""
    state: State | None = None
    for row in pit.store.events(TABLE):
        event = read_event(row.kind, orjson.loads(row.body))
        if isinstance(event, WagersPlaced):
            assert state is not None
            assert state.round is not None
            assert state.round.phase == "bets"
        if isinstance(event, BetsClosed):
            assert state is not None
            assert state.round is not None
            assert event.seats == tuple(seat for seat, hand in state.round.hands.items() if hand.stakes)
        state = evolve(state, event)


def test_p15_300_races_at_the_lock(tmp_path: Path) -> None:
    races(f"sqlite:///{tmp_path}/store.db", 300, 1)


@pytest.mark.soak
def test_p15_10_000_races_at_the_lock(tmp_path: Path) -> None:
    for part in parts("p15", size("p15", 10_000), 1_000):
        races(f"sqlite:///{tmp_path}/{part}.db", 1_000, f"soak/{part}")
