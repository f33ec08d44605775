"""A par sheet of two sets of terms: each wager twice, with live formulas, and a summary with the differences."""

from feltlab import __version__
from feltlab.exact.figures import Figures
from feltlab.report.beside import A, B, Pair
from feltlab.report.content_beside import beside_of
from feltlab.report.content_filing import ELSEWHERE, limitations, with_names
from feltlab.report.content_terms import NOTHING
from feltlab.report.file_sheets import limitations_sheet, simulation_sheet, terms_sheet, title_sheet
from feltlab.report.filing import UNFILED, Filing
from feltlab.report.names import strategy_name, table_name
from feltlab.report.par_sheet import FIRST, PERCENT, Cell, Sheet, wager_sheet
from feltlab.report.subject import Subject
from feltlab.report.xlsx import workbook

_HEAD = ("Wager", "House edge, A", "House edge, B", "B − A", "Hit frequency, A", "Hit frequency, B")
_EDGE, _HITS = 0, 4
"""Rows of a wager's figures on its sheet."""


def xlsx_beside(pair: Pair, filing: Filing = UNFILED) -> bytes:
    document = beside_of(pair, filing, drawn=False)
    texts = dict.fromkeys(text for one in pair.subjects.values() for text in limitations(one, filing))
    known = [f"Terms {name}: {pair.called(subject)}" for name, subject in pair.subjects.items()]
    simulated = [
        simulation_sheet(one.confirmation, one.names(), f"Simulation {name}") for name, one in pair.subjects.items()
    ]
    sheets = [
        title_sheet(document),
        *_wagers(pair, filing),
        terms_sheet(pair.differing, (A, B), known),
        _strategies(pair),
        *simulated,
        limitations_sheet((with_names(text, ELSEWHERE) for text in texts), document.names()),
    ]
    return workbook(f"{pair.title}: two sets of terms", sheets)


def _wagers(pair: Pair, filing: Filing) -> list[Sheet]:
    """The summary, then a sheet for each wager under each set of terms."""
    summary = Sheet("Summary", (40, 16, 16, 16, 16, 16), head_row=FIRST - 1, texts=1)
    summary.row(1, Cell(f"{pair.title}: two sets of terms", bold=True))
    summary.row(2, f"feltlab {__version__}; {pair.command('xlsx', *filing.words)}")
    summary.row(3, f"SHA-256 of the figures: {pair.checksum}")
    summary.row(FIRST - 1, *(Cell(name, bold=True) for name in _HEAD))
    sheets = [summary]
    for number, (_, name, here, there) in enumerate(pair.wagers(), start=FIRST):
        edges: list[Cell | str] = []
        hits: list[Cell | str] = []
        for side, figures in ((A, here), (B, there)):
            if figures is None:
                edges.append(NOTHING)
                hits.append(NOTHING)
                continue
            sheet, start = _of_wager(pair.subjects[side], f"{side} {name}"[:31], figures)
            sheets.append(sheet)
            edges.append(Cell(float(figures.house_edge), f"'{sheet.title}'!B{start + _EDGE}", PERCENT))
            hits.append(Cell(float(figures.hit_frequency), f"'{sheet.title}'!B{start + _HITS}", PERCENT))
        change: Cell | str = NOTHING
        if here and there:
            change = Cell(float(there.house_edge - here.house_edge), f"C{number}-B{number}", PERCENT)
        summary.row(number, name, *edges, change, *hits)
    return sheets


def _of_wager(subject: Subject, title: str, figures: Figures) -> tuple[Sheet, int]:
    if figures.wager == "main":
        return wager_sheet(title, f"Strategy: {strategy_name(subject.game, figures.strategy)}", figures)
    meter = subject.progressive if subject.progressive and subject.progressive.wager == figures.wager else None
    table = table_name(subject.game, figures.pay_tables[figures.wager])
    return wager_sheet(title, f"Pay table: {table}", figures, meter)


def _strategies(pair: Pair) -> Sheet:
    sheet = Sheet("Strategies", (40, 16, 16, 16), head_row=3, texts=1)
    sheet.row(1, Cell("House edge by strategy", bold=True))
    sheet.row(3, *(Cell(name, bold=True) for name in ("Strategy", *_HEAD[1:4])))
    for number, (name, here, there) in enumerate(pair.strategies(), start=4):
        cells = [Cell(float(one.house_edge), style=PERCENT) if one else NOTHING for one in (here, there)]
        change: Cell | str = NOTHING
        if here and there:
            change = Cell(float(there.house_edge - here.house_edge), f"C{number}-B{number}", PERCENT)
        sheet.row(number, name, *cells, change)
    return sheet
