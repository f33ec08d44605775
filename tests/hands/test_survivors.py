"""Rule Out! hands against a plain reading of the Rule Cards, every hand with every three of them."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, prod
from typing import Final

import numpy as np
import numpy.typing as npt
import pytest

from feltlab.cards import DECK, JOKER, RULE_CARDS, card_text, joker_shoe, parse_cards
from feltlab.games import GAMES
from feltlab.hands.jit import compiled
from feltlab.hands.survivors import strikes, struck, survivors
from feltlab.money import Odds

needs_machine_code = pytest.mark.compiled("the loop over all hands is only for machine code")

Hand = tuple[int, int, int]

LOW_TO_HIGH: Final = "A23456789TJQK"
SUITS_LOW_TO_HIGH: Final = "cdhs"
RANKS_NAMED: Final = {
    "2-5": "2345",
    "6-9": "6789",
    "10-K": "TJQK",
    "Even": "2468T",
    "Odd": "A3579",
    "Ace & Face": "AJQK",
}
SUITS_NAMED: Final = {"Diamonds": "d", "Clubs": "c", "Hearts": "h", "Spades": "s", "Red": "dh", "Black": "cs"}
TRIPLES: Final = list(combinations(range(15), 3))
MASKS: Final = np.array([sum(1 << rule for rule in rules) for rules in TRIPLES], np.int64)

MAIN_RETURNS: Final = {1: (0, 1, 3, 8), 4: (0, 1, 3, 7), 6: (0, 1, 3, 7)}
"""Handed back for a stake of one, by survivors: a push gives the stake back."""


def percent(share: Fraction) -> str:
    return f"{float(round(100 * share, 2)):.2f}"


def oracle(hand: Hand, rule: str) -> int:
    """The places that one Rule Card takes, as a mask; Jokers are out without it."""
    texts = [card_text(card) for card in hand]
    if rule in RANKS_NAMED or rule in SUITS_NAMED:
        named = [
            text != "Jo" and (text[0] in RANKS_NAMED.get(rule, "") or text[1] in SUITS_NAMED.get(rule, ""))
            for text in texts
        ]
        return sum(1 << place for place in range(3) if named[place])
    places = [place for place in range(3) if texts[place] != "Jo"]
    places.sort(key=lambda place: (LOW_TO_HIGH.index(texts[place][0]), SUITS_LOW_TO_HIGH.index(texts[place][1])))
    if len(places) == 3:
        return 1 << places[{"Lowest": 0, "Middle": 1, "Highest": 2}[rule]]
    if len(places) == 2 and rule != "Middle":
        return 1 << places[{"Lowest": 0, "Highest": 1}[rule]]
    return 0


@cache
def taken_from(hand: Hand) -> list[int]:
    """What each of the fifteen Rule Cards takes, and last the Jokers."""
    jokers = sum(1 << place for place in range(3) if hand[place] == JOKER)
    return [*(oracle(hand, rule) for rule in RULE_CARDS), jokers]


def oracle_survivors(hands: list[Hand]) -> npt.NDArray[np.uint8]:
    """Hands × triples: what no rule of the three takes survives, Jokers never do."""
    taken = np.array([taken_from(hand) for hand in hands], np.uint8)
    first, second, third = np.array(TRIPLES).T
    out = taken[:, first] | taken[:, second] | taken[:, third] | taken[:, -1:]
    left: npt.NDArray[np.uint8] = np.uint8(3) - np.bitwise_count(out)
    return left


@compiled
def all_survivors(hands: npt.NDArray[np.int64], masks: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
    found = np.empty((len(hands), len(masks)), np.uint8)
    for row in range(len(hands)):
        for column in range(len(masks)):
            found[row, column] = survivors(hands[row, 0], hands[row, 1], hands[row, 2], masks[column])
    return found


def hands_of_one_deck() -> list[Hand]:
    return list(combinations(joker_shoe(1), 3))


def hands_of_any_shoe() -> list[Hand]:
    """Every hand up to its order, duplicates included: 53 different cards, three at a time."""
    return list(combinations_with_replacement(range(JOKER + 1), 3))


def weight(hand: Hand, decks: int) -> int:
    """In how many ways a shoe of that many decks deals this hand."""
    copies = Counter(hand).items()
    return prod(comb(decks * (2 if card == JOKER else 1), count) for card, count in copies)


@pytest.fixture(scope="module")
def any_shoe() -> npt.NDArray[np.uint8]:
    """Survivors of every hand of any shoe under each of the 455 triples."""
    return all_survivors(np.array(hands_of_any_shoe()), MASKS)


def test_there_are_455_triples_of_rule_cards() -> None:
    assert len(TRIPLES) == comb(15, 3) == 455


@needs_machine_code
def test_every_hand_of_one_deck_survives_all_455_triples_as_read() -> None:
    hands = hands_of_one_deck()
    assert len(hands) == comb(54, 3) == 24_804
    assert np.array_equal(all_survivors(np.array(hands), MASKS), oracle_survivors(hands))


@needs_machine_code
def test_every_hand_of_any_shoe_survives_all_455_triples_as_read(any_shoe: npt.NDArray[np.uint8]) -> None:
    hands = hands_of_any_shoe()
    assert len(hands) == comb(55, 3) == 26_235
    assert np.array_equal(any_shoe, oracle_survivors(hands))


def test_each_rule_takes_the_places_that_it_names_whatever_the_order_of_the_cards() -> None:
    for number, hand in enumerate(hands_of_any_shoe()):
        if number % 16:  # one hand in sixteen, in all six orders
            continue
        for a, b, c in permutations(hand):
            jokers = sum(1 << place for place, card in enumerate((a, b, c)) if card == JOKER)
            for rule, name in enumerate(RULE_CARDS):
                assert struck(a, b, c, 1 << rule) == oracle((a, b, c), name) | jokers, (a, b, c, name)


def test_survivors_are_the_places_that_are_not_struck() -> None:
    for number, hand in enumerate(hands_of_any_shoe()):
        rules = number * 2_654_435_761 % (1 << 15)
        assert survivors(*hand, rules) == 3 - int(struck(*hand, rules)).bit_count()


def test_without_rules_every_card_but_a_joker_survives() -> None:
    assert [struck(*hand, 0) for hand in ((0, 1, 2), (JOKER, 1, 2), (0, JOKER, JOKER))] == [0, 1, 6]


def test_strikes_names_every_rule_on_every_card_in_the_order_dealt() -> None:
    first, second, third = parse_cards("As 2d Jo", 3, "hand")
    for names in (["Odd", "Lowest", "Black"], ["Black", "Lowest", "Odd"], ["Highest", "Even", "Red"]):
        rules = tuple(map(RULE_CARDS.index, names))
        found = [[RULE_CARDS[rule] for rule in card] for card in strikes((first, second, third), rules)]
        assert found == ([names, [], []] if "Odd" in names else [[], names, []])


def test_strikes_and_struck_agree_on_every_hand_with_all_fifteen_rules() -> None:
    for number, hand in enumerate(hands_of_any_shoe()):
        if number % 8:
            continue
        expected = [
            [rule for rule, name in enumerate(RULE_CARDS) if oracle(hand, name) >> place & 1] for place in range(3)
        ]
        assert strikes(hand, tuple(range(15))) == expected


@pytest.mark.parametrize("card", DECK, ids=card_text)
def test_every_card_is_taken_by_exactly_four_of_the_twelve_fixed_rules(card: int) -> None:
    assert sum(struck(card, JOKER, JOKER, 1 << rule) & 1 for rule in range(12)) == 4


def returned_to_keepers(decks: int, found: npt.NDArray[np.uint8]) -> Fraction:
    """Returns ÷ stakes of the Main bet, of a player who never trades."""
    weights = np.array([weight(hand, decks) for hand in hands_of_any_shoe()])
    counts = [int(weights @ (found == left).sum(axis=1)) for left in range(4)]
    assert sum(counts) == comb(54 * decks, 3) * 455
    back = sum(count * units for count, units in zip(counts, MAIN_RETURNS[decks], strict=True))
    return Fraction(back, sum(counts))


@needs_machine_code
@pytest.mark.parametrize(("decks", "printed"), [(1, "95.11"), (6, "94.91")])
def test_a_player_who_keeps_every_hand_is_returned_what_is_printed(
    decks: int, printed: str, any_shoe: npt.NDArray[np.uint8]
) -> None:
    assert percent(returned_to_keepers(decks, any_shoe)) == printed


@needs_machine_code
def test_a_player_who_keeps_every_hand_of_four_decks_is_returned_a_little_less_than_is_printed(
    any_shoe: npt.NDArray[np.uint8],
) -> None:
    exact = returned_to_keepers(4, any_shoe)
    assert exact == Fraction(9_927_468, 10_467_275)
    assert percent(exact) == "94.84"  # printed 94.85; this reading gives the printed figures of one and six decks


@compiled
def count_jokers(shoe: npt.NDArray[np.int64], joker: int) -> npt.NDArray[np.int64]:
    """All hands of three cards by the number of Jokers in them."""
    counts = np.zeros(4, np.int64)
    for a in range(len(shoe)):
        for b in range(a + 1, len(shoe)):
            for c in range(b + 1, len(shoe)):
                counts[(shoe[a] == joker) + (shoe[b] == joker) + (shoe[c] == joker)] += 1
    return counts


def joker_hands(decks: int) -> list[int]:
    return [comb(2 * decks, jokers) * comb(52 * decks, 3 - jokers) for jokers in range(4)]


def test_the_joker_hands_of_one_deck_are_as_many_as_the_formula_says() -> None:
    found = Counter(hand.count(JOKER) for hand in hands_of_one_deck())
    assert [found[jokers] for jokers in range(4)] == joker_hands(1) == [22_100, 2_652, 52, 0]


@needs_machine_code
@pytest.mark.parametrize("decks", [1, 4, 6])
def test_the_joker_hands_of_a_shoe_are_as_many_as_the_formula_says(decks: int) -> None:
    found = count_jokers(np.array(joker_shoe(decks)), JOKER)
    assert found.tolist() == joker_hands(decks)
    assert sum(joker_hands(decks)) == comb(54 * decks, 3)


@pytest.mark.parametrize(
    ("table", "odds", "printed"),
    [
        ("primary-1", (5, 40), "72.75"),
        ("primary-4", (5, 25, 250), "72.38"),
        ("primary-6", (5, 25, 250), "72.71"),
        ("alternate-1", (5, 100), "85.32"),
        ("alternate-4", (5, 50, 1400), "85.06"),
        ("alternate-6", (5, 50, 1000), "84.82"),
    ],
)
def test_the_joker_bet_returns_what_is_printed(table: str, odds: tuple[int, ...], printed: str) -> None:
    decks = int(table[-1])
    counts = joker_hands(decks)
    back = Fraction(sum(count * (pays + 1) for count, pays in zip(counts[1:], odds, strict=False)), sum(counts))
    assert percent(back) == printed
    lines = [GAMES["rule-out"].book.pay_tables["joker"][table].line(jokers) for jokers in range(1, len(odds) + 1)]
    assert [line.pays if line else None for line in lines] == [Odds(pays) for pays in odds]
