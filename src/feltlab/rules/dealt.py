"""Reading a round from outside: required fields, cards dealt only once, choices on offer."""

from collections.abc import Mapping, Sequence

from feltlab.cards import JOKER, card_text, parse_cards
from feltlab.errors import CardError, ChoiceError, shown


def field(line: Mapping[str, object], name: str) -> object:
    try:
        return line[name]
    except KeyError:
        error = ChoiceError if name == "choices" else CardError
        raise error(f"'{name}' is missing") from None


def distinct(cards: Sequence[int]) -> None:
    """Refuse a card that is dealt twice, and a Joker, from one 52-card deck."""
    different = set(cards)
    if len(different) != len(cards):
        twice = next(card for place, card in enumerate(cards) if card in cards[:place])
        raise CardError(f"{card_text(twice)} is dealt twice")
    if JOKER in different:
        raise CardError("Jo is dealt, but this game has no Jokers")


def one_hand(line: Mapping[str, object], place: str, cards: int) -> tuple[int, ...]:
    """The cards of one place, from one 52-card deck."""
    found = parse_cards(field(line, place), cards, place)
    distinct(found)
    return found


def one_of(choices: object, name: str, offered: Sequence[str], also: Sequence[str] = ()) -> str:
    """The choice of that name; `also` lists the other names that may stand beside it."""
    if not isinstance(choices, dict):
        raise ChoiceError(f"choices must be given as {{name: choice}}, not {shown(choices)}")
    for key in choices:
        if key != name and key not in also:
            raise ChoiceError(f"{shown(key)} is not a choice of this game: choose from {', '.join([name, *also])}")
    if name not in choices:
        raise ChoiceError(f"the choice '{name}' is missing: give {' or '.join(offered)}")
    choice = choices[name]
    if not isinstance(choice, str) or choice not in offered:
        raise ChoiceError(f"the choice '{name}' must be {' or '.join(offered)}, not {shown(choice)}")
    return choice
