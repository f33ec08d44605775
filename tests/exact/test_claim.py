"""A printed figure beside the computed one: when the two agree, and what a note may excuse."""

from dataclasses import replace
from fractions import Fraction

import pytest

from feltlab.exact.claim import TRUE, Claim, Value, pays_again
from feltlab.games import GAMES


def claim(published: str, value: Value, percent: bool = False, note: str = "", explains: Value | None = None) -> Claim:
    return Claim("game", "Table 1", "figure", published, value, percent, note, explains)


@pytest.mark.parametrize(
    ("published", "value", "matches"),
    [
        ("3.21%", Fraction(32105, 1_000_000), True),
        ("3.22%", Fraction(32105, 1_000_000), False),
        ("10,000", 10_000, True),
        ("1081", Fraction(1081), True),
        ("-2", -2, True),
        ("3/7", Fraction(3, 7), True),
        ("8,000 to 1", "8000 to 1", True),
        ("8,000 to 1", "800 to 1", False),
        ("Three of a Kind", "3 of a kind", True),
        ("A A 8 8", "A A 9 7 5", False),
        (TRUE, True, True),
        (TRUE, False, False),
        (TRUE, 1 > 2, False),
    ],
)
def test_numbers_match_by_their_digits_words_and_statements_as_they_are(
    published: str, value: Value, matches: bool
) -> None:
    found = claim(published, value)
    assert found.matches is matches
    assert found.status == ("matches" if matches else "differs")
    assert set(map(type, found.to_dict().values())) == {str}


def test_a_statement_and_words_are_told_as_they_are() -> None:
    assert [claim(TRUE, False).to_dict()[key] for key in ("exact", "computed", "rounded")] == ["false"] * 3
    assert claim("2 2 6 8", "2 2 6 9").to_dict()["exact"] == "2 2 6 9"


def test_a_printed_nought_is_none_at_all() -> None:
    assert claim("0", Fraction(0), percent=True).matches
    assert not claim("0", Fraction(1, 10**9), percent=True).matches
    assert claim("0.00", Fraction(1, 10**9)).matches


def test_a_reason_explains_one_value_and_no_other() -> None:
    found = claim("14.8779", Fraction(822, 5525), percent=True, note="why", explains=Fraction(822, 5525))
    assert (found.matches, found.note) == (False, "why")
    for other in (Fraction(822, 5525) + Fraction(1, 10**12), Fraction(1), Fraction(148779, 10**6)):
        assert replace(found, value=other).note == ""


def test_a_remark_excuses_nothing() -> None:
    assert claim("2.77%", Fraction(277, 10_000), note="remark").note == "remark"
    assert claim("2.77%", Fraction(463, 10_000), note="remark").note == ""


def test_pays_that_are_printed_again_are_read_against_the_line_of_their_event() -> None:
    game = GAMES["low-four"]
    table = game.house().felt()["low-points"]
    rows = pays_again(
        game,
        "Felt",
        table,
        "1 or 2 Points   300 to 1\n3 or 4   20 to 1\n5 to 7 points   5 to 1\nall   2 to 1",
        {"all": "7 or 8"},
    )
    assert [(row.published, row.computed, row.matches) for row in rows] == [
        ("300 to 1", "300 to 1", True),
        ("20 to 1", "25 to 1", False),
        ("5 to 1", "not a line of its own", False),
        ("2 to 1", "2 to 1", True),
    ]
