"""Every Ace Odd Even vector, settled to the unit for a fold, for the best hand set and for the other side set."""

import json
from pathlib import Path
from typing import Any

import pytest

from feltlab.cards import RANKS, cards_text, parse_cards
from feltlab.games import GAMES, Settlement, settle
from feltlab.games.ace_odd_even.rules import AceOddEven
from feltlab.hands.parity import (
    SIDES,
    best_side,
    best_strength,
    bonus_grade,
    has_ace,
    rank_word,
    side_count,
    side_strength,
    strength_ranks,
)
from feltlab.rules.lines import read_round
from tests.every import every

Vector = dict[str, Any]

DATA: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "vectors" / "ace_odd_even.json").read_text("utf-8"))
VECTORS: list[Vector] = DATA["vectors"]
UNIT = 100
METER = 1_234_567

SIDE_NAMES = {number: name for name, number in SIDES.items()}
OTHER = {"odd": "even", "even": "odd"}
GRADE_OF_CLASS = {
    "none": (0, 1),
    "5_no_ace": (2,),
    "6_ace": (3,),
    "6_no_ace": (4,),
    "7_ace": (5,),
    "7_no_ace": (6,),
}
POKER_WORDS = {
    "none": "no winning poker hand in the odd or even cards",
    "two_pair": "2 pair",
    "three_kind": "3 of a kind",
    "full_house": "full house",
    "four_kind": "4 of a kind",
    "flush5": "5 card flush",
    "flush6": "6 card flush",
    "flush7": "7 card flush",
}
RANK_WORDS = dict(
    zip(RANKS, ["2", "3", "4", "5", "6", "7", "8", "9", "ten", "jack", "queen", "king", "ace"], strict=True)
)

PROGRESSIVE_RETURNED = {"flush7": METER, "flush6": METER // 10, "flush5": 500 * UNIT}

CHECKED = {
    "id", "kind", "label", "player", "dealer", "player_sides", "player_best", "dealer_best", "dealer_qualifies",
    "main_result_if_play", "odd_even_class", "poker_class", "poker_class_if_main_best_hand_set",
    "poker_main_conflict", "if_fold", "if_play", "if_play_other_side",
}  # fmt: skip
FOR_THE_LAB = {"optimal_decision"}
CHECKED_LINES = {
    "if_fold": {"ante", "play", "odd_even_pt4", "poker_pt3", "total"},
    "if_play": {
        "ante", "play", "odd_even_pt4", "poker_pt3", "total", "poker_pt3_table7_reading", "total_table7_reading",
    },
    "if_play_other_side": {"side", "count", "ranks", "main_result", "ante", "play", "poker_class", "poker_pt3"},
    "player_sides": {"odd", "even"},
}  # fmt: skip

every_vector = every("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])


def ranks_of(vector: Vector, who: str) -> int:
    return rank_word(parse_cards(vector[who], 7, who))


def strength_text(strength: int) -> str:
    return "".join(RANKS[rank] for rank in strength_ranks(strength))


def line(vector: Vector, **choices: str) -> dict[str, object]:
    return {
        "game": "ace-odd-even",
        "player": vector["player"],
        "dealer": vector["dealer"],
        "choices": choices,
        "wagers": {"ante": UNIT, "odd-even": UNIT, "poker": UNIT, "poker-progressive": UNIT},
        "pay_tables": {
            "odd-even": str(DATA["meta"]["odd_even_paytable"]),
            "poker": str(DATA["meta"]["poker_bonus_paytable"]),
        },
        "meters": {"poker-progressive": METER},
    }


def nets(settlement: Settlement) -> dict[str, int]:
    return {result.wager: result.returned - result.staked for result in settlement.results}


def called(side: str, ranks: str) -> str:
    high = f", {RANK_WORDS[ranks[0]]} high: {'-'.join(ranks)}" if ranks else ""
    return f"{len(ranks)}-card {side}{high}"


def check(settlement: Settlement, main: dict[str, int], odd_even: int, poker: int, poker_class: str) -> None:
    """Main wagers and bonuses in units, the progressive in cents."""
    expected = {wager: UNIT * net for wager, net in (main | {"odd-even": odd_even, "poker": poker}).items()}
    expected["poker-progressive"] = PROGRESSIVE_RETURNED.get(poker_class, 0) - UNIT
    assert nets(settlement) == expected
    assert all(result.staked == UNIT for result in settlement.results)
    assert settlement.hands["poker"] == POKER_WORDS[poker_class]


def test_there_are_125_vectors_with_125_ids() -> None:
    assert len(VECTORS) == len({vector["id"] for vector in VECTORS}) == 125


def test_no_key_of_a_vector_is_left_unread() -> None:
    for vector in VECTORS:
        assert set(vector) == CHECKED | FOR_THE_LAB, vector["id"]
        for part, keys in CHECKED_LINES.items():
            assert set(vector[part]) == keys, f"{vector['id']} {part}"


def test_the_vectors_pay_tables_are_those_on_the_felt() -> None:
    house = GAMES["ace-odd-even"].house()
    assert house.pay_table("odd-even").id == str(DATA["meta"]["odd_even_paytable"])
    assert house.pay_table("poker").id == str(DATA["meta"]["poker_bonus_paytable"])


@every_vector
def test_player_sides(vector: Vector) -> None:
    ranks = ranks_of(vector, "player")
    for side, number in SIDES.items():
        strength = side_strength(ranks, number)
        assert {"count": side_count(strength), "ranks": strength_text(strength)} == vector["player_sides"][side], side


@every_vector
@pytest.mark.parametrize("who", ["player", "dealer"])
def test_best_hand(vector: Vector, who: str) -> None:
    ranks = ranks_of(vector, who)
    best = best_strength(ranks)
    odd, even = (side_count(side_strength(ranks, side)) for side in SIDES.values())
    found = {
        "count": side_count(best),
        "side": SIDE_NAMES[best_side(ranks)],
        "ranks": strength_text(best),
        "counts_tied": odd == even,
    }
    if who == "player":
        found["has_ace"] = has_ace(best)
    assert found == vector[f"{who}_best"]


@every_vector
def test_dealer_qualifies(vector: Vector) -> None:
    assert (best_strength(ranks_of(vector, "dealer")) >= AceOddEven().qualifier) is vector["dealer_qualifies"]


@every_vector
def test_odd_even_class(vector: Vector) -> None:
    assert bonus_grade(ranks_of(vector, "player")) in GRADE_OF_CLASS[vector["odd_even_class"]]


@every_vector
def test_fold(vector: Vector) -> None:
    expected = vector["if_fold"]
    settlement = settle(line(vector, decision="fold"))
    assert expected["play"] == 0, "a fold has no Play bet"
    check(
        settlement,
        {"ante": expected["ante"]},
        expected["odd_even_pt4"],
        expected["poker_pt3"],
        vector["poker_class"],
    )
    found = nets(settlement)
    del found["poker-progressive"]
    assert sum(found.values()) == UNIT * expected["total"]
    assert settlement.hands["player"] == "folded"


@every_vector
@pytest.mark.parametrize("named", [False, True], ids=["set left out", "set named"])
def test_play_with_the_best_hand_set(vector: Vector, named: bool) -> None:
    expected, best = vector["if_play"], vector["player_best"]
    choices = {"decision": "play"} | ({"set": best["side"]} if named else {})
    settlement = settle(line(vector, **choices))
    poker_class = vector["poker_class_if_main_best_hand_set"]
    main = {"ante": expected["ante"], "play": expected["play"]}
    check(settlement, main, expected["odd_even_pt4"], expected["poker_pt3"], poker_class)
    found = nets(settlement)
    del found["poker-progressive"]
    assert sum(found.values()) == UNIT * expected["total"]
    assert settlement.hands["player"] == settlement.hands["odd-even"] == called(best["side"], best["ranks"])
    assert settlement.hands["dealer"] == called(vector["dealer_best"]["side"], vector["dealer_best"]["ranks"])


@every_vector
def test_the_table_7_reading_of_the_poker_bonus_is_what_a_fold_is_paid(vector: Vector) -> None:
    expected = vector["if_play"]
    folded = nets(settle(line(vector, decision="fold")))["poker"]
    played = nets(settle(line(vector, decision="play")))
    assert folded == UNIT * expected["poker_pt3_table7_reading"]
    assert played["ante"] + played["play"] + played["odd-even"] + folded == UNIT * expected["total_table7_reading"]


@every_vector
def test_play_with_the_other_side_set(vector: Vector) -> None:
    expected = vector["if_play_other_side"]
    assert expected["side"] == OTHER[vector["player_best"]["side"]]
    assert len(expected["ranks"]) == expected["count"]
    settlement = settle(line(vector, decision="play", set=expected["side"]))
    main = {"ante": expected["ante"], "play": expected["play"]}
    odd_even = vector["if_play"]["odd_even_pt4"]  # however the hand is set
    check(settlement, main, odd_even, expected["poker_pt3"], expected["poker_class"])
    assert settlement.hands["player"] == called(expected["side"], expected["ranks"])


def result_words(result: str, own: int, dealer: int) -> str:
    match result:
        case "win":
            return f"{own} cards beat {dealer}" if own > dealer else f"{own} cards each, and higher"
        case "lose":
            return f"dealer's {dealer} cards beat {own}" if own < dealer else f"{own} cards each, dealer's higher"
        case _:
            return {
                "push": f"tie: {own} cards each, of the same ranks",
                "dealer_not_qualified": "dealer does not qualify",
            }[result]


@every_vector
def test_main_result_says_why(vector: Vector) -> None:
    best = settle(line(vector, decision="play"))
    other = settle(line(vector, decision="play", set=vector["if_play_other_side"]["side"]))
    dealer = vector["dealer_best"]["count"]
    for settlement, result, own in (
        (best, vector["main_result_if_play"], vector["player_best"]["count"]),
        (other, vector["if_play_other_side"]["main_result"], vector["if_play_other_side"]["count"]),
    ):
        assert {row.why for row in settlement.results[:2]} == {result_words(result, own, dealer)}


@every_vector
def test_conflict_of_ante_and_poker_bonus(vector: Vector) -> None:
    """The set that wins most for the Ante gives up a poker rank that the whole hand holds."""
    folded = settle(line(vector, decision="fold")).hands["poker"]
    played = settle(line(vector, decision="play")).hands["poker"]
    assert (folded != played) is vector["poker_main_conflict"]


@every_vector
def test_the_cards_are_read_as_given(vector: Vector) -> None:
    game = GAMES["ace-odd-even"]
    deal = read_round(line(vector, decision="fold"), game, game.house()).cards
    assert cards_text(deal["player"]).split() == vector["player"]
    assert cards_text(deal["dealer"]).split() == vector["dealer"]
