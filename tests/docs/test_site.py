"""The docs as a site: built without a warning, self-contained, served under the policy of all pages, searchable."""

import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, expect

from feltlab import sdk
from feltlab.web.app import create_app
from feltlab.web.site import docs as docs_site
from feltlab.web.site.page import CONTENT_POLICY
from tests.docs.pages import PAGES, ROOT
from tests.waiting import LONG
from tests.web.accessible import violations
from tests.web.browser import PHONE, browser, serving  # noqa: F401

ASSETS = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
RELATIONS_OF_PAGES = {"next", "prev", "index", "search", "author", "copyright", "top", "up"}


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.assets: list[str] = []
        self.inline: list[str] = []
        self._open = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._open = tag if tag in ("script", "style") and "src" not in given else ""
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        self.inline += [f"{tag} {name}" for name in given if name == "style" or name.startswith("on")]
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag in ASSETS and ASSETS[tag] in given:
            of_page = tag == "link" and set(given["rel"].split()) & RELATIONS_OF_PAGES
            (self.links if of_page else self.assets).append(given[ASSETS[tag]])

    def handle_data(self, data: str) -> None:
        if self._open and data.strip():
            self.inline.append(f"<{self._open}> {data.strip()[:60]}")

    def handle_endtag(self, tag: str) -> None:
        self._open = ""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("docs")
    call = ["-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going", "--doctree-dir", str(folder / "cache")]
    done = subprocess.run(
        [sys.executable, *call, str(ROOT / "docs"), str(folder / "site")], capture_output=True, text=True, timeout=LONG
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(docs_site, "PLACES", (folder / "site",))
        yield folder / "site"


@pytest.fixture(scope="module")
def pages(built: Path) -> dict[str, Page]:
    return {str(path.relative_to(built)): Page(path.read_text("utf-8")) for path in built.rglob("*.html")}


def test_every_page_is_there(pages: dict[str, Page]) -> None:
    written = {f"{page.stem}.html" for page in PAGES if page.parent == ROOT / "docs"}
    assert set(pages) >= {*written, "search.html"}


def test_nothing_is_inside_a_page_or_from_elsewhere(built: Path, pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        assert page.inline == [], name
        assert len(page.assets) >= 5
        for asset in page.assets:
            assert (built / urlsplit(urljoin(name, asset)).path).is_file(), (name, asset)
    for sheet in built.rglob("*.css"):
        for url in re.findall(r"url\(\s*[\"']?([^\"')]+)", sheet.read_text("utf-8")):
            assert (sheet.parent / url).is_file(), (sheet, url)


def test_every_link_of_the_site_leads_somewhere(built: Path, pages: dict[str, Page]) -> None:
    seen = 0
    for name, page in pages.items():
        for link in page.links:
            if re.match(r"(https?|mailto):", link):
                continue
            path, anchor = urlsplit(urljoin(name, link)).path, unquote(urlsplit(link).fragment)
            assert (built / path).is_file(), (name, link)
            if anchor and path in pages:
                assert anchor in pages[path].anchors, (name, link)
            seen += 1
    assert seen > 1000


def test_the_api_has_every_name_that_a_game_file_imports(pages: dict[str, Page]) -> None:
    assert {f"feltlab.sdk.{name}" for name in sdk.__all__} <= pages["api.html"].anchors


def test_the_same_pages_are_built_everywhere(built: Path) -> None:
    text = (built / "api.html").read_text("utf-8")
    assert not re.search(r"0x[0-9a-f]{8}", text)
    for place in (Path.cwd(), Path.home(), built):
        assert f"{place}/" not in text, place


def test_it_is_served_with_the_policy_of_every_page(built: Path) -> None:
    with TestClient(create_app()) as client:
        assert client.get("/docs", follow_redirects=False).headers["location"] == "/docs/"
        for name in ("", "lab.html", "_images/lab.png", "searchindex.js"):
            heard = client.get(f"/docs/{name}")
            assert heard.status_code == 200, name
            assert heard.headers["content-security-policy"] == CONTENT_POLICY
            assert heard.headers["x-content-type-options"] == "nosniff"
        assert client.get("/docs/").headers["content-type"] == "text/html; charset=utf-8"
        assert 'href="/docs/"' in client.get("/").text


@pytest.mark.parametrize(
    "name",
    ["none.html", "../cache/lab.doctree", "%2e%2e/cache/lab.doctree", "%00", "a" * 5000, "_static", ".buildinfo"],
)
def test_what_is_not_of_the_site_is_not_found(built: Path, name: str) -> None:
    with TestClient(create_app()) as client:
        assert client.get(f"/docs/{name}").status_code == 404


def test_it_can_be_built_while_the_server_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs_site, "PLACES", (tmp_path / "none", tmp_path / "docs"))
    with TestClient(create_app()) as client:
        for address in ("/docs", "/docs/", "/docs/lab.html"):
            heard = client.get(address)
            assert heard.status_code == 404
            assert "make docs" in heard.text
        assert "/docs/" not in client.get("/").text
        (tmp_path / "docs").mkdir()
        (tmp_path / "docs" / "index.html").write_text("<title>first</title>")
        assert client.get("/docs").text == "<title>first</title>"


def test_a_word_is_found_in_the_browser(built: Path, browser: Browser) -> None:  # noqa: F811
    refused: list[str] = []
    asked: list[str] = []
    with serving(create_app()) as address:
        page = browser.new_page()
        page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: refused.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{address}/docs")
        expect(page.get_by_role("heading", level=1)).to_contain_text("feltlab")
        for door in ("Play", "Prove", "Run", "Extend"):
            expect(page.locator(".sidebar-tree .caption", has_text=door)).to_be_visible()
        assert violations(page) == []
        page.get_by_role("button", name="Toggle Light / Dark / Auto color theme").last.click()
        page.get_by_role("textbox", name="Search").fill("commitment")
        page.keyboard.press("Enter")
        found = page.locator("#search-results a", has_text="Check a shuffle yourself")
        expect(found.first).to_be_visible()
        expect(page.locator("#search-results .context").first).to_be_visible()
        found.first.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Check a shuffle yourself")
        assert violations(page) == []
        page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
        page.goto(f"{address}/docs/security.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert violations(page) == []
        page.close()
    assert refused == []
    assert all(url.startswith(address) for url in asked)
