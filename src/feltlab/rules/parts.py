"""The parts of a game's folder besides its rules: its own solver, claims, words, drawing. Each is optional.

A room asks for the part it can use, and derives from the declaration what a game does not have.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from feltlab.rules.game import Game


def part_of(game: Game, name: str) -> Any:
    """The module of that name in a game's folder, loaded on first use; None if there is none."""
    return _part(game.folder, name) if game.folder else None


@cache
def _part(folder: str, name: str) -> Any:
    whole = f"{folder}.{name}"
    return import_module(whole) if find_spec(whole) else None
