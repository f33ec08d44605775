"""A document as data: sections of blocks. Every form, printed or on a screen, shows the same blocks in the same order.

In running text, `code` is between backquotes and [[key]] refers to the table, figure or section with that key.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from feltlab.report.numerals import one_style

WHOLE_ROWS, WHOLE_TEXT = 14, 900
"""A table of up to that many rows and letters stays on one page."""
PROSE_TEXT = 100
"""A table whose average row has more letters than this is for reading, not for comparing."""
LEAD_TEXT = 400
"""A paragraph of up to that many letters that leads to a table or figure stays with it."""
_INLINE = re.compile(r"`([^`]+)`|\[\[([a-z0-9-]+)\]\]")


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class Bullets:
    """A list."""

    items: tuple[str, ...]
    numbers: tuple[int, ...] = ()
    """For each item, if the order matters."""

    @classmethod
    def counted(cls, items: Iterable[str]) -> "Bullets":
        found = tuple(items)
        return cls(found, tuple(range(1, len(found) + 1)))


@dataclass(frozen=True)
class Code:
    text: str
    label: str
    """Its content, for people who cannot see it."""


@dataclass(frozen=True)
class Note:
    """Something the reader must not miss."""

    text: str
    title: str = "Note"


@dataclass(frozen=True)
class Column:
    name: str
    right: bool = False
    wide: int = 0
    """Takes that many parts of the remaining space, and wraps."""


@dataclass(frozen=True)
class Grid:
    key: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    strong: frozenset[int] = frozenset()
    """Rows that stand out."""
    footer: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in (*self.rows, self.footer or self.columns)):
            raise AssertionError(f"{self.key}: a row has the wrong number of cells")


@dataclass(frozen=True)
class Figure:
    key: str
    caption: str
    alt: str
    plot: str
    """The name of a plot."""


Block = Paragraph | Bullets | Code | Note | Grid | Figure


@dataclass(frozen=True)
class Part:
    """A sub-section."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Section:
    key: str
    title: str
    blocks: tuple[Block | Part, ...]
    appendix: bool = False

    def flat(self) -> Iterator[Block]:
        for block in self.blocks:
            if isinstance(block, Part):
                yield from block.blocks
            else:
                yield block


@dataclass(frozen=True)
class Document:
    title: str
    subtitle: str
    facts: tuple[tuple[str, str], ...]
    """The cover block: document, client, version."""
    abstract: str
    sections: tuple[Section, ...]
    plots: Mapping[str, bytes] = field(repr=False)
    """SVG by name."""
    footer: str = ""
    filed: tuple[tuple[str, str], ...] = ()
    """On the title page: date, addressee and the like, as given."""
    history: tuple[tuple[str, ...], ...] = ()
    """Revisions: version, date, author, changes."""

    def names(self) -> dict[str, str]:
        """The name for each key: Table 3, Figure 1, Section 4, Appendix A."""
        names, tables, figures, sections, appendices = {}, 0, 0, 0, 0
        for section in self.sections:
            if section.appendix:
                appendices += 1
                names[section.key] = f"Appendix {chr(64 + appendices)}"
            else:
                sections += 1
                names[section.key] = f"Section {sections}"
            for block in section.flat():
                if isinstance(block, Grid):
                    tables += 1
                    names[block.key] = f"Table {tables}"
                elif isinstance(block, Figure):
                    figures += 1
                    names[block.key] = f"Figure {figures}"
        return names

    def to_dict(self) -> dict[str, Any]:
        """Plain data for a template."""
        plain = _Plain(self.names())
        return {
            "title": self.title,
            "subtitle": self.subtitle,
            "facts": [[one_style(text) for text in fact] for fact in self.facts],
            "filed": [[one_style(text) for text in fact] for fact in self.filed],
            "history": [[one_style(text) for text in row] for row in self.history],
            "abstract": plain.spans(self.abstract),
            "footer": self.footer,
            "sections": [plain.section(section) for section in self.sections],
        }


@dataclass(frozen=True)
class _Plain:
    """Writes parts of a document as plain data; replaces references to other parts by their names."""

    names: Mapping[str, str]

    def spans(self, text: str) -> list[dict[str, str]]:
        found, place = [], 0
        for match in _INLINE.finditer(text):
            code, key = match.groups()
            if key and key not in self.names:  # someone else's words, which may be anything
                continue
            found.append({"text": one_style(text[place : match.start()])})
            found.append({"code": code} if code else {"ref": key, "text": self.names[key]})
            place = match.end()
        return [span for span in (*found, {"text": one_style(text[place:])}) if span.get("text") != ""]

    def section(self, section: Section) -> dict[str, Any]:
        name = self.names[section.key]
        return {
            "key": section.key,
            "title": section.title,
            "name": name,
            "number": name.split()[1],
            "appendix": section.appendix,
            "blocks": self.blocks(section.blocks),
        }

    def blocks(self, blocks: Sequence[Block | Part]) -> list[dict[str, Any]]:
        shown = [{"kind": type(block).__name__.lower(), **self._inside(block)} for block in blocks]
        for block, entry, following in zip(blocks, shown, (*shown[1:], {}), strict=True):
            if isinstance(block, Paragraph):
                entry["lead"] = following.get("kind") in ("grid", "figure", "bullets") and len(block.text) <= LEAD_TEXT
        return shown

    def _inside(self, block: Block | Part) -> dict[str, Any]:
        match block:
            case Part():
                return {"title": block.title, "blocks": self.blocks(block.blocks)}
            case Paragraph():
                return {"spans": self.spans(block.text)}
            case Bullets():
                return {"numbers": block.numbers, "items": [self.spans(item) for item in block.items]}
            case Code():
                return {"text": block.text, "label": block.label}
            case Note():
                return {"title": block.title, "spans": self.spans(block.text)}
            case Figure():
                return {**self._captioned(block), "alt": block.alt, "plot": block.plot}
            case Grid():
                return {**self._captioned(block), **_grid(block)}

    def _captioned(self, block: Figure | Grid) -> dict[str, Any]:
        return {"key": block.key, "name": self.names[block.key], "caption": one_style(block.caption)}


def _grid(table: Grid) -> dict[str, Any]:
    letters = sum(len(cell) for row in table.rows for cell in row)
    return {
        "columns": [{"name": column.name, "right": column.right, "wide": column.wide} for column in table.columns],
        "whole": len(table.rows) <= WHOLE_ROWS and letters <= WHOLE_TEXT,
        "prose": letters > PROSE_TEXT * len(table.rows),
        "rows": [
            {"cells": [one_style(cell) for cell in row], "strong": place in table.strong}
            for place, row in enumerate(table.rows)
        ],
        "footer": [one_style(cell) for cell in table.footer],
    }
