"""The dealer's next step in the manual's own words: which of the procedure's steps a step of the table stands for."""

from collections.abc import Mapping
from typing import Final

from feltlab.games import GAMES
from feltlab.rules.procedure import Step
from feltlab.rules.round import step_name

_SEVEN: Final = ("deal seats", "deal dealer", "ask play", "turn dealer", "take and pay", "close")
FIRST_OF: Final[Mapping[str, Mapping[str, int]]] = {
    "ace-odd-even": dict(zip(("no more bets", *_SEVEN), (0, 5, 5, 10, 17, 20, 29), strict=True)),
    "low-four": dict(zip(("no more bets", *_SEVEN), (0, 4, 4, 9, 15, 17, 26), strict=True)),
    "quick-draw-holdem": {
        "no more bets": 0, "deal seats": 4, "deal board": 6, "turn flop": 8, "flop bonus": 9, "ask flop": 10,
        "collect folds on the flop": 11, "turn turn": 12, "ask turn": 13, "collect folds on the turn": 14,
        "turn river": 15, "best four": 16, "take and pay": 17, "close": 20,
    },
    "rule-out": {
        "no more bets": 0, "deal seats": 4, "joker bets": 7, "ask trade": 9, "deal rules": 11, "turn rules": 12,
        "take and pay": 18, "close": 20,
    },
}  # fmt: skip
"""Where a step's words start in the manual; they go on to where the next begins."""


def words_for(game: str, step: str) -> list[Step]:
    """The manual's words for a step; none for a name that is no step of the game."""
    starts = FIRST_OF[game]
    if step not in starts:
        return []
    steps = GAMES[game].book.procedure.steps
    following = [start for start in starts.values() if start > starts[step]]
    return list(steps[starts[step] : min(following, default=len(steps))])


def call_for(game: str, step: str) -> str:
    """What the dealer says with a step, where it does not depend on the cards."""
    if step == "no more bets":
        return GAMES[game].book.procedure.calls["before the first card"]
    return next((ask.call for ask in GAMES[game].round.asks.values() if step == step_name(ask)), "")
