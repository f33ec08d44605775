"""The dealer's next step in the manual's own words: the procedure steps that a step of the table stands for."""

from collections.abc import Mapping
from typing import Final

from feltlab.rules.game import Game
from feltlab.rules.procedure import Stage
from feltlab.rules.steps import Ask, Close, Deal, Take, Turn, step_name
from feltlab.web.site.text import TEXT, plainly, told

NO_MORE_BETS: Final = "no more bets"
_PHASES: Final = {Deal: "deal", Ask: "decisions", Turn: "reveal", Take: "take and pay", Close: "collect"}


def starts_of(game: Game) -> Mapping[str, int]:
    """The manual's step where each step begins; it ends where the next begins."""
    starts: Mapping[str, int] = told(game).get("manual", {})
    return starts


def words_for(game: Game, step: str) -> list[Stage]:
    """The manual's words for a step; none if the game has no step with that name."""
    steps, starts = game.book.procedure.steps, starts_of(game)
    if not starts:
        return [each for each in steps if each.phase == _phase_of(game, step)]
    if step not in starts:
        return []
    first = starts[step]
    last = min((start for start in starts.values() if start > first), default=None)
    return [each for each in steps if each.number >= first and (last is None or each.number < last)]


def _phase_of(game: Game, step: str) -> str:
    """The phase of the manual that a step belongs to, for a game that does not say."""
    if step == NO_MORE_BETS:
        return "bets"
    return next((_PHASES[type(each)] for each in game.round.steps if step_name(each) == step), "")


def title_of(game: Game, step: str) -> str:
    """A step's name on the dealer's screen."""
    own = told(game).get("steps", {})
    return str(own.get(step) or TEXT["manual"]["steps"].get(step) or plainly(step))


def call_for(game: Game, step: str) -> str:
    """The dealer's call for a step, if it does not depend on the cards."""
    if step == NO_MORE_BETS:
        return game.book.procedure.calls.get("before the first card", plainly(NO_MORE_BETS))
    return next((ask.call for ask in game.round.asks.values() if step == step_name(ask)), "")
