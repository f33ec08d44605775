"""A table opens with the bets that the house offers: the others are not bet, shown, opened or mentioned."""

from dataclasses import replace
from typing import Any

import pytest

from feltlab.games import GAMES
from feltlab.lab import strategies_on
from feltlab.rules.house import MOST_SEATS
from feltlab.table import Config, Refusal
from feltlab.table.bots import strategies
from feltlab.table.coach import advice
from feltlab.table.commands import Bet, Configure, Open, Rate, Sit
from feltlab.table.config import checked, usual_price
from feltlab.table.plain import decode, encode
from feltlab.table.stakes import aggregate_told, limits_told
from feltlab.table.views import spots, view
from feltlab.wire import dump
from tests.offered import EVERY, spoken_of
from tests.table.driver import ALL_BETS, Table, folding, player, replayed


def offered_bets(game: str, left_off: tuple[str, ...]) -> dict[str, int]:
    return {wager: cents for wager, cents in ALL_BETS[game].items() if wager not in left_off}


@pytest.mark.parametrize(("game", "left_off"), EVERY)
def test_a_round_without_the_bets_that_are_off(game: str, left_off: tuple[str, ...]) -> None:
    table = Table(game, left_off=left_off).sit(1, 2)
    table.bots(3, bets=offered_bets(game, left_off))
    assert set(table.table.meters) == set(GAMES[game].progressive_wagers) - set(left_off)
    for choose in (None, folding):
        table.lock((1, 2), {seat: offered_bets(game, left_off) for seat in (1, 2)})
        assert advice(table.table, table.round.waiting[0]) is not None
        table.play_out(choose)
        wagers = {result.wager for results in table.results().values() for result in results}
        assert not wagers & set(left_off)
        seen = view(table.table, 1)
        assert set(seen.pop("meters")) == set(table.table.meters)
        assert seen.pop("config")["left_off"] == list(left_off)
        shown = [dump(seen), *(dump(spot) for spot in spots(table.table.config))]
        calls = [getattr(event, "call", "") for event in table.log]
        told = [words for pair in limits_told(table.table.config) for words in pair]
        assert not spoken_of("\n".join((*shown, *calls, *told)), game, left_off)
    assert dump(view(replayed(table.log), 1)) == dump(view(table.table, 1))


@pytest.mark.parametrize(("game", "left_off"), EVERY)
def test_a_bet_that_is_off_is_refused_in_a_line(game: str, left_off: tuple[str, ...]) -> None:
    table = Table(game, left_off=left_off).sit(1)
    for wager in left_off:
        bets = {**offered_bets(game, left_off), wager: ALL_BETS[game][wager]}
        for command in (
            Bet(player(1), 1, table.round.number, bets),
            Sit("bot", "Bot 2", 2, strategies(table.table.config)[0], bets),
        ):
            done = table.do(command)
            assert isinstance(done, Refusal)
            assert done.reason == "bad-wager"
            assert done.words.startswith(f"the {wager} bet is not offered here: the bets are ")
    for wager in set(left_off) & set(GAMES[game].progressive_wagers):
        assert isinstance(table.do(Rate(wager, 1)), Refusal)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"left_off": ("ante",)}, "the ante bet cannot be left off: the bets that can are odd-even, poker, "),
        ({"left_off": ("play",)}, "the play bet cannot be left off"),
        ({"left_off": ("moon",)}, "'moon' is not a bet that can be left off"),
        ({"left_off": (1,)}, "the bet left off, number 1 must be text, not 1"),
        ({"left_off": ("poker",), "limits": {"poker": (100, 500)}}, "the poker bet is not offered here"),
        ({"left_off": ("poker",), "pay_tables": {"poker": "1"}}, "the poker bet is not offered here"),
        ({"rules": "left_off = ['poker']", "limits": {"poker": (100, 500)}}, "the poker bet is not offered here"),
        ({"progressive_bet": 200}, "the poker-progressive bet costs 100 or 500 cents, not 200: set progressive_bet"),
    ],
)
def test_a_configuration_that_cannot_be(settings: dict[str, Any], words: str) -> None:
    table = Table("ace-odd-even")
    table.state = None
    done = table.do(Open("table", Config("ace-odd-even", **settings)))
    assert isinstance(done, Refusal)
    assert done.words.startswith(words)


def test_a_rule_file_and_the_table_both_leave_off() -> None:
    config = checked(Config("ace-odd-even", rules="left_off = ['poker']", left_off=("odd-even",)))
    assert config.house.left_off == ("poker", "odd-even")
    assert config.wagers == ("ante", "poker-progressive")
    assert checked(replace(config, left_off=("poker",))).wagers == ("ante", "odd-even", "poker-progressive")


def test_a_price_that_no_bet_has_does_not_matter() -> None:
    checked(Config("ace-odd-even", left_off=("poker-progressive",), progressive_bet=123))


OWN = """
[[progressive]]
wager = "poker-progressive"
base_bets = 50
increment = "50%"
prices = [200]
awards = "5 card flush   100% of jackpot"
"""


def test_a_meter_is_opened_and_fed_by_the_houses_own_rule() -> None:
    config = Config("ace-odd-even", rules=OWN)
    assert usual_price(config.house) == 200
    table = Table(replace(config, progressive_bet=200)).sit(1)
    assert table.table.meters["poker-progressive"].cents == 50 * 200
    table.lock((1,), {1: {"ante": 500, "poker-progressive": 200}})
    table.play_out()
    assert table.table.meters["poker-progressive"].cents == 50 * 200 + 100
    assert table.table.config.limit("poker-progressive") == (200, 200)
    table.state = None
    assert table.refused(Open("table", config)) == "bad-configuration", "100 is not a price of this house"


# From one round to the next


def test_a_side_bet_goes_off_the_felt_for_the_next_round_and_comes_back() -> None:
    table = Table("ace-odd-even").sit(1)
    table.bots(2, strategy="joint", bets=ALL_BETS["ace-odd-even"])
    table.bet(1)
    table.must(Configure(Config("ace-odd-even", left_off=("poker",))))
    table.ready(1)
    table.play_out()
    assert {result.wager for result in table.results()[2]} >= {"poker"}, "the round keeps the terms it opened with"
    assert table.refused(Bet(player(1), 1, table.round.number, ALL_BETS["ace-odd-even"])) == "bad-wager"
    table.bet(1, {"ante": 1000})
    table.ready(1)
    table.play_out()
    assert {result.wager for result in table.results()[2]} >= {"odd-even", "poker-progressive"}, "bots bet what is left"
    assert "poker" not in {result.wager for result in table.results()[2]}
    table.must(Configure(Config("ace-odd-even")))
    table.bet(1, {"ante": 1000})
    table.ready(1)
    table.play_out()
    table.lock((1,))


@pytest.mark.parametrize(
    "settings",
    [
        {"left_off": ("poker-progressive",)},
        {"rules": "[[progressive]]\nwager = 'poker-progressive'\nincrement = '1%'"},
        {"progressive_bet": 500},
    ],
)
def test_the_progressives_of_an_open_table_stay(settings: dict[str, Any]) -> None:
    table = Table("ace-odd-even")
    assert table.refused(Configure(Config("ace-odd-even", **settings))) == "bad-configuration"
    other = Table("ace-odd-even", **settings)
    assert other.refused(Configure(Config("ace-odd-even"))) == "bad-configuration"


# Strategies, limits, records


def test_a_strategy_that_plays_a_side_bet_needs_it() -> None:
    assert "joint" in strategies(Config("ace-odd-even"))
    without = Config("ace-odd-even", left_off=("poker",))
    assert "joint" not in strategies(without)
    assert list(strategies_on("ace-odd-even", without.terms)) == list(strategies(without))


def test_the_limits_are_told_with_the_aggregate_limit() -> None:
    config = Config("low-four", left_off=("high-points",), aggregate_limit=250_050)
    told = dict(limits_told(config))
    assert told["Ante"] == "$1 to $1,000"
    assert told["Combo Progressive"] == "$1"
    assert "High Points Bonus" not in told
    assert told["Aggregate limit"] == f"$2,500.50 a round. {aggregate_told(config)}"
    assert "shared pro rata; progressive awards are not limited" in told["Aggregate limit"]


def test_a_configuration_of_before_is_read_and_tells_its_terms_as_before() -> None:
    config = Config("low-four", title="old")
    stored = encode(config)
    assert "left_off" not in stored
    assert decode(Config, stored) == config
    off = replace(config, left_off=("low-points",))
    assert decode(Config, encode(off)) == off
    assert off.fingerprint != config.fingerprint


@pytest.mark.parametrize("game", GAMES)
def test_a_table_has_as_many_seats_as_its_game_and_no_felt_more_than_seven(game: str) -> None:
    seats = GAMES[game].numbers.seats
    assert seats <= MOST_SEATS
    assert checked(Config(game)).places == seats
    table = Table(game)
    table.state = None
    assert table.refused(Open("table", Config(game, seats=seats + 1))) == "bad-configuration"
