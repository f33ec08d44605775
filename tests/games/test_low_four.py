"""Low Four, rule by rule as on its card, and every line of every pay table as in the packet."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from feltlab.cards import DECK, cards_text, parse_cards
from feltlab.errors import CardError, ChoiceError, FeltlabError, RulesError, WagerError
from feltlab.games import GAMES, Result, Settlement, settle, void
from feltlab.rules.house import House
from feltlab.rules.progressive import Progressive, award

GAME = GAMES["low-four"]
STAKE = 700
METER = 1_234_567
WIN, PUSH, LOSE = 2 * STAKE, STAKE, 0

HAND_OF_TOTAL = {
    1: "As Ah Ad Ac Qh 6s 6c",  # A A A A
    2: "6s 5d 4h 2s 2h 2d 2c",  # 2 2 2 2
    3: "Jd 8c 4c 3s 3h 3d 3c",  # 3 3 3 3
    4: "As Ad 9h 4h 3s 3h 3c",  # A A 3 3
    5: "Ad Qs Qh 3s 3h 2d 2c",  # 3 3 2 2
    6: "As Ad Js Jd 5s 5c 3h",  # A A 5 5
    7: "Ts Th 4s 4h 4c 3h 3c",  # 4 4 4 3
    8: "Ac Qh 7s 7d 7c 6h 6d",  # A 7 7 7
    9: "Ad Kd 8d 7s 7d 2s 2d",  # 7 7 2 2
    10: "As Ks Kc Jh 5d 5c 4s",  # A 5 5 4
    11: "Ac Jd 8c 7h 7d 6c 3c",  # A 7 7 3
    12: "Kd Jc Ts Th Tc 3s 2d",  # T T T 2
    13: "Ks Kh 8s 8h 8c 5h 5d",  # 8 8 8 5
    14: "Ks Kh Kc Th 5s 5d 4h",  # K K K 4
    15: "Qh Js Jc 8c 7c 3h 2c",  # J J 3 2
    16: "Qd 9h 8c 7s 7c 6s 3s",  # 7 7 6 3
    17: "Ks Kd Ts Td 7h 7d 6h",  # K K 7 7
    18: "Qs Jh Jc 8s 8d 7d 5d",  # J J 8 8
    19: "Ah Qc Jh Th 9c 6s 3h",  # A 9 6 3
    20: "Ks Th 9d 8s 6s 4c 2c",  # 8 6 4 2
    21: "Kc Qh 9h 7s 6h 5c 3d",  # 7 6 5 3
    22: "Ac Qd Jh 9h 8c 7d 6d",  # A 8 7 6
    23: "Kc Qh Th 9c 8d 6s 6d",  # 9 8 6 6
    24: "Jh Tc 9d 8c 7s 6h 3s",  # 8 7 6 3
    25: "Kc Jh Th 9d 7d 6h 3s",  # 9 7 6 3
    26: "Kh Qh Qc Jh Td 9s 7c",  # Q Q 9 7
    27: "Qs Jd Tc 9s 8d 6h 4c",  # 9 8 6 4
    28: "Ks Qc Js Ts 9s 7h 2d",  # K 9 7 2
    29: "Kh Qd Jc Td 9d 8c 2h",  # K 9 8 2
    30: "Kh Qh Js Tc 9s 8s 3c",  # K 9 8 3
    31: "Kc Qh Jh Tc 9s 7d 5s",  # K 9 7 5
    32: "Kc Qc Jc Td 9c 8d 5h",  # K 9 8 5
    33: "Kh Qc Jd Td 9c 8s 6h",  # K 9 8 6
    34: "Kc Qc Jh Th 9h 8h 7d",  # K 9 8 7
}
QUALIFIES_AT_16 = "2c 2d 6h 8s Jc Qd Kh"  # the packet's first example
NOT_AT_17 = "2c 2d 6h 9s Jc Qd Kh"
FIFTEEN = "2h 2s 5h 8h Jd Qh Kd"
SIXTEEN = "2h 2s 6d 8h Jd Qh Kd"
SEVENTEEN = "2h 2s 6d 9h Jd Qh Kd"


def dealer_for(player: str) -> str:
    """Seven other cards, where the dealer's hand does not matter."""
    held = parse_cards(player, 7, "player")
    return cards_text([card for card in DECK if card not in held][:7])


def line(
    player: str, dealer: str | None = None, set: str | None = None, fold: bool = False, **more: object
) -> dict[str, object]:
    choices = {"decision": "fold" if fold else "play"} | ({"set": set} if set else {})
    fields: dict[str, object] = {
        "game": "low-four",
        "player": player,
        "dealer": dealer or dealer_for(player),
        "choices": choices,
        "wagers": {"ante": STAKE},
    }
    return fields | more


def results(settlement: Settlement) -> dict[str, Result]:
    return {result.wager: result for result in settlement.results}


def main(player: str, dealer: str, set: str | None = None, house: House | None = None) -> tuple[int, int]:
    """What Ante and Play hand back for 700 cents each."""
    found = results(settle(line(player, dealer, set), house))
    assert found["ante"].staked == found["play"].staked == STAKE
    return found["ante"].returned, found["play"].returned


def bonus(
    wager: str,
    player: str,
    table: str | None = None,
    dealer: str | None = None,
    set: str | None = None,
    fold: bool = True,
) -> Result:
    fields = line(player, dealer, set, fold, wagers={"ante": 100, wager: STAKE})
    if table:
        fields["pay_tables"] = {wager: table}
    if wager == "combo-progressive":
        fields["meters"] = {wager: METER}
    return results(settle(fields))[wager]


# The rules card.


def test_every_rule_of_the_card_has_a_test() -> None:
    numbers = [int(number) for number in re.findall(r"^ ?(\d+)\. ", GAME.card, re.MULTILINE)]
    assert numbers == list(range(1, 15))
    for number in numbers:
        assert any(name.startswith(f"test_rule_{number:02d}_") for name in globals()), f"rule {number}"


@pytest.mark.parametrize("dealer", ["2c 2d 6h 8s Jc Qd 2h", "2c 2d 6h 8s Jc Qd 2c"])
def test_rule_01_one_deck_holds_each_card_once(dealer: str) -> None:
    with pytest.raises(CardError, match="twice"):
        settle(line(FIFTEEN, dealer))


def test_rule_01_the_deck_has_no_joker() -> None:
    with pytest.raises(CardError, match="Joker"):
        settle(line(FIFTEEN, "Jo 2d 6h 8s Jc Qd Ks"))


def test_rule_01_at_most_six_seats() -> None:
    assert GAME.numbers.seats == 6
    with pytest.raises(RulesError):
        GAME.numbers.changed({"seats": 7})


@pytest.mark.parametrize("wagers", [{}, {"low-points": 100}, {"high-points": 100}, {"combo-progressive": 100}])
def test_rule_02_no_bonus_stands_without_the_ante(wagers: dict[str, int]) -> None:
    with pytest.raises(WagerError, match="ante is mandatory"):
        settle(line(FIFTEEN, wagers=wagers, meters={"combo-progressive": METER}))


@pytest.mark.parametrize("stake", [1, 99, 50_000])
def test_rule_02_a_bonus_may_be_of_any_size(stake: int) -> None:
    wagers = {"ante": 100, "low-points": stake, "high-points": stake, "combo-progressive": stake}
    found = results(settle(line(FIFTEEN, wagers=wagers, meters={"combo-progressive": METER})))
    assert {found[wager].staked for wager in ("low-points", "high-points", "combo-progressive")} == {stake}


@pytest.mark.parametrize("player", ["As Ah 3d 4c 5h 6s", "As Ah 3d 4c 5h 6s 7s 8s"])
def test_rule_03_seven_cards_each(player: str) -> None:
    with pytest.raises(CardError, match="player must be 7 cards"):
        settle(line(player, QUALIFIES_AT_16))
    with pytest.raises(CardError, match="dealer must be 7 cards"):
        settle(line(QUALIFIES_AT_16, player))


@pytest.mark.parametrize(
    ("four", "call"),
    [
        ("As 2d 3h 4c", "10 points: 4-3-2-A"),
        ("5s 6d 7h 8c", "26 points: 8-7-6-5"),
        ("9s Td Jh Qc", "39 points: Q-J-T-9"),
        ("9s Ks Jh Qc", "39 points: K-Q-J-9"),
        ("9s 9d 9h 9c", "9 points: 9-9-9-9"),
        ("Ks Kd Qh Qc", "20 points: K-K-Q-Q"),
        ("Ts Jd Qh Kc", "40 points: K-Q-J-T"),
    ],
)
def test_rule_04_points_of_four_cards(four: str, call: str) -> None:
    rest = [card for card in DECK if cards_text([card]) not in four.split()][:3]
    assert settle(line(f"{four} {cards_text(rest)}", set=four)).hands["player"] == call


@pytest.mark.parametrize(
    ("player", "call"),
    [
        ("2c 2d 6h 8s Jc Qd Kh", "16 points: 8-6-2-2"),
        ("3c 3d 4h 5s 5c 7d 9h", "8 points: 5-5-3-3"),
        ("2c 2d 2h 2s 3c 4d 5h", "2 points: 2-2-2-2"),
        ("9c 9d 9h 9s Ac 2d Kh", "9 points: 9-9-9-9"),
        ("7c 8d 9h Ts Tc Td Th", "10 points: T-T-T-T"),
    ],
)
def test_rule_05_the_lowest_total_of_four_of_the_seven(player: str, call: str) -> None:
    assert settle(line(player)).hands["player"] == call
    assert settle(line(dealer_for(player), player)).hands["dealer"] == call


@pytest.mark.parametrize("total", HAND_OF_TOTAL)
def test_rule_05_every_total_from_1_to_34(total: int) -> None:
    said = settle(line(HAND_OF_TOTAL[total], fold=True)).hands["player"]
    assert said == f"folded {total} point{'s' if total > 1 else ''}"


@pytest.mark.parametrize("ante", [1, 700, 2_501])
def test_rule_06_the_play_bet_equals_the_ante(ante: int) -> None:
    assert results(settle(line(FIFTEEN, wagers={"ante": ante})))["play"].staked == ante


def test_rule_06_the_play_stake_is_not_given_by_hand() -> None:
    with pytest.raises(WagerError, match="play"):
        settle(line(FIFTEEN, wagers={"ante": 100, "play": 100}))


def test_rule_06_a_fold_makes_no_play_bet() -> None:
    assert [result.wager for result in settle(line(FIFTEEN, fold=True)).results] == ["ante"]


@pytest.mark.parametrize(
    "choices",
    [
        {},
        {"decision": "raise"},
        {"decision": "fold", "set": "2h 2s 5h 8h"},
        {"decision": "play", "set": "2h 2s 5h Ac"},
        {"decision": "play", "set": "2h 2h 5h 8h"},
        {"decision": "play", "side": "odd"},
    ],
)
def test_rule_06_no_other_choice_is_offered(choices: dict[str, object]) -> None:
    with pytest.raises(ChoiceError):
        settle(line(FIFTEEN, choices=choices))


@pytest.mark.parametrize("four", ["2h 2s 5h", "2h 2s 5h 8h Jd"])
def test_rule_06_four_cards_are_set(four: str) -> None:
    with pytest.raises(FeltlabError, match="4 cards"):
        settle(line(FIFTEEN, set=four))


def test_rule_06_there_are_no_tokens_in_this_game() -> None:
    with pytest.raises(FeltlabError, match="tokens"):
        settle(line(FIFTEEN, tokens={"ante": 100}))


@pytest.mark.parametrize("dealer", [QUALIFIES_AT_16, NOT_AT_17])
def test_rule_07_a_fold_loses_the_ante_whatever_the_dealer_holds(dealer: str) -> None:
    assert settle(line(FIFTEEN, dealer, fold=True)).results == (Result("ante", STAKE, 0, "folded"),)


@pytest.mark.parametrize("total", [total for total, hand in HAND_OF_TOTAL.items() if "A" not in hand])
def test_rule_08_dealer_qualifies_with_16_points_or_fewer(total: int) -> None:
    """Four aces beat every other hand, so the Play tells whether the dealer qualified."""
    dealer = HAND_OF_TOTAL[total]
    others = [card for card in DECK[:48] if card not in parse_cards(dealer, 7, "dealer")][:3]
    assert main(f"Ac Ad Ah As {cards_text(others)}", dealer) == (WIN, WIN if total <= 16 else PUSH)


def test_rule_08_the_dealer_sets_the_lowest_four() -> None:
    assert settle(line(FIFTEEN, QUALIFIES_AT_16)).hands["dealer"] == "16 points: 8-6-2-2"


@pytest.mark.parametrize(("qualifier", "play"), [(15, PUSH), (16, WIN), (17, WIN)])
def test_rule_08_a_house_may_move_the_qualifier(qualifier: int, play: int) -> None:
    house = GAME.house()
    moved = replace(house, numbers=house.numbers.changed({"qualifier": qualifier}))
    assert main(FIFTEEN, QUALIFIES_AT_16, house=moved) == (WIN, play)


@pytest.mark.parametrize("player", [FIFTEEN, SEVENTEEN, "7c 8d 9h Ts Js Qs Ks"])
def test_rule_09_dealer_does_not_qualify(player: str) -> None:
    assert main(player, NOT_AT_17) == (WIN, PUSH)


def test_rule_09_whatever_the_player_set() -> None:
    assert main(FIFTEEN, NOT_AT_17, set="8h Jd Qh Kd") == (WIN, PUSH)


@pytest.mark.parametrize(("player", "outcome"), [(FIFTEEN, WIN), (SIXTEEN, PUSH), (SEVENTEEN, LOSE)])
def test_rule_10_ante_and_play_are_paid_lose_or_push_together(player: str, outcome: int) -> None:
    assert main(player, QUALIFIES_AT_16) == (outcome, outcome)


@pytest.mark.parametrize(
    ("four", "outcome"), [("2h 2s 5h 8h", WIN), ("2h 2s 5h Jd", LOSE), ("2h 5h 8h Jd", LOSE), ("8h Jd Qh Kd", LOSE)]
)
def test_rule_10_the_player_is_held_to_the_four_cards_set(four: str, outcome: int) -> None:
    assert main(FIFTEEN, QUALIFIES_AT_16, set=four) == (outcome, outcome)


@pytest.mark.parametrize("wager", ["low-points", "high-points"])
@pytest.mark.parametrize("dealer", [QUALIFIES_AT_16, NOT_AT_17])
@pytest.mark.parametrize("fold", [True, False])
def test_rule_11_bonuses_are_paid_folded_or_not_qualified_or_not(wager: str, dealer: str, fold: bool) -> None:
    player = {"low-points": "Ac Ad Ah 3c Ks Qs Js", "high-points": "7c 8d 9h Ts Js Qs Ks"}[wager]
    paid = {"low-points": 26, "high-points": 301}[wager]
    assert bonus(wager, player, dealer=dealer, fold=fold).returned == paid * STAKE


def test_rule_11_setting_a_worse_hand_on_purpose_gains_nothing() -> None:
    four_kings_high = "Ts Js Qs Ks"
    player = f"{four_kings_high} 2h 2s 5h"
    assert bonus("high-points", player, set=four_kings_high, fold=False).returned == 0
    low = f"{four_kings_high} Ah As Ad"
    assert bonus("low-points", low, set=four_kings_high, fold=False).why == "11 points: not a winning hand"
    low = f"{four_kings_high[:-3]} Ah As Ad Ac"
    assert bonus("low-points", low, set="Ts Js Qs Ah", fold=False).why == "1 or 2 points: 300 to 1"


@pytest.mark.parametrize(
    ("player", "dealer", "returned"),
    [
        ("Ac Ad Ah As Kc Qd Jh", "2c 2d 2h 2s Kd Qh Js", METER),  # 1 + 2 = 3
        ("Ac Ad Ah As Kc Qd Jh", "3c 3d 3h 3s Kd Qh Js", METER),  # 1 + 3 = 4
        ("Ac Ad Ah As Kc Qd Jh", "4c 4d 4h 4s Kd Qh Js", 123_456),  # 1 + 4 = 5
        ("Ac Ad Ah As Kc Qd Jh", "5c 5d 5h 5s Kd Qh Js", 123_456),  # 1 + 5 = 6
        ("Ac Ad Ah 2s Kc Qd Jh", "As 2c 2d 2h Kd Qh Js", 123_456),  # 3 + 3 = 6
        ("Ac Ad Ah As Kc Qd Jh", "6c 6d 6h 6s Kd Qh Js", 275 * STAKE),  # 1 + 6 = 7
        ("Ac Ad Ah As Kc Qd Jh", "7c 7d 7h 7s Kd Qh Js", 275 * STAKE),  # 1 + 7 = 8
        ("Ac Ad Ah As Kc Qd Jh", "8c 8d 8h 8s Kd Qh Js", 275 * STAKE),  # 1 + 8 = 9
        ("Ac Ad Ah As Kc Qd Jh", "9c 9d 9h 9s Kd Qh Js", 275 * STAKE),  # 1 + 9 = 10
        ("Ac Ad Ah As Kc Qd Jh", "Tc Td Th Ts Kd Qh Js", 275 * STAKE),  # 1 + 10 = 11
        ("2c 2d 2h 2s Kc Qd Jh", "Tc Td Th Ts Kd Qh Js", 0),  # 2 + 10 = 12
        ("7c 8d 9h Ts Jc Qd Kh", "7d 8h 9s Tc Jd Qh Ks", 0),  # 34 + 34 = 68
    ],
)
@pytest.mark.parametrize("fold", [True, False])
def test_rule_12_combo_progressive_adds_both_totals(player: str, dealer: str, returned: int, fold: bool) -> None:
    assert bonus("combo-progressive", player, "1", dealer, fold=fold).returned == returned


def test_rule_12_combo_progressive_is_read_from_the_lowest_four_however_set() -> None:
    player, dealer = "Ac Ad Ah As Kc Qd Jh", "2c 2d 2h 2s Kd Qh Js"
    assert bonus("combo-progressive", player, None, dealer, set="As Kc Qd Jh", fold=False).returned == METER


def test_rule_12_the_meter_must_be_given() -> None:
    with pytest.raises(WagerError, match="meter"):
        settle(line(FIFTEEN, wagers={"ante": 100, "combo-progressive": 100}))


def test_rule_12_the_meter_starts_at_10000_bets_and_takes_a_fifth_of_each() -> None:
    rule = GAME.book.progressives["combo-progressive"]
    assert (rule.base_bets, rule.increment_rate) == (10_000, Fraction(1, 5))
    assert rule.opened(100).with_bet(100).cents == 1_000_020


def test_rule_12_several_winners_of_the_whole_meter_split_it_evenly() -> None:
    meter = Progressive("combo-progressive", 10_000, 200_000).opened(100)
    assert award(meter, [Fraction(1)] * 3).paid == (333_333, 333_333, 333_333)


def test_rule_13_ante_and_play_then_the_bonuses_then_the_progressive() -> None:
    wagers = {"combo-progressive": 100, "high-points": 100, "low-points": 100, "ante": 100}
    fields = line(FIFTEEN, wagers=wagers, meters={"combo-progressive": METER})
    order = [result.wager for result in settle(fields).results]
    assert order == ["ante", "play", "low-points", "high-points", "combo-progressive"]


def test_rule_13_seats_are_settled_from_the_dealers_right_and_dealt_from_the_left() -> None:
    procedure = GAME.book.procedure
    assert list(procedure.taking.seats(6)) == [6, 5, 4, 3, 2, 1]
    assert list(procedure.dealing.seats(6)) == [1, 2, 3, 4, 5, 6]
    assert procedure.dealing.goes == "clockwise"


@pytest.mark.parametrize("count", [6, 8])
def test_rule_14_a_wrong_number_of_cards_is_not_settled(count: int) -> None:
    with pytest.raises(CardError):
        settle(line(cards_text(DECK[10 : 10 + count]), cards_text(DECK[:7])))


def test_rule_14_a_void_hand_returns_every_stake() -> None:
    settlement = void({"ante": 700, "play": 700, "combo-progressive": 100})
    assert [row.returned for row in settlement.results] == [700, 700, 100]
    assert settlement.net == 0


# Tables 1a and 1b: Low Points. The lines as printed, pay tables in order.

TABLE_1: dict[str, dict[tuple[int, int], int]] = {
    "1": {(1, 2): 250, (3, 4): 20, (5, 6): 10, (7, 7): 2},
    "2": {(1, 2): 150, (3, 4): 20, (5, 6): 10, (7, 7): 2},
    "3": {(1, 2): 300, (3, 4): 25, (5, 6): 5, (7, 8): 2},
    "4": {(1, 2): 500, (3, 4): 20, (5, 6): 5, (7, 8): 2},
}
TABLE_2: dict[str, dict[tuple[int, int], int]] = {
    "1": {(33, 34): 200, (28, 32): 40, (24, 27): 10, (19, 23): 3},
    "2": {(33, 34): 300, (28, 32): 80, (24, 27): 5, (19, 23): 2},
    "3": {(33, 34): 400, (28, 32): 50, (24, 27): 10, (19, 23): 2},
    "4": {(33, 34): 100, (28, 32): 20, (24, 27): 8, (19, 23): 4},
}


def paid(table: dict[tuple[int, int], int], total: int) -> int:
    """What 700 cents come back as, by the printed lines."""
    pays = [odds for (first, last), odds in table.items() if first <= total <= last]
    return STAKE * (pays[0] + 1) if pays else 0


@pytest.mark.parametrize("total", HAND_OF_TOTAL)
@pytest.mark.parametrize("table", TABLE_1)
def test_tables_1a_and_1b_low_points(table: str, total: int) -> None:
    found = bonus("low-points", HAND_OF_TOTAL[total], table)
    assert (found.staked, found.returned) == (STAKE, paid(TABLE_1[table], total))


@pytest.mark.parametrize("total", HAND_OF_TOTAL)
@pytest.mark.parametrize("table", TABLE_2)
def test_table_2_high_points(table: str, total: int) -> None:
    found = bonus("high-points", HAND_OF_TOTAL[total], table)
    assert (found.staked, found.returned) == (STAKE, paid(TABLE_2[table], total))


def test_there_are_no_other_tables() -> None:
    tables = GAME.book.pay_tables
    assert list(tables["low-points"]) == list(tables["high-points"]) == ["1", "2", "3", "4"]
    assert list(tables["combo-progressive"]) == ["1"]


@pytest.mark.parametrize("total", HAND_OF_TOTAL)
def test_the_felt_shows_low_points_3_and_high_points_2(total: int) -> None:
    player = HAND_OF_TOTAL[total]
    assert bonus("low-points", player).returned == paid(TABLE_1["3"], total)
    assert bonus("high-points", player).returned == paid(TABLE_2["2"], total)
