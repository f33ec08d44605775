"""`pip install feltlab` is lab and simulation: a command whose extra is missing names the line that installs it."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from feltlab.cli import COMMANDS, EXTRAS

PROJECT = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
BARE = f"""
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {sorted(EXTRAS)!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing())
from feltlab.cli import main
sys.argv[0] = "feltlab"
main()
"""
NEEDS = {
    "report": "report", "play": "serve", "export": "serve", "backup": "serve", "copy": "serve", "audit": "serve",
    "serve": "serve", "account": "serve",
}  # fmt: skip
DATABASE = "--database sqlite:///{folder}/none.db"
CALLS = {"report": "low-four", "play": "low-four", "export": DATABASE, "audit": DATABASE}


def _bare(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", BARE, *words]
    return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)


@pytest.mark.parametrize("command", NEEDS)
def test_a_missing_extra_is_one_line_that_installs_it(command: str, tmp_path: Path) -> None:
    done = _bare(command, *CALLS.get(command, "").format(folder=tmp_path).split())
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"feltlab: {command} needs ")
    assert line.endswith(f": pip install 'feltlab[{NEEDS[command]}]'")


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in NEEDS])
def test_lab_and_simulation_need_no_extra(command: str) -> None:
    done = _bare(command, "--help")
    assert not done.returncode, done.stderr


def test_lab_and_simulation_are_used_without_an_extra() -> None:
    for words in (
        ("analyze", "low-four", "--json"),
        ("simulate", "low-four", "--rounds", "1000"),
        ("replay", "low-four", "--seed", "1", "--round", "3"),
        ("explain", "examples/games/three_card_poker.py"),
    ):
        done = _bare(*words)
        assert not done.returncode, done.stderr
        assert done.stdout


def test_where_an_extra_is_missing_an_unknown_command_is_still_unknown() -> None:
    assert _bare("nonsense").stderr == "feltlab: No such command 'nonsense'.\n"


def test_every_package_that_may_be_missing_is_brought_by_its_extra() -> None:
    extras = PROJECT["optional-dependencies"]
    brought = {extra: " ".join(extras[extra]) for extra in set(EXTRAS.values())}
    for module, extra in EXTRAS.items():
        if module != "starlette":  # comes with fastapi
            assert module.replace("argon2", "argon2-cffi") in brought[extra], module
