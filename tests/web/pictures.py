"""The pictures in the README and the docs, taken again from the site as it is.

python -m tests.web.pictures
"""

import shutil
from pathlib import Path
from tempfile import mkdtemp

from playwright.sync_api import Browser, Page, expect, sync_playwright

from feltlab.service.pit import Pit
from feltlab.service.store import open_store
from feltlab.web.app import create_app
from feltlab.web.live.opening import open_house
from tests.web.browser import ARGUMENTS, CHROMIUM, DESKTOP, PHONE, patient, serving
from tests.web.felt.house import GAMES, SETTINGS, bet_and_deal, sit_down, spot, use_tool, wait_for
from tests.web.felt.test_round import play_by_mouse

IMAGES = Path(__file__).parents[2] / "docs" / "images"
SIDE_BETS = {"ace-odd-even": "poker", "low-four": "low-points", "quick-draw-holdem": "flop-bonus", "rule-out": "joker"}
PAGES = {"lobby": "/", "school": "/school/low-four", "lab": "/lab/low-four", "rules": "/rules/rule-out"}


def opened(browser: Browser, viewport: dict[str, int]) -> Page:
    context = browser.new_context(
        viewport={"width": viewport["width"], "height": viewport["height"]},
        color_scheme="light",
        reduced_motion="reduce",
    )
    return patient(context).new_page()


def keep(page: Page, name: str) -> None:
    page.wait_for_load_state("networkidle")
    page.screenshot(path=IMAGES / f"{name}.png")
    print(f"docs/images/{name}.png")


def felts(browser: Browser, address: str) -> None:
    """Each game with its round played out; then the coach over a decision, a phone, and several hands."""
    for game in GAMES:
        page = opened(browser, DESKTOP)
        sit_down(page, f"{address}/play/{game}")
        page.locator('[data-chip="500"]').click()
        bet_and_deal(page, game)
        play_by_mouse(page, game)
        wait_for(page, "results")
        keep(page, f"felt-{game}")
        page.context.close()
    for name, viewport in (("felt-coach", DESKTOP), ("felt-phone", PHONE)):
        page = opened(browser, viewport)
        sit_down(page, f"{address}/play/low-four")
        spot(page, "ante").click()
        spot(page, SIDE_BETS["low-four"]).click()
        page.get_by_role("button", name="Deal", exact=True).click()
        wait_for(page, "decide")
        page.get_by_role("button", name="Best set").click()
        if viewport is DESKTOP:
            page.get_by_role("button", name="Ask the coach").click()
            expect(page.locator(".coach-panel .worth li").first).to_be_visible()
        keep(page, name)
        page.context.close()
    several_hands(browser, address)


def several_hands(browser: Browser, address: str) -> None:
    """Three hands at a private table, the second of them asked."""
    page = opened(browser, DESKTOP)
    sit_down(page, f"{address}/play/low-four?private")
    spot(page, "ante").click()
    expect(spot(page, "ante").locator(".stack")).to_be_visible()
    use_tool(page, "Another hand")
    expect(page.locator(".own-hand")).to_have_count(2)
    page.get_by_role("button", name="Play another hand").click()
    expect(page.locator(".own-hand")).to_have_count(3)
    page.get_by_role("button", name="Deal", exact=True).click()
    wait_for(page, "decide")
    first = page.locator(".now").inner_text()
    page.get_by_role("button", name="Best set").click()
    page.locator(".bar-actions .button:not(.quiet)").last.click()
    expect(page.locator(".now")).not_to_have_text(first)
    page.get_by_role("button", name="Best set").click()
    keep(page, "felt-hands")
    page.context.close()


def main() -> None:
    folder = Path(mkdtemp())
    pit = Pit(open_store(f"sqlite:///{folder / 'pictures.db'}"), owner="pictures")
    open_house(pit, SETTINGS)
    with serving(create_app(pit, settings=SETTINGS)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        felts(browser, address)
        for name, path in PAGES.items():
            page = opened(browser, DESKTOP)
            page.goto(f"{address}{path}")
            keep(page, name)
            page.context.close()
        browser.close()
    pit.stop()
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
