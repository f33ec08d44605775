"""Rule Out!: house rules to compare with the documents', with the numbers that each changes."""

from typing import Any, Final

HOUSES: Final[list[dict[str, Any]]] = [
    *({"decks": decks} for decks in range(1, 9)),
    *({"jokers": jokers} for jokers in range(3)),
]

FELTS: Final = [(f"the single-deck main table on {decks} decks", {"main": "single"}, decks) for decks in range(2, 9)]
"""Pay tables on shoes that they are not printed for: from three decks up the single-deck pays give the game away."""
