"""The Python on the pages runs. Sessions with `>>>` are compared with their output; fragments of a game file are not
run.
"""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.docs.pages import PAGES, ROOT, blocks, name_of

NOT_RUN = {
    "own-game.md": "parts of a game file: tests/test_vocabulary.py reads the names, tests/games/test_declaring.py declares",
    "tutorial.md": "a game file, step by step: tests/commands/test_authoring.py",
    "README.md": "a session: tests/test_readme.py",
    "simulation.md": "a session: tests/simulation/test_run.py",
    "protection.md": "a minute of sampling: tests/lab/test_protection.py",
}
SMALLER = {"20_000)": "200)", "5_000)": "50)", "10_000)": "100)"}
"""The same calls with fewer rounds."""
WRITTEN = [page for page in PAGES if any(language == "python" for language, _ in blocks(page))]
RUN = [page for page in WRITTEN if page.name not in NOT_RUN]


def test_what_is_not_run_is_there_and_tested() -> None:
    assert {page.name for page in WRITTEN} >= set(NOT_RUN)
    for why in NOT_RUN.values():
        for test in re.findall(r"tests/[\w/.]+", why):
            assert (ROOT / test).exists(), test


@pytest.mark.parametrize("page", RUN, ids=name_of)
def test_python_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    house = next(text for language, text in blocks(ROOT / "docs" / "rule-files.md") if language == "toml")
    (tmp_path / "house.toml").write_text(house)
    names: dict[str, Any] = {
        "path": tmp_path / ("house.toml" if page.name == "lab.md" else "plot.png"),
        "hands": np.arange(7, dtype=np.uint8)[None],
        "round": {
            "game": "low-four",
            "player": "6c 6d 5h 4s Kd Qh Js",
            "dealer": "2c 2d 6h 8s Jc Qd Kh",
            "choices": {"decision": "play"},
            "wagers": {"ante": 1000, "low-points": 500},
        },
    }
    for language, text in blocks(page):
        if language == "python":
            for much, less in SMALLER.items():
                text = text.replace(much, less)
            text = re.sub(r"^.*pandas.*$", "", text, flags=re.MULTILINE)  # which is not installed
            exec(text, names)  # noqa: S102
