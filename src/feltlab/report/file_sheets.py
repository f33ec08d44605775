"""Sheets of a par sheet with its filing data, the simulation and the limitations."""

from collections.abc import Iterable, Mapping

from feltlab.report.confirmation import Confirmation
from feltlab.report.content_filing import with_names
from feltlab.report.content_terms import Difference
from feltlab.report.document import Document
from feltlab.report.numerals import capital, count, one_style
from feltlab.report.par_sheet import PERCENT, UNITS, WHOLE, Cell, Sheet

_HISTORY = ("Version", "Date", "By", "Change")
_SIMULATED = ("Wager", "Exact", "Simulated", "Std. error", "z", "Rounds won", "Total net", "Rounds")


def title_sheet(document: Document) -> Sheet:
    """The title page of the report as cells."""
    sheet = Sheet("Title page", (30, 18, 24, 90), head_row=0, texts=4)
    sheet.row(1, Cell(document.title, bold=True))
    sheet.row(2, document.subtitle)
    number = 4
    for name, value in (*document.filed, *document.facts):
        sheet.row(number, Cell(name, bold=True), value)
        number += 1
    if document.history:
        sheet.row(number + 1, Cell("Revision history", bold=True))
        sheet.row(number + 2, *(Cell(name, bold=True) for name in _HISTORY))
        for place, row in enumerate(document.history, start=number + 3):
            sheet.row(place, *row)
    return sheet


def terms_sheet(rows: Iterable[Difference], heads: tuple[str, str], known: Iterable[str] = ()) -> Sheet:
    """Where two sets of terms differ, below the name of each."""
    sheet = Sheet("What differs", (60, 30, 30), head_row=5, texts=1)
    sheet.row(1, Cell("Where the terms differ", bold=True))
    for number, text in enumerate(known, start=2):
        sheet.row(number, text)
    sheet.row(5, *(Cell(name, bold=True) for name in ("What", *heads)))
    for number, (what, here, there) in enumerate(rows, start=6):
        sheet.row(number, capital(what), here, there)
    return sheet


def simulation_sheet(found: Confirmation, names: dict[str, str], title: str = "Simulation") -> Sheet:
    """The mean is computed from what was won, z from both: change nothing and see the same."""
    sheet = Sheet(title, (34, 14, 14, 14, 10, 16, 20, 16), head_row=4, texts=1)
    sheet.row(1, Cell("Confirmation by simulation", bold=True))
    sheet.row(2, f"{count(found.rounds)} rounds, seed {found.seed}; what a player wins of a bet of one")
    sheet.row(4, *(Cell(name, bold=True) for name in _SIMULATED))
    for number, (wager, one) in enumerate(found.found.items(), start=5):
        known = one.exact is not None and one.z is not None
        sheet.row(
            number, names[wager], Cell(float(one.exact), style=PERCENT) if one.exact is not None else "sampled",
            Cell(one.mean, f"G{number}/H{number}", PERCENT), Cell(one.standard_error, style=PERCENT),
            Cell(one.z or 0.0, f"(C{number}-B{number})/D{number}", "0.00") if known else "–",
            Cell(one.hits, style=WHOLE), Cell(float(one.net), style=UNITS), Cell(one.seat_rounds, style=WHOLE),
        )  # fmt: skip
    return sheet


def limitations_sheet(texts: Iterable[str], names: Mapping[str, str]) -> Sheet:
    """References to sections of the report use their names here."""
    sheet = Sheet("Limitations", (110,), head_row=2, texts=1)
    sheet.row(1, Cell("Limitations", bold=True))
    called = {key: f"{name} of the report" for key, name in names.items()}
    for number, text in enumerate(texts, start=3):
        sheet.row(number, Cell(one_style(with_names(text, called)), wraps=True))
    return sheet
