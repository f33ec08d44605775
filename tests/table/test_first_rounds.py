"""Before anyone plays, each game is played once: its code is loaded, and nothing of it stays."""

import subprocess
import sys

import pytest

from feltlab.errors import RulesError
from feltlab.games import GAMES
from feltlab.table import first_rounds
from feltlab.table.first_rounds import play_first_rounds

LOADED = """
from numba.core.dispatcher import Dispatcher
from feltlab.table.first_rounds import play_first_rounds
from tests.table.driver import Table
import gc

def loaded():
    found = [made for made in gc.get_objects() if isinstance(made, Dispatcher)]
    return {made.py_func.__qualname__ for made in found if made.overloads}

play_first_rounds(SLUG)
before = loaded()
table = Table(SLUG).sit(1, 2, 3)
for _ in range(5):
    table.lock((1, 2, 3))
    table.play_out()
print(sorted(loaded() - before))
"""


@pytest.mark.parametrize("slug", GAMES)
def test_what_players_need_is_loaded_before_they_come(slug: str) -> None:
    code = LOADED.replace("SLUG", repr(slug))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("slug", GAMES)
def test_nothing_fails_in_the_first_rounds(slug: str) -> None:
    first_rounds._play(GAMES[slug])


def test_a_game_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    monkeypatch.setattr(first_rounds, "_PLAYED", {})
    monkeypatch.setattr(first_rounds, "_play", lambda game: played.append(game.slug))
    for slug in (*GAMES, *GAMES, "no such game"):
        play_first_rounds(slug)
    assert played == list(GAMES)


def test_a_game_that_fails_does_so_at_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: object) -> None:
        raise RulesError("a rule fails")

    monkeypatch.setattr(first_rounds, "_PLAYED", {})
    monkeypatch.setattr(first_rounds, "_play", fails)
    play_first_rounds(next(iter(GAMES)))
