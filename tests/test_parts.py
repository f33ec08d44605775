"""What a game's folder may have besides its rules is documented for authors."""

import re
from pathlib import Path

import pytest

import feltlab

PACKAGE = Path(feltlab.__file__).parent
PARTS = {
    name
    for file in PACKAGE.rglob("*.py")
    for name in re.findall(r"part_of\([^)]*?\"(\w+)\"\)", file.read_text("utf-8"))
} | {"words"}
"""What rooms ask for; `words` is no module."""


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_every_part_is_told(page: str) -> None:
    text = (Path(__file__).parent.parent / page).read_text("utf-8")
    assert {"fast", "rounds", "laying"} < PARTS
    assert {part for part in PARTS if not re.search(rf"`{part}(\.py|\.toml)?`", text)} == set()
