"""A game from one file: a Python module with a `GAME`. It is code, so it is loaded only when a user names it."""

import os
import sys
from hashlib import blake2b
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from feltlab.errors import RulesError, shown
from feltlab.games import GAMES
from feltlab.rules.game import Game

_LOADED: dict[str, tuple[int, Game]] = {}
"""By path: when the file was last written, and its game."""


def load_game(path: str | Path) -> Game:
    """The game of a file, known from now on wherever games have names; an unchanged file is not read again."""
    file = Path(path)
    whole, written = str(file.resolve()), file.stat().st_mtime_ns if file.is_file() else 0
    kept = _LOADED.get(whole)
    game = kept[1] if kept and kept[0] == written else game_of_file(file)
    known = GAMES.get(game.slug)
    if known is not None and known.source != game.source:
        sys.modules.pop(_module(whole), None)
        where = f" by {known.source}" if known.source else ""
        raise RulesError(f"{file}: {game.slug} is already a game{where}: give it another slug")
    _LOADED[whole] = written, game
    GAMES[game.slug] = game
    return game


def _module(file: str) -> str:
    return f"feltlab_game_{Path(file).stem}_{blake2b(os.fsencode(file), digest_size=4).hexdigest()}"


def game_of_file(file: Path) -> Game:
    """The game of a file, for the caller only. Nothing from a file that fails is kept."""
    from feltlab.rules.refusing import line_of, words_of
    from feltlab.rules.trial import limited, tried  # which games of the registry never need

    whole = str(file.resolve())
    spec = spec_from_file_location(_module(whole), whole)
    if not file.exists():
        raise RulesError(f"there is no file {file}")
    if spec is None or spec.loader is None or not file.is_file():
        raise RulesError(f"{file} is not a game file: it must be a Python file with a GAME")
    module = sys.modules[spec.name] = module_from_spec(spec)  # where kept compiled code looks for it
    try:
        with limited(whole):
            spec.loader.exec_module(module)
            game = getattr(module, "GAME", None)
            if not isinstance(game, Game):
                raise RulesError(_no_game(module))  # noqa: TRY301
            tried(game)
    except (Exception, SystemExit) as error:  # any error of a stranger's file, in one line
        del sys.modules[spec.name]
        line = line_of(error, whole) or _declared_at(file)
        raise RulesError(f"{file}{f':{line}' if line else ''}: {words_of(error)}") from None
    return game


def _no_game(module: ModuleType) -> str:
    if not hasattr(module, "GAME"):
        return "there is no GAME: end the file with GAME = declare(…)"
    return f"GAME is {shown(module.GAME)}, which is not a game: end the file with GAME = declare(…)"


def _declared_at(file: Path) -> int:
    """The line where the game begins; 0 if there is none."""
    lines = file.read_bytes().splitlines()
    return next((number for number, line in enumerate(lines, start=1) if line.startswith(b"GAME")), 0)
