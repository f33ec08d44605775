"""The words of Rule Out!: which cards are left, which rule took which, Jokers."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from feltlab.cards import JOKER, RULE_CARDS, card_text, cards_text
from feltlab.hands.survivors import strikes
from feltlab.rules.codes import PAID
from feltlab.rules.settling import Facts, SeatRound
from feltlab.rules.speech import by_table

_OUT: Final = {
    "2-5": "twos to fives are out",
    "6-9": "sixes to nines are out",
    "10-K": "tens, jacks, queens and kings are out",
    "Even": "even cards are out, face cards stay",
    "Odd": "odd cards and aces are out, face cards stay",
    "Red": "red cards are out",
    "Black": "black cards are out",
    "Ace & Face": "aces, jacks, queens and kings are out",
    "Highest": "the highest of all three cards is out",
    "Middle": "the middle one of all three cards is out",
    "Lowest": "the lowest of all three cards is out",
}


def card_turned(name: str) -> str:
    """A Rule Card's call; a suit says it all."""
    return f"{name}: {_OUT[name]}" if name in _OUT else f"{name} are out"


def hands(facts: Facts) -> dict[str, str]:
    found = {"joker": _jokers(facts)} if "joker" in facts.round.stakes else {}
    c0, c1, c2 = facts.round.cards["hand"]
    left, taken = [], []
    for card, by in zip((c0, c1, c2), strikes((c0, c1, c2), facts.round.cards["rules"]), strict=True):
        if by:
            taken.append(_taken(card, tuple(by)))
        elif card != JOKER:
            left.append(card)
    found["player"] = f"{len(left)} surviving{': ' if left else ''}{cards_text(left)}"
    if taken:
        found["taken"] = "; ".join(taken)
    return found


@cache
def _taken(card: int, by: tuple[int, ...]) -> str:
    return f"{card_text(card)} by {', '.join(RULE_CARDS[rule] for rule in by)}"


def _jokers(facts: Facts) -> str:
    jokers = facts.values["jokers"]
    return f"{jokers or 'no'} joker{'' if jokers == 1 else 's'}"


def choice(round: SeatRound) -> str:
    return "keep" if round.choices["trade"] is None else f"trade {round.choices['trade']}"


def why(facts: Facts, wager: str, code: int, hands: Mapping[str, str]) -> str:
    assert code >= PAID  # noqa: S101 - both bets are paid by a table
    return by_table(facts, wager, code, hands["joker" if wager == "joker" else "player"])
