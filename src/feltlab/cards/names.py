"""Every card by its name: a playing card has its notation, a card of a second deck the name printed on it.

Cards of second decks are numbered from 64 up as their names come, separately in each process: only the name is stored.
"""

from collections.abc import Iterable
from threading import Lock
from typing import Annotated, Final

from feltlab.cards.card import JOKER, card_text
from feltlab.cards.deck import DECK
from feltlab.errors import CardError, shown

Card = Annotated[int, "card"]
"""A field of this type is a number in the program and a name in every text."""

FIRST_NAMED: Final = 64

_NAMES: Final = {card: card_text(card) for card in (*DECK, JOKER)}
_CARDS: Final[dict[str, Card]] = {name: card for card, name in _NAMES.items()}
_numbering: Final = Lock()


def card_named(name: str) -> Card:
    card = _CARDS.get(name)
    return _numbered(name) if card is None else card


def _numbered(name: object) -> Card:
    if not isinstance(name, str):
        raise CardError(f"a card's name must be text, not {shown(name)}")
    with _numbering:
        if name not in _CARDS:
            card = FIRST_NAMED + len(_CARDS) - len(DECK) - 1
            _NAMES[card] = name  # first: a thread that finds the number finds its name
            _CARDS[name] = card
        return _CARDS[name]


def cards_named(names: Iterable[str]) -> tuple[Card, ...]:
    return tuple([card_named(name) for name in names])


def card_name(card: Card) -> str:
    return _NAMES[card]


def card_names(cards: Iterable[Card]) -> list[str]:
    return [_NAMES[card] for card in cards]
