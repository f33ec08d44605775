"""The README shows what really happens; tests/docs runs its commands."""

import doctest
import re
from pathlib import Path

import pytest

from feltlab.games import GAMES
from feltlab.lab import Claim, claims_of

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
            assert claim.published in words, claim
        for figure in re.findall(r"\d+\.\d\d%", claim.note):
            assert claim.explains is not None or figure in words, (claim, figure)
