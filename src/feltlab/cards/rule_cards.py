"""The fifteen Rule Cards: twelve that name ranks, suits or colors, three that look at the order."""

from typing import Final

RULE_CARDS: Final = (
    "2-5", "6-9", "10-K", "Even", "Odd", "Diamonds", "Clubs", "Hearts", "Spades", "Ace & Face",
    "Red", "Black", "Highest", "Middle", "Lowest",
)  # fmt: skip
FIXED_RULES: Final = 12
"""The first twelve take a card whatever else the hand holds; the last three look at the whole hand."""
