"""Every promise has a test whose name has its number, and the pages name existing tests."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
DOCS = TESTS.parent / "docs"
FILES = sorted(TESTS.rglob("test_*.py"))
NAMES = {name for file in FILES for name in re.findall(r"^(?:async )?def (test_\w+)", file.read_text("utf-8"), re.M)}


def test_every_promise_has_a_test_of_its_number() -> None:
    tried = {int(number) for name in NAMES for number in re.findall(r"_p(\d\d)(?=_)", name)}
    rows = re.findall(r"^\| (\d+) \| .* \| .*test_", (DOCS / "reliability.md").read_text("utf-8"), re.M)
    promised = {int(number) for number in rows}
    assert promised >= set(range(1, 37))
    assert tried == promised


@pytest.mark.parametrize("page", ["reliability.md", "security.md"])
def test_the_tests_that_a_page_names_exist(page: str) -> None:
    known = NAMES | {file.name for file in FILES} | {file.stem for file in FILES}
    named = re.findall(r"[`/:](test_\w+(?:\.py)?)`", (DOCS / page).read_text("utf-8"))
    assert named
    assert [name for name in named if name not in known] == []
