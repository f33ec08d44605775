"""What a felt says of its game: the `felt` words of the game's folder, filled in from the rule book.

A game that brings none has its summary and the words that go with each kind of bet: the client has those.
"""

from typing import Any

from feltlab.rules.game import Game
from feltlab.rules.words import words_of
from feltlab.web.rules_page import facts_of

Data = dict[str, Any]
_LOOKS = "looks"


def felt_words(game: Game) -> Data:
    own = {name: value for name, value in words_of(game, "felt").items() if name != _LOOKS}
    told: Data = _filled(own, facts_of(game)) if own else {}
    return {"goal": game.book.summary, "print": game.book.summary, **told}


def _filled(value: Any, facts: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {name: _filled(inner, facts) for name, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, facts) for inner in value]
    return value.format_map(facts) if isinstance(value, str) else value
