"""The vocabulary of a game file as docs/own-game.md and docs/rankings.md have it is all that feltlab.sdk has."""

import re
from pathlib import Path

import feltlab.sdk as kit

DOCS = Path(__file__).parent.parent / "docs"


def _rows(page: str) -> str:
    """The first cells of all tables of a page."""
    rows = [line for line in (DOCS / page).read_text("utf-8").splitlines() if line.startswith("| `")]
    return "\n".join(row.split("|")[1] for row in rows)


def test_every_name_has_a_row() -> None:
    rows = _rows("own-game.md") + _rows("rankings.md")
    written = set(re.findall(r"`@?(\w+)", rows)) | set(re.findall(r"(\w+)\(", rows))
    assert [name for name in kit.__all__ if name not in written] == []


def test_what_a_row_calls_is_there() -> None:
    rows = _rows("own-game.md") + _rows("rankings.md")
    called = set(re.findall(r"(\w+)\(", rows))
    assert len(called) >= 25
    assert called - set(kit.__all__) == set()


def test_the_kit_exports_what_it_imports() -> None:
    imported = {name for name in vars(kit) if not name.startswith("_")}
    assert imported == set(kit.__all__)
