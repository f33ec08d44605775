"""Only what is needed is loaded: the list of commands needs no game, the facts of a hand need no solver."""

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from feltlab import cli
from feltlab.commands.direct import direct
from feltlab.commands.games import rules
from feltlab.commands.settle import settle
from feltlab.games import GAMES

ROUND = Path("examples/rounds.jsonl").read_text("utf-8").splitlines()[0]
HAND = '{"game": "low-four", "player": "6c 6d 5h 4s Kd Qh Js", "wagers": {"ante": 1000}}'
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
from feltlab.web.felt.hands import read_hand
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


def test_the_list_says_what_the_parser_would_say() -> None:
    cli._register_all()
    full = CliRunner().invoke(cli.app, ["--help"], env={"COLUMNS": "400", "TERMINAL_WIDTH": "400"}).output
    rows = {words[0]: " ".join(words[1:]) for line in full.splitlines() if (words := line.strip("│ ").split())}
    listed = {name: cli._summary(*place.split(":")) for name, place in cli.COMMANDS.items()}
    assert listed == {name: rows[name] for name in cli.COMMANDS}
    assert {name: rows[name].removeprefix("<bool> ") for name in cli.OPTIONS} == cli.OPTIONS


def test_the_list_has_every_command_and_fits_the_terminal(capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    cli._list_commands()
    lines = capsys.readouterr().out.splitlines()
    named = {line.split()[0] for line in lines if line.startswith("  ") and line[2] != " "}
    assert named == {*cli.COMMANDS, *cli.OPTIONS}
    assert max(map(len, lines)) <= 70


RUN = """
import sys
from feltlab import cli
sys.argv = ["feltlab", *WORDS]
try:
    cli.main()
except SystemExit as ended:
    assert not ended.code
import json
print("\\n" + json.dumps([name for name in sys.modules if "." not in name]))
"""


@pytest.mark.parametrize("command", ["games", "rules", "settle", "advise"])
def test_one_answer_loads_no_compiler_and_no_parser(command: str, tmp_path: Path) -> None:
    lines = tmp_path / "line.jsonl"
    lines.write_text(ROUND if command == "settle" else HAND)
    words = {"games": [], "rules": [next(iter(GAMES))]}.get(command, [str(lines)])
    loaded = after(RUN.replace("WORDS", repr([command, *words])))
    unused = {"numba", "pydantic", *({"numpy"} if command in ("games", "rules") else ())}
    assert unused & set(loaded) == set()


def test_a_parser_reads_what_is_more_than_plain_words() -> None:
    found = direct(settle, ["rounds.jsonl", "--json"])
    assert isinstance(found, partial)
    assert found.keywords == {"file": Path("rounds.jsonl"), "json": True}
    assert direct(settle, []) is not None
    for words in (["--help"], ["one", "two"], ["--rules", "file"], ["--json=yes"], [""], ["-"]):
        assert direct(settle, words) is None
    assert direct(rules, []) is None
