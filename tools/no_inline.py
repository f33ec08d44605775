"""A step of `make docs`: scripts, styles and pictures inside a page become files beside it.

The server allows nothing else (`Content-Security-Policy: default-src 'self'`), under `/docs` as everywhere. For people
who do not use a mouse, captions get their level, and code and tables that scroll can be reached by keyboard.
"""

import re
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

FOLDER: Final = "_static/inline"
SCRIPT: Final = re.compile(r"<script>(.+?)</script>", re.DOTALL)
STYLE: Final = re.compile(r"<style>(.+?)</style>", re.DOTALL)
ATTRIBUTE: Final = re.compile(r' style="([a-z-]+): ?([^";]+);?"')
REACHED: Final = {
    '<p class="caption" role="heading"': ' aria-level="2"',
    "<pre": ' tabindex="0"',
    '<div class="table-wrapper': ' tabindex="0"',
}
"""How a tag begins, and what it gets before its other attributes."""
PICTURE: Final = re.compile(r"""url\((["'])data:image/svg\+xml;charset=utf-8,(.+?)\1\)""")


class Files:
    def __init__(self, site: Path) -> None:
        self._site = site
        (site / FOLDER).mkdir(parents=True, exist_ok=True)

    def keep(self, text: str, ending: str) -> str:
        """The name of a file with that text: equal texts are one file."""
        name = f"{blake2b(text.encode(), digest_size=8).hexdigest()}.{ending}"
        (self._site / FOLDER / name).write_text(text, "utf-8")
        return name

    def without_pictures(self, css: str, folder: str) -> str:
        """A style sheet that names its pictures, which were written into it."""
        return PICTURE.sub(lambda found: f'url("{folder}{self.keep(unquote(found[2]), "svg")}")', css)

    def page(self, text: str, root: str) -> str:
        """A page; `root` leads from it to the top of the site."""
        for tag, added in REACHED.items():
            name, _, rest = tag.partition(" ")
            text = text.replace(tag, f"{name}{added}{' ' if rest else ''}{rest}")
        text = SCRIPT.sub(lambda found: f'<script src="{root}{FOLDER}/{self.keep(found[1], "js")}"></script>', text)

        def link(found: re.Match[str]) -> str:
            name = self.keep(self.without_pictures(found[1], ""), "css")
            return f'<link rel="stylesheet" type="text/css" href="{root}{FOLDER}/{name}">'

        # On the icons only, which are SVG: there each property is an attribute too.
        return ATTRIBUTE.sub(r' \1="\2"', STYLE.sub(link, text))


def take_out(site: Path) -> None:
    files = Files(site)
    for page in site.rglob("*.html"):
        root = "../" * (len(page.relative_to(site).parts) - 1)
        page.write_text(files.page(page.read_text("utf-8"), root), "utf-8")
    for sheet in site.rglob("*.css"):
        root = "../" * (len(sheet.relative_to(site).parts) - 1)
        sheet.write_text(files.without_pictures(sheet.read_text("utf-8"), f"{root}{FOLDER}/"), "utf-8")


def setup(app: Any) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("build-finished", lambda app, failed: None if failed else take_out(Path(app.outdir)))
    return {"parallel_read_safe": True}
