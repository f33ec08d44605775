"""Cards as small ints, with a notation that round-trips."""

from feltlab.cards.card import (
    JOKER,
    RANKS,
    SUITS,
    card_text,
    cards_text,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)
from feltlab.cards.deck import DECK, joker_shoe
from feltlab.cards.rule_cards import RULE_CARDS

__all__ = [
    "DECK",
    "JOKER",
    "RANKS",
    "RULE_CARDS",
    "SUITS",
    "card_text",
    "cards_text",
    "joker_shoe",
    "parse_card",
    "parse_cards",
    "rank_of",
    "suit_of",
]
