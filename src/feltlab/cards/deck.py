"""What can be dealt: the 52-card deck, and shoes of one to eight decks with their Jokers."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from feltlab.cards.card import JOKER
from feltlab.errors import RulesError, shown

DECK: Final = tuple(range(52))
JOKERS_PER_DECK: Final = 2
MAX_DECKS: Final = 8
LEAST_PENETRATION, MOST_PENETRATION = 5, 95
"""How deep a shoe is dealt, in percent of its cards."""


def joker_shoe(decks: int, jokers: int = JOKERS_PER_DECK) -> tuple[int, ...]:
    """All cards of `decks` decks of 52 cards and `jokers` Jokers each."""
    if isinstance(decks, bool) or not isinstance(decks, int) or not 1 <= decks <= MAX_DECKS:
        raise RulesError(f"decks must be a whole number from 1 to {MAX_DECKS}, not {shown(decks)}")
    return (DECK + (JOKER,) * jokers) * decks


def without(cards: Iterable[int], gone: Iterable[int]) -> tuple[int, ...]:
    """The cards without those that are gone; of several copies, the first ones go."""
    missing = Counter(gone)
    left = []
    for card in cards:
        if missing[card]:
            missing[card] -= 1
        else:
            left.append(card)
    if missing.total():
        raise RulesError("more copies of a card are gone than there were")
    return tuple(left)
