"""The fifteen Rule Cards: twelve that name ranks, suits or colours, three that look at the order."""

from typing import Final

from feltlab.errors import CardError, shown

RULE_CARDS: Final = (
    "2-5", "6-9", "10-K", "Even", "Odd", "Diamonds", "Clubs", "Hearts", "Spades", "Ace & Face",
    "Red", "Black", "Highest", "Middle", "Lowest",
)  # fmt: skip
FIXED_RULES: Final = 12
"""The first twelve strike a card whatever else the hand holds; the last three look at the whole hand."""

_NUMBER = {name: number for number, name in enumerate(RULE_CARDS)}


def parse_rule_cards(given: object, count: int = 3) -> tuple[int, ...]:
    if not isinstance(given, list | tuple):
        raise CardError(f"rules must be a list of {count} Rule Cards, not {shown(given)}")
    if len(given) != count:
        raise CardError(f"rules must be {count} Rule Cards, not {len(given)}")
    try:
        rules = tuple(_NUMBER[name] for name in given)
    except (KeyError, TypeError):
        bad = next(name for name in given if not isinstance(name, str) or name not in _NUMBER)
        raise CardError(f"{shown(bad)} is not a Rule Card: they are {', '.join(RULE_CARDS)}") from None
    if len(set(rules)) != count:
        raise CardError("a Rule Card is dealt twice: the rule deck holds each of the fifteen once")
    return rules
