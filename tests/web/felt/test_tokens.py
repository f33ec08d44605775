"""Promotional tokens on the felt: placed with the mouse or by finger, matched on the Play, and where they go."""

import re

import pytest
from playwright.sync_api import Browser, expect

from feltlab.web.site.shown import money
from tests.web.accessible import violations
from tests.web.browser import DESKTOP, PHONE, browser  # noqa: F401 - a fixture
from tests.web.felt.house import House, house, own_hand, sit_down, spot, visitor, wait_for  # noqa: F401 - a fixture

HELD = 10_000
"""Cents of tokens that a guest starts with."""


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_a_round_with_tokens(browser: Browser, house: House, viewport: dict[str, int]) -> None:  # noqa: F811
    with visitor(browser, viewport=viewport, touch=viewport == PHONE) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/ace-odd-even?private")
        tokens = page.locator(".button.tokens")
        expect(tokens).to_have_text("Tokens $100")
        page.locator('[data-chip="500"]').click()
        tokens.click()
        expect(tokens).to_have_attribute("aria-pressed", "true")
        spot(page, "ante").click()
        expect(spot(page, "ante").locator(".token-mark")).to_be_visible()
        expect(tokens).to_have_text("Tokens $95")
        tokens.click()
        spot(page, "odd-even").click()
        expect(spot(page, "odd-even")).to_have_accessible_name(re.compile(r": \$5 bet\."))
        expect(spot(page, "odd-even").locator(".token-mark")).to_have_count(0)
        expect(page.locator(".purse")).to_have_text("$995")
        page.get_by_role("button", name="Deal", exact=True).click()
        wait_for(page, "decide")
        page.get_by_role("button", name="Best set").click()
        assert violations(page) == []
        page.get_by_role("button", name="Token $5", exact=True).click()
        wait_for(page, "results")
        hand = own_hand(house.state(page))
        assert hand.tokens == {"ante": 500, "play": 500}
        left = HELD - 1_000 + sum(done.token for done in hand.results)
        chips = 100_000 - 500 + sum(done.returned - done.token for done in hand.results)
        expect(page.locator(".purse")).to_have_text(money(chips))
        said = "the token comes back" if any(done.token for done in hand.results) else "the token is taken"
        expect(page.locator(".results")).to_contain_text(said)
        page.get_by_role("button", name="Next round").click()
        expect(tokens).to_have_text(f"Tokens {money(left)}")


def test_tokens_go_back_with_undo_and_clear(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/ace-odd-even?private")
        tokens = page.locator(".button.tokens")
        page.locator('[data-chip="500"]').click()
        tokens.click()
        spot(page, "ante").click()
        spot(page, "ante").click()
        expect(tokens).to_have_text("Tokens $90")
        page.get_by_role("button", name="Undo").click()
        expect(tokens).to_have_text("Tokens $95")
        page.get_by_role("button", name="Clear").click()
        expect(tokens).to_have_text("Tokens $100")
        expect(page.locator(".purse")).to_have_text("$1,000")


@pytest.mark.parametrize("game", ["low-four", "quick-draw-holdem", "rule-out"])
def test_other_felts_have_no_tokens(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    with visitor(browser) as seen:
        sit_down(seen.page, f"{house.address}/play/{game}?private")
        expect(seen.page.locator(".button.tokens")).to_have_count(0)
