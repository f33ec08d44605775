"""Every page: there, safe, small, in its own words, and with a twin that says the same."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient

from feltlab.games import GAMES
from feltlab.rules.wagers import Role
from feltlab.web.site import drawings, rules
from feltlab.web.site.page import STATIC, environment
from feltlab.web.site.text import told
from tests.web.addresses import PAGES, twin

LARGEST = 300_000


class Read(HTMLParser):
    """What a page loads, what it says, and what the policy would refuse."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.refused: list[str] = []
        self.headings: list[str] = []
        self.labelled: set[str] = set()
        self.inputs: list[dict[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in found):
            self.refused.append(f"inline {tag}")
        self.refused += [name for name in found if name == "style" or name.startswith("on")]
        if tag in ("script", "img"):
            self.loads.append(found.get("src") or "")
        if tag == "link" and found.get("rel") in ("stylesheet", "icon"):
            self.loads.append(found.get("href") or "")
        if tag == "a":
            self.links.append(found.get("href") or "")
        if tag == "label":
            self.labelled.add(found.get("for") or "")
        if tag in ("input", "select", "textarea"):
            self.inputs.append(found)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(tag)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_there_and_safe(site: TestClient, page: str) -> None:
    answer = site.get(page)
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    read = Read(answer.text)
    assert read.refused == []
    assert all(address.startswith("/static/") or address == "/looks.css" for address in read.loads)
    assert read.headings.count("h1") == 1
    assert "Play money only" in answer.text
    assert "1-800-GAMBLER" in answer.text
    assert '<html lang="en">' in answer.text
    assert not re.search("built-in method|bound method|object at 0x|&lt;function", answer.text)
    for found in read.inputs:
        assert found.get("id") in read.labelled or found.get("aria-label"), found


@pytest.mark.parametrize("page", PAGES)
def test_a_page_with_all_it_loads_is_small(site: TestClient, page: str) -> None:
    answer = site.get(page)
    pending, size, seen = [address.split("?")[0] for address in Read(answer.text).loads], len(answer.content), set()
    while pending:
        address = pending.pop()
        if address in seen:
            continue
        seen.add(address)
        file = site.get(address)
        assert file.status_code == 200, address
        size += len(file.content)
        folder = address.rsplit("/", 1)[0]
        pending += [f"{folder}/{name}" for name in re.findall(r'(?:from|import) "\./([^"]+)"', file.text)]
    assert size < LARGEST


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(site: TestClient, page: str) -> None:
    for address in set(Read(site.get(page).text).links):
        if address.startswith(("#", "/reports/")):
            continue
        assert site.get(address.split("#")[0]).status_code == 200, address


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_a_twin(site: TestClient, page: str) -> None:
    answer = site.get(twin(page))
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert f'href="{twin(page)}"' in site.get(page).text
    said = answer.json()
    slug = page.rsplit("/", 1)[-1]
    assert said.get("slug", slug) == slug


def test_head_is_answered(site: TestClient) -> None:
    assert site.head("/").status_code == 200


def test_static_files_are_kept_only_under_their_fingerprint(site: TestClient) -> None:
    assert site.get("/static/site/site.css").headers["cache-control"] == "no-cache"
    address = re.findall(r"/static/site/site\.css\?v=\w+", site.get("/").text)[0]
    assert "immutable" in site.get(address).headers["cache-control"]


def test_static_files_come_packed_once_whole_or_not_at_all(site: TestClient) -> None:
    for path in (path for path in STATIC.rglob("*") if path.is_file()):
        address = f"/static/{path.relative_to(STATIC)}"
        answer = site.get(address)
        assert answer.content == path.read_bytes()
        assert answer.headers.get("content-encoding", "") == ("" if path.suffix == ".woff2" else "gzip")
        plain = site.get(address, headers={"Accept-Encoding": "identity"})
        assert (plain.content, "content-encoding" in plain.headers) == (path.read_bytes(), False)
        again = site.get(address, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    assert site.head("/static/site/site.css").status_code == 200
    assert site.post("/static/site/site.css").status_code == 405
    for address in ("/static/", "/static/felt", "/static/site/none.css", "/static/..%2fsite.py", "/static//etc/passwd"):
        assert site.get(address).status_code == 404


@pytest.mark.parametrize(
    "address", ["/nope", "/lab/nope", "/school/nope", "/rules/nope", "/lab/low-four/x", "/%00", "/lab/%F0%9F%83%8F"]
)
def test_a_page_that_is_not_there(site: TestClient, address: str) -> None:
    answer = site.get(address)
    assert answer.status_code == 404
    assert "This is not on the table" in answer.text
    assert "content-security-policy" in answer.headers
    assert Read(answer.text).refused == []


@pytest.mark.parametrize(
    "address", ["/api/nope", "/lab/nope.json", "/api/lab/strategy/nope", "/api/lab/protection/nope"]
)
def test_data_that_is_not_there_is_refused_as_data(site: TestClient, address: str) -> None:
    answer = site.get(address)
    assert answer.status_code == 404
    assert set(answer.json()) == {"ok", "error"}


def test_without_a_live_service_nothing_leads_to_a_table(site: TestClient) -> None:
    text = site.get("/").text
    assert "/play" not in text
    assert "open-tables" not in text


def test_no_style_sheet_or_script_reaches_out() -> None:
    for file in STATIC.rglob("*"):
        if file.suffix in (".css", ".js", ".svg"):
            text = file.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"https?://|@import|eval\(|new Function", text), file.name


def test_every_felt_is_drawn_as_itself() -> None:
    """A picture has a betting place for each wager, and none looks like another's."""
    drawn = {slug: ElementTree.fromstring(drawings.felt(game)) for slug, game in GAMES.items()}  # noqa: S314 - our own
    hands = set()
    for slug, picture in drawn.items():
        shapes = [shape.get("class", "") for shape in picture.iter() if shape.get("class", "").startswith("place")]
        meters = sum(wager.role is Role.PROGRESSIVE for wager in GAMES[slug].wagers.values())
        assert len(shapes) == len(GAMES[slug].wagers) + meters  # a meter is two rings
        assert GAMES[slug].title in picture.get("aria-label", "")
        hands.add(" ".join(text.text or "" for text in picture.iter("text")))
        assert picture.get("class") == f"felt cloth-{slug}"
    assert len(hands) == len(GAMES)


def test_templates_have_no_words_of_their_own() -> None:
    """English stands in words.toml; a template has only marks, and the words that a card is named with."""
    env = environment()
    names = [name for name in env.list_templates() if not name.startswith("floor/")]
    assert len(names) >= 12
    for name in names:
        assert env.loader is not None
        source = env.loader.get_source(env, name)[0]
        plain = re.sub(r"{%.*?%}|{{.*?}}|{#.*?#}|<[^>]*>", " ", source, flags=re.DOTALL)
        words = set(re.findall(r"[A-Za-z]{3,}", plain)) - {"DOCTYPE", "like"}  # `--like`, an option of the command
        assert words == set(), name


def test_a_round_is_told_in_the_books_names_and_numbers() -> None:
    """No sentence has a name or a number typed into it; all of them can be filled in."""
    for game in GAMES.values():
        sentences = told(game)["how"]
        assert 4 <= len(sentences) <= 5
        for sentence in sentences:
            plain = re.sub(r"{\w+}", "", sentence)
            assert not re.search(r"\d", plain), sentence
            assert not [
                w.name for w in game.wagers.values() if w.name in plain.replace("A Joker", "").replace("a Joker", "")
            ]
        filled = " ".join(rules.how(game))
        assert "{" not in filled
        assert game.wagers[game.initial].name in filled
    assert "16 points or fewer" in " ".join(rules.how(GAMES["low-four"]))
    other = replace(GAMES["low-four"], numbers=replace(GAMES["low-four"].numbers, qualifier=17))  # type: ignore[call-arg]
    assert "17 points or fewer" in " ".join(rules.how(other))


def test_the_rules_page_begins_with_a_round(site: TestClient) -> None:
    for slug in GAMES:
        text = site.get(f"/rules/{slug}").text
        said = site.get(f"/rules/{slug}.json").json()
        assert text.index('id="how"') < text.index('id="pays"') < text.index('id="card"') < text.index('id="house"')
        assert "aria-current" not in text.split("</header>")[0]
        assert 'href="/"' in text.split("<main")[1]
        grouped = [rule["number"] for group in said["groups"] for rule in group["rules"]]
        assert grouped == list(range(1, len(said["rules"]) + 1))
        for word in ("Push", "2 to 1, 2 for 1"):
            assert f"<dt>{word}</dt>" in text
        assert ("<dt>Progressive, meter</dt>" in text) == bool(GAMES[slug].progressive_wagers)
        assert ("<dt>Qualify</dt>" in text) == (slug in ("ace-odd-even", "low-four"))
        assert ("<dt>Poker hands, best first</dt>" in text) == (slug == "quick-draw-holdem")
        assert len(said["how"]) >= 4


def test_pay_tables_have_titles_for_people(site: TestClient) -> None:
    for slug in GAMES:
        for wager in site.get(f"/rules/{slug}.json").json()["pay_tables"]:
            titles = [table["title"] for table in wager["tables"]]
            assert len(set(titles)) == len(titles)
            for table in wager["tables"]:
                assert table["title"][0].isupper()
                assert table["title"] == f"Pay table {table['id']}" or not re.search(r"\w-\d", table["title"])
                assert re.fullmatch(r"[A-C]?\d|.+ .+", table["id"]) or table["id"] in told(GAMES[slug])["titles"]


def test_the_rules_page_has_every_ruling_and_pay_line(site: TestClient) -> None:
    for game in GAMES.values():
        said = site.get(f"/rules/{game.slug}.json").json()
        assert len(said["rulings"]) == len(game.book.rulings)
        assert sum(len(w["tables"]) for w in said["pay_tables"]) == sum(map(len, game.book.pay_tables.values()))
        assert said["rules"][0] in " ".join(game.card.split())
        assert len(said["rules"]) == len(re.findall(r"^ ?\d+\. ", game.card, re.MULTILINE))
