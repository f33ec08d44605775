"""Every step of the four documents' procedures, shown at the live table or ruled on; see `manuals.py`."""

from functools import cache
from types import ModuleType

import pytest

from tests.table import manual_ace_odd_even, manual_low_four, manual_quick_draw, manual_rule_out
from tests.table.manuals import Played, Row, Ruled, Shown
from tests.table.on_the_felt import NOT_OF_A_STEP, NOTHING_TO_SEE, SEEN, browser_tests, in_browser, key_of
from tests.table.planted import PLANTED, Wrong, slips

MANUALS: dict[str, ModuleType] = {
    manual.GAME: manual for manual in (manual_ace_odd_even, manual_low_four, manual_quick_draw, manual_rule_out)
}
ROWS = [
    pytest.param(game, row, id=f"{game}-{number}")
    for game, manual in MANUALS.items()
    for number, row in enumerate(manual.ROWS, 1)
]


@cache
def rounds(game: str) -> list[Played]:
    played: list[Played] = MANUALS[game].rounds()
    return played


@pytest.mark.parametrize(("game", "row"), ROWS)
def test_every_step_is_shown_or_ruled_on(game: str, row: Row) -> None:
    evidence = row.evidence
    found = evidence.found_in(game) if isinstance(evidence, Ruled) else evidence.holds(rounds(game))
    assert found, f"{row.section}: {row.step}"


@pytest.mark.parametrize(("game", "wrong", "step"), PLANTED)
def test_a_planted_log_is_found(game: str, wrong: Wrong, step: str) -> None:
    rows = [row for row in MANUALS[game].ROWS if row.step == step]
    planted = [log for played in rounds(game) if (log := wrong(played))]
    assert rows
    assert planted
    assert any(row.evidence.broken_by(log) for row in rows for log in planted)


@pytest.mark.parametrize("game", MANUALS)
def test_no_row_holds_whatever_happens(game: str) -> None:
    """Each look at the rounds finds some slip in one of the rounds that it speaks of."""
    blind = []
    for row in MANUALS[game].ROWS:
        if isinstance(row.evidence, Shown):
            own = [played for played in rounds(game) if any(row.evidence.look(played))]
            if not any(row.evidence.broken_by(log) for played in own[:3] for log in slips(played)):
                blind.append(row.step)
    assert blind == []


def test_a_ruling_that_is_not_in_the_book_is_missed() -> None:
    assert not Ruled("rulings", "The dealer may look at the players' cards", "").found_in("low-four")


def test_a_case_that_never_comes_up_shows_nothing() -> None:
    assert not Shown(lambda played: iter(())).holds(rounds("rule-out"))


@pytest.mark.parametrize(("game", "row"), ROWS)
def test_every_step_that_can_be_seen_is_seen_in_a_browser(game: str, row: Row) -> None:
    key = key_of(row)
    assert key is None or in_browser(game, row) or key in NOTHING_TO_SEE, f"{row.section}: {row.step}"


def test_the_browser_tests_of_the_steps_are_there() -> None:
    for name in {name for names in SEEN.values() for name in names} | set(NOT_OF_A_STEP):
        file, _, test = name.partition("::")
        assert test in browser_tests(file), name


def test_no_step_is_seen_that_no_manual_has() -> None:
    keys = {key_of(row) for manual in MANUALS.values() for row in manual.ROWS}
    assert SEEN.keys() | NOTHING_TO_SEE.keys() == keys - {None}
    assert not SEEN.keys() & NOTHING_TO_SEE.keys()
