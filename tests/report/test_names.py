"""What readers see in a report: names for people, one way to write percentages, no "1 bets"."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from feltlab.games import GAMES
from feltlab.games.loading import load_game
from feltlab.report.content import report_of
from feltlab.report.content_game import game_section
from feltlab.report.document import Grid
from feltlab.report.names import number_name, strategy_name, table_name, the_table
from feltlab.report.numerals import of, one_style
from feltlab.report.par_sheet import sheets_of
from feltlab.report.plots import plots_of
from feltlab.report.subject import subject_of
from feltlab.report.words import told
from feltlab.rules.house import Numbers
from feltlab.web.site.rules import table_title
from feltlab.web.site.text import strategy_title
from tests.report.kept import LIGHT, subject
from tests.report.test_documents import page


class Prose(HTMLParser):
    """The words of a report without its code, styles and pictures."""

    SILENT = ("code", "style", "svg", "pre", "script", "meta")

    def __init__(self, source: str) -> None:
        super().__init__()
        self.depth = 0
        self.words: list[str] = []
        self.feed(source.replace("<meta ", "<hr "))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.depth += tag in self.SILENT

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag in self.SILENT

    def handle_data(self, data: str) -> None:
        if not self.depth:
            self.words.append(data)


def prose(slug: str) -> str:
    """All but the record of how the report was made, which is for machines."""
    return " ".join(Prose(page(slug).partition('id="reproducibility"')[0]).words)


def cells(slug: str) -> str:
    """A par sheet in one piece, but for the command that makes it."""
    texts = [cell.value for sheet in sheets_of(subject(slug)) for cell in sheet.cells.values()]
    return "\n".join(text for text in texts if isinstance(text, str) and "feltlab" not in text)


@pytest.mark.parametrize("slug", LIGHT)
def test_no_name_of_the_code_is_printed(slug: str) -> None:
    game = GAMES[slug]
    ids = [name for name in subject(slug).strategy_words if "-" in name]
    ids += [name for name in game.numbers.shown() if "_" in name]
    tables = [id for tables in game.book.pay_tables.values() for id in tables if table_name(game, id) != id]
    for text in (prose(slug), cells(slug)):
        assert "“optimal”" not in text
        assert not re.search(r"\b(unify|diversify)\b", text)
        for id in (*ids, *(id for id in tables if "-" in id)):
            assert not re.search(rf"(?<![\w-]){id}(?![\w-])", text), id


@pytest.mark.parametrize("slug", LIGHT)
def test_percents_are_written_one_way_and_one_bet_is_one(slug: str) -> None:
    for text in (prose(slug), cells(slug)):
        assert not re.search(r"\d[ \u00a0\u202f]%", text)
        assert not re.search(r"(?<![\d.,])1 (bet|round|figure|line|concern|initial wager)s\b", text)
        assert "[[" not in text


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_a_report_and_the_site_call_things_alike(game: object) -> None:
    known = GAMES[game.slug]  # type: ignore[attr-defined]
    for name in subject(known.slug).strategy_words if known.slug in LIGHT else ("optimal", "never-fold", "human"):
        assert strategy_name(known, name) == strategy_title(known, name)
    for tables in known.book.pay_tables.values():
        for id, table in tables.items():
            assert table_title(known, table) in (table_name(known, id), f"Pay table {id}")
            assert the_table(known, id).strip("”").endswith(table_name(known, id))


@pytest.mark.parametrize("slug", GAMES)
def test_every_rule_number_has_a_name(slug: str) -> None:
    names = [number_name(GAMES[slug], name) for name in GAMES[slug].numbers.shown()]
    assert len(set(names)) == len(names)
    assert all("_" not in name and name[0].isupper() for name in names)
    assert number_name(GAMES[slug], "tie_bonus") == "Tie bonus"  # of a file that gives no names
    assert "seats" in Numbers().shown()


def test_numbers_with_what_is_counted() -> None:
    assert [of(number, "bet") for number in ("0", "1", "2", "1.00")] == ["0 bets", "1 bet", "2 bets", "1.00 bets"]
    assert one_style("-11.07 % and 2-5%, +1%") == "−11.07% and 2-5%, +1%"
    assert one_style("10 % of 99\u00a0%, 5% and a %") == "10% of 99%, 5% and a %"


def test_a_game_without_a_decision_has_no_picture_of_its_one_strategy(monkeypatch: pytest.MonkeyPatch) -> None:
    made = subject("rule-out")
    one = {"optimal": made.priced["optimal"]}
    monkeypatch.setitem(made.__dict__, "priced", one)
    assert "plot-strategies" not in report_of(made, drawn=False).names()
    assert "strategies" not in plots_of(made)
    monkeypatch.undo()
    assert "plot-strategies" in report_of(made, drawn=False).names()


def test_places_of_cards_are_told_in_words() -> None:
    game = load_game(Path(__file__).parents[2] / "examples" / "games" / "baccarat.py")
    rows = next(block for block in game_section(subject_of(game.slug), told(game)).flat() if _key(block) == "packets")
    assert isinstance(rows, Grid)
    assert "player third" in [row[0] for row in rows.rows]


def _key(block: object) -> str:
    return getattr(block, "key", "")
