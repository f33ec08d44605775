"""Quick Draw Hold'em by its rules card, rule by rule, and every line of every pay table."""

from collections.abc import Mapping
from typing import Final

import pytest

from feltlab.errors import CardError, ChoiceError, FeltlabError, PayTableError, RulesError, WagerError
from feltlab.games import GAMES, House, Settlement, settle, void

GAME: Final = GAMES["quick-draw-holdem"]
STAKE: Final = 700

TO_THE_RIVER: Final = {"flop": "bet", "turn": "bet"}
FOLD_ON_THE_FLOP: Final = {"flop": "fold"}
FOLD_ON_THE_TURN: Final = {"flop": "bet", "turn": "fold"}
EVERY_CHOICE: Final = (FOLD_ON_THE_FLOP, FOLD_ON_THE_TURN, TO_THE_RIVER)

NOTHING: Final = "2c 9d  Kh Jc 7s 4d 3h"
"""Two hole cards, the flop, the turn, the river: king high, and nothing for either bonus."""


def line(
    cards: str,
    choices: object = TO_THE_RIVER,
    wagers: object | None = None,
    pay_tables: Mapping[str, str] | None = None,
) -> dict[str, object]:
    seven = cards.split()
    return {
        "game": "quick-draw-holdem",
        "hole": seven[:2],
        "flop": seven[2:5],
        "turn": seven[5],
        "river": seven[6],
        "choices": choices,
        "wagers": {"flop": STAKE, "flop-bonus": STAKE, "best-four": STAKE} if wagers is None else wagers,
        "pay_tables": pay_tables or {},
    }


def played(cards: str, choices: object = TO_THE_RIVER, pay_tables: Mapping[str, str] | None = None) -> Settlement:
    """A round with 700 cents on every bet."""
    return settle(line(cards, choices, pay_tables=pay_tables))


def returned(settlement: Settlement) -> dict[str, int]:
    return {result.wager: result.returned for result in settlement.results}


def order(settlement: Settlement) -> list[str]:
    return [result.wager for result in settlement.results]


def with_numbers(**changes: object) -> House:
    house = GAME.house()
    return house.changed(changes)


def test_rule_01_one_deck_deals_no_card_twice() -> None:
    for cards in (
        "2c 2c  Kh Jc 7s 4d 3h",
        "2c 9d  Kh Kh 7s 4d 3h",
        "2c 9d  Kh Jc 7s 4d 2c",
        "2c 9d  Kh Jc 7s 4d 4d",
    ):
        with pytest.raises(CardError, match="dealt twice"):
            played(cards)


def test_rule_01_the_deck_has_no_jokers() -> None:
    with pytest.raises(CardError, match="no Jokers"):
        played("Jo 9d  Kh Jc 7s 4d 3h")


def test_rule_01_up_to_seven_seats() -> None:
    assert GAME.house().numbers.seats == 7


def test_rule_01_a_house_may_have_fewer_seats_but_no_more() -> None:
    assert with_numbers(seats=5).numbers.seats == 5
    with pytest.raises(RulesError, match="from 1 to 7"):
        with_numbers(seats=8)


def test_rule_01_seats_that_share_a_board_are_each_paid_on_their_own_cards() -> None:
    board = "Kh Jc 7s 4d 3h"
    assert returned(played(f"Kd Jd  {board}"))["river"] == 2 * STAKE
    assert returned(played(f"2c 9d  {board}"))["river"] == 0


@pytest.mark.parametrize("bonuses", [{"flop-bonus": 100}, {"best-four": 100}, {"flop-bonus": 100, "best-four": 100}])
def test_rule_02_a_bonus_never_stands_without_the_flop_bet(bonuses: dict[str, int]) -> None:
    with pytest.raises(WagerError, match="mandatory"):
        settle(line(NOTHING, wagers=bonuses))


@pytest.mark.parametrize(
    ("bonuses", "expected"),
    [
        ({}, ["flop", "turn", "river"]),
        ({"flop-bonus": 100}, ["flop-bonus", "flop", "turn", "river"]),
        ({"best-four": 100}, ["best-four", "flop", "turn", "river"]),
        ({"flop-bonus": 100, "best-four": 900}, ["flop-bonus", "best-four", "flop", "turn", "river"]),
    ],
)
def test_rule_02_either_bonus_may_be_added_at_any_stake(bonuses: dict[str, int], expected: list[str]) -> None:
    settlement = settle(line(NOTHING, wagers={"flop": 300, **bonuses}))
    assert order(settlement) == expected
    assert {result.wager: result.staked for result in settlement.results} == {
        "flop": 300,
        "turn": 300,
        "river": 300,
        **bonuses,
    }


@pytest.mark.parametrize("wager", ["turn", "river"])
def test_rule_02_the_turn_and_river_stakes_are_not_given(wager: str) -> None:
    with pytest.raises(WagerError, match="follows from the choices"):
        settle(line(NOTHING, wagers={"flop": 100, wager: 100}))


@pytest.mark.parametrize("stake", [0, -1, 1.0, True, "100", None, float("nan"), 10**12 + 1])
@pytest.mark.parametrize("wager", ["flop", "flop-bonus", "best-four"])
def test_rule_02_a_stake_is_a_whole_number_of_cents_above_zero(wager: str, stake: object) -> None:
    with pytest.raises(WagerError, match=wager):
        settle(line(NOTHING, wagers={"flop": 100, wager: stake}))


def test_rule_02_no_other_wager_is_taken() -> None:
    with pytest.raises(WagerError, match="not a wager"):
        settle(line(NOTHING, wagers={"flop": 100, "ante": 100}))


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("hole", []),
        ("hole", ["2c"]),
        ("hole", ["2c", "9d", "8d"]),
        ("flop", ["Kh", "Jc"]),
        ("flop", ["2h"] * 4),
    ],
)
def test_rule_03_a_seat_has_two_cards_and_the_flop_three(name: str, cards: list[str]) -> None:
    with pytest.raises(CardError, match=name):
        settle({**line(NOTHING), name: cards})


@pytest.mark.parametrize("name", ["hole", "flop", "turn", "river"])
def test_rule_03_every_card_must_be_there(name: str) -> None:
    short = line(NOTHING)
    del short[name]
    with pytest.raises(CardError, match=f"'{name}' is missing"):
        settle(short)


@pytest.mark.parametrize("name", ["turn", "river"])
@pytest.mark.parametrize("given", ["1c", "10c", "", "ks", None, ["Ks"], 5])
def test_rule_03_the_turn_and_the_river_are_one_card_each(name: str, given: object) -> None:
    with pytest.raises(CardError, match="not a card"):
        settle({**line(NOTHING), name: given})


@pytest.mark.parametrize("choices", EVERY_CHOICE)
def test_rule_04_the_flop_bonus_is_settled_before_everything_else(choices: Mapping[str, str]) -> None:
    assert order(played(NOTHING, choices))[0] == "flop-bonus"


@pytest.mark.parametrize(
    ("flop", "event"),
    [
        ("As 2d 3c", "straight"),
        ("Qs Kd Ac", "straight"),
        ("As 2s 3s", "straight flush"),
        ("Qs Ks As", "straight flush"),
        ("Ks Ad 2c", "nothing on the flop"),
        ("Ks As 2s", "flush"),
        ("Qs Ad 2c", "nothing on the flop"),
        ("As Ad 2c", "pair"),
        ("2s 2d 2c", "3 of a kind"),
        ("As Ad Ac", "3 of a kind"),
        ("9s Jd Tc", "straight"),
        ("9s Jd Qc", "nothing on the flop"),
    ],
)
def test_rule_04_the_flop_bonus_looks_at_the_three_cards_of_the_flop(flop: str, event: str) -> None:
    assert played(f"7h 7d  {flop} 7c 8d").hands["flop"] == event


def test_rule_04_cards_beside_the_flop_do_nothing_for_the_flop_bonus() -> None:
    assert returned(played("Kd Ks  Kh Jc 7s Kc Jd"))["flop-bonus"] == 0


def test_rule_05_a_fold_on_the_flop_loses_the_flop_bet() -> None:
    settlement = settle(line("As Ks  Qs Js Ts 2c 3d", FOLD_ON_THE_FLOP, {"flop": STAKE}))
    assert [(result.wager, result.staked, result.returned) for result in settlement.results] == [("flop", STAKE, 0)]


def test_rule_05_the_turn_bet_equals_the_flop_bet() -> None:
    settlement = settle(line(NOTHING, FOLD_ON_THE_TURN, {"flop": 1234}))
    assert [(result.wager, result.staked) for result in settlement.results] == [
        ("flop", 1234),
        ("turn", 1234),
    ]


@pytest.mark.parametrize("choice", ["raise", "BET", "", None, True, ["bet"]])
def test_rule_05_the_choice_on_the_flop_is_fold_or_bet(choice: object) -> None:
    with pytest.raises(ChoiceError, match="fold or bet"):
        played(NOTHING, {"flop": choice, "turn": "bet"})


@pytest.mark.parametrize("choices", [{}, {"turn": "bet"}])
def test_rule_05_the_choice_on_the_flop_must_be_made(choices: dict[str, str]) -> None:
    with pytest.raises(ChoiceError, match="'flop' is missing"):
        played(NOTHING, choices)


def test_rule_05_a_hand_folded_on_the_flop_makes_no_bet_on_the_turn() -> None:
    with pytest.raises(ChoiceError, match="folded on the flop"):
        played(NOTHING, {"flop": "fold", "turn": "bet"})


def test_rule_06_a_fold_on_the_turn_loses_the_flop_and_the_turn_bet() -> None:
    settlement = settle(line("As Ks  Qs Js Ts 2c 3d", FOLD_ON_THE_TURN, {"flop": STAKE}))
    assert [(result.wager, result.staked, result.returned) for result in settlement.results] == [
        ("flop", STAKE, 0),
        ("turn", STAKE, 0),
    ]


def test_rule_06_the_river_bet_equals_the_turn_bet() -> None:
    settlement = settle(line(NOTHING, wagers={"flop": 1234}))
    assert [(result.wager, result.staked) for result in settlement.results] == [
        ("flop", 1234),
        ("turn", 1234),
        ("river", 1234),
    ]


def test_rule_06_the_choice_on_the_turn_must_be_made() -> None:
    with pytest.raises(ChoiceError, match="'turn' is missing"):
        played(NOTHING, {"flop": "bet"})


@pytest.mark.parametrize("choice", ["raise", "check", None, 1])
def test_rule_06_the_choice_on_the_turn_is_fold_or_bet(choice: object) -> None:
    with pytest.raises(ChoiceError, match="fold or bet"):
        played(NOTHING, {"flop": "bet", "turn": choice})


def test_rule_06_there_is_no_choice_on_the_river() -> None:
    with pytest.raises(ChoiceError, match="not a choice"):
        played(NOTHING, {"flop": "bet", "turn": "bet", "river": "bet"})


@pytest.mark.parametrize("choices", [{}, [], None, "bet", 1])
def test_rule_06_choices_are_named(choices: object) -> None:
    with pytest.raises(ChoiceError):
        played(NOTHING, choices)


@pytest.mark.parametrize(
    ("board", "event"),
    [
        ("As Ks Qs Js 2d", "royal flush"),
        ("As Ks Qs Js Ts", "royal flush"),
        ("As 2d Ks Qs Js", "royal flush"),
        ("Ks Qs Js Ts 2d", "straight flush"),
        ("As Ks Qs Ts Jd", "flush"),
        ("As 2s 3s 4s Kd", "straight flush"),
        ("As 2d 3c 4h Kd", "straight"),
        ("As Kd Qc Jh 2d", "straight"),
        ("Ks As 2d 3c 9h", "no jacks or better"),
        ("Qs Kd Ac 2h 7d", "no jacks or better"),
        ("9s 9d 9c 9h 2d", "4 of a kind"),
        ("9s 9d 9c 2h 2d", "3 of a kind"),
        ("9s 9d 9c 2h 3d", "3 of a kind"),
        ("2s 5s 9s Ks Kd", "flush"),
        ("2s 3s 4s 9s 5d", "flush"),
        ("5s 6d 7c 8h 8d", "straight"),
        ("5s 6d 7c 8h 9d", "straight"),
        ("As 2d 3c 4h Ad", "straight"),
        ("2s 2d 3c 3h Kd", "2 pair"),
        ("Js Jd 9c 5h 2d", "high pair"),
        ("As Ad 9c 5h 2d", "high pair"),
        ("Ts Td 9c 5h 2d", "pair of tens: needs jacks or better"),
        ("2s 2d 9c 5h Kd", "pair of 2s: needs jacks or better"),
        ("2s 4s 6s 8d Tc", "no jacks or better"),
    ],
)
def test_rule_07_the_best_four_of_the_five_community_cards(board: str, event: str) -> None:
    hole = [card for card in ("7h", "6h", "Kh", "8c") if card not in board.split()][:2]
    assert played(f"{' '.join(hole)}  {board}").hands["board"] == event


def test_rule_07_hole_cards_do_nothing_for_the_best_four() -> None:
    assert returned(played("As Ks  Qs Js Ts 2c 3d"))["best-four"] == 0


def test_rule_07_a_full_house_on_the_board_is_three_of_a_kind() -> None:
    assert returned(played("2c 3d  9s 9d 9c 8h 8d"))["best-four"] == 6 * STAKE


@pytest.mark.parametrize("choices", EVERY_CHOICE)
def test_rule_07_the_best_four_is_settled_folded_or_not(choices: Mapping[str, str]) -> None:
    assert returned(played("2c 3d  As Ks Qs Js 4d", choices))["best-four"] == 501 * STAKE


def test_rule_07_the_best_four_is_settled_before_the_hands_and_after_the_folds() -> None:
    assert order(played(NOTHING, TO_THE_RIVER)) == ["flop-bonus", "best-four", "flop", "turn", "river"]
    assert order(played(NOTHING, FOLD_ON_THE_TURN)) == ["flop-bonus", "flop", "turn", "best-four"]
    assert order(played(NOTHING, FOLD_ON_THE_FLOP)) == ["flop-bonus", "flop", "best-four"]


@pytest.mark.parametrize("rank", "3456789TJQKA")
def test_rule_08_two_pair_wins_with_sevens_or_better_on_top(rank: str) -> None:
    kickers = [card for card in ("Kd", "Jh", "9d", "4c") if card[0] != rank][:3]
    settlement = played(f"{rank}s {rank}h  2c 2d {' '.join(kickers)}")
    assert returned(settlement)["river"] == (2 * STAKE if rank in "789TJQKA" else 0)


@pytest.mark.parametrize(
    ("cards", "wins"),
    [
        ("7s 7h  2c 2d Kd Jh 9c", True),
        ("6s 6h  5c 5d Kd Jh 9c", False),
        ("Js Jh  2c 2d Kd 9h 5c", True),
        ("6s 6h  3c 3d Ad 9h Kc", False),
        ("As Ah  Kc Qd 9d 4h 2c", False),
        ("7s 7h  6c 6d 5d 5h Kc", True),
        ("6s 6h  5c 5d 4d 4h Ac", False),
        ("Ks Kh  3c 3d 2d 2h Ac", True),
        ("2s 2h  7c 7d 3d 3h Ac", True),
    ],
)
def test_rule_08_of_three_pairs_the_best_two_count(cards: str, wins: bool) -> None:
    assert returned(played(cards))["river"] == (2 * STAKE if wins else 0)


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("2c 3d  As Ks Qs Js Ts", 200),
        ("2c 3d  9s 9d 9c 9h Ks", 25),
        ("2c 4d  9s 9d 9c Kh Ks", 5),
        ("2c 3d  8s 7d 6c 5h 4s", 3),
        ("2c 3d  7s 7d 6c 6h Ks", 1),
    ],
)
def test_rule_08_hands_wholly_on_the_board_count(cards: str, odds: int) -> None:
    assert returned(played(cards))["river"] == (1 + odds) * STAKE


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("As 2h  3c 4d 5s Kd Qh", "straight, 5 high"),
        ("As 2s  3s 4s 5s Kd Qh", "straight flush, 5 high"),
        ("As 2h  3c 4d 5s 6d Qh", "straight, 6 high"),
        ("As Kh  Qc Jd Ts 2d 3h", "straight, ace high"),
        ("Ks Ah  2c 3d 4s 9d 8h", "ace high"),
        ("Ks Kh  Kc 9d 9s 9h 2c", "full house, kings over 9s"),
        ("Ks Kh  9c 9d 9s 2h 2c", "full house, 9s over kings"),
        ("Ks Kh  Kc Kd 9s 9h 9c", "4 of a kind, kings"),
        ("As 3s  4s 5s 6s 7s Kd", "straight flush, 7 high"),
        ("2s 3s  4s 5s 7s 8d Ah", "flush, 7 high"),
        ("9c 9d  Ad Kd Qd Jd 4s", "flush, ace high"),
        ("6s 6h  5c 5d 4d 4h Ac", "two pair, 6s and 5s"),
        ("2s 2h  2c Kd Js 9h 7c", "3 of a kind, 2s"),
        ("As Ah  Kd Js 9h 7c 2d", "pair of aces"),
    ],
)
def test_rule_08_the_best_five_of_seven_cards(cards: str, hand: str) -> None:
    assert played(cards).hands["player"] == hand


def test_rule_09_a_winning_hand_pays_the_flop_and_the_turn_bet_even_money() -> None:
    for cards in ("7s 7h  2c 2d Kd Jh 9c", "As Ks  Qs Js Ts 2c 3d"):
        paid = returned(played(cards))
        assert (paid["flop"], paid["turn"]) == (2 * STAKE, 2 * STAKE)


@pytest.mark.parametrize("cards", [NOTHING, "As Ah  Kd Js 9h 7c 2d", "6s 6h  5c 5d Kd Jh 9c"])
def test_rule_09_any_other_hand_loses_all_three(cards: str) -> None:
    paid = returned(played(cards))
    assert (paid["flop"], paid["turn"], paid["river"]) == (0, 0, 0)


@pytest.mark.parametrize("choices", EVERY_CHOICE)
def test_rule_10_bonuses_are_settled_whether_or_not_the_seat_folds(choices: Mapping[str, str]) -> None:
    paid = returned(played("2c 9d  As Ks Qs Js 4d", choices))
    assert (paid["flop-bonus"], paid["best-four"]) == (41 * STAKE, 501 * STAKE)


def test_rule_10_seats_are_dealt_from_the_dealers_left_and_settled_from_the_dealers_right() -> None:
    procedure = GAME.book.procedure
    assert list(procedure.dealing.seats(7)) == [1, 2, 3, 4, 5, 6, 7]
    assert list(procedure.taking.seats(7)) == [7, 6, 5, 4, 3, 2, 1]


def test_rule_11_a_hand_with_a_wrong_number_of_cards_is_not_settled_but_void() -> None:
    stakes = {"flop": STAKE, "turn": STAKE, "best-four": 300}
    with pytest.raises(CardError, match="must be 2 cards"):
        settle({**line(NOTHING), "hole": ["2c", "9d", "8d"]})
    assert returned(void(stakes)) == stakes
    assert void(stakes).net == 0


RIVER_HANDS: Final = {
    "royal flush": "As Ks  Qs Js Ts 2c 3d",
    "straight flush": "9s Ks  Qs Js Ts 2c 3d",
    "4 of a kind": "8c 8d  8h 8s 2d 3c Kd",
    "full house": "8c 8d  8h 3s 3d 2c Kd",
    "flush": "As 9s  6s 4s 2s Kd Jh",
    "straight": "9c 8d  7h 6s 5d Kc Kd",
    "3 of a kind": "8c 8d  8h Js 2d 3c Kd",
    "high 2 pair": "7c 7d  2h 2s Jd 9c Kd",
}
RIVER_ODDS: Final = {
    "royal flush": {"A1": 250, "A2": 250, "A3": 200},
    "straight flush": {"A1": 50, "A2": 50, "A3": 50},
    "4 of a kind": {"A1": 20, "A2": 15, "A3": 25},
    "full house": {"A1": 5, "A2": 5, "A3": 5},
    "flush": {"A1": 4, "A2": 4, "A3": 4},
    "straight": {"A1": 3, "A2": 3, "A3": 3},
    "3 of a kind": {"A1": 2, "A2": 2, "A3": 2},
    "high 2 pair": {"A1": 1, "A2": 1, "A3": 1},
}
FLOP_BONUS_FLOPS: Final = {
    "straight flush": "4h 5h 6h",
    "3 of a kind": "Qc Qd Qh",
    "straight": "As 2d 3c",
    "flush": "2s 9s Js",
    "pair": "2h 2s Kd",
}
FLOP_BONUS_ODDS: Final = {
    "straight flush": {"B1": 40, "B2": 40, "B3": 40},
    "3 of a kind": {"B1": 30, "B2": 25, "B3": 30},
    "straight": {"B1": 6, "B2": 6, "B3": 6},
    "flush": {"B1": 4, "B2": 4, "B3": 3},
    "pair": {"B1": 1, "B2": 1, "B3": 1},
}
BEST_FOUR_BOARDS: Final = {
    "royal flush": "Ah Kh Qh Jh 2d",
    "4 of a kind": "3c 3d 3h 3s 9c",
    "straight flush": "Ac 2c 3c 4c 9d",
    "3 of a kind": "5c 5d 5h 9s Kd",
    "flush": "2d 5d 9d Jd Ks",
    "straight": "6c 7d 8h 9s Kd",
    "2 pair": "4c 4d 9h 9s Kd",
    "high pair": "Jc Jd 2h 5s 9c",
}
BEST_FOUR_ODDS: Final = {
    "royal flush": {"C1": 500, "C2": 500, "C3": 400},
    "4 of a kind": {"C1": 100, "C2": 100, "C3": 80},
    "straight flush": {"C1": 50, "C2": 30, "C3": 25},
    "3 of a kind": {"C1": 5, "C2": 5, "C3": 5},
    "flush": {"C1": 3, "C2": 3, "C3": 3},
    "straight": {"C1": 3, "C2": 3, "C3": 3},
    "2 pair": {"C1": 2, "C2": 2, "C3": 2},
    "high pair": {"C1": 1, "C2": 1, "C3": 1},
}


@pytest.mark.parametrize("table", ["A1", "A2", "A3"])
@pytest.mark.parametrize("event", RIVER_ODDS)
def test_the_river_bonus_pays_each_line(event: str, table: str) -> None:
    odds = RIVER_ODDS[event][table]
    settlement = played(RIVER_HANDS[event], TO_THE_RIVER, {"river": table})
    assert returned(settlement)["river"] == STAKE + odds * STAKE
    assert settlement.results[-1].why == f"{event}: {odds} to 1"


@pytest.mark.parametrize("table", ["B1", "B2", "B3"])
@pytest.mark.parametrize("event", FLOP_BONUS_ODDS)
def test_the_flop_bonus_pays_each_line(event: str, table: str) -> None:
    odds = FLOP_BONUS_ODDS[event][table]
    settlement = played(f"Kc 7d  {FLOP_BONUS_FLOPS[event]} Tc 8c", TO_THE_RIVER, {"flop-bonus": table})
    assert returned(settlement)["flop-bonus"] == STAKE + odds * STAKE
    assert settlement.results[0].why == f"{event}: {odds} to 1"


@pytest.mark.parametrize("table", ["C1", "C2", "C3"])
@pytest.mark.parametrize("event", BEST_FOUR_ODDS)
def test_the_best_four_pays_each_line(event: str, table: str) -> None:
    odds = BEST_FOUR_ODDS[event][table]
    settlement = played(f"Tc Th  {BEST_FOUR_BOARDS[event]}", TO_THE_RIVER, {"best-four": table})
    assert returned(settlement)["best-four"] == STAKE + odds * STAKE
    assert settlement.results[1].why == f"{event}: {odds} to 1"


@pytest.mark.parametrize(
    ("wager", "ids"),
    [("river", ["A1", "A2", "A3"]), ("flop-bonus", ["B1", "B2", "B3"]), ("best-four", ["C1", "C2", "C3"])],
)
def test_the_book_holds_these_pay_tables_and_no_more_lines_than_are_proved_here(wager: str, ids: list[str]) -> None:
    proved = {"river": RIVER_ODDS, "flop-bonus": FLOP_BONUS_ODDS, "best-four": BEST_FOUR_ODDS}[wager]
    tables = GAME.book.pay_tables[wager]
    assert list(tables) == ids
    assert all([entry.event for entry in table.lines] == list(proved) for table in tables.values())


@pytest.mark.parametrize("table", ["B1", "B2", "B3"])
def test_the_flop_bonus_loses_on_nothing(table: str) -> None:
    assert returned(played(NOTHING, TO_THE_RIVER, {"flop-bonus": table}))["flop-bonus"] == 0


@pytest.mark.parametrize("table", ["C1", "C2", "C3"])
def test_the_best_four_loses_on_nothing(table: str) -> None:
    assert returned(played(NOTHING, TO_THE_RIVER, {"best-four": table}))["best-four"] == 0


def test_the_felt_shows_a3_b1_and_c1() -> None:
    house = GAME.house()
    assert [house.pay_table(wager).id for wager in ("river", "flop-bonus", "best-four")] == ["A3", "B1", "C1"]
    chosen = {"river": "A3", "flop-bonus": "B1", "best-four": "C1"}
    assert all(played(cards) == played(cards, TO_THE_RIVER, chosen) for cards in RIVER_HANDS.values())


@pytest.mark.parametrize("pay_tables", [{"river": "A4"}, {"river": "B1"}, {"flop": "A1"}, {"river": 1}, [], None])
def test_an_unknown_pay_table_is_refused(pay_tables: object) -> None:
    with pytest.raises(PayTableError):
        settle({**line(NOTHING), "pay_tables": pay_tables})


def test_a_field_of_another_game_is_refused() -> None:
    with pytest.raises(FeltlabError, match="'dealer' is not a field"):
        settle({**line(NOTHING), "dealer": ["2h"]})


def test_a_meter_is_refused_as_there_is_no_progressive() -> None:
    with pytest.raises(WagerError, match="no meter"):
        settle({**line(NOTHING), "meters": {"best-four": 100}})


def test_a_house_may_ask_for_another_pair_on_top() -> None:
    sixes = line("6s 6h  5c 5d Kd Jh 9c")
    assert returned(settle(sixes, with_numbers(high_pair="6")))["river"] == 2 * STAKE
    assert returned(settle(sixes, with_numbers(high_pair="7")))["river"] == 0


def test_a_house_may_ask_for_another_pair_on_the_best_four() -> None:
    tens = line("2c 3d  Ts Td 9c 5h 4d")
    assert returned(settle(tens, with_numbers(best_four_pair="T")))["best-four"] == 2 * STAKE
    assert returned(settle(tens, with_numbers(best_four_pair="J")))["best-four"] == 0


def test_a_house_may_pay_the_flop_and_the_turn_bet_otherwise() -> None:
    paid = returned(settle(line("7s 7h  2c 2d Kd Jh 9c"), with_numbers(win_odds="3 to 2")))
    assert (paid["flop"], paid["turn"], paid["river"]) == (1750, 1750, 1400)
