"""Decks of cards with names, by the name that a round's Deal gives them."""

from collections.abc import Mapping
from typing import Final

from feltlab.cards import RULE_CARDS

SECOND_DECKS: Final[Mapping[str, tuple[str, ...]]] = {"rule cards": RULE_CARDS}
