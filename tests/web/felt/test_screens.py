"""Every size of window: your cards, the bets and the question are visible together, and nothing is under the bar."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from feltlab.games import GAMES
from feltlab.games.loading import load_game
from tests.web.browser import DESKTOP, browser  # noqa: F401 - a fixture
from tests.web.felt.house import House, house, sit_down, use_tool, visitor, wait_for  # noqa: F401 - a fixture

FILES = Path(__file__).parents[3] / "examples" / "games"
OF_A_FILE = "three-card-poker"
WITHOUT_CARDS = "baccarat"
"""Nobody has cards or a decision; the house has two hands and a third card for each that may come."""
SEVEN_CARDS = "low-four"
FOUR_ANSWERS = "rule-out"
SIZES = {
    "small phone": (320, 640), "phone": (375, 667), "tall phone": (390, 844), "phone on its side": (844, 390),
    "tablet": (768, 1024), "laptop": (1280, 800), "large": (1920, 1080), "200 %": (640, 400),
    "low": (1366, 650), "lower than a laptop": (1440, 760),
    "larger tablet": (820, 1180), "tablet on its side": (1024, 768), "narrow": (1100, 800),
}  # fmt: skip
TIGHT = ("small phone", "tall phone", "phone on its side", "200 %", "tablet on its side")
"""Those that are looked at in every state; at a question all of them are."""
TOUCHED = 1216
"""Windows that are no wider are held in the hand."""
FINGER = 44
DESK = (DESKTOP["width"], DESKTOP["height"])

MEASURED = """async finger => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const wrong = [];
  const all = chosen => [...document.querySelectorAll(chosen)].filter(node => node.checkVisibility({visibilityProperty: true}));
  const box = node => node.getBoundingClientRect();
  const said = node => `${node.className} "${node.textContent.slice(0, 20)}" ${JSON.stringify(box(node))}`;
  const inside = (a, b) => a.left > b.left - 1 && a.right < b.right + 1 && a.top > b.top - 1 && a.bottom < b.bottom + 1;
  const apart = (a, b) => a.right < b.left + 1 || a.left > b.right - 1 || a.bottom < b.top + 1 || a.top > b.bottom - 1;
  const seen = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
  const bar = box(document.querySelector(".bar"));
  for (const node of all(".my-card, .hand .slot, .mine .spot, .mine .spot-name, .dealer-cards > *")) {
    if (!inside(box(node), seen)) wrong.push(`out of sight: ${said(node)}`);
    if (!apart(box(node), bar)) wrong.push(`under the bar: ${said(node)}`);
  }
  const reached = document.querySelector(":popover-open") ? "" : ", .bar button";
  for (const node of all(`.top button, .coach-panel button${reached}`)) {
    const {left, top, width, height} = box(node);
    const [x, y] = [left + width / 2, top + height / 2];
    if (y < innerHeight && !node.contains(document.elementFromPoint(x, y))) wrong.push(`covered: ${said(node)}`);
  }
  for (const node of all(".bar, .bar-middle")) {
    if (node.scrollHeight > node.clientHeight + 1) wrong.push(`to be scrolled: ${said(node)}`);
  }
  for (const node of all(".bar, .bar .now, .bar button")) {
    if (!inside(box(node), seen) || !inside(box(node), bar)) wrong.push(`not whole in the bar: ${said(node)}`);
  }
  for (const node of all(".cloth .pay-table")) {
    const over = all(".other").find(seat => !apart(box(seat), box(node)));
    if (over) wrong.push(`printed under a seat: ${said(node)}, ${said(over)}`);
  }
  for (const node of all(".refusal")) {
    if (!inside(box(node), seen)) wrong.push(`out of sight: ${said(node)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page goes sideways");
  const pressed = "felt-table :is(button:not(.still, [tabindex='-1']), summary), .masthead :is(a, button)";
  for (const node of finger ? all(pressed) : []) {
    if (Math.min(box(node).width, box(node).height) < finger - 0.5) wrong.push(`too small: ${said(node)}`);
  }
  return wrong;
}"""


@pytest.fixture(scope="module", autouse=True)
def game_of_a_file() -> None:
    names = {OF_A_FILE, WITHOUT_CARDS}
    for name in names:
        load_game(FILES / f"{name.replace('-', '_')}.py")


def look(page: Page, size: tuple[int, int]) -> Any:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return page.evaluate(MEASURED, FINGER if size[0] <= TOUCHED else 0)


def look_in(page: Page, sizes: Iterable[str], state: str) -> dict[str, Any]:
    """What is wrong, by the window in which it is."""
    found = {f"{name}, {state}": look(page, SIZES[name]) for name in sizes}
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    return {where: wrong for where, wrong in found.items() if wrong}


def choose(page: Page) -> bool:
    """The best set, or the first card that can be traded; some questions have neither."""
    best = page.get_by_role("button", name="Best set")
    cards = page.locator(".my-card:not(.still)")
    if not best.count() and not cards.count():
        return False
    (best if best.count() else cards.first).click()
    expect(page.locator(".my-card.picked").first).to_be_visible()
    return True


def question(page: Page) -> str:
    """What is asked, or nothing when the round is over."""
    expect(page.locator('felt-table:is([data-phase="decide"], [data-phase="results"])')).to_be_visible()
    if page.locator("felt-table").get_attribute("data-phase") == "results":
        return ""
    return page.locator(".now").inner_text()


PLACES = """() => [...document.querySelectorAll(".mine .spots, .side, .dealer, .pays-below")].map(node => {
  const {x, y} = node.getBoundingClientRect();
  return [x, y].map(Math.round);
})"""


def places(page: Page) -> dict[str, Any]:
    """Where the parts of the table lie: the same from the first bet to the result."""
    seen = ("laptop", "tall phone", "phone on its side", "laptop")
    return {name: [look(page, SIZES[name]), page.evaluate(PLACES)][1] for name in seen}


@pytest.mark.parametrize("game", [*GAMES, OF_A_FILE, WITHOUT_CARDS])
def test_all_that_a_decision_needs_is_in_sight(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    with visitor(browser, touch=True) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/{game}")
        for spot in page.locator(".mine .spot:not([aria-disabled])").all():
            spot.click()
            expect(spot.locator(".stack")).to_be_visible()
        wrong = look_in(page, TIGHT, "before the deal")
        before = places(page)
        page.get_by_role("button", name="Deal", exact=True).click()
        while asked := question(page):
            wrong |= look_in(page, SIZES, asked)
            if choose(page):
                wrong |= look_in(page, TIGHT, f"{asked}, chosen")
            page.locator(".bar-actions .button:not(.quiet)").last.click()
            expect(page.locator(".now")).not_to_have_text(asked)
        assert places(page) == before
        assert wrong | look_in(page, SIZES, "the result") == {}
        page.get_by_role("button", name="Rules & pays").click()
        expect(page.locator(".drawer.beside")).to_be_visible()
        assert look_in(page, ("laptop", "large"), "beside the rules") == {}


def test_a_larger_window_has_a_larger_table(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/{OF_A_FILE}")
        wide = []
        for size in (DESK, SIZES["large"]):
            look(page, size)
            wide.append([page.evaluate("chosen => document.querySelector(chosen).getBoundingClientRect().width", chosen)
                         for chosen in (".cloth", ".hand .slot")])  # fmt: skip
        assert all(large > 1.3 * small for small, large in zip(*wide, strict=True))


TABLE = """() => [...document.querySelectorAll(".felt, .hand, .bar, .bar-actions button")].map(node => {
  const {x, y, width} = node.getBoundingClientRect();
  return [x, y, width].map(Math.round);
})"""


def test_the_coach_moves_nothing(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser, touch=True) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/{SEVEN_CARDS}")
        page.locator(".mine .spot:not([aria-disabled])").first.click()
        page.get_by_role("button", name="Deal", exact=True).click()
        assert question(page)
        before = {name: look(page, size) or page.evaluate(TABLE) for name, size in SIZES.items()}
        page.keyboard.press("c")
        expect(page.locator(".worth li").first).to_be_visible()
        assert {name: look(page, size) or page.evaluate(TABLE) for name, size in SIZES.items()} == before
        panel = page.locator(".coach-panel")
        for name in ("laptop", "large"):
            look(page, SIZES[name])
            assert panel.evaluate("""panel => {
              const {left, bottom} = panel.getBoundingClientRect();
              const mine = document.querySelector(".hand").getBoundingClientRect();
              return left >= mine.right && bottom <= document.querySelector(".bar").getBoundingClientRect().top;
            }"""), name


COVERED = """() => {
  const panel = document.querySelector(".coach-panel").getBoundingClientRect();
  return [...document.querySelectorAll(".dealer-cards > *, .my-card, .mine .spot")].filter(node => {
    const {left, right, top, bottom} = node.getBoundingClientRect();
    return left < panel.right && right > panel.left && top < panel.bottom && bottom > panel.top;
  }).map(node => node.outerHTML.slice(0, 80));
}"""


STRIP = """() => {
  const box = node => node.getBoundingClientRect();
  const panel = document.querySelector(".coach-panel");
  const shown = chosen => [...panel.querySelectorAll(chosen)].filter(node => node.checkVisibility());
  const wrong = shown(".coach-head button").filter(node => {
    const {top, bottom} = box(node);
    return top < box(panel).top || bottom > box(panel).bottom;
  });
  const under = shown(".worth li span").filter(node => shown("button").some(button =>
    box(node).right > box(button).left && box(node).left < box(button).right
    && box(node).bottom > box(button).top && box(node).top < box(button).bottom));
  return [...wrong, ...under].map(node => node.outerHTML.slice(0, 80));
}"""
"""What is cut off in the coach's panel, and what it says under its own buttons."""


def test_the_coach_covers_no_card_at_a_question_with_four_answers(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser, touch=True) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/{FOUR_ANSWERS}")
        page.locator(".mine .spot:not([aria-disabled])").first.click()
        page.get_by_role("button", name="Deal", exact=True).click()
        assert question(page)
        page.keyboard.press("c")
        expect(page.locator(".worth li").nth(1)).to_be_visible()  # with Jokers there are fewer
        for name, size in SIZES.items():
            assert look(page, size) == [], name
            assert page.evaluate(COVERED) == [], name
            assert page.evaluate(STRIP) == [], name


def test_what_is_refused_at_a_bet_is_said_within_the_window(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser, touch=True) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/{SEVEN_CARDS}")
        spots = page.locator(".mine .spot:not([aria-disabled])")
        for size in ("small phone", "tall phone", "phone on its side"):
            for at in (0, -1):
                look(page, SIZES[size])
                page.locator('[data-chip="50000"]').tap()
                refused = page.locator(".refusal")
                for _ in range(3):
                    spots.nth(at).tap()
                expect(refused).to_be_visible()
                assert look(page, SIZES[size]) == [], (size, at)


@pytest.mark.parametrize("name", ["small phone", "200 %"])
def test_every_tool_is_in_the_menu_of_a_small_window(browser: Browser, house: House, name: str) -> None:  # noqa: F811
    width, height = SIZES[name]
    with visitor(browser, viewport={"width": width, "height": height}, touch=True) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/{OF_A_FILE}")
        tools = page.locator(".tools .tool")
        expect(tools.first).to_be_hidden()
        page.get_by_role("button", name="Menu", exact=True).tap()
        expect(tools).to_have_text([
            "Rules & pays", "History", "Coach", "My sheet", "Settings", "Share", "Another hand", "Leave seat", "Back to the lobby",
        ])  # fmt: skip
        for tool in tools.all():
            expect(tool).to_be_in_viewport(ratio=1)
        assert look(page, (width, height)) == []
        page.keyboard.press("Escape")
        use_tool(page, "Settings")
        expect(page.get_by_role("dialog")).to_be_visible()
        expect(tools.first).to_be_hidden()


def test_bots_come_and_go_on_a_phone(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser, viewport={"width": 375, "height": 667}, touch=True) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/{OF_A_FILE}")
        wait_for(page, "bets")
        bots = page.locator(".other .plate")
        before = bots.count()
        use_tool(page, "Settings")
        page.get_by_role("button", name="Send Bot").first.tap()
        expect(bots).to_have_count(before - 1)
        page.get_by_role("button", name="Add a bot in seat").tap()
        page.get_by_role("button", name="Seat the bot").tap()
        expect(bots).to_have_count(before)
