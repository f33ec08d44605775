"""Cards as people write them: 10♥."""

import re
from typing import Final

SUIT_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def card_rank(code: str) -> str:
    return "10" if code[0] == "T" else code[0]


def card_sign(code: str) -> str:
    return "Joker" if code == "Jo" else f"{card_rank(code)}{SUIT_SIGNS[code[1]]}"


def with_signs(text: str) -> str:
    """The cards in a text of ours as people write them; not for texts with plurals such as 7s."""
    return re.sub(r"\b(?:[2-9TJQKA][cdhs]|Jo)\b", lambda found: card_sign(found[0]), text)
