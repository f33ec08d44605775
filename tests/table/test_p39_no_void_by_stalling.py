"""Players who stall, leave, or wait for the house to close lose the choice, never the bet."""

import pytest

from feltlab.table.commands import Advance, DealOn, Leave, PlayOn, Presence, Resume, Status, Tick
from feltlab.table.dealer import LAST_SECONDS, step_of
from feltlab.table.events import ClockRestarted, Decided, Leaving, Left, RoundClosed, RoundVoided, SeatVoided
from feltlab.table.state import SeatHand
from tests.table.driver import GAMES, Table, at_risk, one_player, player
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


def disconnect(table: Table) -> None:
    for seat in SEATS:
        table.must(Presence(player(seat), True))
    stall(table)


def get_up(table: Table) -> None:
    for seat in SEATS:
        table.must(Leave(player(seat), seat))
    stall(table)


def dealer_goes(table: Table) -> None:
    """Nobody deals any more: what waits for no player is dealt on, and players have their clocks."""
    while (round := table.table.round) and round.number == 1:
        table.now += 1000 * CLOCK
        table.must(Tick() if round.waiting else DealOn())


def close_table_and_go(table: Table) -> None:
    table.must(Status("closed", "end of the day"))
    while round := table.table.round:
        assert round.waiting
        table.now += 1000 * CLOCK
        table.must(Tick())


def close_house(table: Table) -> None:
    """One command plays the round to its end, whatever it waited for: players, or the dealer."""
    table.must(Status("paused", "the house is closing"))
    table.must(PlayOn())


WAYS = {
    "stall": stall, "pause": pause, "close": close_table_and_go, "cut": disconnect, "leave": get_up,
    "dealer": dealer_goes, "house": close_house,
}  # fmt: skip


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


@pytest.mark.parametrize("game", GAMES)
def test_p39_nobody_folds_a_hand_by_sending_its_player_off(game: str) -> None:
    """Who is sent off once cards are out, or a bot that is dismissed, plays on to the round's end."""
    table = Table(game, name="p39", decision_seconds=CLOCK).sit(*SEATS).bots(3)
    table.lock(SEATS)
    for seat in (2, 3):
        assert table.must(Leave(player(seat), seat, True, "booked"))[0] == Leaving(seat, True, "booked")
        assert table.refused(Leave(player(seat), seat, True, "booked")) == "nothing-to-do"
    assert not [event for event in table.log if isinstance(event, Decided) and event.by != "bot"]
    table.play_out(at_risk)
    done = [event for event in table.log if isinstance(event, Decided)]
    assert {event.by for event in done if event.seat == 2} == {"player"}
    assert {event.by for event in done if event.seat == 3} <= {"bot"}
    assert [event for event in table.log if isinstance(event, Left)] == [
        Left(2, reason="booked"),
        Left(3, reason="booked"),
    ]
    table.lock((1,))
    table.must(Leave(player(1), 1, True, ""))
    events = table.must(Leave(player(1), 1))  # one's own leave is another thing: the choice is lost at once
    assert {event.by for event in events if isinstance(event, Decided)} == {"leaving"}


@pytest.mark.parametrize("end", [Status("closed", "the evening is over"), Leave(one_player(2), 2, True, "booked")])
@pytest.mark.parametrize("dealer", ["automatic", "manual"])
@pytest.mark.parametrize("game", GAMES)
def test_p39_a_round_without_clocks_that_has_to_end_gets_them(game: str, dealer: str, end: Status | Leave) -> None:
    table = Table(game, name="p39", owner=one_player, private=True, dealer=dealer).sit(1, 2)
    table.lock((1, 2))
    while not table.round.waiting:
        table.must(Advance(step_of(table.round)))
    table.now += 3_600_000
    assert table.refused(Tick()) == "nothing-to-do"  # as long as they like
    assert ClockRestarted(table.now, table.now + 1000 * LAST_SECONDS) in table.must(end)
    while (round := table.table.round) and round.number == 1:
        if not round.waiting:
            table.must(Advance(step_of(round)))
            continue
        assert round.deadline == table.now + 1000 * LAST_SECONDS
        table.now = round.deadline - 1
        assert table.refused(Tick()) == "nothing-to-do"
        table.now += 1
        table.must(Tick())
    assert {event.by for event in table.log if isinstance(event, Decided)} == {"clock"}
    assert not [event for event in table.log if isinstance(event, RoundVoided | SeatVoided)]


def test_p39_a_bot_that_is_dismissed_puts_nobody_on_a_clock() -> None:
    table = Table("low-four", name="p39", private=True).sit(1).bots(2)
    table.lock((1,))
    table.must(Leave(player(2), 2, True, "enough"))
    assert (table.round.waiting, table.round.deadline) == ((1,), 0)


def test_p39_a_last_clock_starts_again_with_the_house() -> None:
    table = Table("low-four", name="p39", owner=one_player, private=True).sit(1)
    table.lock((1,))
    table.must(Status("closed", ""))
    table.now += 10_000_000
    assert table.must(Resume()) == (ClockRestarted(table.now, table.now + 1000 * LAST_SECONDS),)
