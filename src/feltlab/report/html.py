"""HTML: the same content as one self-contained file, for a screen, for paper and for a screen reader."""

import re
from importlib.resources import files

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from feltlab.report.document import Document
from feltlab.report.plots import INK, PAPER, RULE


def html_of(document: Document) -> bytes:
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string((files("feltlab.report") / "templates" / "report.html").read_text("utf-8"))
    plots = {name: inline(svg.decode(), name) for name, svg in document.plots.items()}
    return template.render(document.to_dict(), plots=plots).encode()


def inline(svg: str, name: str) -> Markup:
    """A plot inside a page: with its own ids, the page's ink, and hidden from screen readers, which get the words."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r' xmlns(:xlink)?="[^"]*"', "", svg).replace("xlink:href", "href")
    svg = re.sub(r'(id="|href="#|url\(#)', rf"\g<1>{name}-", svg)
    svg = svg.replace(INK, "currentColor").replace(RULE, "var(--rule)").replace(PAPER, "var(--paper)")
    width, height = re.search(r'width="([\d.]+)pt" height="([\d.]+)pt"', svg).groups()  # type: ignore[union-attr]
    svg = svg.replace(f'width="{width}pt" height="{height}pt"', f'width="{width}" height="{height}"', 1)
    return Markup(svg.replace("<svg", '<svg aria-hidden="true" focusable="false"', 1))  # noqa: S704 - our own drawing
