"""The words of a game: the `words.toml` of its folder. Without it, pages use sentences of their own."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from feltlab.rules.about import spoken
from feltlab.rules.game import Game

Words = Mapping[str, Any]


def words_of(game: Game, room: str) -> Words:
    """One room's words for a game, without words about bets not offered; nothing for a game without words."""
    found: Words = _words(game.folder, tuple(game.wagers)).get(room, {}) if game.folder else {}
    return found


@lru_cache(maxsize=64)
def _words(folder: str, offered: tuple[str, ...]) -> Words:
    file = files(folder) / "words.toml"
    found: Words = _told(tomllib.loads(file.read_text("utf-8")), offered) if file.is_file() else {}
    return found


def _told(value: Any, offered: tuple[str, ...]) -> Any:
    """Texts in a list, each of one or several entries, as they are said; the rest unchanged."""
    if isinstance(value, dict):
        return {name: _told(inner, offered) for name, inner in value.items()}
    if isinstance(value, list):
        return [told for entry in value if (told := spoken(entry, offered) if _is_text(entry) else entry) != ""]
    return value


def _is_text(entry: Any) -> bool:
    if isinstance(entry, list):
        return all(isinstance(part, str | dict) for part in entry)
    return isinstance(entry, dict) and "words" in entry
