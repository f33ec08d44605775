"""Whoever stalls, goes, or waits for the house to close loses the choice, never the bet that stands against him."""

import pytest

from feltlab.table.commands import Advance, Leave, PlayOn, Presence, Status, Tick
from feltlab.table.dealer import step_of
from feltlab.table.events import Decided, RoundClosed, RoundVoided, SeatVoided
from feltlab.table.state import SeatHand
from tests.table.driver import GAMES, Table, player
from tests.table.test_p32_p33_terms_and_stops import to_step

CLOCK = 10
SEATS = (1, 2)


def stall(table: Table) -> None:
    """Nobody says a word until every clock has run out; the dealer, a person, deals on."""
    while (round := table.table.round) and round.number == 1:
        if round.waiting:
            table.now += 1000 * CLOCK
            table.must(Tick())
        else:
            table.must(Advance(step_of(round)))


def pause(table: Table) -> None:
    table.must(Status("paused", "fire drill"))
    stall(table)


def close_table(table: Table) -> None:
    table.must(Status("closed", "end of the day"))
    stall(table)


def disconnect(table: Table) -> None:
    for seat in SEATS:
        table.must(Presence(player(seat), True))
    stall(table)


def get_up(table: Table) -> None:
    for seat in SEATS:
        table.must(Leave(player(seat), seat))
    stall(table)


def close_house(table: Table) -> None:
    """One command plays the round to its end, whatever it waited for: players, or the dealer."""
    table.must(Status("paused", "the house is closing"))
    table.must(PlayOn())


WAYS = {"stall": stall, "pause": pause, "close": close_table, "cut": disconnect, "leave": get_up, "house": close_house}


def hands_at_end(table: Table) -> list[SeatHand]:
    last = table.table.last
    assert last is not None
    return list(last.hands.values())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", WAYS)
def test_p39_no_step_of_a_round_can_be_stalled_into_a_void(game: str, way: str) -> None:
    for steps in range(1, 25):
        table = Table(game, name="p39", dealer="manual", decision_seconds=CLOCK).sit(*SEATS)
        for seat in SEATS:
            table.bet(seat)
        if not to_step(table, steps) or table.round.phase != "play":
            break
        mark = len(table.log)
        WAYS[way](table)
        after = table.log[mark:]
        assert not [event for event in after if isinstance(event, RoundVoided | SeatVoided)], (way, steps)
        assert sum(isinstance(event, RoundClosed) for event in after) == 1
        assert {event.by for event in after if isinstance(event, Decided)} <= {"clock", "away", "leaving", "closing"}
        for hand in hands_at_end(table):
            assert not hand.void
            assert {done.wager for done in hand.results} == set(hand.stakes)
    assert steps > 4


@pytest.mark.parametrize("game", GAMES)
def test_p39_a_house_that_closes_decides_as_a_clock_would(game: str) -> None:
    ends = []
    for way in (stall, close_house):
        table = Table(game, name="p39", decision_seconds=CLOCK).sit(*SEATS).bots(3)
        table.lock(SEATS)
        way(table)
        ends.append([hand.results for hand in hands_at_end(table)])
    assert ends[0] == ends[1]
