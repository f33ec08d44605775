"""The filing data of a report: given, printed in every form, left out if empty; and what confirms its figures."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from feltlab.commands import report_progress
from feltlab.commands.report import report
from feltlab.report import subject as subjects
from feltlab.report.confirmation import FAR, Confirmation, confirm
from feltlab.report.content import report_of
from feltlab.report.filing import UNFILED, Filing, FilingError, filing_of, read_filing
from feltlab.report.html import html_of
from feltlab.report.pdf import pdf_of
from feltlab.report.xlsx import xlsx_of
from tests.report.kept import LIGHT, PROTECTION, ROUNDS, document, subject
from tests.report.test_documents import Page, page

FILE = """
number = "R-14"
date = 2026-11-18
addressee = \"\"\"
  Gaming Board
  12 Long Street\"\"\"
prepared_by = "A. Tester"
standard = "Standard Nine"
limitations = ["Nobody looked at [[the shuffler]]: 10 % of it."]
[house]
slogan = "Know when to stop."
[[revision]]
version = "1.1"
date = "2026-11-18"
change = "A pay table."
"""


@pytest.fixture
def filing(tmp_path: Path) -> Filing:
    file = tmp_path / "filing.toml"
    file.write_text(FILE)
    return read_filing(file)


SAID = (
    "Report number", "R-14", "18 November 2026", "Gaming Board, 12 Long Street", "Prepared by", "A. Tester",
    "Standard Nine", "Revision history", "1.1", "A pay table.", "Nobody looked at [[the shuffler]]: 10% of it.",
)  # fmt: skip
EMPTY = ("Reviewed by", "Jurisdiction")


def forms(filing: Filing) -> dict[str, str]:
    made = subject("rule-out")
    told = report_of(made, filing)
    pages = PdfReader(BytesIO(pdf_of(told))).pages
    book = load_workbook(BytesIO(xlsx_of(made, filing)))
    return {
        "pdf": " ".join(" ".join(leaf.extract_text() for leaf in pages).split()),
        "html": html_of(told).decode(),
        "xlsx": "\n".join(str(value) for sheet in book for row in sheet.iter_rows(values_only=True) for value in row),
    }


def test_what_is_given_is_on_the_title_page_of_every_form_and_what_is_empty_is_not(filing: Filing) -> None:
    for form, text in forms(filing).items():
        for words in SAID:
            assert words in text, (form, words)
        for words in EMPTY:
            assert words not in text, (form, words)
        assert "Whether the game meets Standard Nine" in text


def test_without_a_filing_there_is_neither_a_date_nor_a_history() -> None:
    text = page("rule-out")
    for words in (*EMPTY, "Revision history", "Prepared by", "<dt>Date</dt>"):
        assert words not in text
    assert "It replaces no test" in text
    assert document("rule-out").filed == document("rule-out").history == ()


def test_the_same_filing_gives_the_same_bytes_and_the_same_checksum(filing: Filing) -> None:
    made = subject("rule-out")
    assert pdf_of(report_of(made, filing)) == pdf_of(report_of(made, filing))
    assert xlsx_of(made, filing) == xlsx_of(made, filing)
    assert made.checksum in html_of(report_of(made, filing)).decode()
    read = Page(html_of(report_of(made, filing)).decode())
    assert read.open == []
    assert read.unscoped == read.unnamed == 0
    assert ["1.1", "18 November 2026", "", "A pay table."] in read.rows["history"]


def test_options_go_before_the_file_and_the_command_says_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, filing: Filing
) -> None:
    monkeypatch.setattr(subjects, "cached", lambda slug, *_, **__: PROTECTION[slug])
    monkeypatch.setattr(report_progress, "cached", lambda slug, *_: PROTECTION[slug])
    out = tmp_path / "filed.html"
    report(
        "rule-out", out, filing=tmp_path / "filing.toml", number="R-15", reviewed_by="B. Second", rounds=ROUNDS
    )  # fmt: skip
    text = out.read_text("utf-8").replace("&#39;", "'")
    assert "<dd>R-15</dd>" in text
    assert "R-14" not in text
    assert "--filing filing.toml --number R-15 --reviewed-by 'B. Second'" in text
    assert f"--rounds {ROUNDS}" in text


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({"dated": "x"}, "'dated' is not known: write number, date"),
        ({"date": "18.11.2026"}, "date must be a day such as 2026-11-18, not '18.11.2026'"),
        ({"date": "2026-02-30"}, "date must be a day"),
        ({"date": 20261118}, "date must be a day"),
        ({"number": 14}, "number must be text, not 14"),
        ({"addressee": "a" * 2001}, "up to 2,000 printable characters"),
        ({"addressee": "a\x07b"}, "printable characters"),
        ({"house": "Club"}, "house must be a table with name, slogan, helpline"),
        ({"house": {"phone": "1"}}, "'phone' is not known in house"),
        ({"revision": {"version": "1"}}, "revision must be a list of up to 50 entries"),
        ({"revision": [{"who": "1"}]}, "'who' is not known in revision"),
        ({"limitations": "none"}, "limitations must be a list"),
        ({"limitations": [1]}, "limitations must be text, not 1"),
    ],
)
def test_a_wrong_filing_is_refused_in_a_line(found: dict[str, Any], said: str) -> None:
    with pytest.raises(FilingError) as caught:
        filing_of(found)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["a = ", "a = " + "[" * 5000, "\udcff"])
def test_a_filing_that_is_no_toml_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "filing.toml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(FilingError, match="is not a TOML file"):
        read_filing(file)


@pytest.mark.parametrize("slug", LIGHT)
def test_simulated_rounds_stand_beside_the_exact_values(slug: str) -> None:
    made = subject(slug)
    rows = {row[0]: row[1:] for row in Page(page(slug)).rows["confirmation-table"][1:]}
    assert rows.keys() >= {"Main game", *(made.game.wagers[slug].name for slug in made.analysis.wagers)}
    exact = {"Main game": made.main.expectation}
    exact |= {made.game.wagers[slug].name: one.expectation for slug, one in made.analysis.wagers.items()}
    for name, value in exact.items():
        assert rows[name][0].replace("−", "-") == f"{float(value):+.4%}"
        assert abs(float(rows[name][3].replace("−", "-"))) < FAR
    assert f"{ROUNDS:,} rounds were dealt from seed {subjects.SEED}" in page(slug)
    assert "simulated rounds agree with the exact values" in page(slug)


def test_the_simulation_is_the_same_again_tells_how_far_it_is_and_finds_a_wrong_value() -> None:
    seen: list[tuple[int, int]] = []
    made = subject("rule-out")
    again = confirm(made.plan, ROUNDS, lambda done, total: seen.append((done, total)))
    assert again.to_dict() == made.confirmation.to_dict()
    assert len(seen) >= 20
    assert seen[-1] == (ROUNDS, ROUNDS)
    main = made.confirmation.found["main"]
    assert main.exact is not None
    wrong = Confirmation(ROUNDS, again.seed, {"main": _with_exact(main, main.exact + 1)})
    assert wrong.far == ["main"]
    assert made.confirmation.far == []


def _with_exact(one: Any, exact: Any) -> Any:
    return type(one)(**{**vars(one), "exact": exact})


def test_the_sheets_of_a_filed_par_sheet_compute_their_z(filing: Filing) -> None:
    made = subject("rule-out")
    book = load_workbook(BytesIO(xlsx_of(made, filing)), data_only=True)
    assert book.sheetnames[0] == "Title page"
    assert book["Simulation"]["A5"].value == made.names()[next(iter(made.confirmation.found))]
    for row, one in enumerate(made.confirmation.found.values(), start=5):
        cells = [cell.value for cell in book["Simulation"][row]]
        assert cells[2] == pytest.approx(one.mean)
        assert cells[4] == pytest.approx(one.z)
        assert cells[7] == ROUNDS
    limits = "\n".join(str(cell.value) for cell in book["Limitations"]["A"])
    assert "Section" in limits
    assert xlsx_of(made) == xlsx_of(made, UNFILED)


def test_words_that_look_like_code_are_words_in_every_form() -> None:
    words = "=1+1 <b>#let x</b> `run` [[summary]]"
    made = subject("rule-out")
    filing = Filing(addressee=words, limitations=(words,))
    book = load_workbook(BytesIO(xlsx_of(made, filing)))
    cell = next(cell for row in book["Title page"].iter_rows() for cell in row if cell.value == words)
    assert cell.data_type == "s"
    assert "<dd>=1+1 &lt;b&gt;#let x&lt;/b&gt; `run` [[summary]]</dd>" in html_of(report_of(made, filing)).decode()
    first = PdfReader(BytesIO(pdf_of(report_of(made, filing)))).pages[0].extract_text()
    assert words in " ".join(first.split())
