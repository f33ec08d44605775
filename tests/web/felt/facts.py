"""The facts of a hand and the strategy to remember, on the documents' own terms."""

from typing import Any

from feltlab.games import GAMES
from feltlab.table.config import Config
from feltlab.web.felt.hands import read_hand
from feltlab.web.felt.pages import strategy_of


def facts_of(game: str, cards: str, board: str = "") -> dict[str, Any]:
    return read_hand(GAMES[game], Config(game).terms, cards, board)


def strategy(game: str) -> list[str]:
    return strategy_of(Config(game))
