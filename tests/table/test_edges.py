"""Corners of the felt."""

import pytest

from feltlab.table.commands import Advance, Bet, ClientSeed, Decide, Leave, Presence, Ready, Sit, Tick
from feltlab.table.dealer import step_of
from feltlab.table.events import BetsClosed, Left, RoundClosed, RoundOpened, SeatSettled, Turned
from tests.table.driver import ALL_BETS, GAMES, PLACES, Table, at_risk, by_seat, folding, player


def test_somebody_leaves_while_the_others_are_ready() -> None:
    for goes in (Leave(player(3), 3), Presence(player(3), True)):
        table = Table("low-four").sit(1, 2, 3)
        table.lock((1, 2))
        assert table.round.phase == "bets"
        events = table.must(goes)
        assert any(isinstance(event, BetsClosed) for event in events)
        assert set(table.round.hands) == {1, 2}


def test_the_last_person_leaves() -> None:
    table = Table("rule-out").sit(1)
    table.bet(1)
    table.must(Leave(player(1), 1))
    assert not table.table.seats
    assert not table.round.hands
    assert not any(table.purses.values())
    assert table.refused(Tick()) == "nothing-to-do"
    table.sit(2)
    table.lock((2,))
    table.play_out()
    assert table.round.number == 2


def test_the_last_person_leaves_in_the_middle() -> None:
    table = Table("quick-draw-holdem").sit(1)
    table.lock((1,))
    events = table.must(Leave(player(1), 1))
    assert any(isinstance(event, RoundClosed) for event in events)
    assert isinstance(events[-1], Left)
    assert table.table.round is None
    table.sit(5)
    assert table.round.number == 2


@pytest.mark.parametrize("game", GAMES)
def test_bots_alone_play_by_the_clock_or_wait(game: str) -> None:
    waiting = Table(game).bots(1, 2)
    waiting.now += 10**9
    assert waiting.refused(Tick()) == "nothing-to-do"
    table = Table(game, betting_seconds=10).bots(1, 2)
    for number in range(1, 5):
        table.now += 9999
        assert table.refused(Tick()) == "nothing-to-do"
        table.now += 1
        table.must(Tick())
        assert table.round.number == number + 1


def test_one_step_opens_one_round_at_most() -> None:
    """A step has one seed: two rounds from it would be the same cards twice."""
    table = Table("rule-out", betting_seconds=1, decision_seconds=1).bots(*range(1, 8))
    for _ in range(20):
        table.now += 10**6
        assert sum(isinstance(event, RoundOpened) for event in table.must(Tick())) == 1


def test_bets_taken_back_stop_the_betting_clock() -> None:
    table = Table("low-four", betting_seconds=10).sit(1, 2)
    table.bet(1)
    table.must(Bet(player(1), 1, 1, {}))
    table.now += 60_000
    assert table.refused(Tick()) == "nothing-to-do"
    table.bet(2)
    assert table.round.phase == "bets"
    assert table.round.first_bet_at == table.now
    table.bet(1)
    table.must(Bet(player(2), 2, 1, {}))
    table.now += 10_000
    table.must(Tick())
    assert set(table.round.hands) == {1}


def test_client_seeds() -> None:
    table = Table("low-four").sit(1, 2)
    table.must(ClientSeed(player(2), 2, 1, "b"))
    table.must(ClientSeed(player(1), 1, 1, "a"))
    table.must(ClientSeed(player(1), 1, 1, "another"))
    assert list(table.round.client_seeds.items()) == [(1, "another"), (2, "b")]
    table.must(ClientSeed(player(2), 2, 1, ""))
    assert table.round.client_seeds == {1: "another"}
    for text in ("ü", "x" * 65, "tab\t"):
        assert table.refused(ClientSeed(player(1), 1, 1, text)) == "bad-seed"
    table.must(Leave(player(1), 1))
    assert not table.round.client_seeds
    table.must(Sit("else", "Else", 1))
    assert not table.round.client_seeds


@pytest.mark.parametrize("best_four", [True, False])
def test_everybody_folds_on_the_flop(best_four: bool) -> None:
    table = Table("quick-draw-holdem").sit(1, 2)
    bets = {"flop": 100, "best-four": 500} if best_four else {"flop": 100}
    table.lock((1, 2), {1: bets, 2: bets})
    table.play_out(folding)
    turned = [event.what for event in table.log if isinstance(event, Turned)]
    assert turned == ["flop", "turn", "river"]
    taken = [tuple(done.wager for done in event.results) for event in table.log if isinstance(event, SeatSettled)]
    assert taken == [("flop",), ("flop",)] + ([("best-four",), ("best-four",)] if best_four else [])


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_rule_out_from_a_shoe(decks: int) -> None:
    table = Table("rule-out", decks=decks).sit(*range(1, 8))
    for _ in range(20):
        table.lock(range(1, 8))
        table.play_out(by_seat)
    assert table.table.rounds == 21


def test_the_five_dollar_progressive() -> None:
    table = Table("ace-odd-even", progressive_bet=500).sit(1)
    table.lock((1,), {1: {"ante": 100, "poker-progressive": 500}})
    table.play_out()
    assert table.table.meters["poker-progressive"].cents == 5_000_100


@pytest.mark.parametrize("game", GAMES)
def test_whole_rounds_with_a_manual_dealer(game: str) -> None:
    """The table does nothing without the dealer; the same cards come to the same end as with the automatic one."""
    seats = (1, 3, PLACES[game])
    twins = []
    for dealer in ("manual", "automatic"):
        table = Table(game, name="twin", dealer=dealer).sit(*seats)
        for _ in range(3):
            table.lock(seats)
            table.play_out(by_seat)
        assert table.table.last
        twins.append((table.table.last.hands, table.purses, table.table.meters))
    assert twins[0] == twins[1]
    table = Table(game, dealer="manual").sit(1)
    table.bet(1)
    table.ready(1)
    while table.round.number == 1:
        step = step_of(table.round)
        assert table.refused(Advance("something else")) == "nothing-to-do"
        table.now += 10**6
        assert table.refused(Tick()) == "nothing-to-do"
        table.must(Advance(step))
        if table.round.waiting:
            assert table.refused(Advance(step)) == "nothing-to-do"
            table.decide(1, at_risk(table, 1, table.round.asked))


@pytest.mark.parametrize("game", GAMES)
def test_two_players_come_and_go(game: str) -> None:
    table = Table(game)
    for number in range(1, 12):
        for who, seat in (("a", 1 + number % 3), ("b", 4)):
            if table.table.seat_of(who) is None:
                table.must(Sit(who, who, seat))
        bets = ALL_BETS[game]
        for who in ("a", "b"):
            seat = table.table.seat_of(who) or 0
            table.must(Bet(who, seat, number, bets))
            table.must(Ready(who, seat, number))
        a, b = table.table.seat_of("a") or 0, table.table.seat_of("b") or 0
        assert table.refused(Sit("c", "c", a)) == "seat-taken"
        table.must(Leave("a", a))
        if table.table.round and table.round.number == number:
            assert table.refused(Sit("a", "a", 5)) == "already-seated"
            assert table.do(Leave("a", a))
        while table.table.round and table.round.number == number:
            stage = table.round.asked
            table.must(Decide("b", b, number, stage, at_risk(table, b, stage)))
        assert table.table.seat_of("a") is None
        if number % 4 == 0:
            table.must(Leave("b", b))
            assert not table.table.seats
            assert table.round.number == number + 1
    assert not table.table.last or table.table.last.number == 11


def test_a_seat_that_sits_out_is_not_dealt_in() -> None:
    table = Table("low-four").sit(1, 2)
    table.ready(2)
    table.lock((1,))
    assert set(table.round.hands) == {1}
    assert table.refused(Decide(player(2), 2, 1, "play", {"decision": "play"})) == "not-asked"
    table.must(Leave(player(2), 2))  # at once: it has nothing in the round
    assert 2 not in table.table.seats


def test_away_and_back() -> None:
    table = Table("rule-out").sit(1, 2, 3)
    table.lock((1, 2, 3))
    table.must(Presence(player(3), True))
    table.decide(1, {"trade": None})
    table.must(Presence(player(3), False))
    assert table.refused(Presence(player(3), False)) == "nothing-to-do"
    table.decide(2, {"trade": None})
    assert table.round.waiting == (3,)
    table.decide(3, {"trade": None})
    assert table.round.number == 2
