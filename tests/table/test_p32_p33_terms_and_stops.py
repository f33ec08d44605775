"""The terms at the opening of a round bind its bets; a stop stops."""

from dataclasses import replace

import pytest

from feltlab.table import Config, Refusal
from feltlab.table.commands import Advance, Bet, Configure, Leave, Presence, Ready, Sit, Status, Tick, Void
from feltlab.table.dealer import step_of
from feltlab.table.events import Dealt, Left, RoundClosed, RoundOpened, RoundVoided, StatusChanged, WagersPlaced
from feltlab.table.views import view
from tests.table.driver import ALL_BETS, GAMES, OPENING, Table, Wild, at_risk, player

OTHER_TABLES = {
    "ace-odd-even": {"odd-even": "1", "poker": "1"},
    "low-four": {"low-points": "1", "high-points": "4"},
    "quick-draw-holdem": {"flop-bonus": "B3", "best-four": "C3", "river": "A1"},
    "rule-out": {"main": "four", "joker": "primary-4"},
}


def to_step(table: Table, number: int) -> bool:
    """Take the round that many dealer's steps on; is it still that round?"""
    for _ in range(number):
        if table.round.number != 1:
            return False
        if table.round.waiting:
            seat = table.round.waiting[0]
            table.decide(seat, at_risk(table, seat, table.round.asked))
        else:
            table.must(Advance(step_of(table.round)))
    return table.round.number == 1


@pytest.mark.parametrize("game", GAMES)
def test_p32_another_configuration_waits(game: str) -> None:
    plain = Table(game, name="p32", dealer="manual").sit(1, 2)
    plain.lock((1, 2))
    plain.play_out()
    for steps in range(25):
        table = Table(game, name="p32", dealer="manual").sit(1, 2)
        old, new = table.table.config, replace(table.table.config, pay_tables=OTHER_TABLES[game], title="new")
        assert old.fingerprint != new.fingerprint
        table.bet(1)
        table.bet(2)
        going = to_step(table, steps)
        if not going:
            break
        table.must(Configure(new))
        assert table.round.config == table.table.config == old
        assert view(table.table, 1)["config"]["fingerprint"] == old.fingerprint
        if table.round.phase == "bets":
            table.must(Advance("no more bets"))
        table.play_out()
        assert table.results() == plain.results(), step_of(table.round)
        assert table.table.last
        assert table.table.last.config.fingerprint == old.fingerprint
        assert table.round.config == table.table.config == new
        assert view(table.table)["config"]["fingerprint"] == new.fingerprint
    assert steps > 6


def test_p32_new_limits_hold_for_the_next_round_only() -> None:
    table = Table("rule-out").sit(1)
    table.must(Configure(Config("rule-out", limits={"main": (5000, 5000)})))
    table.bet(1, {"main": 1000})
    table.ready(1)
    table.play_out()
    assert table.refused(Bet(player(1), 1, 2, {"main": 1000})) == "below-minimum"


def test_p32_a_bot_sits_out_when_its_bets_are_outside_the_new_limits() -> None:
    table = Table("rule-out").sit(1).bots(2)
    table.must(Configure(Config("rule-out", limits={"main": (5000, 5000)})))
    table.lock((1,))
    table.play_out()
    assert not table.round.hands[2].stakes
    assert table.round.hands[2].ready


def test_p32_seats_that_the_next_round_has_not() -> None:
    table = Table("quick-draw-holdem").sit(1)
    table.must(Configure(Config("quick-draw-holdem", seats=3)))
    assert table.refused(Sit(player(4), "Four", 4)) == "no-such-seat"
    table.sit(3)
    assert table.refused(Configure(Config("quick-draw-holdem", seats=2))) == "bad-configuration"
    table.lock((1, 3))
    table.play_out()
    table.lock((1, 3))
    table.play_out()


def test_p32_what_stays() -> None:
    table = Table("ace-odd-even")
    assert table.refused(Configure(Config("ace-odd-even", progressive_bet=500))) == "bad-configuration"
    assert table.refused(Configure(Config("low-four"))) == "bad-configuration"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("status", ["paused", "closed"])
def test_p33_a_stop_at_every_step(game: str, status: str) -> None:
    for steps in range(25):
        table = Table(game, name="p33", dealer="manual").sit(1, 2, 3)
        table.bet(1)
        table.bet(2)
        if not to_step(table, steps):
            break
        betting = table.round.phase == "bets"
        events = table.must(Status(status, "fire drill"))
        mark = len(table.log)
        if betting and status == "closed":
            assert isinstance(events[1], RoundVoided)
            assert not any(table.purses.values())
            assert table.table.status == "closed"
        refused = {"paused": "table-paused", "closed": "table-closed"}[status]
        assert table.refused(Sit(player(4), "Four", 4)) == refused
        if table.table.round:
            bets = Bet(player(3), 3, 1, ALL_BETS[game])
            assert table.refused(bets) == ("table-paused" if betting else "bets-closed")
        if not betting:
            assert table.refused(Status(status)) == ("nothing-to-do" if status == "paused" else "table-closed")
            if table.table.round:  # one that closes deals by itself as far as no player decides
                table.play_out()
            assert isinstance(table.table.last and table.log[-1], RoundClosed | StatusChanged)
            for hand in table.table.last.hands.values() if table.table.last else ():
                assert {done.wager for done in hand.results} == set(hand.stakes)
        elif status == "paused":
            assert table.refused(Advance("no more bets")) == "table-paused"
            assert table.refused(Ready(player(1), 1, 1)) == "table-paused"
            assert table.refused(Bet(player(1), 1, 1, {})) == "table-paused"
        for event in table.log[mark:]:
            assert not isinstance(event, WagersPlaced | RoundOpened)
        if status == "closed":
            assert table.table.status == "closed"
            assert not table.table.seats
            for command in (
                Tick(),
                Status("open"),
                Sit(player(1), "One", 1),
                Void("stopped", ""),
                Presence(player(1), True),
            ):
                assert table.refused(command) == "table-closed"
        else:
            table.must(Status("open"))
            assert table.round.phase == "bets"
            assert table.round.number == (1 if betting else 2)
    assert steps > 6


@pytest.mark.parametrize("game", GAMES)
def test_p33_nothing_new_while_a_table_is_stopped(game: str) -> None:
    """From a stop to the next opening no bet is placed and no round is opened, whatever anyone does."""
    seen = 0
    for seed in range(6):
        wild = Wild(game, 500 + seed)

        def after(table: Table, command: object, done: object) -> None:
            nonlocal seen
            if table.table.status == "open" or isinstance(done, Refusal) or isinstance(command, Status):
                return
            seen += 1
            for event in done:  # type: ignore[attr-defined]
                assert not isinstance(event, RoundOpened)
                assert not (isinstance(event, WagersPlaced) and event.stakes)

        wild.run(200, after)
    assert seen


def test_p33_somebody_leaves_a_paused_table_with_the_bets() -> None:
    table = Table("low-four").sit(1, 2)
    table.bet(1)
    table.must(Status("paused"))
    table.must(Leave(player(1), 1))
    assert not any(table.purses.values())
    table.must(Status("open"))
    assert table.round.number == 1
    assert table.round.first_bet_at == 0


def test_p33_bots_do_not_bet_at_a_stopped_table() -> None:
    table = Table("rule-out", betting_seconds=5).bots(1, 2)
    table.now += 1000
    table.must(Status("paused"))
    table.now += 10_000
    assert table.refused(Tick()) == "nothing-to-do"
    table.must(Status("closed"))
    assert not any(table.purses.values())
    assert [type(event) for event in table.log[-4:]] == [RoundVoided, Left, Left, StatusChanged]
    assert not any(isinstance(event, Dealt) for event in table.log)
    assert OPENING["rule-out"] == "main"
