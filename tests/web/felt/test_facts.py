"""The facts that the drawings need: what strikes a card, and which cards make a hand."""

import random

from feltlab.cards import RULE_CARDS, card_text, parse_cards
from feltlab.games.quick_draw_holdem.reading import made_of
from feltlab.hands.poker import (
    FLUSH,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    seven_card_strength,
)
from feltlab.hands.ranking import category
from feltlab.hands.survivors import strikes
from tests.web.felt.facts import facts_of


def test_what_strikes_each_card_is_what_the_rules_strike() -> None:
    shoe = [*(card_text(card) for card in range(52)), "Jo"]
    chance = random.Random(7)
    for _ in range(200):
        hand = chance.sample(shoe, 3)
        first, second, third = parse_cards(" ".join(hand), 3, "cards")
        said = facts_of("rule-out", " ".join(hand))["struck"]
        by = strikes((first, second, third), tuple(range(len(RULE_CARDS))))
        assert said == [[RULE_CARDS[rule] for rule in each] for each in by]


def test_struck_by_words() -> None:
    assert facts_of("rule-out", "5s Td Ah")["struck"] == [
        ["2-5", "Odd", "Spades", "Black", "Middle"],
        ["10-K", "Even", "Diamonds", "Red", "Highest"],
        ["Odd", "Hearts", "Ace & Face", "Red", "Lowest"],
    ]


def test_the_cards_that_make_a_hand() -> None:
    counts = {
        HIGH_CARD: 0, PAIR: 2, TWO_PAIR: 4, TRIPS: 3, STRAIGHT: 5, FLUSH: 5, FULL_HOUSE: 5, QUADS: 4, STRAIGHT_FLUSH: 5,
    }  # fmt: skip
    chance = random.Random(3)
    few = [card for card in range(52) if card >> 2 in (12, 0, 1, 2, 3, 4) and card & 3 < 3]
    seen = set()
    for turn in range(4000):
        cards = chance.sample(few if turn % 2 else range(52), 7)
        kind = category(seven_card_strength(*cards))
        made = made_of(cards)
        assert len(made) == len(set(made)) == counts[kind]
        assert set(made) <= set(cards)
        # Without any one of them it is another hand, or the same with another card in its place.
        if kind in (PAIR, TWO_PAIR, TRIPS, QUADS):
            assert len({card >> 2 for card in made}) == (2 if kind == TWO_PAIR else 1)
        if kind in (FLUSH, STRAIGHT_FLUSH):
            assert len({card & 3 for card in made}) == 1
        seen.add(kind)
    assert seen >= set(counts) - {QUADS}
    facts = facts_of("quick-draw-holdem", "5s Ts", "Td 5c 2h Ks Kh")
    assert facts["made_of"] == ["Ks", "Kh", "Ts", "Td"]
