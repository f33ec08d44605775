"""What the README shows is what happens."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from feltlab.games import GAMES
from feltlab.lab import Claim, claims_of
from tests.waiting import LONG

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


def _claims() -> list[Claim]:
    return [claim for slug in GAMES for claim in claims_of(slug)]


def _words(file: str) -> str:
    return " ".join((ROOT / file).read_text("utf-8").split())


def test_the_python_on_the_first_screen_works() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted >= 3
    assert result.failed == 0


def test_the_commands_print_what_the_readme_shows() -> None:
    found = re.search(r"```console\n\$ (echo [^\n]+)\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert found
    command = found[1].replace(".venv/bin/feltlab", str(Path(sys.executable).parent / "feltlab"))
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, timeout=LONG)
    assert done.stdout.strip() == found[2].strip()


@pytest.mark.parametrize("file", ["README.md", "CHANGELOG.md", "docs/errata.md", "docs/lab.md"])
def test_how_many_printed_figures_match_is_what_verify_counts(file: str) -> None:
    claims = _claims()
    matching = sum(claim.matches for claim in claims)
    said = re.findall(r"([\d,]+) of ([\d,]+) printed figures match, ([\d,]+) differ", _words(file))
    assert said == [(str(matching), str(len(claims)), str(len(claims) - matching))]


def test_the_errata_tell_of_every_row_that_differs_or_has_a_remark() -> None:
    words = _words("docs/errata.md")
    noted = [claim for claim in _claims() if claim.note or not claim.matches]
    assert len(noted) >= 8
    for claim in noted:
        if claim.published != "true":
            assert claim.published.replace("%", " %") in words, claim
        for figure in re.findall(r"\d+\.\d\d %", claim.note):
            assert claim.explains is not None or figure in words, (claim, figure)
