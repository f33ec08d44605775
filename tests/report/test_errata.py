"""The reason for a differing figure is computed on the terms of the house, and given only where it holds."""

import pytest

from feltlab.exact.claim import Claim
from feltlab.games import GAMES
from feltlab.lab import claims_of
from tests.report.kept import document


def _differing(jokers: int | None = None) -> list[Claim]:
    house = GAMES["rule-out"].house()
    if jokers is not None:
        house = house.changed({"jokers": jokers})
    return [claim for claim in claims_of("rule-out", house) if not claim.matches]


def test_the_slip_of_rule_out_is_explained_by_its_figures() -> None:
    (claim,) = _differing()
    assert claim.figure == "Four Decks, RTP"
    for figure in (claim.computed, claim.rounded, "94.8459%", "98.4557%", "98.45%"):
        assert figure in claim.note
    (table,) = [block for section in document("rule-out").sections for block in section.flat()
                if getattr(block, "key", "") == "differences"]  # fmt: skip
    assert claim.note in table.rows[0]  # type: ignore[union-attr]


@pytest.mark.parametrize("slug", ["low-four", "rule-out"])
def test_a_report_says_what_should_be_known_of_figures_that_match(slug: str) -> None:
    remarks = [claim.note for claim in claims_of(slug) if claim.matches and claim.note]
    (table,) = [block for section in document(slug).sections for block in section.flat()
                if getattr(block, "key", "") == "remarks"]  # fmt: skip
    assert [row[-1] for row in table.rows] == remarks  # type: ignore[union-attr]


@pytest.mark.parametrize("jokers", [0, 1, 3])
def test_with_other_decks_nothing_is_explained_away(jokers: int) -> None:
    differing = _differing(jokers)
    assert len(differing) > 5
    assert not any(claim.note for claim in differing)
