"""XLSX: the par sheet's cells as a workbook, formulas with their values, the same bytes every time."""

import re
from datetime import datetime
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

from feltlab.report.content import report_of
from feltlab.report.content_filing import limitations
from feltlab.report.content_terms import differences, offer_of, printed_offer
from feltlab.report.file_sheets import limitations_sheet, simulation_sheet, terms_sheet, title_sheet
from feltlab.report.filing import UNFILED, Filing
from feltlab.report.par_sheet import FIRST, PERCENT, UNITS, WHOLE, Cell, Sheet, sheets_of
from feltlab.report.subject import Subject

DATE: Final = datetime(2000, 1, 1)
"""No clock is read: a workbook is dated by its version."""
_FORMULA: Final = re.compile(rb'(<c r="([A-Z]+[0-9]+)"[^>]*)><f>(.*?)</f><v ?/?>(?:</v>)?</c>')
_MODIFIED: Final = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*")


def xlsx_of(subject: Subject, filing: Filing = UNFILED) -> bytes:
    document = report_of(subject, filing, drawn=False)
    own = list(differences(printed_offer(subject), offer_of(subject)))
    sheets = [
        title_sheet(document),
        *([terms_sheet(own, ("In the documents", "In this report"))] if own else []),
        *sheets_of(subject, filing),
        simulation_sheet(subject.confirmation, subject.names()),
        limitations_sheet(limitations(subject, filing), document.names()),
    ]
    return workbook(f"{subject.game.title}: par sheet", sheets)


def workbook(title: str, sheets: list[Sheet]) -> bytes:
    book = Workbook()
    book.remove(book.active)
    book.properties.title = title
    book.properties.creator = "feltlab"
    book.properties.created = DATE
    for sheet in sheets:
        _fill(book, sheet)
    out = BytesIO()
    book.save(out)
    return _settled(out.getvalue(), sheets)


def _fill(book: Workbook, sheet: Sheet) -> None:
    page = book.create_sheet(sheet.title)
    for place, cell in sheet.cells.items():
        target = page[place]
        target.value = f"={cell.formula}" if cell.formula else cell.value
        if isinstance(cell.value, str):  # words stay words, whatever they begin with
            target.data_type = "s"
        target.number_format = cell.style
        target.font = Font(bold=cell.bold, size=14 if place == "A1" else 11)
        if cell.wraps:
            target.alignment = Alignment(vertical="top", wrap_text=True)
    for column, width in zip("ABCDEFGHIJ", sheet.widths, strict=False):
        page.column_dimensions[column].width = min(width, _needed(sheet, column))
    line = Side(style="thin", color="0B5D3B")
    for cell in page[sheet.head_row] if sheet.head_row else ():
        if cell.value is not None:
            cell.border = Border(top=line, bottom=line)
            cell.fill = PatternFill("solid", fgColor="E7EFEA")
            cell.alignment = Alignment(horizontal="left" if cell.column <= sheet.texts else "right", wrap_text=True)
    page.freeze_panes = f"B{sheet.head_row + 1}"
    page.sheet_view.showGridLines = False
    page.page_setup.orientation = "landscape"
    page.page_setup.paperSize = page.PAPERSIZE_A4
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, 0
    page.sheet_properties.pageSetUpPr.fitToPage = True


def _needed(sheet: Sheet, column: str) -> float:
    """Letters of the longest cell from the headings on; titles above them may extend over empty cells."""
    longest = 6
    for place, cell in sheet.cells.items():
        if place.rstrip("0123456789") == column and int(place[len(column) :]) >= sheet.head_row:
            longest = max(longest, len(_written(cell)))
    return 1.1 * longest + 2


def _written(cell: Cell) -> str:
    if isinstance(cell.value, str):
        return cell.value
    forms = {PERCENT: ".6%", WHOLE: ",", UNITS: ",.4f"}
    return format(cell.value, forms.get(cell.style, ""))


def _settled(made: bytes, sheets: list[Sheet]) -> bytes:
    """The archive again with fixed dates, and each formula's value beside it for readers that do not compute."""
    out = BytesIO()
    with ZipFile(BytesIO(made)) as old, ZipFile(out, "w") as new:
        for name in sorted(old.namelist()):
            data = old.read(name)
            if found := re.fullmatch(r"xl/worksheets/sheet(\d+)\.xml", name):
                data = _with_values(data, sheets[int(found[1]) - 1])
            elif name == "docProps/core.xml":
                data = _MODIFIED.sub(rb"\g<1>" + DATE.strftime("%Y-%m-%dT%H:%M:%SZ").encode(), data)
            entry = ZipInfo(name, DATE.timetuple()[:6])
            entry.compress_type, entry.external_attr = ZIP_DEFLATED, 0o600 << 16
            new.writestr(entry, data)
    return out.getvalue()


def _with_values(data: bytes, sheet: Sheet) -> bytes:
    formulas = sum(1 for cell in sheet.cells.values() if cell.formula)

    def value(found: "re.Match[bytes]") -> bytes:
        cell = sheet.cells[found[2].decode()]
        return found[1] + b"><f>" + found[3] + b"</f><v>" + repr(cell.value).encode() + b"</v></c>"

    data, changed = _FORMULA.subn(value, data)
    if changed != formulas:
        raise AssertionError(f"{sheet.title}: {changed} of {formulas} formulas were given their values")
    return data


__all__ = ["FIRST", "workbook", "xlsx_of"]
