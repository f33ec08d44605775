"""Every link works, and every path, module and make target that a page names exists."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, anchors, links, name_of, spans, text_of

PACKAGE = ROOT / "src" / "feltlab"
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))
PATH = re.compile(r"^(?:src|tests|tools|docs|examples|bench|\.ci|\.github)/[\w./-]+$")
INSIDE = re.compile(r"^(\w+)/[\w./]+\.(?:py|toml|ts|js|json|html|css)$")
"""A path below the package, as pages on the code write it."""
MODULE = re.compile(r"^(?:[\w./-]*/)?python3? -m ([\w.]+)")
HISTORY = ROOT / "CHANGELOG.md"
"""Names what was there at the time."""


def test_pages_have_links() -> None:
    assert sum(len(links(page)) for page in PAGES) >= 80


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    for link in links(page):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", [page for page in PAGES if page != HISTORY], ids=name_of)
def test_every_path_module_and_target_is_there(page: Path) -> None:
    for span in spans(page):
        if PATH.match(span):
            assert (ROOT / span).exists(), span
        elif (inside := INSIDE.match(span)) and (PACKAGE / inside[1]).is_dir():
            assert (PACKAGE / span).exists(), span
        if (module := MODULE.match(span)) and module[1] != "pytest":
            assert find_spec(module[1]), span
        if target := re.match(r"^make (\S+)$", span):
            assert target[1] in TARGETS, span


def test_every_page_of_the_docs_has_its_place_in_the_navigation() -> None:
    index = text_of(ROOT / "docs" / "index.md")
    listed = [line for tree in re.findall(r"```\{toctree\}(.*?)```", index, re.DOTALL) for line in tree.split()]
    pages = {page.stem for page in PAGES if page.parent.name == "docs"} - {"index"}
    assert sorted(name for name in listed if name in pages) == sorted(pages)
    assert re.findall(r":caption: (\w+)", index) == ["Play", "Prove", "Run", "Extend"]


def test_an_anchor_that_is_none_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# What's *this*, now?\n\n## Twice\n\n## Twice\n")
    assert anchors(page) == ["whats-this-now", "twice", "twice-1"]
