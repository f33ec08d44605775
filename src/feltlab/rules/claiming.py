"""The figures that an author says were published: checked, so that each claim can be looked up later."""

import re
from typing import Any, Final

from feltlab.errors import RulesError, shown
from feltlab.rules.game import Game
from feltlab.rules.published import FIGURES, Published

_PRINTED: Final = re.compile(r"[-+−]?[\d,]+(\.\d+)?%?|-?\d+/\d+")
_OF_THE_LAB: Final = ("optimal", "by-value", "never-fold", "as-dealt")


def check_claim(game: Game, claim: Published) -> None:
    if claim.figure not in FIGURES:
        raise RulesError(f"{game.slug}: {shown(claim.figure)} is not a figure: choose from {', '.join(FIGURES)}")
    value: Any = claim.value
    if not isinstance(value, str):
        words = f"{claim.figure} is given as it is printed, as text: '{value}', not {shown(value)}"
        raise RulesError(f"{game.slug}: {words}")
    if not _PRINTED.fullmatch(claim.value):
        raise RulesError(f"{game.slug}: {claim.figure} is printed as a number or a fraction, not {shown(claim.value)}")
    if claim.wager and claim.wager not in game.wagers:
        raise RulesError(f"{game.slug}: a claim is about {shown(claim.wager)}: the bets are {', '.join(game.wagers)}")
    if claim.strategy:
        _check_strategy(game, claim.strategy)
    _check_of(game, claim)
    game.house().chosen(dict(claim.pays))


def _check_strategy(game: Game, name: str) -> None:
    """The plan decides which of the lab's own strategies exist; one that no plan has is reported here."""
    offered = dict.fromkeys(option for ask in game.round.asks.values() for option in ask.options)
    every = *game.strategies, *_OF_THE_LAB, *(f"always-{option}" for option in offered)
    if name not in every:
        raise RulesError(f"{game.slug}: {shown(name)} is not a strategy to claim: choose from {', '.join(every)}")


def _check_of(game: Game, claim: Published) -> None:
    if claim.figure == "probability" and not claim.of:
        raise RulesError(f"{game.slug}: a probability is of an event: write claim('probability', …, of='the event')")
    if claim.figure == "decision":
        known = [f"{ask.stage}: {option}" for ask in game.round.asks.values() for option in ask.options]
        if claim.of not in known:
            words = f"a decision is named as 'question: answer', not {shown(claim.of)}"
            raise RulesError(f"{game.slug}: {words}: choose from {', '.join(known)}")
