"""docs/dependencies.md names what pyproject.toml requires, each in its place, and nothing else; versions are pinned."""

import json
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
PAGE = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
FOR_USERS = ("report", "serve", "cluster", "postgres")


def _names(requirements: list[str]) -> set[str]:
    """Without those of the project itself, and without versions."""
    names = {re.split(r"[<>=]", requirement)[0] for requirement in requirements}
    return {name for name in names if not name.startswith("feltlab[")}


def _rows(text: str) -> set[str]:
    """What the first column of the tables names."""
    cells = re.findall(r"^\| ([^|]+) \| .+ \| .+ \| .+ \|$", text, re.MULTILINE)
    return {name for cell in cells if cell not in ("package", "---") for name in cell.split(", ")}


def _paragraph(beginning: str) -> str:
    (found,) = [text for text in PAGE.split("\n\n") if text.startswith(beginning)]
    return found


def test_every_package_that_is_installed_has_a_row_with_its_extra_and_no_other_has_one() -> None:
    first, docs, build = re.split(r"^To build the ", PAGE, flags=re.MULTILINE)
    asked = _names(PROJECT["project"]["dependencies"])
    for extra in FOR_USERS:
        asked |= {f"{name} (extra `{extra}`)" for name in _names(EXTRAS[extra])}
    assert _rows(first) == asked
    assert _rows(docs) == _names(EXTRAS["docs"])
    assert _rows(build) == _names(PROJECT["build-system"]["requires"])


@pytest.mark.parametrize(("extra", "beginning"), [("dev", "For development only"), ("bench", "For `make bench` only")])
def test_what_the_project_alone_uses_is_named(extra: str, beginning: str) -> None:
    named = set(re.findall(r"[\w-]+", _paragraph(beginning)))
    assert _names(EXTRAS[extra]) <= named


def test_what_checks_the_scripts_is_named() -> None:
    asked = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]
    text = _paragraph("For `make check` only")
    assert {name for name in asked if name.rpartition("/")[2] not in text} <= {"@eslint/js"}  # its recommended rules
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in asked.values())


def test_every_package_is_pinned() -> None:
    pinned = set(re.findall(r"^([\w.-]+)==", (ROOT / "constraints.txt").read_text("utf-8"), re.MULTILINE))
    asked = [*PROJECT["project"]["dependencies"], *(entry for entries in EXTRAS.values() for entry in entries)]
    plain = {re.sub(r"\[.*\]", "", name).lower().replace("_", "-") for name in _names(asked)}
    assert plain <= {name.lower().replace("_", "-") for name in pinned}
