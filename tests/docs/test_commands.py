"""Every command in the docs is run, in the order of its page, in a folder of the page's own.

Commands that start a server, take long or need another machine are in `OTHERWISE`, with the reason and a substitute.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import pytest

from feltlab.cli import COMMANDS
from tests.conftest import Feltlab
from tests.docs.pages import PAGES, ROOT, Command, File, blocks, name_of, spans, steps
from tests.waiting import LONG


@dataclass(frozen=True)
class Otherwise:
    """Where a command holds `words`, `instead` is put in their place; None: it is not run."""

    words: str
    why: str
    instead: str | None = None


SERVER = "serves until it is stopped: tests/web/live/test_serve.py"
BY_MAKE = "a target of the Makefile, which .ci/run and the release use"
LONG_REPORT = "samples seats that talk, a minute of CPU: tests/report makes every form of every game"
CONTAINER = "needs a container engine: tests/tools/test_container.py reads the files"
CLUSTER = "needs several processes for long: tests/simulation/test_cluster.py"
MANY_ROUNDS = "the same command with fewer rounds"
MANY_SAMPLES = "the same command with fewer samples"
COMPILES = "compiles a new game: tests/commands/test_authoring.py checks what starters and the tutorial write"
OTHERWISE = [
    Otherwise("make ", BY_MAKE),
    Otherwise("feltlab serve", SERVER),
    Otherwise("docker ", CONTAINER),
    Otherwise("sudo ", "needs root and the users of the containers"),
    Otherwise("--cluster", CLUSTER),
    Otherwise("dask ", CLUSTER),
    Otherwise("pytest -m soak", "hours: `make soak`"),
    Otherwise("--rounds 1e7", MANY_ROUNDS, "--rounds 1e5"),
    Otherwise("--rounds 1e8", MANY_ROUNDS, "--rounds 1e5"),
    Otherwise("--rounds 1e9", MANY_ROUNDS, "--rounds 1e5"),
    Otherwise("--shoes 1000000", MANY_ROUNDS, "--shoes 1000"),
    Otherwise("--shifts 20000", MANY_ROUNDS, "--shifts 200"),
    Otherwise("feltlab check ferry.py", COMPILES),
    Otherwise("feltlab check my_game.py", COMPILES),
    Otherwise("feltlab protect rule-out", "counts shoes for minutes: tests/lab/test_protection.py"),
    Otherwise("feltlab protect ferry.py", "samples every other seat: tests/exact/test_general_protection.py"),
    Otherwise("feltlab protect", MANY_SAMPLES, "feltlab protect --samples 100"),
    Otherwise("feltlab report --all", LONG_REPORT),
    Otherwise(".pdf", LONG_REPORT),
    Otherwise(".html", LONG_REPORT),
    Otherwise(".xlsx", LONG_REPORT),
    Otherwise("low-four.json", LONG_REPORT),
    Otherwise("verify examples/games/*.py", "half a minute: tests/exact/test_poker_gallery.py"),
    Otherwise("feltlab design ferry.py", "between two files: tests/commands/test_authoring.py takes step by step"),
    Otherwise("verify-shuffle rounds.jsonl", "nobody played, so it has no rounds: tests/live/test_history_commands.py"),
    Otherwise("FELTLAB_CHAIN_KEY=trial.db.key feltlab", "the tests have one key for all: tests/conftest.py", "feltlab"),
    Otherwise("feltlab account add", "a password is typed", "feltlab account add --password-stdin"),
]
TYPED = {"feltlab account add": "a long enough pass phrase\n", "feltlab play": "q\n"}
ROUND = {"player": "Ks Kd 5s", "dealer": "Jh 9d 4c", "choices": {"play": "play"}, "wagers": {"ante": 1000}}
NEEDED = {
    "own-game.md": [f"echo '{json.dumps({'game': 'my-game', **ROUND})}' > rounds.jsonl"],
    "database.md": ["feltlab account add ann --role admin --database sqlite:///trial.db"],
}
"""What was done before a page begins."""
RUNNABLE = [page for page in PAGES if any(isinstance(step, Command) for step in steps(page))]


def _meant(words: str) -> str | None:
    """The command that is run for one in the docs."""
    for other in OTHERWISE:
        if other.words in words:
            if other.instead is None:
                return None
            words = words.replace(other.words, other.instead)
    return words


def _arguments(words: str) -> list[str] | None:
    """Of a command of ours and nothing else; None for all that a shell has to read."""
    cut = re.sub(r"'[^']*'|\"[^\"]*\"", "", words.partition(" #")[0])
    if not words.startswith(("feltlab ", ".venv/bin/feltlab ")) or re.search(r"[|&;$<>*]", cut):
        return None
    return shlex.split(words, comments=True)[1:]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "bin").symlink_to(Path(sys.executable).parent)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", RUNNABLE, ids=name_of)
def test_every_command_of_a_page_works(page: Path, folder: Path, feltlab: Feltlab) -> None:
    for step in chain((Command(words, "") for words in NEEDED.get(page.name, [])), steps(page)):
        if isinstance(step, File):
            (folder / step.name).write_text(step.text)
        elif words := _meant(step.words):
            typed = next((typed for begin, typed in TYPED.items() if words.startswith(begin)), "")
            if (arguments := _arguments(words)) is not None:
                done = feltlab(*arguments, stdin=typed)
            else:
                done = subprocess.run(["/bin/sh", "-c", words], capture_output=True, text=True, timeout=LONG)
            assert (done.returncode, done.stderr) == (0, ""), (words, done.stdout[-500:], done.stderr[-2000:])
            assert not step.shown or done.stdout.strip() == step.shown, words


@pytest.mark.parametrize("other", OTHERWISE, ids=lambda other: other.words)
def test_no_exception_is_left_behind(other: Otherwise) -> None:
    commands = [step.words for page in RUNNABLE for step in steps(page) if isinstance(step, Command)]
    assert any(other.words in words for words in commands)
    for test in re.findall(r"tests/[\w/.]+", other.why):
        assert (ROOT / test).exists(), test


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_command_stands_in_a_console_block_after_a_dollar_sign(page: Path) -> None:
    """Where it would be run."""
    for language, text in blocks(page):
        if language in ("", "sh", "bash", "shell", "text"):
            assert not re.search(r"^\s*(\$ |feltlab |make |python3? -m |pip |docker |sudo )", text, re.MULTILINE), text
        if language == "console":
            assert text.startswith("$ "), text


def _calls(page: Path) -> list[str]:
    return [span for span in spans(page) if re.match(r"feltlab [a-z]", span)]


def test_text_names_commands() -> None:
    assert sum(len(_calls(page)) for page in PAGES) >= 100


@pytest.mark.parametrize("page", [page for page in PAGES if _calls(page)], ids=name_of)
def test_a_command_that_is_named_in_text_has_those_options(page: Path, feltlab: Feltlab) -> None:
    helps: dict[str, str] = {}
    for call in _calls(page):
        name, *more = call.split()[1:]
        assert name in COMMANDS, call
        if options := [word.split("=")[0] for word in re.findall(r"(?<![\w-])--?[a-z][a-z=-]*", " ".join(more))]:
            group = [more[0]] if name == "account" else []
            if name not in helps:
                helps[name] = feltlab(name, *group, "--help").stdout
            for option in options:
                assert option in helps[name], call
