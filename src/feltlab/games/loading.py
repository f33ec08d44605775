"""A game from one file: a Python module that has a `GAME`. It is code: it is loaded only when somebody names it."""

import sys
from hashlib import blake2b
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from feltlab.errors import FeltlabError, RulesError
from feltlab.games import GAMES
from feltlab.rules.game import Game

_LOADED: dict[str, tuple[int, Game]] = {}
"""By path: when the file was last written, and its game."""


def load_game(path: str | Path) -> Game:
    """The game of a file, known from now on wherever a game's name is; an unchanged file is not read again."""
    file = Path(path)
    whole, written = str(file.resolve()), file.stat().st_mtime_ns if file.is_file() else 0
    kept = _LOADED.get(whole)
    game = kept[1] if kept and kept[0] == written else game_of_file(file)
    known = GAMES.get(game.slug)
    if known is not None and known.source != game.source:
        raise RulesError(f"{file}: {game.slug} is already a game: give it another slug")
    _LOADED[whole] = written, game
    GAMES[game.slug] = game
    return game


def game_of_file(file: Path) -> Game:
    """The game of a file, kept to whoever asks."""
    whole = str(file.resolve())
    spec = spec_from_file_location(
        f"feltlab_game_{file.stem}_{blake2b(whole.encode(), digest_size=4).hexdigest()}", file
    )
    if spec is None or spec.loader is None or not file.is_file():
        raise RulesError(f"{file} is not a game file: it should be a Python file that has a GAME")
    module = sys.modules[spec.name] = module_from_spec(spec)  # where compiled code that was kept looks for it
    try:
        spec.loader.exec_module(module)
    except FeltlabError as error:
        raise RulesError(f"{file}: {error}") from None
    except Exception as error:  # whatever a stranger's file raises, said in one line
        raise RulesError(f"{file}: {type(error).__name__}: {error}") from None
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        raise RulesError(f"{file} has no GAME: end it with GAME = declare(…)")
    return game
