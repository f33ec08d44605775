"""The registry: every folder beside this file is a game, with its rules and whatever else is its own."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from feltlab.rules.game import Game, Terms
from feltlab.rules.house import House
from feltlab.rules.lines import read_game, read_round
from feltlab.rules.settlement import Result, Settlement, void
from feltlab.rules.settling import SeatRound


def _found() -> dict[str, Game]:
    folders = sorted(module.name for module in iter_modules(__path__) if module.ispkg)
    games: list[Game] = [import_module(f"{__name__}.{folder}.rules").GAME for folder in folders]
    return {game.slug: game for game in games}


GAMES: Final[dict[str, Game]] = _found()


def settle(line: Mapping[str, object], house: House | None = None) -> Settlement:
    """Settle one seat's round given as on the command line; `house` replaces the documents' rules and pay tables."""
    game = read_game(line, GAMES)
    return read_round(line, game, house or game.house()).settle()


__all__ = ["GAMES", "Game", "House", "Result", "SeatRound", "Settlement", "Terms", "settle", "void"]
