"""The log cut after any event, by a failure at the worst moment: the rest is a table that continues to the same end."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from feltlab.table import State
from feltlab.table.commands import Advance, Leave, Presence, Status, Tick, Void
from feltlab.table.dealer import step_of
from feltlab.table.events import (
    BetsClosed,
    Dealt,
    Event,
    Leaving,
    MeterAwarded,
    PresenceChanged,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    SeatVoided,
    StatusChanged,
)
from tests.table.driver import (
    ALL_BETS,
    GAMES,
    Table,
    at_risk,
    by_seat,
    folding,
    one_player,
    player,
    replayed,
    some_bets,
)
from tests.table.test_p19_p23_limits_and_meters import METER, winners_pack

SEATS = (1, 2, 4)


def people(game: str, choose: Any = at_risk, **settings: Any) -> Table:
    table = Table(game, name="p24", **settings).sit(*SEATS)
    rng = Random(f"p24/{game}")
    table.lock(SEATS, {seat: some_bets(game, rng) if choose is by_seat else ALL_BETS[game] for seat in SEATS})
    table.play_out(choose)
    return table


def several_hands(game: str) -> Table:
    """One player's three; one is left in mid-round, and a void returns another's bets."""
    table = Table(game, name="p24", owner=one_player, private=True).sit(*SEATS)
    table.lock(SEATS)
    table.must(Leave(player(1), 4))
    table.must(Void("wrong-count", "two cards stuck together", 2))
    table.play_out()
    return table


def bots(game: str) -> Table:
    table = Table(game, name="p24", betting_seconds=5).bots(*SEATS)
    table.now += 5000
    table.must(Tick())
    return table


def clock(game: str) -> Table:
    table = Table(game, name="p24", decision_seconds=5).sit(*SEATS)
    table.lock(SEATS)
    while table.round.number == 1:
        table.now = table.round.deadline
        table.must(Tick())
    return table


def away(game: str) -> Table:
    table = Table(game, name="p24").sit(*SEATS)
    table.lock(SEATS)
    table.must(Presence(player(2), True))
    table.play_out()
    return table


def seat_void(game: str) -> Table:
    table = Table(game, name="p24").sit(*SEATS)
    table.lock(SEATS)
    table.must(Void("wrong-count", "two cards stuck together", 2))
    table.play_out()
    return table


def all_void(game: str) -> Table:
    table = Table(game, name="p24").sit(*SEATS)
    table.lock(SEATS)
    for seat in SEATS:
        table.must(Void("wrong-count", "", seat))
    return table


def round_void(game: str) -> Table:
    table = Table(game, name="p24").sit(*SEATS)
    table.lock(SEATS)
    table.must(Void("shuffler", ""))
    return table


def closed_in_bets(game: str) -> Table:
    table = Table(game, name="p24").sit(*SEATS)
    table.bet(1)
    table.must(Status("closed", "good night"))
    return table


def closed_in_play(game: str) -> Table:
    table = Table(game, name="p24").sit(*SEATS)
    table.lock(SEATS)
    table.must(Status("closed", "good night"))
    table.play_out()
    return table


PATHS: Mapping[str, Any] = {
    "play": people,
    "fold": lambda game: people(game, folding),
    "anything": lambda game: people(game, by_seat),
    "manual": lambda game: people(game, by_seat, dealer="manual"),
    "capped": lambda game: people(game, by_seat, aggregate_limit=700),
    "several hands": several_hands,
    "one player's": lambda game: people(game, by_seat, owner=one_player, private=True),
    "bots": bots,
    "clock": clock,
    "away": away,
    "seat void": seat_void,
    "all void": all_void,
    "round void": round_void,
    "closed in bets": closed_in_bets,
    "closed in play": closed_in_play,
}


def after(whole: Table, log: list[Event]) -> Table:
    """A table that knows nothing but the beginning of a log."""
    table = Table(whole.table.config, name="p24", owner=whole.owner)
    table.log, table.purses, table.state = [], table.purses.__class__(), None
    for event in log:
        table.add(event)
    table.state = State.of(table.table.to_dict())  # and what it knows came from the disk
    table.now = whole.now
    return table


def go_on(table: Table, choose: Any) -> None:
    """What the service does after a start: the clock ticks, players and dealer go on."""
    for _ in range(200):
        table.do(Tick())
        round = table.table.round
        if round is None or round.number > 1:
            return
        if round.waiting:
            seat = round.waiting[0]
            table.decide(seat, choose(table, seat, round.asked))
        elif round.config.dealer == "manual":
            table.must(Advance(step_of(round)))
        else:
            raise AssertionError(f"the table stands still at {step_of(round)}")
    raise AssertionError("the round has no end")


def summary(table: Table) -> tuple[Any, ...]:
    """All that matters of round 1: what was dealt, decided and paid, and where the money is."""
    log = table.log
    end = next(number for number, event in enumerate(log) if isinstance(event, RoundClosed | RoundVoided))
    last = replayed(log[: end + 1]).last
    assert last is not None
    hands = {seat: (hand.cards, hand.choices, hand.stakes, set(hand.results)) for seat, hand in last.hands.items()}
    units = {wager: meter.units for wager, meter in table.table.meters.items()}
    return last.phase, hands, last.places, last.turned, units, last.commitment


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("game", GAMES)
def test_p24_cut_after_every_event(game: str, path: str) -> None:
    whole = PATHS[path](game)
    choose = {"fold": folding, **dict.fromkeys(("anything", "one player's", "manual", "capped"), by_seat)}.get(
        path, at_risk
    )
    right = summary(whole)
    first = next(number for number, event in enumerate(whole.log) if isinstance(event, RoundOpened))
    locked = next((number for number, event in enumerate(whole.log) if isinstance(event, BetsClosed)), None)
    told = max(  # a command that is cut off with all its events was never given
        (
            n
            for n, event in enumerate(whole.log)
            if isinstance(event, SeatVoided | Leaving | PresenceChanged | StatusChanged)
        ),
        default=0,
    )
    told = 0 if path.startswith("closed") else told
    for cut in range(first + 1, len(whole.log) + 1):
        table = after(whole, whole.log[:cut])
        assert table.state == replayed(whole.log[:cut])
        over = any(isinstance(event, RoundClosed | RoundVoided) for event in whole.log[:cut])
        if over:
            table.do(Tick())
            assert summary(table) == right
        elif locked is None or cut < locked:
            if table.table.status == "closing":
                table.must(Tick())
                assert table.table.status == "closed"
                assert summary(table) == right
                assert not any(table.purses.values())
            else:
                table.do(Tick())
                assert not any(isinstance(event, Dealt) for event in table.log) or path == "bots"
        else:  # the bets are in: the rest of the round comes of itself, but for what players, dealer and floor do
            go_on(table, choose)
            if path not in ("clock", "round void") and cut > told:
                assert summary(table) == right, (cut, whole.log[cut - 1])
            assert balanced(table)


@pytest.mark.parametrize("kinds", [("full", "tenth", "full"), ("tenth", "none", "fixed"), ("none", "full", "none")])
def test_p24_cut_while_a_meter_is_won(kinds: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltlab.table.pack._pack", lambda *_: winners_pack(kinds))
    seats = (1, 2, 3)
    whole = Table("ace-odd-even", name="p24").sit(*seats)
    whole.lock(seats, {seat: {"ante": 100, METER: 100} for seat in seats})
    whole.play_out(at_risk)
    awards = [event for event in whole.log if isinstance(event, MeterAwarded)]
    assert len(awards) == 1
    locked = next(number for number, event in enumerate(whole.log) if isinstance(event, BetsClosed))
    for cut in range(locked + 1, len(whole.log) + 1):
        table = after(whole, whole.log[:cut])
        go_on(table, at_risk)
        assert summary(table) == summary(whole), (cut, whole.log[cut - 1])
        assert [event for event in table.log if isinstance(event, MeterAwarded)] == awards


def balanced(table: Table) -> bool:
    """Nothing is left on the felt once the round is over."""
    end = next(number for number, event in enumerate(table.log) if isinstance(event, RoundClosed | RoundVoided))
    last = replayed(table.log[: end + 1]).last
    assert last is not None
    for hand in last.hands.values():
        assert {done.wager: done.staked for done in hand.results} == dict(hand.stakes)
        assert len(hand.results) == len(hand.stakes)
    return True


@pytest.mark.parametrize("game", GAMES)
def test_p24_every_path_settles_each_bet_once(game: str) -> None:
    for path, make in PATHS.items():
        assert balanced(make(game)), path
