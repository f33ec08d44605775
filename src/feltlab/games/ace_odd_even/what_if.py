"""Ace Odd Even: house rules to compare with the documents', with the numbers that each changes."""

from typing import Any, Final

from feltlab.cards import RANKS

HOUSES: Final[list[dict[str, Any]]] = [
    {"qualifier_cards": 0, "qualifier_rank": "2"},
    *({"qualifier_cards": 4, "qualifier_rank": rank} for rank in RANKS[6:]),
    *({"qualifier_cards": 5, "qualifier_rank": rank} for rank in "2TK"),
    *({"no_qualify_odds": odds} for odds in ("push", "2 to 1")),
]
