"""Rule Out! by its rules card and its index of rulings, and every line of every pay table."""

from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from feltlab.cards import DECK, JOKER, RULE_CARDS, card_text, joker_shoe, parse_card
from feltlab.errors import CardError, ChoiceError, PayTableError, RulesError, WagerError
from feltlab.games import GAMES, Settlement, settle, void
from feltlab.hands.survivors import strikes

GAME: Final = GAMES["rule-out"]
STAKE: Final = 700

SUITS: Final = "c d h s"
NAMED_BY: Final = {
    "2-5": {rank + suit for rank in "2345" for suit in SUITS.split()},
    "6-9": {rank + suit for rank in "6789" for suit in SUITS.split()},
    "10-K": {rank + suit for rank in "TJQK" for suit in SUITS.split()},
    "Even": {rank + suit for rank in "2468T" for suit in SUITS.split()},
    "Odd": {rank + suit for rank in "A3579" for suit in SUITS.split()},
    "Ace & Face": {rank + suit for rank in "AJQK" for suit in SUITS.split()},
    "Diamonds": {rank + "d" for rank in "A23456789TJQK"},
    "Clubs": {rank + "c" for rank in "A23456789TJQK"},
    "Hearts": {rank + "h" for rank in "A23456789TJQK"},
    "Spades": {rank + "s" for rank in "A23456789TJQK"},
    "Red": {rank + suit for rank in "A23456789TJQK" for suit in "dh"},
    "Black": {rank + suit for rank in "A23456789TJQK" for suit in "cs"},
}
"""The twelve fixed rules by the cards that they take, written out from the rules of play."""

MISSES: Final = ("2-5", "6-9", "Red")
"""Three rules that leave black tens to aces alone."""
SURVIVE: Final = {
    0: ("2c 6s Td", MISSES),
    1: ("2c 6s Tc", MISSES),
    2: ("2c Jc Tc", MISSES),
    3: ("Qc Jc Tc", MISSES),
}
"""Hands and rules that leave none, one, two and three cards."""


def line(
    dealt: str,
    rules: Sequence[str] = MISSES,
    *,
    trade: object = None,
    replacement: object = None,
    decks: object = 1,
    wagers: object | None = None,
    pay_tables: Mapping[str, str] | None = None,
) -> dict[str, object]:
    return {
        "game": "rule-out",
        "decks": decks,
        "dealt": dealt.split(),
        "choices": {"trade": trade},
        "replacement": replacement,
        "rules": list(rules),
        "wagers": {"main": STAKE, "joker": STAKE} if wagers is None else wagers,
        "pay_tables": pay_tables or {},
    }


def returned(settlement: Settlement) -> dict[str, int]:
    return {result.wager: result.returned for result in settlement.results}


def surviving(
    dealt: str, rules: Sequence[str], *, trade: str | None = None, replacement: str | None = None, decks: int = 1
) -> str:
    """The cards left after a settled round."""
    given = line(dealt, rules, trade=trade, replacement=replacement, decks=decks)
    return settle(given).hands["player"].partition(": ")[2]


def taken_by(rule: str, hand: str) -> list[str]:
    """The cards that one rule takes from a hand."""
    first, second, third = (parse_card(text) for text in hand.split())
    number = RULE_CARDS.index(rule)
    found = strikes((first, second, third), (number,))
    return [text for text, rules in zip(hand.split(), found, strict=True) if rules == [number]]


def places_taken(hand: str) -> list[list[str]]:
    """For each place of a hand, which of Highest, Middle and Lowest take its card."""
    first, second, third = (parse_card(text) for text in hand.split())
    found = strikes((first, second, third), tuple(map(RULE_CARDS.index, ["Highest", "Middle", "Lowest"])))
    return [[RULE_CARDS[rule] for rule in rules] for rules in found]


# The rules card, number by number.


@pytest.mark.parametrize("decks", range(1, 9))
def test_rule_01_one_to_eight_decks_of_54_cards_with_two_jokers_each(decks: int) -> None:
    shoe = joker_shoe(decks)
    assert len(shoe) == 54 * decks
    assert shoe.count(JOKER) == 2 * decks
    assert {shoe.count(card) for card in DECK} == {decks}
    assert settle(line("2c Jc Tc", decks=decks)).staked == 2 * STAKE


@pytest.mark.parametrize("decks", [0, 9, -1, True, 1.0, "1", None, [1]])
def test_rule_01_any_other_number_of_decks_is_refused(decks: object) -> None:
    with pytest.raises(RulesError, match="decks must be a whole number from 1 to 8"):
        settle(line("2c Jc Tc", decks=decks))


def test_rule_01_one_deck_unless_another_number_is_given() -> None:
    given = line("2c Jc Tc")
    del given["decks"]
    assert settle(given) == settle(line("2c Jc Tc", decks=1))


def test_rule_01_up_to_seven_seats() -> None:
    house = GAME.house()
    assert house.numbers.seats == 7
    with pytest.raises(RulesError, match="from 1 to 7"):
        house.numbers.changed({"seats": 8})


@pytest.mark.parametrize(("decks", "copies"), [(1, 1), (2, 2), (3, 3), (8, 3)])
def test_rule_01_a_card_is_dealt_at_most_once_from_each_deck(decks: int, copies: int) -> None:
    others = ["Tc", "Jc", "Qc"]
    allowed = " ".join(["5h"] * copies + others[copies:])
    assert settle(line(allowed, decks=decks)).staked == 2 * STAKE
    if copies < 3:
        with pytest.raises(CardError, match="5h is dealt"):
            settle(line(" ".join(["5h"] * (copies + 1) + others[copies + 1 :]), decks=decks))


def test_rule_01_one_deck_holds_two_jokers_and_two_decks_hold_three_or_more() -> None:
    assert settle(line("Jo Jo 9d", decks=1)).hands["joker"] == "2 jokers"
    assert settle(line("Jo Jo Jo", decks=2)).hands["joker"] == "3 jokers"
    with pytest.raises(CardError, match="Jo is dealt"):
        settle(line("Jo Jo Jo", decks=1))


def test_rule_01_there_are_fifteen_rule_cards() -> None:
    assert sorted(RULE_CARDS) == sorted([*NAMED_BY, "Highest", "Middle", "Lowest"])
    assert len(RULE_CARDS) == 15


def test_rule_01_seats_are_each_paid_on_their_own_cards() -> None:
    assert returned(settle(line("Qc Jc Tc")))["main"] == 8 * STAKE
    assert returned(settle(line("2c 6s Td")))["main"] == 0


def test_rule_02_the_joker_bet_never_stands_alone() -> None:
    with pytest.raises(WagerError, match="main is mandatory"):
        settle(line("2c Jc Tc", wagers={"joker": 100}))


def test_rule_02_the_main_bet_may_stand_alone() -> None:
    settlement = settle(line("Jo Jc Tc", wagers={"main": 300}))
    assert [(result.wager, result.staked) for result in settlement.results] == [("main", 300)]


@pytest.mark.parametrize("joker", [1, 299, 300])
def test_rule_02_the_joker_bet_may_be_up_to_the_main_bet(joker: int) -> None:
    settlement = settle(line("Jo Jc Tc", wagers={"main": 300, "joker": joker}))
    assert returned(settlement)["joker"] == 6 * joker


def test_rule_02_the_joker_bet_is_not_above_the_main_bet() -> None:
    with pytest.raises(WagerError, match="must not be above the main bet"):
        settle(line("Jo Jc Tc", wagers={"main": 300, "joker": 301}))


@pytest.mark.parametrize("stake", [0, -100, 1.5, True, "100", None, float("nan"), 10**12 + 1])
@pytest.mark.parametrize("wager", ["main", "joker"])
def test_rule_02_a_stake_is_a_whole_number_of_cents_above_zero(wager: str, stake: object) -> None:
    with pytest.raises(WagerError, match=f"the {wager} stake"):
        settle(line("Jo Jc Tc", wagers={"main": 100, "joker": 100, wager: stake}))


@pytest.mark.parametrize("dealt", ["", "2c", "2c Jc", "2c Jc Tc Qc"])
def test_rule_03_each_seat_receives_three_cards(dealt: str) -> None:
    with pytest.raises(CardError, match="dealt must be 3 cards"):
        settle(line(dealt))


@pytest.mark.parametrize(("dealt", "odds"), [("2c Jc Tc", None), ("Jo Jc Tc", 5), ("2c Jo Jo", 40)])
def test_rule_04_the_joker_bet_is_paid_on_the_jokers_dealt(dealt: str, odds: int | None) -> None:
    assert returned(settle(line(dealt)))["joker"] == (0 if odds is None else STAKE + odds * STAKE)


def test_rule_04_the_joker_bet_is_settled_first() -> None:
    assert [result.wager for result in settle(line("Jo Jc Tc")).results] == ["joker", "main"]


@pytest.mark.parametrize("hand", ["Jo Jc Tc", "Jc Jo Tc", "Jc Tc Jo"])
def test_rule_04_a_joker_is_out_of_the_hand(hand: str) -> None:
    assert surviving(hand, MISSES) == "Jc Tc"


def test_rule_04_three_jokers_lose_the_main_bet() -> None:
    assert returned(settle(line("Jo Jo Jo", decks=4))) == {"joker": 251 * STAKE, "main": 0}


@pytest.mark.parametrize("place", [0, 1, 2])
def test_rule_05_any_one_card_may_be_traded(place: int) -> None:
    cards = ["Qc", "Jc", "Tc"]
    settlement = settle(line("Qc Jc Tc", trade=cards[place], replacement="Kc"))
    cards[place] = "Kc"
    assert settlement.hands["player"] == f"3 surviving: {' '.join(cards)}"


def test_rule_05_a_seat_may_keep_all_three_cards() -> None:
    assert surviving("Qc Jc Tc", MISSES, trade=None) == "Qc Jc Tc"


def test_rule_05_keeping_may_be_written_without_a_replacement() -> None:
    given = line("Qc Jc Tc")
    del given["replacement"]
    assert settle(given) == settle(line("Qc Jc Tc"))


@pytest.mark.parametrize("choices", [{}, [], None, "keep", {"trade": "keep"}, {"trade": 1}, {"trade": ["Qc", "Jc"]}])
def test_rule_05_the_choice_must_be_a_trade_or_null(choices: object) -> None:
    with pytest.raises(ChoiceError):
        settle({**line("Qc Jc Tc"), "choices": choices})


def test_rule_05_there_is_no_second_choice() -> None:
    for trade in (None, "Qc"):
        with pytest.raises(ChoiceError, match="not a choice"):
            settle({**line("Qc Jc Tc", replacement=trade and "Kc"), "choices": {"trade": trade, "again": "Jc"}})


def test_rule_05_the_choice_must_be_there() -> None:
    given = line("Qc Jc Tc")
    del given["choices"]
    with pytest.raises(ChoiceError, match="'choices' is missing"):
        settle(given)


def test_rule_05_a_joker_cannot_be_traded() -> None:
    with pytest.raises(ChoiceError, match="Joker cannot be traded"):
        settle(line("Jo Jc Tc", trade="Jo", replacement="Kc"))


def test_rule_05_beside_a_joker_another_card_may_be_traded() -> None:
    assert surviving("Jo 2c Tc", MISSES, trade="2c", replacement="Kc") == "Kc Tc"


def test_rule_05_a_card_that_was_not_dealt_cannot_be_traded() -> None:
    with pytest.raises(ChoiceError, match="Qc or Jc or Tc"):
        settle(line("Qc Jc Tc", trade="2c", replacement="Kc"))


def test_rule_05_a_trade_needs_its_replacement() -> None:
    with pytest.raises(CardError, match="replacement is missing"):
        settle(line("Qc Jc Tc", trade="Qc"))


def test_rule_05_without_a_trade_there_is_no_replacement() -> None:
    with pytest.raises(CardError, match="no card is traded"):
        settle(line("Qc Jc Tc", replacement="Kc"))


@pytest.mark.parametrize("replacement", ["1c", "", "Joker", 7, ["Kc"]])
def test_rule_05_the_replacement_is_one_card(replacement: object) -> None:
    with pytest.raises(CardError, match="not a card"):
        settle(line("Qc Jc Tc", trade="Qc", replacement=replacement))


@pytest.mark.parametrize("replacement", ["Qc", "Jc", "Tc"])
def test_rule_05_the_traded_card_is_out_of_play_before_the_new_one_is_dealt(replacement: str) -> None:
    with pytest.raises(CardError, match=f"{replacement} is dealt"):
        settle(line("Qc Jc Tc", trade="Qc", replacement=replacement))
    assert settle(line("Qc Jc Tc", trade="Qc", replacement=replacement, decks=2)).staked == 2 * STAKE


def test_rule_05_four_equal_cards_need_four_decks() -> None:
    with pytest.raises(CardError, match="Qc is dealt"):
        settle(line("Qc Qc Qc", trade="Qc", replacement="Qc", decks=3))
    assert surviving("Qc Qc Qc", MISSES, trade="Qc", replacement="Qc", decks=4) == "Qc Qc Qc"


def test_rule_05_of_two_equal_cards_one_is_traded() -> None:
    kept = surviving("Qc Jc Qc", MISSES, trade="Qc", replacement="Ks", decks=2)
    assert sorted(kept.split()) == ["Jc", "Ks", "Qc"]


def test_rule_05_a_third_joker_cannot_be_drawn_from_one_deck() -> None:
    with pytest.raises(CardError, match="Jo is dealt"):
        settle(line("Jo Jo 9d", trade="9d", replacement="Jo"))


def test_rule_05_a_joker_drawn_is_out_of_the_hand_and_does_nothing_for_the_joker_bet() -> None:
    settlement = settle(line("2c Jc Tc", trade="2c", replacement="Jo"))
    assert returned(settlement) == {"joker": 0, "main": 3 * STAKE}
    assert settlement.hands["player"] == "2 surviving: Jc Tc"


def test_rule_05_a_joker_dealt_is_paid_though_another_card_is_traded_for_a_joker() -> None:
    settlement = settle(line("Jo Jc Tc", trade="Jc", replacement="Jo"))
    assert returned(settlement) == {"joker": 6 * STAKE, "main": STAKE}


@pytest.mark.parametrize("card", DECK, ids=card_text)
def test_rule_06_every_card_is_named_by_exactly_four_of_the_twelve_fixed_rules(card: int) -> None:
    rules = strikes((card, JOKER, JOKER), tuple(range(12)))
    named = {rule for rule, cards in NAMED_BY.items() if card_text(card) in cards}
    assert len(named) == 4
    assert {RULE_CARDS[rule] for rule in rules[0]} == named


@pytest.mark.parametrize("rule", NAMED_BY)
def test_rule_06_a_fixed_rule_takes_the_cards_that_it_names_and_no_other(rule: str) -> None:
    taken = set()
    for card in map(card_text, DECK):
        # Beside two Jokers neither Highest nor Lowest takes anything: the one rule decides alone.
        main = returned(settle(line(f"{card} Jo Jo", (rule, "Highest", "Lowest"))))["main"]
        assert main in (0, STAKE)
        if main == 0:
            taken.add(card)
    assert taken == NAMED_BY[rule]


@pytest.mark.parametrize(
    ("rule", "hand", "taken"),
    [
        ("2-5", "2c 5s 6d", "2c 5s"),
        ("2-5", "Ac 2s Td", "2s"),
        ("6-9", "6c 9s Td", "6c 9s"),
        ("6-9", "5c 7s 8d", "7s 8d"),
        ("10-K", "Tc Ks Ad", "Tc Ks"),
        ("10-K", "Jc Qs 9d", "Jc Qs"),
        ("Even", "2c Ts Jd", "2c Ts"),
        ("Even", "Qc 8s Kd", "8s"),
        ("Odd", "Ac 9s Kd", "Ac 9s"),
        ("Odd", "Jc 3s 4d", "3s"),
        ("Diamonds", "Ac 9d Kd", "9d Kd"),
        ("Clubs", "Ac 9d Kc", "Ac Kc"),
        ("Hearts", "Ah 9d Kc", "Ah"),
        ("Spades", "As 9s Ks", "As 9s Ks"),
        ("Ace & Face", "Ah Jd Tc", "Ah Jd"),
        ("Ace & Face", "Qh Kd 2c", "Qh Kd"),
        ("Red", "Qh Kd 2c", "Qh Kd"),
        ("Black", "Qs Kd 2c", "Qs 2c"),
        ("Highest", "Qs Kd 2c", "Kd"),
        ("Middle", "Qs Kd 2c", "Qs"),
        ("Lowest", "Qs Kd 2c", "2c"),
    ],
)
def test_rule_06_each_rule_card_on_sample_hands(rule: str, hand: str, taken: str) -> None:
    assert taken_by(rule, hand) == taken.split()


def test_rule_06_the_order_of_the_rule_cards_does_not_matter() -> None:
    first = surviving("As 2d Td", ("Ace & Face", "Lowest", "Hearts"))
    second = surviving("As 2d Td", ("Hearts", "Lowest", "Ace & Face"))
    assert first == second == "2d Td"


@pytest.mark.parametrize("rules", [[], ["Red"], ["Red", "Black"], ["Red", "Black", "Odd", "Even"]])
def test_rule_06_three_rule_cards_are_dealt(rules: list[str]) -> None:
    with pytest.raises(CardError, match="rules must be 3 Rule Cards"):
        settle(line("2c Jc Tc", rules))


def test_rule_06_the_rule_deck_holds_each_rule_card_once() -> None:
    with pytest.raises(CardError, match="Rule Card is dealt twice"):
        settle(line("2c Jc Tc", ("Red", "Odd", "Red")))


@pytest.mark.parametrize("name", ["red", "Ace and Face", "2–5", "", None, 3, ["Red"]])
def test_rule_06_a_rule_card_goes_by_its_printed_name(name: object) -> None:
    with pytest.raises(CardError, match="not a Rule Card"):
        settle({**line("2c Jc Tc"), "rules": ["Red", "Odd", name]})


def test_rule_07_the_order_rules_count_cards_that_are_already_out() -> None:
    assert surviving("As 2d Td", ("Ace & Face", "Lowest", "Hearts")) == "2d Td"
    assert surviving("3c Kd Tc", ("Diamonds", "Highest", "6-9")) == "3c Tc"
    assert surviving("3c Kd Tc", ("Clubs", "Middle", "6-9")) == "Kd"


def test_rule_07_the_three_order_rules_take_three_different_cards() -> None:
    assert surviving("3c Kd Tc", ("Highest", "Middle", "Lowest")) == ""


def test_rule_07_the_order_rules_look_at_the_final_hand() -> None:
    assert surviving("3c 9d Tc", ("Lowest", "Hearts", "Ace & Face"), trade="9d", replacement="2d") == "3c Tc"


def test_rule_08_with_one_joker_middle_takes_nothing_and_the_others_act_on_the_two_cards() -> None:
    assert surviving("Jo 3c Tc", ("Middle", "Hearts", "Diamonds")) == "3c Tc"
    assert surviving("Jo 3c Tc", ("Highest", "Hearts", "Diamonds")) == "3c"
    assert surviving("Jo 3c Tc", ("Lowest", "Hearts", "Diamonds")) == "Tc"
    assert surviving("Jo 3c Tc", ("Highest", "Middle", "Lowest")) == ""


def test_rule_08_with_two_jokers_none_of_the_three_takes_anything() -> None:
    assert surviving("Jo Jo 9d", ("Highest", "Middle", "Lowest")) == "9d"


def test_rule_08_a_joker_drawn_counts_as_one_in_the_hand() -> None:
    rules = ("Middle", "Hearts", "Diamonds")
    assert surviving("3c 9s Tc", rules) == "3c Tc"
    assert surviving("3c 9s Tc", rules, trade="9s", replacement="Jo") == "3c Tc"
    assert surviving("3c 9s Jo", ("Highest", "Lowest", "Red"), trade="9s", replacement="Jo") == "3c"


@pytest.mark.parametrize(("left", "back"), [(0, 0), (1, STAKE), (2, 3 * STAKE), (3, 8 * STAKE)])
def test_rule_09_none_loses_one_pushes_two_and_three_are_paid(left: int, back: int) -> None:
    dealt, rules = SURVIVE[left]
    assert returned(settle(line(dealt, rules)))["main"] == back


@pytest.mark.parametrize("trade", ["2c", None])
def test_rule_10_a_hand_with_a_wrong_number_of_cards_is_not_settled_but_void(trade: str | None) -> None:
    with pytest.raises(CardError, match="dealt must be 3 cards, not 4"):
        settle(line("2c Jc Tc Qc", trade=trade, replacement=trade and "Kc"))
    stakes = {"main": STAKE, "joker": 300}
    assert returned(void(stakes)) == stakes
    assert void(stakes).net == 0


# The index of rulings and clarifications, line by line.


def test_index_odd_takes_aces_but_no_face_cards() -> None:
    assert taken_by("Odd", "Ac Jd Kh") == ["Ac"]
    assert taken_by("Odd", "Qc Jd Kh") == []


def test_index_even_takes_no_face_cards() -> None:
    assert taken_by("Even", "Qc Jd Kh") == []
    assert taken_by("Even", "Qc Td Kh") == ["Td"]


def test_index_10_k_takes_tens_jacks_queens_and_kings() -> None:
    assert taken_by("10-K", "Tc Jd Qh") == ["Tc", "Jd", "Qh"]
    assert taken_by("10-K", "Kc 9d Ah") == ["Kc"]


def test_index_the_ace_is_low() -> None:
    assert places_taken("Ac Kd 2h") == [["Lowest"], ["Highest"], ["Middle"]]
    assert places_taken("As 2c Kd") == [["Lowest"], ["Middle"], ["Highest"]]


def test_index_the_example_of_the_ace_the_two_and_the_ten() -> None:
    assert surviving("Ah 2c Ts", ("Ace & Face", "Lowest", "6-9")) == "2c Ts"


def test_index_middle_takes_nothing_beside_one_or_more_jokers() -> None:
    for hand in ("Jo 3c Tc", "3c Jo Tc", "3c Tc Jo", "Jo Jo Tc", "Jo Tc Jo", "Jo Jo Jo"):
        assert taken_by("Middle", hand) == []


@pytest.mark.parametrize("hand", ["Jo 3c Tc", "3c Jo Tc", "3c Tc Jo", "Tc 3c Jo", "Jo Tc 3c", "Tc Jo 3c"])
def test_index_a_joker_is_neither_high_nor_low(hand: str) -> None:
    assert taken_by("Highest", hand) == ["Tc"]
    assert taken_by("Lowest", hand) == ["3c"]


@pytest.mark.parametrize("rule", ["Highest", "Middle", "Lowest"])
@pytest.mark.parametrize("hand", ["Jo Jo 9d", "Jo 9d Jo", "9d Jo Jo", "Jo Jo Jo"])
def test_index_none_of_the_three_takes_anything_beside_two_or_more_jokers(rule: str, hand: str) -> None:
    assert taken_by(rule, hand) == []


@pytest.mark.parametrize("low", range(3))
@pytest.mark.parametrize("rank", "A7K")
def test_index_equal_ranks_go_by_suit_clubs_diamonds_hearts_spades(rank: str, low: int) -> None:
    lower, higher = rank + "cdhs"[low], rank + "cdhs"[low + 1]
    assert taken_by("Lowest", f"{higher} {lower} Jo") == [lower]
    assert taken_by("Highest", f"{higher} {lower} Jo") == [higher]


def test_index_three_cards_of_one_rank_go_by_suit() -> None:
    assert places_taken("Kh Kc Kd") == [["Highest"], ["Lowest"], ["Middle"]]
    assert places_taken("Ks Kh Kd") == [["Highest"], ["Middle"], ["Lowest"]]


def test_index_the_rank_goes_before_the_suit() -> None:
    assert places_taken("7s 8c 9d") == [["Lowest"], ["Middle"], ["Highest"]]


@pytest.mark.parametrize("rule", ["Highest", "Middle", "Lowest"])
@pytest.mark.parametrize("hand", ["5h 5h 9c", "9c 5h 5h", "5h 2c 5h", "2c 5h 5h", "5h 5h 5s", "7d 7d 7d"])
def test_index_of_identical_cards_each_rule_takes_exactly_one(rule: str, hand: str) -> None:
    assert len(taken_by(rule, hand)) == 1


@pytest.mark.parametrize("hand", ["5h 5h 9c", "9c 5h 5h", "5h 2c 5h", "2c 5h 5h", "5h 5h 5s", "7d 7d 7d"])
def test_index_of_identical_cards_the_three_rules_take_three_different_cards(hand: str) -> None:
    places = places_taken(hand)
    assert all(len(rules) == 1 for rules in places)
    assert surviving(hand, ("Highest", "Middle", "Lowest"), decks=3) == ""


def test_index_of_identical_cards_the_left_one_is_the_lower() -> None:
    assert places_taken("7d 7d 7d") == [["Lowest"], ["Middle"], ["Highest"]]
    assert places_taken("9c 5h 5h") == [["Highest"], ["Lowest"], ["Middle"]]


def test_index_two_identical_cards_beside_a_joker_are_one_high_and_one_low() -> None:
    assert places_taken("5h Jo 5h") == [["Lowest"], [], ["Highest"]]
    assert surviving("5h Jo 5h", ("Highest", "Lowest", "Clubs"), decks=2) == ""


def test_index_duplicates_across_decks_are_taken_together_by_a_fixed_rule() -> None:
    assert surviving("7d 7d 7d", ("Odd", "Clubs", "Spades"), decks=3) == ""
    assert surviving("7d 7d 7d", ("Even", "Clubs", "Spades"), decks=3) == "7d 7d 7d"


# The pay tables.

MAIN_ODDS: Final = {"single": (2, 7), "four": (2, 6), "six": (2, 6)}
"""N to 1 for two and for three surviving."""
JOKER_ODDS: Final = {
    "primary-1": (5, 40),
    "primary-4": (5, 25, 250),
    "primary-6": (5, 25, 250),
    "alternate-1": (5, 100),
    "alternate-4": (5, 50, 1400),
    "alternate-6": (5, 50, 1000),
}
"""N to 1 for one, two and three Jokers."""
JOKER_HANDS: Final = {1: "Jo 2c 3c", 2: "2c Jo Jo", 3: "Jo Jo Jo"}
JOKER_LINES: Final = [
    (table, jokers, odds) for table, pays in JOKER_ODDS.items() for jokers, odds in enumerate(pays, start=1)
]


@pytest.mark.parametrize("left", [0, 1, 2, 3])
@pytest.mark.parametrize("table", MAIN_ODDS)
def test_the_main_bet_pays_each_line(table: str, left: int) -> None:
    two, three = MAIN_ODDS[table]
    dealt, rules = SURVIVE[left]
    settlement = settle(line(dealt, rules, decks=4, pay_tables={"main": table}))
    assert returned(settlement)["main"] == (0, STAKE, STAKE + two * STAKE, STAKE + three * STAKE)[left]
    assert settlement.hands["player"].startswith(f"{left} surviving")


@pytest.mark.parametrize(("table", "jokers", "odds"), JOKER_LINES)
def test_the_joker_bet_pays_each_line(table: str, jokers: int, odds: int) -> None:
    decks = int(table[-1])
    settlement = settle(line(JOKER_HANDS[jokers], decks=decks, pay_tables={"joker": table}))
    assert returned(settlement)["joker"] == STAKE + odds * STAKE
    assert settlement.results[0].why == f"{jokers} joker{'s' if jokers > 1 else ''}: {odds} to 1"


@pytest.mark.parametrize("table", JOKER_ODDS)
def test_the_joker_bet_loses_without_a_joker(table: str) -> None:
    settlement = settle(line("2c 3c 4c", decks=int(table[-1]), pay_tables={"joker": table}))
    assert returned(settlement)["joker"] == 0


def test_the_book_holds_these_pay_tables_and_no_more_lines_than_are_proved_here() -> None:
    tables = GAME.book.pay_tables
    assert list(tables["main"]) == list(MAIN_ODDS)
    assert {id: len(table.lines) for id, table in tables["main"].items()} == dict.fromkeys(MAIN_ODDS, 3)
    assert {id: len(table.lines) for id, table in tables["joker"].items()} == {
        id: len(pays) for id, pays in JOKER_ODDS.items()
    }


@pytest.mark.parametrize(
    ("decks", "main", "joker"),
    [
        (1, "single", "primary-1"),
        (2, "four", "primary-4"),
        (3, "four", "primary-4"),
        (4, "four", "primary-4"),
        (5, "four", "primary-4"),
        (6, "six", "primary-6"),
        (7, "six", "primary-6"),
        (8, "six", "primary-6"),
    ],
)
def test_the_felt_shows_the_tables_of_its_number_of_decks(decks: int, main: str, joker: str) -> None:
    house = GAME.house()
    assert house.pay_table("main", decks=decks).id == main
    assert house.pay_table("joker", decks=decks).id == joker
    chosen = {"main": main, "joker": joker}
    for dealt, rules in [*SURVIVE.values(), ("Jo 2c Tc", MISSES), ("Jo Jo Tc", MISSES)]:
        assert settle(line(dealt, rules, decks=decks)) == settle(line(dealt, rules, decks=decks, pay_tables=chosen))


@pytest.mark.parametrize(("decks", "back"), [(1, 8), (2, 7), (4, 7), (6, 7), (8, 7)])
def test_three_surviving_are_paid_by_the_number_of_decks(decks: int, back: int) -> None:
    assert returned(settle(line("Qc Jc Tc", decks=decks)))["main"] == back * STAKE


@pytest.mark.parametrize("table", ["primary-1", "alternate-1"])
@pytest.mark.parametrize("decks", range(2, 9))
def test_a_table_without_three_jokers_is_refused_on_two_or_more_decks(decks: int, table: str) -> None:
    with pytest.raises(PayTableError, match=f"{table} has no line"):
        settle(line("Qc Jc Tc", decks=decks, pay_tables={"joker": table}))


@pytest.mark.parametrize("table", ["primary-4", "primary-6", "alternate-4", "alternate-6"])
def test_a_table_with_three_jokers_may_serve_one_deck(table: str) -> None:
    settlement = settle(line("Jo Jo Tc", decks=1, pay_tables={"joker": table}))
    assert returned(settlement)["joker"] == STAKE + JOKER_ODDS[table][1] * STAKE


@pytest.mark.parametrize("pay_tables", [{"main": "two"}, {"joker": "primary"}, {"side": "1"}, {"main": 1}, [], None])
def test_an_unknown_pay_table_is_refused(pay_tables: object) -> None:
    with pytest.raises(PayTableError):
        settle({**line("Qc Jc Tc"), "pay_tables": pay_tables})


def test_a_house_may_shuffle_its_decks_without_jokers() -> None:
    house = GAME.house()
    without = house.changed({"jokers": 0})
    assert returned(settle(line("Qc Jc Tc"), without))["main"] == 8 * STAKE
    with pytest.raises(CardError, match="Jo is dealt"):
        settle(line("Jo Jc Tc"), without)
