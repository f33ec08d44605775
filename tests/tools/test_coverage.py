"""The coverage page names what exists, and a hardly tested module cannot hide in it."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "feltlab"
MODULES = {str(file.relative_to(PACKAGE)) for file in PACKAGE.rglob("*.py")}
PAGE = (ROOT / "docs" / "coverage.md").read_text("utf-8")


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("coverage_page", ROOT / "tools" / "coverage_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _rows(head: str) -> list[list[str]]:
    """Of the table that begins so."""
    table = PAGE.partition(f"| {head} |")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in table.splitlines()[2:]]


def _file(lines: int, run: int, branches: int = 0, taken: int = 0) -> dict[str, Any]:
    return {
        "summary": {
            "num_statements": lines, "covered_lines": run, "num_branches": branches, "covered_branches": taken,
        }
    }  # fmt: skip


def test_every_module_with_a_reason_is_there(tool: ModuleType) -> None:
    why = tool.reasons(tool.REASONS.read_text("utf-8"))
    assert set(why) <= MODULES
    assert all(len(reason.split()) >= 4 for reason in why.values())


def test_the_page_says_when_it_was_measured_and_adds_up(tool: ModuleType) -> None:
    assert re.search(r"^Measured 20\d\d-\d\d-\d\d with Python 3\.\d+", PAGE, re.MULTILINE)
    *rooms, whole = _rows("room")
    assert {row[0].strip("`") for row in rooms} <= {tool.room_of(module) for module in MODULES}
    assert whole[0] == "**all**"
    for column in (1, 2, 4):
        assert sum(_number(row[column]) for row in rooms) == _number(whole[column])


def _number(cell: str) -> int:
    return int(cell.replace(",", ""))


def test_what_the_page_says_of_a_module_is_its_reason(tool: ModuleType) -> None:
    why = tool.reasons(tool.REASONS.read_text("utf-8"))
    for name, both, _, _, reason in _rows("module"):
        assert float(both.removesuffix("%")) < tool.ENOUGH
        assert reason == why[name.strip("`")]


def test_the_page_is_written_from_figures(tool: ModuleType) -> None:
    figures = {
        "src/feltlab/__init__.py": _file(1, 1),
        "src/feltlab/money.py": _file(40, 40, 10, 9),
        "src/feltlab/cards/card.py": _file(60, 30, 20, 10),
        "src/feltlab/cards/deck.py": _file(20, 20),
    }
    text = tool.page(tool.counts({"files": figures}), {"cards/card.py": "nobody plays cards"}, "Today.")
    assert re.findall(r"^\| .*\d.*$", text, re.MULTILINE) == [
        "| `cards` | 2 | 80 | 62.5% | 20 | 50.0% | 60.0% |",
        "| `feltlab` | 1 | 1 | 100.0% | 0 | 100.0% | 100.0% |",
        "| `money` | 1 | 40 | 100.0% | 10 | 90.0% | 98.0% |",
        "| **all** | 4 | 121 | 75.2% | 30 | 63.3% | 72.8% |",
        "| `cards/card.py` | 50.0% | 30 of 60 | 10 of 20 | nobody plays cards |",
    ]


def test_where_tests_were_left_out_modules_without_a_reason_are_counted(tool: ModuleType) -> None:
    figures = {"src/feltlab/cards/card.py": _file(60, 30), "src/feltlab/cards/deck.py": _file(60, 20)}
    text = tool.page(tool.counts({"files": figures}), {"cards/card.py": "nobody plays cards"}, "Today.", partly=True)
    assert "| 0 of 0 | nobody plays cards |" in text
    assert "deck.py" not in text
    assert text.endswith("Other modules below 90% with the tests that were run: 1.\n")


def test_a_module_below_the_mark_needs_a_reason(tool: ModuleType) -> None:
    modules = tool.counts({"files": {"src/feltlab/cards/card.py": _file(60, 30)}})
    text = tool.page(modules, {"cards/deck.py": "another module's reason"}, "Today.")
    assert f"| `cards/card.py` | 50.0% | 30 of 60 | 0 of 0 | {tool.UNTOLD} |" in text
