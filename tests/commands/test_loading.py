"""What is not asked for is not loaded: the list of commands needs no game, the facts of a hand need no solver."""

import json
import subprocess
import sys
from typing import Any

import typer
from typer.testing import CliRunner

from feltlab import cli

LOADED = "import json, sys; print('\\n' + json.dumps([name for name in sys.modules if name.startswith('feltlab')]))"
HELP = f"""
import sys
from feltlab import cli
sys.argv = ["feltlab", "--help"]
try:
    cli.main()
except SystemExit as ended:
    assert not ended.code
{LOADED}
"""
READ = f"""
from feltlab.cards import cards_text
from feltlab.games import GAMES
from feltlab.rules.seen import board_fields
from feltlab.web.felt_hands import read_hand
for game in GAMES.values():
    own = game.round.hand
    board = cards_text(range(own, own + sum(board_fields(game).values())))
    assert read_hand(game, game.terms(game.house()), cards_text(range(own)), board)["rule"] >= 0
{LOADED}
"""


def after(code: str) -> list[str]:
    """The modules of the package that a fresh process has loaded."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded: list[str] = json.loads(done.stdout.splitlines()[-1])
    return loaded


def test_the_list_of_commands_loads_none() -> None:
    assert set(after(HELP)) == {"feltlab", "feltlab.cli", "feltlab.errors", "feltlab.commands"}


def test_the_facts_of_a_hand_load_no_solver() -> None:
    loaded = after(READ)
    assert any(name.endswith(".reading") for name in loaded)
    rooms = ("feltlab.lab", "feltlab.exact", "feltlab.simulation")
    assert [name for name in loaded if name.startswith(rooms) or name.endswith((".fast", ".remember"))] == []


def helped(monkeypatch: Any, put_in: Any) -> str:
    app = typer.Typer(name="feltlab", rich_markup_mode="rich")
    app.callback()(cli.feltlab)
    monkeypatch.setattr(cli, "app", app)
    put_in(cli.COMMANDS)
    return CliRunner().invoke(app, ["--help"]).output


def test_the_list_is_the_same_with_everything_loaded(monkeypatch: Any) -> None:
    listed = helped(monkeypatch, cli._outline)
    assert all(name in listed for name in cli.COMMANDS)
    assert listed == helped(monkeypatch, cli._register)
