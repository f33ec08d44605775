"""What cannot be computed: a game described in words. A game without its own words is described by its rule book."""

from typing import Final

from feltlab.rules.game import Game
from feltlab.rules.offering import numbered
from feltlab.rules.words import Words, words_of

_METHOD: Final = "All {deals} ways to deal a round are counted; none are sampled. The best choice is always made."


def told(game: Game) -> Words:
    """Description and method for a report; aim, steps and strategy for a rack card."""
    rules = [rule.replace("{", "{{").replace("}", "}}") for rule in numbered(game.card).values()]
    derived = {
        "description": [game.book.summary],
        "method": [_METHOD],
        "aim": game.book.summary,
        "steps": ["{bets}", *rules],
        "strategy": "",
        "strategy_lines": 0,
        "setting": {},
        "numbers": {},
        "notes": {},
        "concerns": "",
    }
    return {**derived, **words_of(game, "report")}
