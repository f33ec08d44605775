"""Deals of Quick Draw Hold'em worked out elsewhere: each settles to the unit, whatever the player does."""

import json
from pathlib import Path
from typing import Any, Final

from feltlab.games import Settlement, settle
from tests.every import every

DATA: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "data/vectors/quick_draw.json").read_text("utf-8"))
VECTORS: Final[list[dict[str, Any]]] = DATA["vectors"]
UNIT: Final = 100

every_vector = every("vector", VECTORS, ids=[f"{v['id']}: {v['label']}" for v in VECTORS])

RIVER_EVENTS: Final = {
    "Royal Flush": "royal flush", "Straight Flush": "straight flush", "4 of a Kind": "4 of a kind",
    "Full House": "full house", "Flush": "flush", "Straight": "straight", "3 of a Kind": "3 of a kind",
    "7s-High 2 Pair": "high 2 pair", "Nothing": None,
}  # fmt: skip
FLOP_EVENTS: Final = {
    "Straight Flush": "straight flush", "3 of a Kind": "3 of a kind", "Straight": "straight", "Flush": "flush",
    "One Pair": "pair", "Nothing": "nothing on the flop",
}  # fmt: skip
BEST_FOUR_EVENTS: Final = {
    "Royal Flush": "royal flush", "4 of a Kind": "4 of a kind", "Straight Flush": "straight flush",
    "3 of a kind": "3 of a kind", "Flush": "flush", "Straight": "straight", "Two Pair": "2 pair",
    "A Pair of Jacks O/B": "high pair", "Nothing": "",
}  # fmt: skip
NAMES: Final = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def settled(vector: dict[str, Any], choices: dict[str, str], pay_tables: dict[str, str]) -> Settlement:
    """The vector's round with a unit on every bet."""
    return settle(
        {
            "game": "quick-draw-holdem",
            **{name: vector[name] for name in ("hole", "flop", "turn", "river")},
            "choices": choices,
            "wagers": {"flop": UNIT, "flop-bonus": UNIT, "best-four": UNIT},
            "pay_tables": pay_tables,
        }
    )


def nets(settlement: Settlement) -> dict[str, int]:
    """Units won or lost on each bet."""
    assert all(result.staked == UNIT for result in settlement.results)
    found = {result.wager: (result.returned - result.staked) // UNIT for result in settlement.results}
    assert sum(found.values()) * UNIT == settlement.net
    return found


def called(best_five: str) -> str:
    """`two pair 9-5-A` as a dealer calls it: two pair, 9s and 5s."""
    kind, _, ranks = best_five.rpartition(" ")
    one = [NAMES.get(rank, rank) for rank in ranks.split("-")]
    calls = {
        "straight flush": f"straight flush, {one[0]} high" if one[0] != "ace" else "royal flush",
        "four of a kind": f"4 of a kind, {one[0]}s",
        "full house": f"full house, {one[0]}s over {one[-1]}s",
        "flush": f"flush, {one[0]} high",
        "straight": f"straight, {one[0]} high",
        "three of a kind": f"3 of a kind, {one[0]}s",
        "two pair": f"two pair, {one[0]}s and {one[1 % len(one)]}s",
        "pair": f"pair of {one[0]}s",
        "high card": f"{one[0]} high",
    }
    return calls[kind]


def test_there_are_139_vectors_and_each_is_another_deal() -> None:
    deals = {(*sorted(v["hole"]), *v["flop"], v["turn"], v["river"]) for v in VECTORS}
    assert len(VECTORS) == 139
    assert len(deals) == 139


def test_the_vectors_hold_every_line_of_every_pay_table() -> None:
    assert {v["expected"]["class7"] for v in VECTORS} == set(RIVER_EVENTS)
    assert {v["expected"]["flop_bonus_class"] for v in VECTORS} == set(FLOP_EVENTS)
    assert {v["expected"]["best4_class"] for v in VECTORS} == set(BEST_FOUR_EVENTS)


@every_vector
def test_a_fold_on_the_flop(vector: dict[str, Any]) -> None:
    found = nets(settled(vector, {"flop": "fold"}, {}))
    assert set(found) == {"flop", "flop-bonus", "best-four"}
    assert found["flop"] == vector["expected"]["A3"]["net_fold_at_flop"] == -1


@every_vector
def test_a_fold_on_the_turn(vector: dict[str, Any]) -> None:
    found = nets(settled(vector, {"flop": "bet", "turn": "fold"}, {}))
    assert set(found) == {"flop", "turn", "flop-bonus", "best-four"}
    assert found["flop"] + found["turn"] == vector["expected"]["A3"]["net_fold_at_turn"] == -2


@every_vector
def test_the_hand_played_to_the_river_on_a1_a2_and_a3(vector: dict[str, Any]) -> None:
    expected = vector["expected"]
    by_table = {
        "A1": expected["A1_net_play_to_river"],
        "A2": expected["A2_net_play_to_river"],
        "A3": expected["A3"]["net_play_to_river"],
    }
    for table, net in by_table.items():
        found = nets(settled(vector, {"flop": "bet", "turn": "bet"}, {"river": table}))
        assert found["flop"] + found["turn"] + found["river"] == net, table
    lines = expected["A3"]["river_line_breakdown"]
    found = nets(settled(vector, {"flop": "bet", "turn": "bet"}, {}))
    assert [found["flop"], found["turn"], found["river"]] == [
        lines["flop"],
        lines["turn"],
        lines["river_bonus"],
    ]


@every_vector
def test_the_best_five_of_seven_are_named(vector: dict[str, Any]) -> None:
    settlement = settled(vector, {"flop": "bet", "turn": "bet"}, {})
    event = RIVER_EVENTS[vector["expected"]["class7"]]
    why = next(result.why for result in settlement.results if result.wager == "river")
    assert settlement.hands["player"] == called(vector["expected"]["best5"])
    assert why.startswith(f"{event}: ") if event else why.endswith(": not a winning hand")


@every_vector
def test_the_flop_bonus_on_b1_b2_and_b3(vector: dict[str, Any]) -> None:
    expected = vector["expected"]["flop_bonus_net"]
    assert set(expected) == {"B1", "B2", "B3"}
    for table, net in expected.items():
        for choices in ({"flop": "fold"}, {"flop": "bet", "turn": "fold"}, {"flop": "bet", "turn": "bet"}):
            settlement = settled(vector, choices, {"flop-bonus": table})
            assert nets(settlement)["flop-bonus"] == net, (table, choices)
            assert settlement.hands["flop"] == FLOP_EVENTS[vector["expected"]["flop_bonus_class"]]


@every_vector
def test_the_best_four_of_five_on_c1_c2_and_c3(vector: dict[str, Any]) -> None:
    expected = vector["expected"]["best4_net"]
    assert set(expected) == {"C1", "C2", "C3"}
    for table, net in expected.items():
        for choices in ({"flop": "fold"}, {"flop": "bet", "turn": "fold"}, {"flop": "bet", "turn": "bet"}):
            settlement = settled(vector, choices, {"best-four": table})
            assert nets(settlement)["best-four"] == net, (table, choices)
            event = BEST_FOUR_EVENTS[vector["expected"]["best4_class"]]
            assert settlement.hands["board"] == event if event else "jacks or better" in settlement.hands["board"]
