"""Nothing jumps during a round: the browser itself reports what moved on the page, and how far."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from feltlab.games import GAMES
from feltlab.games.loading import load_game
from tests.web.browser import DESKTOP, PHONE, browser  # noqa: F401 - a fixture
from tests.web.felt.house import House, being_solved, house, sit_down, use_tool, visitor, wait_for  # noqa: F401 - a fixture
from tests.web.felt.test_screens import choose, question

FILES = Path(__file__).parents[3] / "examples" / "games"
UNSOLVED = "ultimate-texas-holdem"
"""Three questions, a board and a dealer's hand; the coach is not ready for it in a test."""
OF_FILES = ("three-card-poker", "baccarat", UNSOLVED)
SMALL = {"width": 320, "height": 640}
ON_ITS_SIDE = {"width": 844, "height": 390}

WATCH = """() => {
  const named = node => node ? `${node.nodeName} ${node.className ?? ""} ${(node.textContent ?? "").slice(0, 30)}` : "gone";
  const note = entry => entry.sources.map(({node, previousRect: was, currentRect: is}) =>
    `${named(node)}: ${was.x},${was.y} -> ${is.x},${is.y}`);
  window.moved = [];
  window.watching = new PerformanceObserver(list => moved.push(...list.getEntries().map(note)));
  watching.observe({type: "layout-shift"});
}"""
MOVED = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame(); // what was under way is laid out, and noted
  await new Promise(done => {
    new PerformanceObserver(done).observe({type: "mark"});
    performance.mark("looked at");
  });
  return moved;
}"""
"""Whatever has moved on the screen since `WATCH`, by its own or upon a click. What flies by `transform` has not moved."""


@pytest.fixture(scope="module", autouse=True)
def games_of_files() -> Iterator[None]:
    for name in OF_FILES:
        load_game(FILES / f"{name.replace('-', '_')}.py")
    with being_solved(UNSOLVED):
        yield


def play(page: Page, *, coached: bool = False) -> None:
    """A whole round: a chip on every spot, the cards, each question, the result."""
    for spot in page.locator(".mine .spot:not([aria-disabled])").all():
        spot.click()
        expect(spot.locator(".stack")).to_be_visible()
    page.get_by_role("button", name="Deal", exact=True).click()
    while asked := question(page):
        if coached:
            expect(page.locator(".coach-panel .worth li").first).to_be_visible()
        choose(page)
        page.locator(".bar-actions .button:not(.quiet)").last.click()
        expect(page.locator(".now")).not_to_have_text(asked)
    wait_for(page, "results")


WINDOWS = {
    "desktop": (DESKTOP, True),
    "phone": (PHONE, True),
    "small": (SMALL, False),
    "sideways": (ON_ITS_SIDE, False),
}
"""Each with whether cards and chips fly there."""


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("game", [*GAMES, *OF_FILES])
def test_nothing_moves_in_a_round(browser: Browser, house: House, game: str, window: str) -> None:  # noqa: F811
    viewport, moving = WINDOWS[window]
    touch, unsolved = viewport is not DESKTOP, game == UNSOLVED
    with visitor(browser, viewport=viewport, touch=touch, fresh=True, unsolved=unsolved) as seen:
        page = seen.page
        page.emulate_media(reduced_motion="no-preference" if moving else "reduce")
        page.add_init_script("localStorage.setItem('feltlab.speed', '1')")  # quick
        sit_down(page, f"{house.address}/play/{game}")
        page.evaluate("() => document.fonts.ready.then(() => {})")
        page.evaluate(WATCH)
        play(page)
        page.get_by_role("button", name="Next round").click()
        wait_for(page, "bets")
        if viewport is DESKTOP:
            play(page)
        assert page.evaluate(MOVED) == []


@pytest.mark.parametrize("game", [*GAMES, *(name for name in OF_FILES if name != UNSOLVED)])
def test_nothing_moves_beside_the_open_coach(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    with visitor(browser, fresh=True) as seen:
        page = seen.page
        page.emulate_media(reduced_motion="no-preference")
        page.add_init_script("localStorage.setItem('feltlab.speed', '1')")
        sit_down(page, f"{house.address}/play/{game}")
        page.evaluate("() => document.fonts.ready.then(() => {})")
        if not page.locator(".coach-panel").count():
            use_tool(page, "Coach")
        page.get_by_label("Always show").check()
        page.evaluate(WATCH)
        play(page, coached=True)
        page.get_by_role("button", name="Next round").click()
        wait_for(page, "bets")
        play(page, coached=True)
        expect(page.locator(".coach-panel .lesson" if GAMES[game].round.asks else ".coach-panel")).to_be_visible()
        assert page.evaluate(MOVED) == []


def test_what_moves_is_noticed(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser, fresh=True) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/{OF_FILES[0]}")
        page.evaluate(WATCH)
        page.locator(".bar").evaluate("bar => { bar.style.marginTop = '20px'; bar.style.height = '3rem'; }")
        assert page.evaluate(MOVED) != []
