"""Hard hands for practice: dealt until the two best choices are close, then judged by the exact lab."""

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from feltlab.cards import card_text
from feltlab.errors import ChoiceError, FeltlabError
from feltlab.exact.figures import Advice
from feltlab.lab import advise
from feltlab.rules.game import Game
from feltlab.rules.parts import part_of
from feltlab.rules.practice import shoe_of
from feltlab.rules.seen import board_fields, hand_fields, seen_at, seen_line, size_of

Line = dict[str, Any]
CLOSE: Final = Fraction(1, 10)
"""In first bets: hands whose best choice is worth this much more than the next are easy."""
MOST_DEALT: Final = 400
STAKE: Final = 1000
LATER: Final = 1 / 3
"""How often a hand is posed at the later decision, if there is one."""


def hard_hand(game: Game, seed: int | None = None) -> tuple[list[str], list[str]]:
    """A hand and a board with a close decision; the closest of those dealt if none is close enough."""
    if not game.round.asks:
        raise FeltlabError(f"{game.title} has nothing to decide")
    chance = random.Random(seed)  # noqa: S311 - practice, no money
    closest: tuple[Fraction, tuple[list[str], list[str]]] | None = None
    for _ in range(MOST_DEALT):
        dealt = _deal(game, chance)
        if dealt is None or not (said := _asked(game, dealt)):
            continue
        gap = _gap(said)
        if gap and (closest is None or gap < closest[0]):
            closest = (gap, dealt)
            if gap < CLOSE:
                break
    if closest is None:
        raise FeltlabError("no hand with a decision was dealt")
    return closest[1]


def _asked(game: Game, dealt: tuple[list[str], list[str]]) -> Advice | None:
    """None if nothing is asked with these cards."""
    try:
        return advise(line_of(game, *dealt))
    except FeltlabError:
        if not game.conditions:
            raise
        return None


def line_of(game: Game, cards: list[str], board: list[str]) -> Line:
    """As `feltlab advise` reads it."""
    return {**seen_line(game, cards, board), "wagers": game.opening_stakes(STAKE)}


def _deal(game: Game, chance: random.Random) -> tuple[list[str], list[str]] | None:
    """A random hand; None for a plainly easy one, so that the lab is not asked about it."""
    fields = board_fields(game)
    dealt = chance.sample(shoe_of(game), game.round.hand + sum(fields.values()))
    own, board = dealt[: game.round.hand], dealt[game.round.hand :]
    stages = list(seen_at(game).values())
    seen = stages[0]
    for later in stages[1:]:
        if chance.random() >= LATER:
            break
        seen = later
    own = own[: sum(size_of(game, field) for field in hand_fields(game) if field in seen)]
    board = board[: sum(size_of(game, field) for field in fields if field in seen)]
    reading = part_of(game, "reading")
    if hasattr(reading, "may_be_close") and not reading.may_be_close(own, board):
        return None
    return [card_text(card) for card in own], [card_text(card) for card in board]


def _gap(advice: Advice) -> Fraction:
    """How far the next best value is below the best; choices of equal value count as one."""
    values = sorted({option.ev for option in advice.options}, reverse=True)
    return values[0] - values[1] if len(values) > 1 else Fraction(0)


def judged(line: Mapping[str, Any], choice: str) -> dict[str, Any]:
    """The lab's verdict on a choice: every value, the best, and the cost of this one in first bets."""
    advice = advise(line)
    values = {option.choice: option.ev for option in advice.options}
    if choice not in values:
        raise ChoiceError(f"the choices here are {', '.join(values)}")
    cost = max(advice.best.ev - values[choice], Fraction(0))  # with sampled values, another may be above the strategy's
    return {
        **advice.to_dict(),
        "choice": choice,
        "right": choice == advice.best.choice or (cost == 0 and not advice.strategy),
        "cost": str(cost),
        "cost_float": float(cost),
    }
