"""The pages in a real browser: nothing refused by the policy, nothing that axe calls serious, and they work."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.web.addresses import PAGES
from tests.web.browser import PHONE, browser, opened, served  # noqa: F401 - fixtures

SERIOUS = {"serious", "critical"}
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}
"""WCAG 2.2 AA; only what is wrong is listed, which takes half the time on a long page."""


def violations(page: Page) -> list[str]:
    found = Axe().run(page, options=RULES).response["violations"]
    return [f"{rule['id']}: {rule['nodes'][0]['html'][:160]}" for rule in found if rule["impact"] in SERIOUS]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible(browser: Browser, served: str, path: str, theme: str) -> None:  # noqa: F811
    with opened(browser, served + path, theme) as page:
        assert violations(page) == []


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_a_phone_and_does_not_jump(browser: Browser, served: str, path: str) -> None:  # noqa: F811
    with opened(browser, served + path, "dark", PHONE) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        shift = page.evaluate(
            "new Promise(done => { let sum = 0; new PerformanceObserver(list => { for (const entry of list.getEntries())"
            " sum += entry.value; }).observe({type: 'layout-shift', buffered: true}); setTimeout(() => done(sum), 120); })"
        )
        assert shift < 0.05


def test_the_theme_is_kept(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/") as page:
        page.get_by_role("button", name="Dark colours").click()
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        page.goto(served + "/lab")
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        expect(page.get_by_role("button", name="Dark colours")).to_have_attribute("aria-pressed", "true")


def test_the_skip_link_comes_first(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/") as page:
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"


def test_a_pay_table_is_priced_as_one_types(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/lab/low-four") as page:
        panel = page.locator('[data-wager="low-points"]')
        edge = panel.locator('[data-fact="house_edge"]')
        before = edge.inner_text()
        panel.locator("textarea").fill(
            "1 or 2 points 300 to 1\n3 or 4 points 25 to 1\n5 or 6 points 6 to 1\n7 or 8 points 2 to 1"
        )
        expect(edge).not_to_have_text(before)
        expect(panel.locator("[data-returns] tr").nth(2)).to_contain_text("6 to 1")
        panel.get_by_role("button", name="Back to the felt").click()
        expect(edge).to_have_text(before)
        assert violations(page) == []


def test_a_wrong_line_is_named_beside_its_table(browser: Browser, served: str) -> None:  # noqa: F811
    context = browser.new_context()
    page = context.new_page()
    page.goto(served + "/lab/low-four")
    panel = page.locator('[data-wager="low-points"]')
    panel.locator("textarea").fill("foo 3 to 1")
    expect(panel.get_by_role("alert")).to_contain_text("foo")
    expect(panel.locator("textarea")).to_have_attribute("aria-invalid", "true")
    assert violations(page) == []
    context.close()


def test_a_hand_is_looked_up(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/lab/low-four") as page:
        for card in (
            "6 of clubs",
            "6 of diamonds",
            "5 of hearts",
            "4 of spades",
            "king of diamonds",
            "queen of hearts",
            "jack of spades",
        ):
            page.locator("hand-explorer .deck").get_by_role("button", name=card, exact=True).click()
        expect(page.locator("hand-explorer .advice")).to_contain_text("Best: play")
        expect(page.locator("hand-explorer .advice")).to_contain_text("-4572723/5042180")
        assert violations(page) == []


def test_a_meter_above_break_even(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/lab/low-four") as page:
        page.locator("meter-lab [data-meter]").fill("500,000")
        expect(page.locator('[data-of="at_meter.rtp"]')).to_have_class(re.compile("good"))


def test_sessions_are_simulated_and_drawn(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/lab/rule-out") as page:
        page.get_by_role("button", name="Simulate sessions").click()
        expect(page.locator("play-simulator figure")).to_have_count(2, timeout=30_000)
        assert violations(page) == []


def test_a_drill_by_keyboard(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/school/low-four") as page:
        page.locator('[data-drill="qualify"]').focus()
        page.keyboard.press("Enter")
        page.locator(".room-head").wait_for()
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        expect(page.locator(".verdict .message")).to_be_visible()
        assert violations(page) == []
        expect(page.locator('[data-drill="qualify"] [data-score]')).to_contain_text("of 1 right")
        page.keyboard.press("Enter")
        expect(page.locator(".verdict .message")).to_have_count(0)
        page.reload()
        expect(page.locator('[data-drill="qualify"] [data-score]')).to_contain_text("of 1 right")


@pytest.mark.parametrize(
    ("game", "drill"),
    [("low-four", "round"), ("rule-out", "survive"), ("quick-draw-holdem", "five"), ("ace-odd-even", "progressive")],
)
def test_drills_of_each_kind_are_accessible(browser: Browser, served: str, game: str, drill: str) -> None:  # noqa: F811
    for theme in ("light", "dark"):
        with opened(browser, f"{served}/school/{game}#{drill}", theme) as page:
            page.locator(".room-head").wait_for()
            assert violations(page) == []
