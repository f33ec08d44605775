"""Rounds of Rule Out! worked out elsewhere: each settles to the unit, card by card and rule by rule."""

import json
from pathlib import Path
from typing import Any, Final

from feltlab.cards import RULE_CARDS, parse_card
from feltlab.games import Settlement, settle
from feltlab.games.rule_out import rules as rule_out
from feltlab.hands.survivors import strikes
from feltlab.rules.lines import read_round
from tests.every import every

DATA: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "data/vectors/rule_out.json").read_text("utf-8"))
VECTORS: Final[list[dict[str, Any]]] = DATA["vectors"]
UNIT: Final = 100
MAIN_IDS: Final = {1: "single", 4: "four", 6: "six"}

every_vector = every("vector", VECTORS, ids=[f"{v['id']}: {v['note']}" for v in VECTORS])


def line(vector: dict[str, Any], pay_tables: dict[str, str] | None = None) -> dict[str, object]:
    """The vector's round with a unit on both bets."""
    action = vector["action"]
    return {
        "game": "rule-out",
        "decks": vector["decks"],
        "dealt": vector["dealt"],
        "choices": {"trade": None if action == "keep" else vector["dealt"][int(action[-1]) - 1]},
        "replacement": vector["replacement"],
        "rules": vector["rules"],
        "wagers": {"main": UNIT, "joker": UNIT},
        "pay_tables": pay_tables or {},
    }


def settled(vector: dict[str, Any], pay_tables: dict[str, str] | None = None) -> Settlement:
    return settle(line(vector, pay_tables))


def units_back(settlement: Settlement, wager: str) -> int:
    """What one unit is returned, the stake included."""
    result = next(result for result in settlement.results if result.wager == wager)
    assert result.staked == UNIT
    assert result.returned % UNIT == 0
    return result.returned // UNIT


def test_there_are_119_vectors_on_one_four_and_six_decks() -> None:
    assert len(VECTORS) == len({v["id"] for v in VECTORS}) == 119
    assert {v["decks"] for v in VECTORS} == set(MAIN_IDS)


def test_the_vectors_hold_every_rule_card_every_action_and_every_number_of_survivors() -> None:
    assert {rule for v in VECTORS for rule in v["rules"]} == set(RULE_CARDS)
    assert {v["action"] for v in VECTORS} == {"keep", "trade1", "trade2", "trade3"}
    assert {v["survivors"] for v in VECTORS} == {0, 1, 2, 3}
    assert {v["natural_jokers"] for v in VECTORS} == {0, 1, 2, 3}


@every_vector
def test_the_main_bet(vector: dict[str, Any]) -> None:
    back = units_back(settled(vector), "main")
    assert back == vector["main_return"] == DATA["pay"][str(vector["decks"])][vector["survivors"]]
    assert back - 1 == vector["main_net"]
    assert units_back(settled(vector, {"main": MAIN_IDS[vector["decks"]]}), "main") == back


@every_vector
def test_the_joker_bet_on_the_primary_table_of_its_decks(vector: dict[str, Any]) -> None:
    table = {"joker": f"primary-{vector['decks']}"}
    back = units_back(settled(vector, table), "joker")
    assert back == vector["side_primary"]["returned"]
    assert back - 1 == vector["side_primary"]["net"]
    assert settled(vector) == settled(vector, table)


@every_vector
def test_the_joker_bet_on_the_alternate_table_of_its_decks(vector: dict[str, Any]) -> None:
    back = units_back(settled(vector, {"joker": f"alternate-{vector['decks']}"}), "joker")
    assert back == vector["side_alternate"]["returned"]
    assert back - 1 == vector["side_alternate"]["net"]


@every_vector
def test_the_cards_that_survive(vector: dict[str, Any]) -> None:
    count, _, cards = settled(vector).hands["player"].partition(" surviving")
    assert int(count) == vector["survivors"] == len(vector["surviving"])
    assert cards.removeprefix(": ").split() == vector["surviving"]


@every_vector
def test_the_natural_jokers(vector: dict[str, Any]) -> None:
    jokers = vector["natural_jokers"]
    assert vector["dealt"].count("Jo") == jokers
    assert settled(vector).hands["joker"] == {0: "no jokers", 1: "1 joker", 2: "2 jokers", 3: "3 jokers"}[jokers]


@every_vector
def test_which_rule_strikes_which_card(vector: dict[str, Any]) -> None:
    first, second, third = (parse_card(text) for text in vector["final_hand"])
    found = strikes((first, second, third), tuple(map(RULE_CARDS.index, vector["rules"])))
    for hit, rules in zip(vector["hits"], found, strict=True):
        expected = [] if hit["by"] == ["Joker"] else hit["by"]
        assert sorted(RULE_CARDS[rule] for rule in rules) == sorted(expected), hit["card"]
    assert [hit["card"] for hit in vector["hits"]] == vector["final_hand"]


@every_vector
def test_the_final_hand_is_what_was_dealt_with_the_traded_card_replaced(vector: dict[str, Any]) -> None:
    read = read_round(line(vector), rule_out.GAME, rule_out.GAME.house())
    assert sorted(read.cards["hand"]) == sorted(parse_card(text) for text in vector["final_hand"])
