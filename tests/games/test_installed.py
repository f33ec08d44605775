"""Games of other installed packages, by the entry point group `feltlab.games`."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.wrong_files import RIGHT

ASK = "from feltlab.games import GAMES; print(*GAMES)"


def installed(folder: Path, module: str, value: str, text: str) -> None:
    """As pip leaves a package: its module, and beside it what it brings."""
    (folder / f"{module}.py").write_text(text)
    about = folder / f"{module}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[feltlab.games]\n{module} = {value}\n")


def games(folder: Path) -> tuple[list[str], str]:
    done = subprocess.run(
        [sys.executable, "-c", ASK], capture_output=True, text=True, check=True, env={"PYTHONPATH": str(folder)}
    )
    return done.stdout.split(), done.stderr


def test_a_package_brings_a_game(tmp_path: Path) -> None:
    installed(tmp_path, "herons", "herons:GAME", RIGHT)
    found, said = games(tmp_path)
    assert (found[-1], said) == ("heron", "")
    assert len(found) > 1


@pytest.mark.parametrize(
    ("value", "text", "words"),
    [
        ("herons:GAME", RIGHT.replace("settle=settle,", ""), "TypeError: declare() missing 1 required"),
        ("herons:settle", RIGHT, "it is not a game"),
        ("nowhere:GAME", RIGHT, "ModuleNotFoundError: No module named 'nowhere'"),
    ],
)
def test_one_that_is_broken_is_left_out_and_said_so(value: str, text: str, words: str, tmp_path: Path) -> None:
    installed(tmp_path, "herons", value, text)
    found, said = games(tmp_path)
    assert "heron" not in found
    assert found
    assert said.startswith(f"feltlab: the installed game herons ({value}) was not loaded: {words}")
    assert said.count("\n") == 1
