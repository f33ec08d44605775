"""Plain words for a settled round, for a game that brings none of its own. A game's `speech` has the same functions."""

from collections.abc import Mapping

from feltlab.rules.codes import LOSE, PAID, PUSH
from feltlab.rules.settling import Facts, SeatRound


def hands(facts: Facts) -> dict[str, str]:
    """Every hand as its ranking calls it."""
    found = {}
    for name, hand in facts.round.game.hands.items():
        if cards := hand.cards(facts.round.cards):
            found[name] = hand.ranking.text(hand.ranking.of(cards), cards)
    return found


def why(facts: Facts, wager: str, code: int, hands: Mapping[str, str]) -> str:
    if code >= PAID:
        line = facts.round.terms.pays[wager].by_grade[code - PAID]
        return line.words if line else "not a winning hand"
    if code == PUSH:
        return "push"
    if code == LOSE:
        return "folded" if facts.round.folded else "loses"
    return "wins"


def by_table(facts: Facts, wager: str, code: int, hand: str) -> str:
    """The line that pays a wager, or the hand that no line pays."""
    line = facts.round.terms.pays[wager].by_grade[code - PAID]
    return line.words if line else f"{hand}: not a winning hand"


def choice(round: SeatRound) -> str:
    trade = round.game.round.trade
    said = []
    for name, made in round.choices.items():
        if trade and trade.trade and name == trade.name:
            said.append("keep" if made is None else f"trade {' '.join(trade.trade.listed(made))}")
        elif made is not None:
            said.append(str(made))
    return ", ".join(said) or "none"
