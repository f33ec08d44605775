"""The par sheet as cells: each sheet a grid of texts, numbers and live formulas, every formula with its value.

A wager's sheet has its events from row FIRST on: event, pays, stake, net, combinations, probability, return. Only
combinations, stakes and nets are numbers; everything else is computed in the sheet, so a changed pay shows its edge at
once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from operator import attrgetter
from typing import Any, Final

from feltlab import __version__
from feltlab.exact.figures import Figures
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.report.content_concerns import concern_row, how_many
from feltlab.report.filing import UNFILED, Filing
from feltlab.report.names import strategy_name, table_name
from feltlab.report.numerals import capital, one_style
from feltlab.report.subject import Subject

FIRST: Final = 6
"""The row of the first event."""
PERCENT, WHOLE, UNITS, PLAIN = "0.000000%", "#,##0", "0.0000", "General"
HALVES: Final = "± (99%)"
"""For a sampled value: half of its interval."""
HEAD: Final = ("Event", "Pays", "Staked", "Net", "Combinations", "Probability", "Return", "Exact probability")
OF_A_SAMPLE: Final = {"Combinations": "Rounds", "Exact probability": "Share of the rounds"}


@dataclass(frozen=True)
class Cell:
    value: str | int | float
    formula: str = ""
    """Without a formula, the value is all there is."""
    style: str = PLAIN
    bold: bool = False
    wraps: bool = False


@dataclass
class Sheet:
    title: str
    widths: tuple[int, ...]
    """At most, in letters; a column is as narrow as its contents."""
    cells: dict[str, Cell] = field(default_factory=dict)
    head_row: int = 0
    texts: int = 2
    """That many columns, from the first on, have words below their headings."""

    def row(self, number: int, *cells: Cell | str | None) -> None:
        for column, cell in zip("ABCDEFGHIJ", cells, strict=False):
            if cell is not None:
                self.cells[f"{column}{number}"] = cell if isinstance(cell, Cell) else Cell(one_style(cell))


def _number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def _bold(text: str) -> Cell:
    return Cell(text, bold=True)


def wager_sheet(
    title: str, terms: str, figures: Figures, progressive: ProgressiveFigures | None = None
) -> tuple[Sheet, int]:
    """The sheet, and the row where its figures begin."""
    sheet = Sheet(title, (34, 30, 10, 12, 24, 14, 14, 40), head_row=FIRST - 1)
    sheet.row(1, _bold(title))
    sheet.row(2, terms)
    if figures.is_sampled:
        sheet.row(3, f"Sampled: {figures.total:,} rounds, seed {figures.seed}; house edge ± {figures.margin:.4%} (99%)")
    shares = {}
    if progressive:
        shares = {award.event: award.share for award in progressive.awards if award.share}
        sheet.row(3, "Meter, in bets (change it)", Cell(float(progressive.mean_meter), style="#,##0.00"))
    margins = ("Probability, ±", "Return, ±") if figures.is_sampled else ()
    head = [OF_A_SAMPLE.get(name, name) for name in HEAD] if figures.is_sampled else HEAD
    sheet.row(FIRST - 1, *(_bold(name) for name in (*head, *margins)))
    last = FIRST + len(figures.outcomes) - 1
    total = last + 1
    for number, (outcome, row) in enumerate(zip(figures.outcomes, figures.table(), strict=True), start=FIRST):
        probability = Fraction(outcome.combinations, figures.total)
        share = shares.get(outcome.event)
        net = _number(outcome.net)
        sheet.row(
            number, outcome.event, outcome.pays, Cell(_number(outcome.staked)),
            Cell(net, f"{float(share)!r}*$B$3-1" if share else "", UNITS if share else PLAIN),
            Cell(outcome.combinations, style=WHOLE),
            Cell(float(probability), f"E{number}/E${total}", PERCENT),
            Cell(float(probability * outcome.net), f"F{number}*D{number}", PERCENT),
            str(probability), *_margins(row),
        )  # fmt: skip
    sheet.row(
        total, _bold("Total"), None, None, None,
        Cell(figures.total, f"SUM(E{FIRST}:E{last})", WHOLE, bold=True),
        Cell(1.0, f"SUM(F{FIRST}:F{last})", PERCENT, bold=True),
        Cell(float(figures.expectation), f"SUM(G{FIRST}:G{last})", PERCENT, bold=True), None, None,
        Cell(figures.margin, style=PERCENT) if figures.is_sampled else None,
    )  # fmt: skip
    _figures(sheet, figures, last, total)
    return sheet, total + 2


def _margins(row: Mapping[str, Any]) -> list[Cell]:
    """Halves of the intervals of a sampled event."""
    return [Cell(row[name], style=PERCENT) for name in ("probability_margin", "return_margin") if name in row]


def _figures(sheet: Sheet, figures: Figures, last: int, total: int) -> None:
    """House edge and its relatives, from the rows above."""
    chances, nets, stakes = (f"{column}{FIRST}:{column}{last}" for column in "FDC")
    start = total + 2
    edge, wager, variance = f"B{start}", f"B{start + 1}", f"B{start + 5}"
    names = ("house_edge", "average_wager", "element_of_risk", "rtp", "hit_frequency", "variance", "standard_deviation")
    rows: tuple[tuple[str, Fraction | float, str, str, str], ...] = (
        ("House edge", figures.house_edge, f"-G{total}", PERCENT, "of the initial wager"),
        ("Average wager", figures.average_wager, f"SUMPRODUCT({chances},{stakes})", UNITS, "initial wagers"),
        ("Element of risk", figures.element_of_risk, f"{edge}/{wager}", PERCENT, "of the average total wager"),
        ("RTP", figures.rtp, f"1-B{start + 2}", PERCENT, "of the average total wager"),
        ("Hit frequency", figures.hit_frequency, f'SUMIF({nets},">0",{chances})', PERCENT, "of rounds"),
        ("Variance", figures.variance, f"SUMPRODUCT({chances},{nets},{nets})-{edge}^2", UNITS, "squared units"),
        ("Standard deviation", sqrt(figures.variance), f"SQRT({variance})", UNITS, "units"),
    )
    for number, (attribute, (name, value, formula, style, unit)) in enumerate(zip(names, rows, strict=True), start):
        exact = str(value) if isinstance(value, Fraction) else ""
        half = Cell(figures.margin_of(attrgetter(attribute)), style=style) if figures.is_sampled else None
        sheet.row(
            number, _bold(name), Cell(float(value), formula, style, bold=True), unit, None,
            HALVES if half else None, half, None, exact,
        )  # fmt: skip


SUMMED: Final = ("house_edge", "element_of_risk", "rtp", "hit_frequency", "standard_deviation")
SUMMARY_HEAD: Final = ("Wager", "Pay table", "House edge", "Element of risk", "RTP", "Hit frequency", "Std. deviation")


def sheets_of(subject: Subject, filing: Filing = UNFILED) -> list[Sheet]:
    summary = Sheet("Summary", (40, 30, 16, 16, 16, 16, 16), head_row=FIRST - 1)
    summary.row(1, _bold(f"{subject.game.title}: par sheet"))
    summary.row(2, f"feltlab {__version__}; {subject.command('xlsx', *filing.words)}")
    summary.row(3, f"SHA-256 of the figures: {subject.checksum}")
    summary.row(FIRST - 1, *(_bold(name) for name in SUMMARY_HEAD))
    sheets = [summary]
    named = [("Main game", subject.main, "–")]
    for slug, figures in subject.analysis.wagers.items():
        named.append((subject.game.wagers[slug].name, figures, table_name(subject.game, figures.pay_tables[slug])))
    halves = []
    for number, (name, figures, table) in enumerate(named, start=FIRST):
        progressive = subject.progressive
        own = progressive if progressive and progressive.wager == figures.wager else None
        main = figures.wager == "main"
        terms = f"Strategy: {strategy_name(subject.game, figures.strategy)}" if main else f"Pay table: {table}"
        sheet, start = wager_sheet(name[:31], terms, figures, own)
        sheets.append(sheet)
        values = (
            (figures.house_edge, 0, PERCENT), (figures.element_of_risk, 2, PERCENT), (figures.rtp, 3, PERCENT),
            (figures.hit_frequency, 4, PERCENT), (sqrt(figures.variance), 6, UNITS),
        )  # fmt: skip
        cells = [Cell(float(value), f"'{sheet.title}'!B{start + place}", style) for value, place, style in values]
        summary.row(number, name, table, *cells)
        if figures.is_sampled:
            halves.append((name, table, figures))
    for number, (name, table, figures) in enumerate(halves, start=FIRST + len(named) + 1):
        summary.row(number, f"{name}, {HALVES}", table, *_halves(figures))
    return [*sheets, *_alternatives(subject), _strategies(subject), _concerns(subject), _concern_figures(subject)]


def _alternatives(subject: Subject) -> list[Sheet]:
    """Every other pay table of each wager: one sheet per wager, with the tables below each other in short form."""
    sheet = Sheet("Pay tables", (30, 30, 16, 16, 16), head_row=3)
    sheet.row(1, _bold("Every pay table, on the terms of this sheet"))
    sheet.row(3, *(_bold(name) for name in ("Wager", "Pay table", "House edge", "Hit frequency", "Std. deviation")))
    number = 4
    for wager, tables in subject.by_table.items():
        for id, figures in tables.items():
            sheet.row(
                number, subject.game.wagers[wager].name, table_name(subject.game, id),
                Cell(float(figures.house_edge), style=PERCENT), Cell(float(figures.hit_frequency), style=PERCENT),
                Cell(figures.standard_deviation, style=UNITS),
                *_told(figures, "House edge, hit frequency", ("house_edge", "hit_frequency")),
            )  # fmt: skip
            number += 1
    return [sheet]


def _strategies(subject: Subject) -> Sheet:
    sheet = Sheet("Strategies", (22, 70, 16, 16), head_row=3)
    sheet.row(1, _bold("Main game by strategy"))
    sheet.row(3, *(_bold(name) for name in ("Strategy", "In words", "House edge", "Cost")))
    best = subject.priced[subject.first].house_edge
    for number, (name, figures) in enumerate(subject.priced.items(), start=4):
        edge = figures.house_edge
        sheet.row(
            number, strategy_name(subject.game, name), subject.strategy_words[name], Cell(float(edge), style=PERCENT),
            Cell(float(edge - best), f"C{number}-C$4", PERCENT),
            *_told(figures, "House edge", ("house_edge",)),
        )  # fmt: skip
    return sheet


def _concerns(subject: Subject) -> Sheet:
    sheet = Sheet("Concerns", (34, 10, 80, 60), head_row=4, texts=4)
    sheet.row(1, _bold("Concerns"))
    sheet.row(2, how_many(subject.concerns))
    sheet.row(4, *(_bold(name) for name in ("Concern", "Raised", "Finding", "What prevents it")))
    rows = [concern_row(concern) for concern in subject.concerns]
    rows += [(capital(what), "no", f"{capital(why)}.", "") for what, why in subject.not_there.items()]
    for number, row in enumerate(rows, start=5):
        sheet.row(number, *(Cell(one_style(text), wraps=True) for text in row))
    return sheet


def _concern_figures(subject: Subject) -> Sheet:
    sheet = Sheet("Concerns in figures", (40, 60, 16, 24, 16, 12, 40), head_row=3)
    sheet.row(1, _bold("Concerns in figures"))
    heads = ("Concern", "Figure", "Value", "Unit", "Std. error", "Samples", "Exact value")
    sheet.row(3, *(_bold(name) for name in heads))
    rows = [(concern["threat"], measure) for concern in subject.concerns for measure in concern["measures"]]
    for number, (threat, measure) in enumerate(rows, start=4):
        style = PERCENT if measure["share"] else UNITS
        value = Cell(measure["value_float"], style=style)
        known: tuple[Cell | str, ...] = ("exact", "–", measure.get("value", ""))
        if measure["method"] != "exact":
            known = (Cell(measure["standard_error"], style=style), Cell(measure["samples"], style=WHOLE), "")
        sheet.row(number, capital(threat), capital(measure["what"]), value, measure["unit"], *known)
    return sheet


def _told(figures: Figures, words: str, names: Sequence[str]) -> list[Cell | str]:
    """The text beside sampled figures; nothing beside exact ones."""
    return [f"{words} {HALVES}", *_halves(figures, names)] if figures.is_sampled else []


def _halves(figures: Figures, names: Sequence[str] = SUMMED) -> list[Cell]:
    """Of the intervals of some figures."""
    return [
        Cell(figures.margin_of(attrgetter(name)), style=UNITS if name == "standard_deviation" else PERCENT)
        for name in names
    ]
