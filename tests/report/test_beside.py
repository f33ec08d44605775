"""Two sets of terms side by side: the differences, every figure as in the lab for each, in every form."""

import json
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from feltlab.commands import report_progress
from feltlab.commands.report import report
from feltlab.errors import FeltlabError
from feltlab.games import GAMES
from feltlab.lab import analyze
from feltlab.report import subject as subjects
from feltlab.report.beside import Pair
from feltlab.report.beside_sheets import xlsx_beside
from feltlab.report.content import report_of
from feltlab.report.content_beside import beside_of
from feltlab.report.content_terms import differences, offer_of, terms_said
from feltlab.report.html import html_of
from feltlab.report.pdf import pdf_of
from feltlab.report.subject import Options, subject_of
from feltlab.report.xlsx import xlsx_of
from feltlab.rules.house import House
from feltlab.rules.rule_file import house_of
from tests.report.kept import PROTECTION, ROUNDS, subject
from tests.report.test_documents import Page
from tests.report.test_par_sheet import Sheets, near

RULES = """
left_off = ["high-points"]
[rules]
qualifier = 15
[[pay_table]]
wager = "low-points"
id = "mine"
felt = true
lines = \"\"\"
1 or 2 points   250 to 1
3 or 4 points    30 to 1
5 or 6 points     4 to 1
\"\"\"
[[progressive]]
wager = "combo-progressive"
base_bets = 5_000
increment = "15%"
"""
DIFFER = {
    ("Points to qualify", "16", "15"),
    ("Low Points Bonus: pay table", "3", "mine"),
    ("Low Points Bonus: 1 or 2 points", "300 to 1", "250 to 1"),
    ("Low Points Bonus: 7 or 8 points", "2 to 1", "–"),
    ("High Points Bonus", "offered", "not offered"),
    ("Combo Progressive: the meter starts at", "10,000 bets", "5,000 bets"),
    ("Combo Progressive: of each bet to the meter", "20%", "15%"),
}


@cache
def house() -> House:
    return house_of(RULES, GAMES["low-four"])


@cache
def pair() -> Pair:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subjects, "cached", lambda slug, *_, **__: PROTECTION[slug])
        second = subject_of("low-four", Options(rules="mine.toml"), house(), ROUNDS)
        made = Pair(subject("low-four"), second)
        assert made.canonical
        return made


@cache
def page() -> str:
    return html_of(beside_of(pair())).decode()


def test_what_differs_is_listed_and_nothing_else() -> None:
    assert set(pair().differing) >= DIFFER
    numbers = {what for what, _, _ in pair().differing if ":" not in what}
    assert numbers == {"Points to qualify", "High Points Bonus"}
    assert not list(differences(offer_of(pair().first), offer_of(pair().first)))
    assert [tuple(row) for row in Page(page()).rows["terms"][1:]] == list(pair().differing)


def test_every_edge_is_the_labs_under_both_terms() -> None:
    rows = {row[0]: row[1:] for row in Page(page()).rows["summary-table"][1:]}
    here, there = analyze("low-four"), analyze("low-four", house=house())
    sides = {"Main game": (here.main, there.main)}
    for slug in ("low-points", "combo-progressive"):
        sides[GAMES["low-four"].wagers[slug].name] = (here.wagers[slug], there.wagers[slug])
    for name, (first, second) in sides.items():
        change = float(second.house_edge - first.house_edge)
        wanted = [f"{float(first.house_edge):.4%}", f"{float(second.house_edge):.4%}", f"{change:+.4%}"]
        assert [cell.replace("−", "-") for cell in rows[name][:3]] == wanted
    assert rows["High Points Bonus"][1:3] == ["–", "–"]
    strategies = {row[0]: row for row in Page(page()).rows["strategies"][1:]}
    assert strategies["Best play"][1:3] == rows["Main game"][:2]


def test_a_pay_that_differs_stands_beside_the_other() -> None:
    rows = Page(page()).rows["returns-low-points"]
    assert rows[0][:3] == ["Event", "Pays, A", "Pays, B"]
    assert ["1 or 2 points", "300 to 1", "250 to 1"] in [row[:3] for row in rows]
    assert Page(page()).rows["main-returns"][0][:3] == ["Event", "Pays", "Probability, A"]


def test_the_page_and_the_pdf_have_the_same_tables_and_can_be_read_by_everyone() -> None:
    read, document = Page(page()), beside_of(pair())
    assert read.open == []
    assert set(read.targets) <= set(read.ids)
    assert len(read.ids) == len(set(read.ids))
    assert read.unscoped == read.unnamed == 0
    assert "[[" not in page()
    made = pdf_of(document)
    assert made == pdf_of(beside_of(pair()))
    text = " ".join(" ".join(leaf.extract_text() for leaf in PdfReader(BytesIO(made)).pages).split())
    for key, name in document.names().items():
        if name.startswith("Table"):
            assert f"{name} " in text, key
            assert f"<b>{name}</b>" in page()
    assert pair().checksum in text.replace(" ", "")
    assert "--beside mine.toml" in text


def test_the_sheet_computes_both_and_their_difference() -> None:
    data = xlsx_beside(pair())
    assert data == xlsx_beside(pair())
    sheets, stored = Sheets(data), load_workbook(BytesIO(data), data_only=True)
    for number, (_, _, here, there) in enumerate(pair().wagers(), start=6):
        for column, figures in (("B", here), ("C", there)):
            if figures:
                assert near(sheets.value("Summary", f"{column}{number}"), figures.house_edge)
                assert near(stored["Summary"][f"{column}{number}"].value, figures.house_edge)
        if here and there:
            assert near(sheets.value("Summary", f"D{number}"), there.house_edge - here.house_edge)
    assert {"A Main game", "B Main game", "A High Points Bonus", "What differs", "Simulation A", "Simulation B"} <= {
        *stored.sheetnames
    }
    assert "B High Points Bonus" not in stored.sheetnames


def test_the_command_takes_a_second_rule_file_or_the_printed_terms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subjects, "cached", lambda slug, *_, **__: PROTECTION[slug])
    monkeypatch.setattr(report_progress, "cached", lambda slug, *_: PROTECTION[slug])
    file, out = tmp_path / "six.toml", tmp_path / "both.json"
    file.write_text('game = "rule-out"\n[rules]\ndecks = 6\n')
    report("rule-out", out, rules=file, beside=Path("printed"), rounds=ROUNDS)
    found = json.loads(out.read_bytes())
    assert found["second"] == json.loads(subject("rule-out").canonical)
    assert found["first"]["numbers"]["decks"] == "6"
    report("rule-out", tmp_path / "other.json", beside=file, rounds=ROUNDS)
    other = json.loads((tmp_path / "other.json").read_bytes())
    assert (other["first"], other["second"]) == (found["second"], found["first"])
    assert sha256(pair().canonical).hexdigest() == pair().checksum


def test_terms_of_two_games_and_a_card_of_two_terms_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FeltlabError, match="are different games"):
        Pair(subject("low-four"), subject("rule-out"))
    with pytest.raises(FeltlabError, match="one set of terms"):
        report("low-four", tmp_path / "x.pdf", rack_card=True, beside=Path("printed"))
    assert not list(tmp_path.iterdir())


def test_a_report_on_own_terms_says_how_they_differ_and_is_silent_on_bets_that_are_off() -> None:
    second = pair().second
    text = html_of(report_of(second)).decode()
    rows = Page(text).rows["terms"][1:]
    assert {tuple(row) for row in rows} == set(pair().differing) - {("High Points Bonus", "offered", "not offered")}
    book = load_workbook(BytesIO(xlsx_of(second)))
    assert {row[:3] for row in book["What differs"].iter_rows(6, values_only=True)} == {tuple(row) for row in rows}
    assert "What differs" not in load_workbook(BytesIO(xlsx_of(subject("low-four")))).sheetnames
    assert terms_said(second).endswith("(rule file mine.toml)")
    assert terms_said(subject("low-four")) == "as in the game's documents"
    assert "terms" not in report_of(subject("low-four"), drawn=False).names()
