"""Promotional tokens at the live table: where they may lie, what happens to them, and that nothing else changes."""

import json
from typing import Any

import pytest

from feltlab.table import Config
from feltlab.table.commands import Bet, Decide, Ready, Void
from feltlab.table.events import SeatSettled, WagersPlaced, event_body
from feltlab.table.history import history
from feltlab.table.rehearsal import differences
from feltlab.table.state import Settled
from feltlab.table.views import view
from tests.table.driver import TOKENS, Table, player, replayed

BETS = {"ante": 1000, "odd-even": 500, "poker": 500}
ON_ALL = {"ante": 1000, "odd-even": 500, "poker": 200}
ME = player(1)


def bet(table: Table, wagers: dict[str, Any], tokens: dict[str, Any]) -> Bet:
    return Bet(ME, 1, table.round.number, wagers, tokens)


def played(name: str, decision: str, on_play: bool = True) -> tuple[Table, dict[str, Settled]]:
    """A round with tokens on every bet, and what became of each wager."""
    table = Table("ace-odd-even", name=name).sit(1)
    table.must(bet(table, BETS, ON_ALL))
    table.must(Ready(ME, 1, table.round.number))
    tokens = {"play": 1000} if decision == "play" and on_play else {}
    table.must(Decide(ME, 1, table.round.number, "play", {"decision": decision}, tokens))
    last = table.table.last
    assert last
    return table, {done.wager: done for done in last.hands[1].results}


def test_a_token_comes_back_unless_its_bet_is_lost() -> None:
    ends = set()
    for number in range(40):
        _, results = played(f"tokens-{number}", "play")
        for wager, done in results.items():
            face = {**ON_ALL, "play": 1000}[wager]
            assert done.token == (face if done.returned >= done.staked else 0)
            ends.add((wager, (done.returned > done.staked) - (done.returned < done.staked)))
    assert {("ante", 1), ("ante", -1), ("play", 1), ("play", 0), ("play", -1), ("odd-even", -1), ("poker", 1)} <= ends


@pytest.mark.parametrize("decision", ["play", "fold"])
def test_purse_and_tokens_move_apart(decision: str) -> None:
    for number in range(20):
        table, results = played(f"tokens-{number}", decision)
        on = {**ON_ALL, "play": 1000}
        lost = sum(on[wager] for wager, done in results.items() if not done.token)
        assert table.tokens[ME] == -lost
        chips = sum(done.returned - done.token - (done.staked - on[wager]) for wager, done in results.items())
        assert table.purses[ME] == chips


def test_tokens_change_neither_cards_nor_what_is_won() -> None:
    with_tokens, results = played("same", "play")
    table = Table("ace-odd-even", name="same").sit(1)
    table.must(bet(table, BETS, {}))
    table.must(Ready(ME, 1, table.round.number))
    table.must(Decide(ME, 1, table.round.number, "play", {"decision": "play"}))
    assert table.table.last
    plain = {done.wager: (done.staked, done.returned, done.why) for done in table.table.last.hands[1].results}
    assert plain == {wager: (done.staked, done.returned, done.why) for wager, done in results.items()}
    assert with_tokens.purses[ME] + with_tokens.tokens[ME] == table.purses[ME]


def test_a_fold_takes_the_token_on_the_ante_at_the_fold() -> None:
    table, _ = played("fold", "fold")
    settled = [event for event in table.log if isinstance(event, SeatSettled)]
    [ante] = [done for done in settled[0].results if done.wager == "ante"]
    assert (ante.staked, ante.returned, ante.token) == (1000, 0, 0)


def test_a_void_hand_gives_tokens_back_as_tokens() -> None:
    table = Table("ace-odd-even").sit(1, 2)
    table.must(bet(table, BETS, ON_ALL))
    table.must(Bet(player(2), 2, table.round.number, {"ante": 1000}))
    for seat in (1, 2):
        table.must(Ready(player(seat), seat, table.round.number))
    table.must(Void("wrong-count", "", 1))
    assert (table.purses[ME], table.tokens[ME]) == (0, 0)


def test_bets_with_tokens_are_changed_and_taken_back() -> None:
    table = Table("ace-odd-even").sit(1)
    table.must(bet(table, BETS, ON_ALL))
    assert (table.purses[ME], table.tokens[ME]) == (-300, -1700)
    table.must(bet(table, BETS, {"ante": 400}))
    assert (table.purses[ME], table.tokens[ME]) == (-1600, -400)
    table.must(Bet(ME, 1, table.round.number, {}))
    assert (table.purses[ME], table.tokens[ME]) == (0, 0)


@pytest.mark.parametrize(
    ("wagers", "tokens", "reason"),
    [
        ({"ante": 1000}, {"ante": 1001}, "bad-token"),
        ({"ante": 1000}, {"poker": 100}, "bad-token"),
        ({"ante": 1000}, {"play": 1000}, "bad-token"),
        ({"ante": 1000, "poker-progressive": 100}, {"poker-progressive": 100}, "bad-token"),
        ({"ante": 1000}, {"nothing": 100}, "bad-token"),
        ({"ante": 1000}, {"ante": 0}, "bad-token"),
        ({"ante": 1000}, {"ante": -5}, "bad-token"),
        ({"ante": 1000}, {"ante": "5"}, "bad-token"),
        ({"ante": 1000}, {"ante": True}, "bad-token"),
        ({"ante": 1000}, {"ante": 10.0}, "bad-token"),
        ({"ante": 10_000, "poker": 5_000}, {"poker": 2_501}, "bad-token"),
        ({}, {"ante": 100}, "bad-wager"),
        ({"ante": 99}, {"ante": 99}, "below-minimum"),
    ],
)
def test_tokens_that_are_not_taken(wagers: dict[str, Any], tokens: dict[str, Any], reason: str) -> None:
    table = Table("ace-odd-even").sit(1)
    assert table.refused(bet(table, wagers, tokens)) == reason


@pytest.mark.parametrize("game", ["low-four", "quick-draw-holdem", "rule-out"])
def test_other_games_take_none(game: str) -> None:
    table = Table(game).sit(1)
    opening = table.table.config.rule_book.initial
    assert table.refused(bet(table, {opening: 1000}, {opening: 1000})) == "bad-token"


def test_nobody_bets_tokens_that_are_not_there() -> None:
    table = Table("ace-odd-even").sit(1)
    table.tokens[ME] = 500 - TOKENS
    assert table.refused(bet(table, {"ante": 1000}, {"ante": 501})) == "insufficient-tokens"
    table.must(bet(table, {"ante": 1000}, {"ante": 500}))
    table.must(Ready(ME, 1, table.round.number))
    play = {"decision": "play"}
    assert table.refused(Decide(ME, 1, table.round.number, "play", play, {"play": 500})) == "insufficient-tokens"
    assert table.refused(Decide(ME, 1, table.round.number, "play", {"decision": "fold"}, {"play": 500})) == "bad-token"
    assert table.refused(Decide(ME, 1, table.round.number, "play", play, {"ante": 500})) == "bad-token"
    table.must(Decide(ME, 1, table.round.number, "play", play))


def test_a_house_sets_the_cap() -> None:
    rules = 'game = "ace-odd-even"\n[rules]\nbonus_token_cap = 100\n'
    table = Table(Config("ace-odd-even", rules=rules)).sit(1)
    assert table.refused(bet(table, BETS, {"poker": 101})) == "bad-token"
    table.must(bet(table, BETS, {"poker": 100}))


def test_everybody_sees_tokens_and_the_record_has_them() -> None:
    table, results = played("tokens-3", "play")
    shown = view(table.table)["last"]["seats"]["1"]
    assert shown["tokens"] == {**ON_ALL, "play": 1000}
    assert {done["wager"]: done.get("token", 0) for done in shown["results"]} == {
        wager: done.token for wager, done in results.items()
    }
    assert replayed(table.log) == table.table
    assert table.table.last
    record = json.loads(json.dumps(history(table.table, table.table.last)))
    assert differences(record) == []
    for entry in record["players"]["1"]["results"]:
        if entry.get("token"):
            del entry["token"]
            assert "settles as" in differences(record)[0]
            break
    else:
        raise AssertionError("no token came back")


def test_a_log_without_tokens_is_written_as_before() -> None:
    table = Table("ace-odd-even").sit(1)
    table.must(bet(table, BETS, {}))
    [placed] = [event for event in table.log if isinstance(event, WagersPlaced)]
    assert "tokens" not in event_body(placed)
