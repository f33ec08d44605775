"""Each game is only its folder: without it, everything of the others still works."""

import os
import subprocess
import sys
from hashlib import sha1
from pathlib import Path
from shutil import copytree, ignore_patterns, rmtree

import pytest
from matplotlib import get_cachedir

import feltlab
from feltlab.games import GAMES
from feltlab.hands.jit import cache_folder

PACKAGE = Path(feltlab.__file__).parent
TESTS = Path(__file__).parent


def lent(package: Path, to: Path) -> Path:
    """The machine code of this package as numba looks for it on behalf of a copy elsewhere: nothing is compiled again.

    Numba names the folder of a module after the folder of its source, and knows a source by its time and size.
    """
    folder = to / "compiled"
    folder.mkdir()
    if cache_folder().is_dir():
        unfinished = ignore_patterns("*.tmp.*")  # of others who compile at this moment
        copytree(cache_folder(), folder, dirs_exist_ok=True, ignore=unfinished)
    for source in (path for path in PACKAGE.rglob("*") if path.is_dir()):
        kept = folder / named(source)
        if kept.exists():
            kept.rename(folder / named(package / source.relative_to(PACKAGE)))
    return folder


def named(source: Path) -> str:
    return f"{source.name}_{sha1(str(source).encode(), usedforsecurity=False).hexdigest()}"


@pytest.mark.parametrize("missing", GAMES)
def test_the_other_games_do_not_miss_it(missing: str, tmp_path: Path) -> None:
    package = tmp_path / "src" / "feltlab"
    copytree(PACKAGE, package, ignore=ignore_patterns("compiled-*"))
    rmtree(package / "games" / missing.replace("-", "_"))
    code = lent(package, tmp_path)
    done = subprocess.run(
        [sys.executable, TESTS / "one_game_less.py", missing, TESTS / "golden", tmp_path],
        env={
            **os.environ, "PYTHONPATH": str(package.parent), "NUMBA_CACHE_DIR": str(code), "HOME": str(tmp_path),
            "MPLCONFIGDIR": get_cachedir(),  # to list the machine's fonts anew takes seconds, and it says so
        },
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    assert f"feltlab {package}" in done.stdout
