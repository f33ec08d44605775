"""A felt's words about its game: the `felt` words of the game's folder, filled in from the rule book.

A game without such words has its summary and the standard words for each kind of bet, which the client has.
"""

from typing import Any

from feltlab.rules.game import Game
from feltlab.rules.words import words_of
from feltlab.web.site.rules import facts_of

Data = dict[str, Any]
_LOOKS = "looks"
_BY_BET = ("about", "notes", "early")


def felt_words(game: Game) -> Data:
    own = {name: _offered(game, name, value) for name, value in words_of(game, "felt").items() if name != _LOOKS}
    told: Data = _filled(own, facts_of(game)) if own else {}
    return {"goal": game.book.summary, "print": game.book.summary, **told}


def _offered(game: Game, name: str, value: Any) -> Any:
    """The words by bet, for those that the house offers."""
    return {bet: said for bet, said in value.items() if bet in game.wagers} if name in _BY_BET else value


def _filled(value: Any, facts: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {name: _filled(inner, facts) for name, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, facts) for inner in value]
    return value.format_map(facts) if isinstance(value, str) else value
