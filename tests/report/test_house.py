"""A report for a house that leaves bets off: no form of it has them, and the rest is unchanged."""

import pytest

from feltlab.games import GAMES
from feltlab.report import subject as subjects
from feltlab.report.content import report_of
from feltlab.report.html import html_of
from feltlab.report.par_sheet import sheets_of
from feltlab.report.rack_card import card_data
from feltlab.report.subject import Options, subject_of
from feltlab.wire import dump
from tests.offered import optional, spoken_of
from tests.report.kept import PROTECTION, ROUNDS, subject


@pytest.mark.parametrize(
    ("game", "left_off"), [*((game, tuple(optional(game))) for game in GAMES), ("ace-odd-even", ("poker",))]
)
def test_no_form_has_a_bet_that_is_off(game: str, left_off: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subjects, "cached", lambda slug, *_, **__: PROTECTION[slug])
    house = GAMES[game].house().without(left_off)
    made = subject_of(game, Options(rules="house.toml"), house, ROUNDS)
    forms = {
        "html": html_of(report_of(made)).decode(),
        "rack card": dump(card_data(made)),
        "sheets": "\n".join(str(cell.value) for sheet in sheets_of(made) for cell in sheet.cells.values()),
    }
    for form, text in forms.items():
        assert not spoken_of(text.replace("parameter", ""), game, left_off), form
    assert made.main.house_edge == subject(game).main.house_edge
    assert not set(left_off) & set(made.analysis.wagers)
