"""How shuffled decks are cut into stacks. The record of a round has the cut, so that anyone can repeat it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

Stacks = tuple[tuple[str, int], ...]
"""Places and how many cards each has, in order from the top of the deck."""


class SecondDeck(NamedTuple):
    """A deck of cards with names, shuffled after the deck of cards."""

    name: str
    cards: tuple[str, ...]
    """In their order before the shuffle."""
    places: Stacks


class Cut(NamedTuple):
    seat: Stacks
    """The cards of each seat, one seat after the other: these come off the deck first."""
    shared: Stacks = ()
    second: tuple[SecondDeck, ...] = ()
    replacements: int = 0
    """After all others: how many cards each seat may draw."""

    @property
    def hand(self) -> int:
        return sum(cards for _, cards in self.seat)

    @property
    def names(self) -> Iterator[str]:
        for place, _ in (*self.seat, *self.shared):
            yield place
        for deck in self.second:
            yield from (deck.name, *deck.cards, *(place for place, _ in deck.places))

    def entry(self) -> dict[str, Any]:
        """In the form of JSON."""
        return {
            "seat": [list(stack) for stack in self.seat],
            "shared": [list(stack) for stack in self.shared],
            "second": [
                {"deck": deck.name, "cards": list(deck.cards), "places": [list(stack) for stack in deck.places]}
                for deck in self.second
            ],
            "replacements": self.replacements if self.replacements > 1 else bool(self.replacements),
        }
