"""PDF through typst, with its own fonts only and a fixed date: the same content gives the same bytes anywhere."""

import json
import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

import typst

from feltlab.report.document import Document

TIMESTAMP: Final = 0
"""No clock is read: a report is dated by its version."""


def typeset(template: str, data: Mapping[str, Any], plots: Mapping[str, bytes] | None = None) -> bytes:
    """A template of this room filled with plain data; tagged for screen readers (PDF/UA-1)."""
    sources = {
        "main": (files("feltlab.report") / "templates" / template).read_bytes(),
        "data.json": json.dumps(data, ensure_ascii=False).encode(),
        **{f"plots/{name}.svg": _plain(svg) for name, svg in (plots or {}).items()},
    }
    compiled: Any = typst.compile  # its types leave out sources given by name
    made: bytes = compiled(sources, format="pdf", ignore_system_fonts=True, timestamp=TIMESTAMP, pdf_standards=["ua-1"])
    return made


def _plain(svg: bytes) -> bytes:
    """Without the document type, which names a file on another machine."""
    return re.sub(rb"<!DOCTYPE[^>]*>", b"", svg)


def pdf_of(document: Document) -> bytes:
    return typeset("report.typ", document.to_dict(), document.plots)
