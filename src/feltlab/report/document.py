"""A document as data: sections of blocks. Every form, printed or on a screen, shows the same blocks in the same order.

In running text `code` stands between backquotes and [[key]] refers to the table, figure or section of that key.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

WHOLE_ROWS, WHOLE_TEXT = 14, 900
"""A table of up to so many rows and letters stays on one page."""
_INLINE = re.compile(r"`([^`]+)`|\[\[([a-z0-9-]+)\]\]")


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class Points:
    """A list; numbered where the order matters."""

    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Code:
    text: str
    label: str
    """What it shows, for people who cannot see it."""


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
    """Takes so many parts of the space that is left, and wraps."""


@dataclass(frozen=True)
class Table:
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


Block = Paragraph | Points | Code | Note | Table | Figure


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
    """The cover block: what, whose, which version."""
    abstract: str
    sections: tuple[Section, ...]
    plots: Mapping[str, bytes] = field(repr=False)
    """SVG by name."""
    footer: str = ""

    def names(self) -> dict[str, str]:
        """What each key is called: Table 3, Figure 1, Section 4, Appendix A."""
        names, tables, figures, sections, appendices = {}, 0, 0, 0, 0
        for section in self.sections:
            if section.appendix:
                appendices += 1
                names[section.key] = f"Appendix {chr(64 + appendices)}"
            else:
                sections += 1
                names[section.key] = f"Section {sections}"
            for block in section.flat():
                if isinstance(block, Table):
                    tables += 1
                    names[block.key] = f"Table {tables}"
                elif isinstance(block, Figure):
                    figures += 1
                    names[block.key] = f"Figure {figures}"
        return names

    def to_dict(self) -> dict[str, Any]:
        """Plain data for a template."""
        names = self.names()

        def spans(text: str) -> list[dict[str, str]]:
            found, place = [], 0
            for match in _INLINE.finditer(text):
                found.append({"text": text[place : match.start()]})
                code, key = match.groups()
                found.append({"code": code} if code else {"ref": key, "text": names[key]})
                place = match.end()
            return [span for span in (*found, {"text": text[place:]}) if span.get("text") != ""]

        def block_dict(block: Block | Part) -> dict[str, Any]:
            kind = type(block).__name__.lower()
            match block:
                case Part():
                    return {"kind": kind, "title": block.title, "blocks": [block_dict(b) for b in block.blocks]}
                case Paragraph():
                    return {"kind": kind, "spans": spans(block.text)}
                case Points():
                    return {"kind": kind, "numbered": block.numbered, "items": [spans(item) for item in block.items]}
                case Code():
                    return {"kind": kind, "text": block.text, "label": block.label}
                case Note():
                    return {"kind": kind, "title": block.title, "spans": spans(block.text)}
                case Figure():
                    return {
                        "kind": kind, "key": block.key, "name": names[block.key], "caption": block.caption,
                        "alt": block.alt, "plot": block.plot,
                    }  # fmt: skip
                case Table():
                    return {
                        "kind": kind, "key": block.key, "name": names[block.key], "caption": block.caption,
                        "columns": [{"name": c.name, "right": c.right, "wide": c.wide} for c in block.columns],
                        "whole": len(block.rows) <= WHOLE_ROWS and sum(map(len, sum(block.rows, ()))) <= WHOLE_TEXT,
                        "rows": [
                            {"cells": list(row), "strong": place in block.strong}
                            for place, row in enumerate(block.rows)
                        ],
                        "footer": list(block.footer),
                    }  # fmt: skip

        return {
            "title": self.title,
            "subtitle": self.subtitle,
            "facts": [list(fact) for fact in self.facts],
            "abstract": spans(self.abstract),
            "footer": self.footer,
            "sections": [
                {
                    "key": section.key,
                    "title": section.title,
                    "name": names[section.key],
                    "number": names[section.key].split()[1],
                    "appendix": section.appendix,
                    "blocks": [block_dict(block) for block in section.blocks],
                }
                for section in self.sections
            ],
        }
