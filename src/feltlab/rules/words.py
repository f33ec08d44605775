"""What is told about a game in words: the `words.toml` of its folder. A page has a sentence of its own without it."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from feltlab.rules.game import Game

Words = Mapping[str, Any]


def words_of(game: Game, room: str) -> Words:
    """What one room tells about a game; nothing for a game that has no words."""
    found: Words = _words(game.folder).get(room, {}) if game.folder else {}
    return found


@cache
def _words(folder: str) -> Words:
    file = files(folder) / "words.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
