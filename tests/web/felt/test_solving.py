"""A coach asked while the game is still being solved says so, and answers when it is solved."""

import pytest
from playwright.sync_api import Browser, expect

from feltlab.web.site import figures
from feltlab.web.site.figures import StillSolvingError
from tests.web.browser import DESKTOP, browser, profile  # noqa: F401 - a fixture
from tests.web.felt.house import House, bet_and_deal, house, sit_down  # noqa: F401 - a fixture


def test_the_coach_says_that_the_game_is_being_solved(
    browser: Browser,  # noqa: F811
    house: House,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def need(slug: str) -> None:
        asked.append(slug)
        if len(asked) < 4:
            raise StillSolvingError("Low Four")

    with profile(browser, "light", DESKTOP, False) as page:
        sit_down(page, f"{house.address}/play/low-four")
        bet_and_deal(page, "low-four")
        monkeypatch.setattr(figures, "need", need)
        page.keyboard.press("c")
        expect(page.locator(".coach-panel")).to_contain_text("Low Four is still being solved; ask again in a minute")
        expect(page.locator(".coach-panel .worth li").first).to_be_visible(timeout=20_000)
