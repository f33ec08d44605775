"""Promotional tokens: where one may be bet, and when it comes back."""

from collections.abc import Mapping

import pytest

from feltlab.errors import WagerError
from feltlab.games import GAMES, Result, Settlement
from feltlab.rules.lines import read_round, settled
from feltlab.rules.tokens import check_tokens, tokens_returned
from feltlab.table.config import Config

GAME = GAMES["ace-odd-even"]
STAKES = {"ante": 1_000, "odd-even": 3_000, "poker": 3_000, "poker-progressive": 100}
TERMS = Config("ace-odd-even").terms


def checked(tokens: object, raised: bool = True, stakes: Mapping[str, int] = STAKES) -> dict[str, int]:
    return check_tokens(GAME.wagers, stakes, tokens, raised, TERMS)


@pytest.mark.parametrize(
    "tokens",
    [
        {},
        {"ante": 1},
        {"ante": 1_000},
        {"ante": 1_000, "play": 1_000},
        {"ante": 300, "play": 300},
        {"play": 300, "ante": 300},
        {"odd-even": 2_500},
        {"poker": 2_500, "odd-even": 1},
        {"ante": 1_000, "play": 1_000, "odd-even": 2_500, "poker": 2_500},
    ],
)
def test_a_token_may_be_any_part_of_a_stake(tokens: dict[str, int]) -> None:
    assert checked(tokens) == tokens


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        ({"play": 1_000}, "never stand alone"),
        ({"ante": 1_000, "play": 999}, "must equal a token on the ante"),
        ({"ante": 999, "play": 1_000}, "must equal a token on the ante"),
        ({"ante": 1_001}, "more than the ante stake"),
        ({"odd-even": 2_501}, "at most 2500 cents"),
        ({"poker": 2_501}, "at most 2500 cents"),
        ({"poker": 3_001}, "more than the poker stake"),
        ({"poker-progressive": 100}, "no token may be bet"),
        ({"main": 100}, "is not a wager of this game"),
        ({"ante": 0}, "more than zero"),
        ({"ante": -5}, "more than zero"),
        ({"ante": 1.0}, "whole number of cents"),
        ({"ante": True}, "whole number of cents"),
        ({"ante": None}, "whole number of cents"),
        ([("ante", 100)], "tokens must be given"),
        (None, "tokens must be given"),
    ],
)
def test_no_other_token_is_taken(tokens: object, message: str) -> None:
    with pytest.raises(WagerError, match=message):
        checked(tokens)


def test_no_token_on_a_play_bet_that_was_not_made() -> None:
    with pytest.raises(WagerError, match="was not made"):
        checked({"ante": 1_000, "play": 1_000}, raised=False)


def test_a_token_on_the_ante_may_stand_on_a_fold() -> None:
    assert checked({"ante": 1_000}, raised=False) == {"ante": 1_000}


def test_no_token_on_a_bonus_that_was_not_bet() -> None:
    with pytest.raises(WagerError, match="more than the poker stake"):
        checked({"poker": 1}, stakes={"ante": 1_000})


def test_tokens_on_the_ante_are_not_capped_as_on_a_bonus() -> None:
    assert checked({"ante": 10_000}, stakes={"ante": 10_000}) == {"ante": 10_000}


@pytest.mark.parametrize(("returned", "back"), [(2_000, True), (1_000, True), (0, False)])
def test_a_token_comes_back_on_a_win_and_a_push_and_is_collected_on_a_loss(returned: int, back: bool) -> None:
    settlement = Settlement((Result("ante", 1_000, returned, ""),))
    assert tokens_returned(settlement, {"ante": 400}) == ({"ante": 400} if back else {})


def test_wagers_without_a_token_give_none_back() -> None:
    settlement = Settlement((Result("ante", 1_000, 2_000, ""), Result("poker", 100, 300, "")))
    assert tokens_returned(settlement, {"poker": 50}) == {"poker": 50}


def test_tokens_change_nothing_about_what_is_returned() -> None:
    line: dict[str, object] = {
        "game": "ace-odd-even",
        "player": "Kc Kh Jh 9c 7c 5d 3h",
        "dealer": "Ks Js 9d 7h 2c 4s 6h",
        "choices": {"decision": "play"},
        "wagers": {"ante": 1_000, "odd-even": 500},
    }
    tokens = {"tokens": {"ante": 1_000, "play": 1_000, "odd-even": 300}}
    without = settled(read_round(line, GAME, GAME.house()))
    with_tokens = settled(read_round({**line, **tokens}, GAME, GAME.house()))
    assert {key: with_tokens[key] for key in ("staked", "returned", "net")} == {
        key: without[key] for key in ("staked", "returned", "net")
    }
    rows = with_tokens["results"]
    assert isinstance(rows, list)
    assert [(row["wager"], row["returned"], row["tokens"]) for row in rows] == [
        ("ante", 2_000, 1_000),
        ("play", 2_000, 1_000),
        ("odd-even", 10_500, 300),
    ]


def test_no_token_where_a_pay_table_gives_a_part_back() -> None:
    """A token would become cheques at half its face value."""
    rules = '''game = "ace-odd-even"
[[pay_table]]
wager = "odd-even"
id = "half"
felt = true
lines = """
7 cards  10 to 1
5 cards no ace  1 for 2
"""
'''
    terms = Config("ace-odd-even", rules=rules).terms
    with pytest.raises(WagerError, match="returns part of the stake"):
        check_tokens(GAME.wagers, STAKES, {"odd-even": 100}, False, terms)
    assert check_tokens(GAME.wagers, STAKES, {"ante": 100}, False, terms) == {"ante": 100}
