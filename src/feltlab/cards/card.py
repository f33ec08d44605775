"""A card is `4 × rank + suit`: 2c is 0, As is 51, and a Joker is 52."""

from collections.abc import Iterable
from typing import Final

from feltlab.errors import CardError, shown

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
JOKER: Final = 52

_TEXT = (*(rank + suit for rank in RANKS for suit in SUITS), "Jo")
_LISTS = (list, tuple)
_CARD = {text: card for card, text in enumerate(_TEXT)}


def parse_card(text: object) -> int:
    try:
        return _CARD[text]  # type: ignore[index]
    except (KeyError, TypeError):
        raise CardError(f"{shown(text)} is not a card: write rank and suit like 'As' or 'Td', or 'Jo'") from None


def parse_cards(given: object, count: int, what: str) -> tuple[int, ...]:
    """Cards from a list of texts, or from one text such as `As Td`; exactly `count` of them."""
    if isinstance(given, str):
        given = given.split()
    if not isinstance(given, _LISTS):
        raise CardError(f"{what} must be a list of cards, not {shown(given)}")
    if len(given) != count:
        raise CardError(f"{what} must be {count} cards, not {len(given)}")
    try:
        return tuple([_CARD[text] for text in given])
    except (KeyError, TypeError):
        return tuple([parse_card(text) for text in given])  # to name the one that is wrong


def card_text(card: int) -> str:
    return _TEXT[card]


def cards_text(cards: Iterable[int]) -> str:
    return " ".join([_TEXT[card] for card in cards])


def rank_of(card: int) -> int:
    return card >> 2


def suit_of(card: int) -> int:
    return card & 3
