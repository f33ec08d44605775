"""PDF and HTML: every number of the summary is the lab's; the bytes are the same; people and machines can read them."""

import re
from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from feltlab.exact.figures import Figures
from feltlab.games import GAMES
from feltlab.lab import analyze
from feltlab.report.content import report_of
from feltlab.report.html import html_of
from feltlab.report.names import table_name
from feltlab.report.pdf import pdf_of
from feltlab.report.plots import plots_of
from feltlab.report.rack_card import card_data, rack_card_of
from tests.report.kept import LIGHT, PROTECTION, document, subject

VOID = {"meta", "br", "hr", "img", "link", "input"}
SECTIONS = (
    "Summary", "Description of the game", "Rules of play", "Pay tables", "Method", "Main game", "Strategy", "Side bets",
    "Volatility and risk", "Game protection", "Errata against the published document", "Worked examples",
    "Confirmation by simulation", "Concerns", "Limitations", "Reproducibility",
)  # fmt: skip


@cache
def pdf(slug: str) -> bytes:
    return pdf_of(document(slug))


@cache
def text(slug: str) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf(slug))).pages)


@cache
def page(slug: str) -> str:
    return html_of(document(slug)).decode()


def summary(slug: str) -> list[list[str]]:
    """Name, pay table, edge, element of risk, hit frequency, deviation: straight from the lab, rounded here."""
    analysis = analyze(slug)

    def row(name: str, table: str, figures: Figures) -> list[str]:
        rates = (figures.house_edge, figures.element_of_risk, figures.hit_frequency)
        return [name, table, *(f"{float(rate):.4%}" for rate in rates), f"{figures.standard_deviation:.4f}"]

    sides = [
        row(GAMES[slug].wagers[wager].name, table_name(GAMES[slug], f.pay_tables[wager]), f)
        for wager, f in analysis.wagers.items()
    ]
    return [row("Main game", "–", analysis.main), *sides]


@pytest.mark.parametrize("slug", LIGHT)
def test_the_pdf_summary_is_the_lab(slug: str) -> None:
    flat = " ".join(text(slug).split())
    for row in summary(slug):
        assert " ".join(row) in flat


@pytest.mark.parametrize("slug", LIGHT)
def test_the_pdf_has_its_sections_its_figures_and_its_checksum(slug: str) -> None:
    found = text(slug)
    for title in SECTIONS:
        assert title in found
    assert ("Progressive" in found) == bool(GAMES[slug].progressive_wagers)
    assert subject(slug).checksum in found.replace("\n", "")
    main = subject(slug).main
    for value in (main.rtp, main.fold_frequency, main.push_frequency):
        assert f"{float(value):.4%}" in found
    for outcome in main.outcomes:
        assert f"{outcome.combinations:,}" in found
    for claim in subject(slug).claims:
        assert claim.matches or claim.computed in found


@pytest.mark.parametrize("slug", LIGHT)
def test_the_same_figures_give_the_same_bytes(slug: str) -> None:
    again = report_of(subject(slug))
    assert again == document(slug)
    assert pdf_of(again) == pdf(slug)
    assert html_of(again) == page(slug).encode()
    assert rack_card_of(subject(slug)) == rack_card_of(subject(slug))
    assert all(b"<dc:date>" not in svg for svg in plots_of(subject(slug)).values())


@pytest.mark.parametrize("slug", LIGHT)
def test_the_pdf_can_be_filed(slug: str) -> None:
    reader = PdfReader(BytesIO(pdf(slug)))
    fonts: list[Any] = []
    for leaf in reader.pages:
        assert [round(float(side)) for side in leaf.mediabox[2:]] == [595, 842]  # A4
        fonts += [font.get_object() for font in leaf["/Resources"]["/Font"].values()]  # type: ignore[index]
    for font in fonts:
        inner = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
        assert any(key.startswith("/FontFile") for key in inner["/FontDescriptor"].get_object())
    root: Any = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"].startswith("en")
    assert len(reader.outline) >= len(SECTIONS)
    links = [note.get_object() for leaf in reader.pages for note in leaf.get("/Annots", [])]
    assert len(links) >= len(SECTIONS)
    assert all(link["/Subtype"] == "/Link" for link in links)
    count = len(reader.pages)
    assert f"Page {count} of {count}" in reader.pages[-1].extract_text()


@pytest.mark.parametrize("slug", LIGHT)
def test_a_rack_card_is_one_page_with_its_denominators(slug: str) -> None:
    reader = PdfReader(BytesIO(rack_card_of(subject(slug))))
    assert len(reader.pages) == 1
    found = " ".join(reader.pages[0].extract_text().split())
    data = card_data(subject(slug))
    for step in data["steps"]:
        assert "{" not in step
        assert step in found
    for _, edge, unit, _ in data["edges"]:
        assert f"{edge} {unit}" in found
        assert unit.startswith("of ")
    for entry in data["tables"]:
        assert all(" ".join(row) in found for row in entry["rows"])
    assert data["care"] in found


class Page(HTMLParser):
    """Tags that close in order, and what a reader of the page depends on."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.headings: list[int] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.tables = self.captions = self.unscoped = self.unnamed = 0
        self.outside: list[str] = []
        self.lang = ""
        self.rows: dict[str, list[list[str]]] = {}
        self.key = ""
        self.cell = False
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        self.ids += [named["id"] or ""] if "id" in named else []
        href = named.get("href") or ""
        self.targets += [href[1:]] if href.startswith("#") else []
        self.outside += [f"{name}={value}" for name, value in attrs if name in ("src", "srcset", "data", "action")]
        self.outside += [href] if href and not href.startswith("#") else []
        self.tables += tag == "table"
        self.captions += tag == "caption"
        self.unscoped += tag == "th" and "scope" not in named
        self.unnamed += named.get("role") in ("img", "region") and not (
            named.get("aria-label") or named.get("aria-labelledby")
        )
        self.lang = named.get("lang") or self.lang if tag == "html" else self.lang
        if tag == "caption":
            self.key = named.get("id") or ""
            self.rows[self.key] = []
        elif tag == "tr":
            self.rows[self.key].append([])
        elif tag in ("td", "th"):
            self.rows[self.key][-1].append("")
            self.cell = True

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        assert self.open.pop() == tag
        self.cell = self.cell and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self.cell:
            self.rows[self.key][-1][-1] += data


@pytest.mark.parametrize("slug", LIGHT)
def test_the_html_summary_is_the_lab(slug: str) -> None:
    assert Page(page(slug)).rows["summary-table"][1:] == summary(slug)


@pytest.mark.parametrize("slug", LIGHT)
def test_the_html_is_well_formed_alone_and_readable_by_everyone(slug: str) -> None:
    read = Page(page(slug))
    assert read.open == []
    assert read.lang == "en"
    assert read.headings[0] == 1
    assert read.headings.count(1) == 1
    assert all(later - earlier <= 1 for earlier, later in zip(read.headings, read.headings[1:], strict=False))
    assert read.tables == read.captions > 10
    assert read.unscoped == read.unnamed == 0
    assert len(read.ids) == len(set(read.ids))
    assert set(read.targets) <= set(read.ids)
    assert read.outside == []
    assert not re.search(r"https?://|url\((?!#)|@import", page(slug))
    assert page(slug).count('role="img"') == len(document(slug).plots)


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_letters_stand_out_from_the_paper_in_light_dark_and_print() -> None:
    schemes = re.findall(r":root \{([^}]*--paper[^}]*)\}", page("rule-out"))
    assert len(schemes) == 3
    for scheme in schemes:
        colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", scheme))
        for ink in ("ink", "quiet", "accent"):
            for paper in ("paper", "wash"):
                low, high = sorted((luminance(colours[ink]), luminance(colours[paper])))
                assert (high + 0.05) / (low + 0.05) >= 4.5, (ink, paper, scheme)


def test_plots_lie_on_the_ground_of_the_page_with_its_ink() -> None:
    """By night, too: what is blank behind a figure is not white."""
    drawn = "".join(re.findall(r"<svg.*?</svg>", page("low-four"), re.DOTALL))
    assert "var(--paper)" in drawn
    assert "currentColor" in drawn
    assert "#ffffff" not in drawn


def test_lines_that_only_some_pay_tables_have_stand_in_the_order_of_those() -> None:
    events = [row[0] for row in Page(page("rule-out")).rows["pays-joker"][1:]]
    assert events == ["3 jokers", "2 jokers", "1 joker"]


def test_the_returns_of_the_awards_add_up_to_that_of_the_bet() -> None:
    """They are shares of the bet; in the table of events, returns are net."""
    rows = Page(page("low-four")).rows["awards"]
    assert rows[0][-1] == "RTP"
    found = subject("low-four").progressive
    assert found is not None
    assert sum(float(row[-1].rstrip("%")) for row in rows[1:]) == pytest.approx(float(100 * found.rtp), abs=2e-4)


def test_both_forms_have_every_table_and_figure_of_the_document() -> None:
    names = document("low-four").names()
    flat = " ".join(text("low-four").split())
    for name in names.values():
        if name.startswith(("Table", "Figure")):
            assert f"{name} " in flat
            assert f"<b>{name}</b>" in page("low-four")


def test_protection_is_as_it_was_found() -> None:
    rows = Page(page("low-four")).rows["collusion"]
    found = PROTECTION["low-four"]["collusion"]
    assert [row[2].replace("−", "-") for row in rows[1:]] == [f"{row['house_edge_float']:.4%}" for row in found]


def value(measure: dict[str, Any]) -> str:
    found = measure["value_float"]
    return (
        f"{found:.4%}"
        if measure["share"]
        else f"{found:,.{0 if found == int(found) else 4 if abs(found) < 1000 else 2}f}"
    )


@pytest.mark.parametrize("slug", LIGHT)
def test_concerns_have_their_figures_and_say_which_are_sampled(slug: str) -> None:
    concerns, rows = subject(slug).concerns, Page(page(slug)).rows
    assert [(row[0].lower(), row[1]) for row in rows["concerns-table"][1:]] == [
        (concern["threat"].lower(), "no" if concern["safe"] else "yes") for concern in concerns
    ]
    shown = [row for row in rows["concern-figures"][1:] if row[1]]
    measures = [measure for concern in concerns for measure in concern["measures"]]
    assert [row[1].replace("−", "-") for row in shown] == [value(measure) for measure in measures]
    for row, measure in zip(shown, measures, strict=True):
        assert row[3].split(",")[0] == measure["method"]
        assert ("±" in row[3]) == (measure["method"] == "sampled") == bool(measure.get("samples"))
    flat = " ".join(text(slug).split())
    for concern in concerns:
        assert concern["measures"]
        assert all(value(measure).replace("-", "−") in flat for measure in concern["measures"])
    raised = sum(not concern["safe"] for concern in concerns)
    assert f"{len(concerns)} concerns were examined; {raised} {'is' if raised == 1 else 'are'} raised" in flat
    assert all(what in flat for what in subject(slug).not_there)


def test_what_the_documents_call_none_is_answered() -> None:
    assert "as NONE" in text("low-four")
    assert "NONE" not in text("rule-out")
    for figure in ("62.1179%", "81.1933%", "50.0788%"):  # the meter at its base and in the long run, a worse four
        assert figure in text("low-four")
    assert "−15.6252%" in text("rule-out")  # a rule deck that is never shuffled
