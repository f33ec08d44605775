"""The registry of games: each folder here, and those that other packages provide as `feltlab.games` entry points."""

import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
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


def _may_be_brought() -> bool:
    """Whether an installed package names a game. Only then are all packages read properly, which takes a long time."""
    for folder in map(Path, sys.path):
        if folder.is_file() or any(map(_names_a_game, folder.glob("*.*-info/entry_points.txt"))):  # a file: an archive
            return True
    return False


def _names_a_game(file: Path) -> bool:
    try:
        return f"[{ENTRY_POINTS}]".encode() in file.read_bytes()
    except OSError:
        return False


def _bring(games: dict[str, Game]) -> None:
    """Load the games of installed packages; one that fails is left out, with a message."""
    if not _may_be_brought():
        return
    from importlib.metadata import entry_points

    for entry in entry_points(group=ENTRY_POINTS):
        try:
            game = entry.load()
        except Exception as error:  # any error of another package
            words = f"{type(error).__name__}: {' '.join(str(error).split())}"
        else:
            if isinstance(game, Game) and game.slug not in games:
                games[game.slug] = game
                continue
            words = f"{game.slug} is already a game" if isinstance(game, Game) else "it is not a game"
        print(f"feltlab: the installed game {entry.name} ({entry.value}) was not loaded: {words}", file=sys.stderr)


ENTRY_POINTS: Final = "feltlab.games"
GAMES: Final[dict[str, Game]] = _found()
_bring(GAMES)


def settle(line: Mapping[str, object], house: House | None = None) -> Settlement:
    """Settle one seat's round, given as on the command line; `house` replaces the documents' rules and pay tables."""
    game = read_game(line, GAMES)
    return read_round(line, game, house or game.house()).settle()


__all__ = ["GAMES", "Game", "House", "Result", "SeatRound", "Settlement", "Terms", "settle", "void"]
