"""Hard hands for practice: dealt until the best choice and the next best are close, then judged by the exact lab."""

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from feltlab.cards import DECK, card_text, joker_shoe
from feltlab.errors import ChoiceError, FeltlabError
from feltlab.exact.figures import Advice
from feltlab.games import GAMES
from feltlab.lab import advise
from feltlab.web.felt_hands import read_hand

Line = dict[str, Any]
CLOSE: Final = Fraction(1, 10)
"""Of the first bet: hands whose best choice is worth this much more than the next are easy."""
MOST_DEALT: Final = 400
STAKE: Final = 1000


def hard_hand(game: str, seed: int | None = None) -> Line:
    """A decision that is close, as `feltlab advise` reads it; the closest of those dealt where none is close enough."""
    chance = random.Random(seed)  # noqa: S311 - practice, no money
    closest: tuple[Fraction, Line] | None = None
    for _ in range(MOST_DEALT):
        line = _deal(game, chance)
        if line is None:
            continue
        gap = _gap(advise(line))
        if gap and (closest is None or gap < closest[0]):
            closest = (gap, line)
            if gap < CLOSE:
                break
    if closest is None:
        raise FeltlabError("no hand with a decision was dealt")
    return closest[1]


def _deal(game: str, chance: random.Random) -> Line | None:
    """A random hand; None for one that is plainly easy, so that the lab is not asked about it."""
    line: Line = {"game": game, "wagers": {GAMES[game].initial: STAKE}}
    if game == "rule-out":
        return {**line, "decks": 1, "dealt": [card_text(card) for card in chance.sample(joker_shoe(1, 2), 3)]}
    cards = [card_text(card) for card in chance.sample(DECK, 7)]
    if game == "quick-draw-holdem":
        line |= {"hole": cards[:2], "flop": cards[2:5]}
        return {**line, "turn": cards[5]} if chance.random() < 1 / 3 else line
    if game == "low-four" and not 14 <= read_hand(game, " ".join(cards))["total"] <= 16:
        return None
    return {**line, "player": cards}


def _gap(advice: Advice) -> Fraction:
    """How far the next best value lies below the best; choices worth the same are one choice."""
    values = sorted({option.ev for option in advice.options}, reverse=True)
    return values[0] - values[1] if len(values) > 1 else Fraction(0)


def judged(line: Mapping[str, Any], choice: str) -> dict[str, Any]:
    """What the lab says of a choice: every value, the best, and what this one costs in first bets."""
    advice = advise(line)
    values = {option.choice: option.ev for option in advice.options}
    if choice not in values:
        raise ChoiceError(f"the choices here are {', '.join(values)}")
    cost = advice.best.ev - values[choice]
    return {**advice.to_dict(), "choice": choice, "right": cost == 0, "cost": str(cost), "cost_float": float(cost)}
