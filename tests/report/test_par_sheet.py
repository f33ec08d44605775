"""XLSX: the formulas, computed here, give the lab's figures; so do the values beside them."""

import re
from collections.abc import Iterable
from fractions import Fraction
from io import BytesIO
from itertools import chain
from math import isclose, sqrt
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.utils import range_boundaries

from feltlab.games import GAMES
from feltlab.report.par_sheet import FIRST
from feltlab.report.xlsx import xlsx_of
from tests.report.kept import LIGHT, subject


class Sheets:
    """Just enough of a spreadsheet: + − * / ^, SUM, SUMPRODUCT, SUMIF > 0, SQRT, cells of other sheets."""

    def __init__(self, data: bytes) -> None:
        self.book = load_workbook(BytesIO(data))

    def value(self, sheet: str, cell: str) -> Any:
        found = self.book[sheet][cell.replace("$", "")].value
        return self.formula(sheet, found[1:]) if isinstance(found, str) and found.startswith("=") else found

    def cells(self, sheet: str, area: str) -> list[Any]:
        left, top, right, bottom = range_boundaries(area.replace("$", ""))
        rows = self.book[sheet].iter_rows(top, bottom, left, right)
        return [self.value(sheet, cell.coordinate) for cell in chain.from_iterable(rows)]

    def formula(self, sheet: str, text: str) -> Any:
        code = text.replace("^", "**")
        code = re.sub(r"'([^']+)'!([A-Z]+\d+)", r"other(«\1»,«\2»)", code)
        code = re.sub(r"(?<![«\w])(\$?[A-Z]+\$?\d+:\$?[A-Z]+\$?\d+)", r"area(«\1»)", code)
        code = re.sub(r"(?<![«\w:])(\$?[A-Z]{1,2}\$?\d+)(?![\w»:(])", r"cell(«\1»)", code)
        names = {
            "other": self.value,
            "area": lambda area: self.cells(sheet, area),
            "cell": lambda cell: self.value(sheet, cell),
            "SUM": sum,
            "SUMPRODUCT": lambda *columns: sum(product(row) for row in zip(*columns, strict=True)),
            "SUMIF": lambda tested, rule, summed: sum(s for t, s in zip(tested, summed, strict=True) if t > 0),
            "SQRT": sqrt,
        }
        return eval(code.replace("«", "'").replace("»", "'"), {"__builtins__": {}}, names)  # noqa: S307 - our own


def product(values: Iterable[Any]) -> Any:
    total = 1
    for value in values:
        total *= value
    return total


def near(found: Any, exact: Fraction | float) -> bool:
    return isclose(float(found), float(exact), rel_tol=1e-11, abs_tol=1e-13)


@pytest.mark.parametrize("slug", LIGHT)
def test_the_formulas_come_to_the_lab(slug: str) -> None:
    data = xlsx_of(subject(slug))
    sheets, stored = Sheets(data), load_workbook(BytesIO(data), data_only=True)
    analysis = subject(slug).analysis
    named = [("Main game", analysis.main)]
    named += [(GAMES[slug].wagers[wager].name, figures) for wager, figures in analysis.wagers.items()]
    for number, (name, figures) in enumerate(named, start=FIRST):
        for row, outcome in enumerate(figures.outcomes, start=FIRST):
            chance = Fraction(outcome.combinations, figures.total)
            assert sheets.book[name][f"E{row}"].value == outcome.combinations
            assert str(sheets.book[name][f"F{row}"].value).startswith("=")
            assert near(sheets.value(name, f"F{row}"), chance)
            assert near(sheets.value(name, f"G{row}"), chance * outcome.net)
            assert stored[name][f"H{row}"].value == str(chance)
        total = FIRST + len(figures.outcomes)
        assert sheets.value(name, f"E{total}") == figures.total
        wanted: tuple[Fraction | float, ...] = (
            figures.house_edge, figures.average_wager, figures.element_of_risk, figures.rtp, figures.hit_frequency,
            figures.variance, figures.standard_deviation,
        )  # fmt: skip
        for row, value in enumerate(wanted, start=total + 2):
            assert near(sheets.value(name, f"B{row}"), value)
            assert near(stored[name][f"B{row}"].value, value)
        for column, value in zip("CDEFG", (*wanted[:1], *wanted[2:5], wanted[6]), strict=True):
            assert near(sheets.value("Summary", f"{column}{number}"), value)
            assert near(stored["Summary"][f"{column}{number}"].value, value)


@pytest.mark.parametrize("slug", LIGHT)
def test_every_formula_has_the_value_that_it_comes_to(slug: str) -> None:
    data = xlsx_of(subject(slug))
    assert data == xlsx_of(subject(slug))
    sheets, stored = Sheets(data), load_workbook(BytesIO(data), data_only=True)
    formulas = 0
    for sheet in sheets.book:
        for cell in chain.from_iterable(sheet.iter_rows()):
            if isinstance(cell.value, str) and cell.value.startswith("="):
                formulas += 1
                assert near(sheets.value(sheet.title, cell.coordinate), stored[sheet.title][cell.coordinate].value)
    assert formulas > 30


@pytest.mark.parametrize("slug", LIGHT)
def test_concerns_are_there_to_compute_with(slug: str) -> None:
    book = load_workbook(BytesIO(xlsx_of(subject(slug))))
    told = [row[:2] for row in book["Concerns"].iter_rows(5, values_only=True)]
    concerns = subject(slug).concerns
    raised = [("no" if concern["safe"] else "yes") for concern in concerns]
    assert [row[1] for row in told] == [*raised, *("no" for _ in subject(slug).not_there)]
    measures = [measure for concern in concerns for measure in concern["measures"]]
    rows = list(book["Concerns in figures"].iter_rows(4, values_only=True))
    for row, measure in zip(rows, measures, strict=True):
        assert near(row[2], measure["value_float"])
        if "value" in measure:
            assert row[4:] == ("exact", "–", measure["value"])
        else:
            assert near(row[4], measure["standard_error"])
            assert row[5:] == (measure["samples"], None)


def test_a_meter_that_is_changed_moves_the_edge() -> None:
    figures = subject("low-four").progressive
    assert figures is not None
    sheets = Sheets(xlsx_of(subject("low-four")))
    sheets.book["Combo Progressive"]["B3"] = float(figures.break_even_meter)
    edge = FIRST + len(subject("low-four").analysis.wagers["combo-progressive"].outcomes) + 2
    assert abs(sheets.value("Combo Progressive", f"B{edge}")) < 1e-12


@pytest.mark.parametrize("slug", LIGHT)
def test_columns_are_as_wide_as_what_is_in_them(slug: str) -> None:
    book = load_workbook(BytesIO(xlsx_of(subject(slug))))
    strategies = book["Strategies"]
    longest = max(len(str(cell.value)) for cell in strategies["A"][2:] if cell.value)
    assert longest < strategies.column_dimensions["A"].width < longest + 6
    assert book["Main game"].column_dimensions["B"].width < 30
    counts = max(len(f"{cell.value:,}") for cell in book["Main game"]["E"][5:] if isinstance(cell.value, int))
    assert book["Main game"].column_dimensions["E"].width > counts
