"""Game files with a mistake: each is refused in one line that says where and what, and nothing of it is kept."""

import re
import signal
import sys
from pathlib import Path

import pytest

from feltlab.errors import RulesError
from feltlab.games import GAMES
from feltlab.games.loading import load_game
from feltlab.lab import analyze
from feltlab.rules import trial
from tests.games.wrong_files import RIGHT, WRONG
from tests.one_game_less import run


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(trial, "MOST_SECONDS", 1)
    monkeypatch.setattr(trial, "MOST_LINES", 100_000)
    return tmp_path / "game.py"


def test_the_file_is_right_but_for_the_mistake(file: Path) -> None:
    file.write_text(RIGHT)
    assert load_game(file).slug == "heron"
    del GAMES["heron"]
    assert len(WRONG) >= 100


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_is_told_with_its_line_and_leaves_nothing(name: str, file: Path) -> None:
    old, new, words = WRONG[name]
    assert old in RIGHT
    file.write_text(RIGHT.replace(old, new, 1))
    games, modules = dict(GAMES), set(sys.modules)
    with pytest.raises(RulesError) as found:
        load_game(file)
    said = str(found.value)
    assert said.startswith(f"{file}{words}")
    assert "\n" not in said
    assert games == GAMES
    assert not {module for module in set(sys.modules) - modules if module.startswith("feltlab_game_")}


@pytest.mark.parametrize("content", [b"", b"\x00\x01", b"\xff\xfe\xfa", "GAME = 3".encode("utf-16")])
def test_bytes_that_are_no_program(content: bytes, file: Path) -> None:
    file.write_bytes(content)
    with pytest.raises(RulesError, match=r"game\.py"):
        load_game(file)


def test_the_command_line_says_it_and_no_more(file: Path) -> None:
    file.write_text(RIGHT.replace("        return PUSH, PUSH, tall\n", "        return PUSH, PUSH, own // 0\n"))
    handled = signal.getsignal(signal.SIGPIPE)
    code, out, wrong = run("analyze", str(file))
    signal.signal(signal.SIGPIPE, handled)
    assert (code, out) == (2, "")
    assert (
        wrong
        == f"feltlab: {file}:36: a rule or a ranking fails: ZeroDivisionError: integer division or modulo by zero\n"
    )


STUD = (Path(__file__).parents[2] / "examples" / "games" / "caribbean_stud.py").read_text("utf-8")


@pytest.mark.compiled("a game file is tried with the numbers that machine code gives")
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("category(own) - 4 + (own", "category(own) - 3 + (own", "jackpot is paid by grade 6, which none of its pay tables has"),
        ("(own == ROYAL))  # rule 6", "2 * (own == ROYAL))  # rule 6", "bet is paid by grade 10"),
        ("    if bet == 0:", "    if own == ROYAL:\n        return WIN, 1.5\n    if bet == 0:", "a code is one of"),
    ],
)  # fmt: skip
def test_a_hand_that_is_hardly_ever_dealt_is_tried_too(old: str, new: str, words: str, file: Path) -> None:
    file.write_text(STUD.replace(old, new, 1))
    with pytest.raises(RulesError, match=words) as found:
        load_game(file)
    assert re.match(rf"{re.escape(str(file))}:\d+: ", str(found.value))


@pytest.mark.compiled("the compiler says it")
def test_what_the_compiler_refuses_is_told_with_its_place(file: Path) -> None:
    file.write_text(
        STUD.replace("    if bet == 0:", '    if own == -5:\n        return "push", PUSH\n    if bet == 0:', 1)
    )
    game = load_game(file)
    with pytest.raises(RulesError, match=r"^game\.py:\d+: the rule 'settle' fails: it returns text"):
        analyze(game.slug)
    del GAMES[game.slug]
