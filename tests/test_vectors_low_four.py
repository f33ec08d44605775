"""Every Low Four vector, settled to the unit for a fold and for the lowest four cards set."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from feltlab.cards import cards_text, parse_cards
from feltlab.games import GAMES, Result, Settlement, settle
from feltlab.hands.low import hand_key, low_points, lowest_four
from feltlab.hands.points import four_points
from feltlab.rules.lines import read_round
from tests.every import every

Vector = dict[str, Any]

DATA: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "vectors" / "low_four.json").read_text("utf-8"))
VECTORS: list[Vector] = DATA["vectors"]
UNIT = 100
METER = 1_234_567
WAGERS = {"ante": "ante", "play": "play", "low_points_pt3": "low-points", "high_points_pt2": "high-points"}
DECISIONS = ("play", "fold")

CHECKED = {
    "id", "kind", "tag", "player", "dealer", "player_points", "player_hand", "dealer_points", "dealer_hand",
    "dealer_qualifies", "combined_points", "main_result_if_play", "if_play", "if_fold",
}  # fmt: skip
FOR_THE_LAB = {"optimal_decision", "ev_play_exact", "ev_play"}
CHECKED_LINES = {
    "ante_net", "play_net", "main_net", "ante_returned", "play_returned", "low_points_pt3_net",
    "low_points_pt3_returned", "high_points_pt2_net", "high_points_pt2_returned", "progressive",
}  # fmt: skip
CHECKED_PROGRESSIVE = {"category", "jackpot_fraction", "fixed_award_for_1", "stake_returned"}

every_vector = every("vector", VECTORS, ids=[f"{vector['id']}" for vector in VECTORS])
every_decision = pytest.mark.parametrize("decision", DECISIONS)


def points(cards: object, count: int, what: str) -> int:
    return four_points([card >> 2 for card in parse_cards(cards, count, what)])


def line(vector: Vector, decision: str, **choices: object) -> dict[str, object]:
    return {
        "game": "low-four",
        "player": vector["player"],
        "dealer": vector["dealer"],
        "choices": {"decision": decision, **choices},
        "wagers": {"ante": UNIT, "low-points": UNIT, "high-points": UNIT, "combo-progressive": UNIT},
        "pay_tables": {"low-points": "3", "high-points": "2"},
        "meters": {"combo-progressive": METER},
    }


def by_wager(settlement: Settlement) -> dict[str, Result]:
    found = {result.wager: result for result in settlement.results}
    assert len(found) == len(settlement.results), "one result a wager"
    return found


def check_lines(settlement: Settlement, expected: dict[str, Any]) -> None:
    found = by_wager(settlement)
    for name, wager in WAGERS.items():
        returned = expected[f"{name}_returned"]
        if returned is None:
            assert wager not in found, f"{wager} was not bet"
            assert expected[f"{name}_net"] == 0
            continue
        assert found[wager].staked == UNIT, wager
        assert found[wager].returned == UNIT * returned, wager
        assert found[wager].returned - UNIT == UNIT * expected[f"{name}_net"], wager
    main = [result for wager, result in found.items() if wager in ("ante", "play")]
    assert sum(result.returned - result.staked for result in main) == UNIT * expected["main_net"]


def check_progressive(settlement: Settlement, expected: dict[str, Any]) -> None:
    found = by_wager(settlement)["combo-progressive"]
    share, fixed = Fraction(expected["jackpot_fraction"]), expected["fixed_award_for_1"]
    kept = UNIT if expected["stake_returned"] else 0
    assert found.returned == int(METER * share) + UNIT * fixed + kept
    said = {
        "100%_jackpot": "100% of jackpot",
        "10%_jackpot": "10% of jackpot",
        "275_for_1": "275 for 1",
        "lose": "not a winning hand",
    }
    assert found.why.endswith(said[expected["category"]])


def test_there_are_121_vectors_with_121_ids() -> None:
    assert len(VECTORS) == len({vector["id"] for vector in VECTORS}) == 121


def test_no_key_of_a_vector_is_left_unread() -> None:
    for vector in VECTORS:
        assert set(vector) == CHECKED | FOR_THE_LAB, vector["id"]
        for decision in DECISIONS:
            assert set(vector[f"if_{decision}"]) == CHECKED_LINES, vector["id"]
            assert set(vector[f"if_{decision}"]["progressive"]) == CHECKED_PROGRESSIVE, vector["id"]


def test_the_vectors_pay_tables_are_those_on_the_felt() -> None:
    house = GAMES["low-four"].house()
    assert (house.pay_table("low-points").id, house.pay_table("high-points").id) == ("3", "2")


@every_vector
@pytest.mark.parametrize("who", ["player", "dealer"])
def test_lowest_points(vector: Vector, who: str) -> None:
    cards = parse_cards(vector[who], 7, who)
    expected = vector[f"{who}_points"]
    assert low_points(hand_key(cards)) == expected
    assert four_points([card >> 2 for card in lowest_four(cards)]) == expected
    assert points(vector[f"{who}_hand"], 4, who) == expected
    assert set(vector[f"{who}_hand"]) <= set(vector[who])


@every_vector
def test_combined_points(vector: Vector) -> None:
    keys = [hand_key(parse_cards(vector[who], 7, who)) for who in ("player", "dealer")]
    assert sum(low_points(key) for key in keys) == vector["combined_points"]


@every_vector
@every_decision
def test_main_wagers_and_bonuses(vector: Vector, decision: str) -> None:
    check_lines(settle(line(vector, decision)), vector[f"if_{decision}"])


@every_vector
@every_decision
def test_combo_progressive(vector: Vector, decision: str) -> None:
    check_progressive(settle(line(vector, decision)), vector[f"if_{decision}"]["progressive"])


@every_vector
def test_the_vectors_four_cards_set_by_hand(vector: Vector) -> None:
    settlement = settle(line(vector, "play", set=vector["player_hand"]))
    check_lines(settlement, vector["if_play"])
    check_progressive(settlement, vector["if_play"]["progressive"])


@every_vector
def test_dealer_qualifies(vector: Vector) -> None:
    whys = [result.why for result in settle(line(vector, "play")).results[:2]]
    assert ("dealer does not qualify" not in whys) is vector["dealer_qualifies"]


@every_vector
def test_main_result_says_why(vector: Vector) -> None:
    own, dealer = vector["player_points"], vector["dealer_points"]
    own_text, dealer_text = (f"{total} point{'s' if total > 1 else ''}" for total in (own, dealer))
    expected = {
        "win": f"{own_text} {'beat' if own > 1 else 'beats'} {dealer_text}",
        "lose": f"dealer's {dealer_text} {'beat' if dealer > 1 else 'beats'} {own_text}",
        "push": f"tie: {own_text} each",
        "dealer_not_qualified": "dealer does not qualify",
    }[vector["main_result_if_play"]]
    assert [result.why for result in settle(line(vector, "play")).results[:2]] == [expected, expected]


@every_vector
def test_hands_are_called_with_their_points(vector: Vector) -> None:
    hands = settle(line(vector, "play")).hands
    for who in ("player", "dealer"):
        total = vector[f"{who}_points"]
        assert hands[who].startswith(f"{total} point{'s' if total > 1 else ''}: ")
    total = vector["player_points"]
    assert settle(line(vector, "fold")).hands["player"] == f"folded {total} point{'s' if total > 1 else ''}"


@every_vector
def test_the_cards_are_read_as_given(vector: Vector) -> None:
    game = GAMES["low-four"]
    deal = read_round(line(vector, "fold"), game, game.house()).cards
    assert cards_text(deal["player"]).split() == vector["player"]
    assert cards_text(deal["dealer"]).split() == vector["dealer"]
