"""The look does not depend on the machine's fonts: three machines with few fonts, and one that may not load ours."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, Error, Page, Route, expect, sync_playwright

from feltlab.web.site.marks import MARKS
from feltlab.web.site.page import FONTS, STATIC
from tests.web.browser import DESKTOP, FONT_SETUPS, PHONE, chromium, font_setup, shifted
from tests.web.felt.house import GAMES, House, bet_and_deal, house, sit_down, use_tool, wait_for  # noqa: F401 - a fixture

TOOL = run_path(str(Path(__file__).parents[2] / "tools" / "fonts.py"))
FACES = TOOL["FACES"]
SIGNS = set(TOOL["signs"](MARKS))
LONGEST = 30_000
SIZES = {"desktop": DESKTOP, "phone": PHONE}
PAGES = ("/", "/rules/rule-out", "/lab")
LARGEST = 110_000
FACTS = {"ace-odd-even": ".pile span", "quick-draw-holdem": ".tally"}
CARD_WIDTHS = (24, 30, 35, 42, 54, 69, 96)

# What is in the machine's monospaced font, or changes as tables open, is not the same everywhere.
BOXES = """where => [...document.querySelectorAll(where)]
  .filter(node => !node.closest(".mono, code, kbd, pre, textarea, .shuffle, svg, table:has(.mono), section:has(open-tables)"))
  .map(node => [node, node.getBoundingClientRect()])
  .map(([node, box]) => [`${node.localName}.${node.className}`, ...[box.x, box.y, box.width, box.height]
    .map(number => Math.round(number * 10) / 10)])"""

# The box of a drawn mark with half of its pen around it, beside the box of its card.
CARD_BOXES = """([card, marks]) => [...document.querySelectorAll(card)].map(card => {
  const box = (node, pen) => {
    const at = node.getBoundingClientRect(), half = pen ? 1.5 * node.getCTM().a : 0;
    return [at.left - half, at.top - half, at.right + half, at.bottom + half];
  };
  return [card.getAttribute("code") ?? card.getAttribute("aria-label") ?? "", box(card),
    ...[...card.querySelectorAll(marks)].map(node => box(node, node.matches(".rank")))];
})"""

# Marks what has words of its own and holds nothing in a monospaced font, which is the machine's.
WITH_WORDS = """() => { for (const node of document.querySelectorAll("body *:not(script)")) {
  const own = [...node.childNodes].some(kid => kid.nodeType === Node.TEXT_NODE && kid.data.trim());
  const mono = ".mono, code, kbd, pre, textarea, .shuffle";
  if (own && !node.closest(mono) && !node.querySelector(mono)) node.dataset.words = "";
} }"""

Box = tuple[float, float, float, float]


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Browser]]:
    """A browser for each set-up of fonts."""
    folder = tmp_path_factory.mktemp("fonts")
    with sync_playwright() as playwright:
        running = [(name, chromium(playwright, font_setup(name, folder))) for name in FONT_SETUPS]
        yield {name: browser.__enter__() for name, browser in running}
        for _, browser in running:
            browser.__exit__(None, None, None)


@contextmanager
def page_of(browser: Browser, size: str = "desktop", blocked: bool = False) -> Iterator[Page]:
    width, height = SIZES[size]["width"], SIZES[size]["height"]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    context.set_default_timeout(LONGEST)
    if blocked:
        context.route("**/*.woff2", lambda route: route.abort())
    yield context.new_page()
    context.close()


def settled(page: Page) -> None:
    """Laid out, so that every face in use has been asked for, and each has come or will not."""
    page.evaluate("document.body.offsetHeight, document.fonts.ready.then(() => null)")


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def inside(one: Box, other: Box) -> bool:
    return other[0] <= one[0] and other[1] <= one[1] and one[2] <= other[2] and one[3] <= other[3]


def check_cards(page: Page, card: str, marks: str, least: int) -> None:
    found: list[list[Any]] = page.evaluate(CARD_BOXES, [card, marks])
    assert len(found) >= least
    for code, whole, *drawn in found:
        assert drawn, code
        assert all(inside(one, whole) for one in drawn), code
        assert not any(meet(one, other) for at, one in enumerate(drawn) for other in drawn[:at]), code


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


# What is shipped


def printed() -> set[str]:
    """Every character beyond ASCII in what the pages are made from; comments and docstrings are not printed."""
    found: set[str] = set()
    for path in (*STATIC.parent.rglob("*.*"), *(STATIC.parents[1] / "games").rglob("*.toml")):
        if path.suffix in (".js", ".css", ".html", ".toml", ".py"):
            text = path.read_text("utf-8")
            text = re.sub(r'"""(?:.|\n)*?"""|^\s*#.*$', "", text, flags=re.M) if path.suffix == ".py" else text
            text = re.sub(r"^\s*//.*$", "", text, flags=re.M) if path.suffix == ".js" else text
            found |= {letter for letter in text if ord(letter) > 0x7E}
    return found


def test_our_fonts_have_every_character_that_is_printed() -> None:
    assert printed() - set(TOOL["CHARACTERS"]) - set(TOOL["ARROWS"]) - SIGNS == set()
    assert set("♠♥♦♣") < SIGNS & printed()


def test_the_fonts_are_few_and_small_and_bring_their_licence() -> None:
    fonts = list(FONTS.glob("*.woff2"))
    assert len(fonts) == len(FACES) + 1
    assert sum(path.stat().st_size for path in fonts) < LARGEST
    for licence in FONTS.glob("LICENSE-*.txt"):
        assert "SIL OPEN FONT LICENSE" in licence.read_text("utf-8")
    assert len(list(FONTS.glob("LICENSE-*.txt"))) == 2


def test_no_style_sheet_asks_for_a_face_that_is_not_there() -> None:
    there = {str(weight) for _, weight, _, _, _ in FACES}
    for path in STATIC.rglob("*.css"):
        asked = re.findall(r"font-weight: (\d+)|font: (\d00) ", path.read_text("utf-8"))
        assert {first or second for first, second in asked} <= there | {"100"}, path.name


def test_a_browser_keeps_a_font_for_ever(site: TestClient) -> None:
    named = re.findall(r'<link rel="preload" href="([^"]+)" as="font"', site.get("/").text)
    assert len(named) == 3
    for address in named:
        got = site.get(address)
        assert got.headers["content-type"] == "font/woff2"
        assert "immutable" in got.headers["cache-control"]
        assert "font-src 'self'" in got.headers["content-security-policy"]


# The same everywhere


def measured(browser: Browser, address: str, size: str) -> dict[str, Any]:
    """Every box of some pages, and of a felt at which nobody has bet."""
    found: dict[str, Any] = {}
    with page_of(browser, size) as page:
        for path in PAGES:
            page.goto(f"{address}{path}")
            settled(page)
            found[path] = page.evaluate(BOXES, "main *")
            assert fits(page), path
        sit_down(page, f"{address}/play/quick-draw-holdem")
        settled(page)
        assert page.evaluate(
            """["16px 'Feltlab Sans'", "600 16px 'Feltlab Serif'"].every(font => document.fonts.check(font))"""
        )
        found["felt"] = page.evaluate(BOXES, ".top h1, .tools *, .pay-table *, .print *, .spot-place *, .bar, .bar *")
        assert fits(page)
    return found


@pytest.mark.parametrize("size", SIZES)
def test_every_machine_shows_the_same_boxes(machines: dict[str, Browser], house: House, size: str) -> None:  # noqa: F811
    first, *others = (measured(browser, house.address, size) for browser in machines.values())
    for place, boxes in first.items():
        assert len(boxes) > 20, place
        for other in others:
            assert other[place] == boxes, place


def test_no_font_of_the_machine_is_asked(machines: dict[str, Browser], house: House) -> None:  # noqa: F811
    with page_of(machines["wide"]) as page:
        asked = page.context.new_cdp_session(page)
        sit_down(page, f"{house.address}/play/rule-out")
        bet_and_deal(page, "rule-out")
        page.keyboard.press("k")
        wait_for(page, "results")
        asked.send("DOM.enable")
        asked.send("CSS.enable")
        for path in ("", "/", "/rules/low-four"):
            if path:
                page.goto(f"{house.address}{path}")
            settled(page)
            page.evaluate(WITH_WORDS)
            root = asked.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
            nodes = asked.send("DOM.querySelectorAll", {"nodeId": root, "selector": "[data-words]"})["nodeIds"]
            assert len(nodes) > 30
            for node in nodes:
                try:
                    fonts = asked.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
                except Error as gone:  # a felt is alive: a word may be replaced while its neighbour is looked at
                    if "Could not find node" not in gone.message:
                        raise
                    continue
                told = {(font["isCustomFont"], font["familyName"]) for font in fonts}
                assert all(ours for ours, _ in told), (path, told)


# Boxes that hold, with our fonts and without them


def test_cards_hold_their_marks(machines: dict[str, Browser], house: House) -> None:  # noqa: F811
    with page_of(machines["wide"], blocked=True) as page:
        sit_down(page, f"{house.address}/play/low-four")
        codes = [rank + suit for rank, suit in product("A23456789TJQK", "cdhs")]
        page.evaluate(
            """([codes, widths]) => {
              const held = document.createElement("div");
              held.id = "every-card";
              held.style.cssText = "display: flex; flex-wrap: wrap";
              for (const width of widths) for (const small of [true, false]) for (const code of codes) {
                const card = document.createElement("playing-card");
                card.setAttribute("code", code);
                card.toggleAttribute("small", small);
                card.style.width = `${width}px`;
                held.append(card);
              }
              document.querySelector("main").append(held);
            }""",
            [codes, CARD_WIDTHS],
        )
        assert page.locator("#every-card text").count() == 0
        check_cards(page, "#every-card playing-card", ".rank, .rank ~ .ink", 2 * len(codes) * len(CARD_WIDTHS))
        page.goto(f"{house.address}/")
        # Turned, the boxes of marks meet where the marks do not.
        page.evaluate("for (const card of document.querySelectorAll('.held')) card.removeAttribute('transform')")
        check_cards(page, ".held:has(.rank)", ".rank, .ink", 20)
        page.goto(f"{house.address}/lab/low-four")
        expect(page.locator(".deck .card").first).to_be_attached(timeout=LONGEST)
        check_cards(page, ".deck .card:not(.joker)", "svg", 52)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("setup", "blocked", "games"), [("dejavu", False, GAMES[:1]), ("narrow", True, GAMES[1:2]), ("wide", True, GAMES)]
)
def test_a_message_moves_nothing_in_any_font(
    machines: dict[str, Browser],
    house: House,  # noqa: F811
    setup: str,
    blocked: bool,
    games: tuple[str, ...],
    size: str,
) -> None:
    with page_of(machines[setup], size, blocked) as page:
        for game in games:
            sit_down(page, f"{house.address}/play/{game}")
            assert fits(page), game
            bet_and_deal(page, game)
            if game in FACTS:  # what the hand makes comes a moment after its cards
                expect(page.locator(FACTS[game]).first).to_contain_text(re.compile(r"\w"), timeout=LONGEST)
            before = page.evaluate(BOXES, ".bar, .bar-middle, .bar-actions, .bar-actions *, .felt")
            use_tool(page, "Share")
            expect(page.locator(".bar-said, .bar-refusal")).to_be_visible(timeout=LONGEST)
            assert page.evaluate(BOXES, ".bar, .bar-middle, .bar-actions, .bar-actions *, .felt") == before, game
            page.keyboard.press("k" if game == "rule-out" else "f")
            wait_for(page, "results")
            assert fits(page), game


@pytest.mark.parametrize("size", SIZES)
def test_pages_fit_without_our_fonts(machines: dict[str, Browser], house: House, size: str) -> None:  # noqa: F811
    with page_of(machines["wide"], size, blocked=True) as page:
        for path in PAGES:
            page.goto(f"{house.address}{path}")
            settled(page)
            assert fits(page), path


@pytest.mark.parametrize(
    "path", ["/", "/rules/rule-out", "/lab/ace-odd-even", "/lab/low-four", "/lab/quick-draw-holdem"]
)
def test_fonts_that_come_late_move_nothing(machines: dict[str, Browser], house: House, path: str) -> None:  # noqa: F811
    held: list[Route] = []
    with page_of(machines["dejavu"], "phone") as page:
        page.route("**/*.woff2", lambda route: held.append(route))
        page.goto(f"{house.address}{path}", wait_until="domcontentloaded")
        shown = shifted(page)
        assert held
        page.route("**/*.woff2", lambda route: route.continue_())
        for route in held:
            route.continue_()
        page.wait_for_load_state("networkidle")
        settled(page)
        assert shifted(page) - shown < 0.02


def test_the_set_ups_differ(machines: dict[str, Browser]) -> None:
    """Otherwise the tests above would say nothing: without our fonts a line is of another length on each machine."""
    measure = """() => {
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = "100px sans-serif";
      return Math.round(pen.measureText("Dealer qualifies with 16 points").width);
    }"""
    lengths = []
    for browser in machines.values():
        with page_of(browser) as page:
            lengths.append(page.evaluate(measure))
    assert len(set(lengths)) == len(lengths)
