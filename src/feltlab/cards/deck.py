"""What may be dealt: the 52-card deck, and shoes of one to eight decks with their Jokers."""

from typing import Final

from feltlab.cards.card import JOKER
from feltlab.errors import RulesError, shown

DECK: Final = tuple(range(52))
JOKERS_PER_DECK: Final = 2
MAX_DECKS: Final = 8


def joker_shoe(decks: int, jokers: int = JOKERS_PER_DECK) -> tuple[int, ...]:
    """All cards of `decks` decks of 52 cards and `jokers` Jokers each."""
    if isinstance(decks, bool) or not isinstance(decks, int) or not 1 <= decks <= MAX_DECKS:
        raise RulesError(f"decks must be a whole number from 1 to {MAX_DECKS}, not {shown(decks)}")
    return (DECK + (JOKER,) * jokers) * decks
