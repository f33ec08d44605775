"""Bets that the manuals forbid, as the felt refuses them, and a meter won before everyone's eyes."""

import re

import pytest
from playwright.sync_api import Browser, expect

from feltlab.table.config import Config
from tests.web.browser import browser  # noqa: F401 - a fixture
from tests.web.felt.by_hand import stacked, watched
from tests.web.felt.house import FIRST, House, house, name_with_bet, sit_down, spot, visitor  # noqa: F401 - a fixture

SIDE = {"ace-odd-even": "poker", "low-four": "low-points", "quick-draw-holdem": "best-four"}


@pytest.mark.parametrize("game", SIDE)
def test_no_bonus_alone_and_no_bet_outside_the_limits(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    first = FIRST[game]
    address = house.open_table(f"limits-{game}", Config(game, private=True, limits={first: (1_000, 2_000)}))
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, address)
        spot(page, SIDE[game]).click()
        expect(page.get_by_role("alert")).to_contain_text(f"Bet {first.title()} first: other bets need it.")
        page.locator('[data-chip="2500"]').click()
        spot(page, first).click()
        expect(page.get_by_role("alert")).to_contain_text(f"{first.title()} takes $10 – $20.")
        expect(spot(page, first)).to_have_accessible_name(re.compile(": no bet"))
        page.locator('[data-chip="500"]').click()
        spot(page, first).click()
        expect(spot(page, first)).to_have_accessible_name(
            name_with_bet(1_000)
        )  # less than the minimum is never put there


def test_a_token_on_a_bonus_has_a_cap(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/ace-odd-even?private")
        page.locator(".button.tokens").click()
        page.locator('[data-chip="2500"]').click()
        spot(page, "ante").click()
        spot(page, "odd-even").click()
        expect(spot(page, "odd-even").locator(".token-mark")).to_be_visible()
        spot(page, "odd-even").click()
        expect(page.get_by_role("alert")).to_contain_text("at most")
        expect(page.locator(".button.tokens")).to_have_text("Tokens $50")


METERS = {
    # The first seats take all of it and the last one a tenth; the base amount is 10,000 bets of $1, and every bet of the
    # round adds 20 cents. A tenth is taken first, the others share what is left, and the house puts the base amount up again.
    "ace-odd-even": (
        stacked(
            {1: "3c 5c 7c 9c Jc Kc Ac", 2: "3h 5h 7h 9h Jh Kh Ah", 3: "2d 4d 6d 8d Td Qd 3d"},
            dealer="4s 9s As Qs Js 7d Kd",
        ),
        {1: "$4,494.27", 2: "$4,494.27", 3: "$994.06"},
    ),
    "low-four": (
        stacked({1: "Ac Ad Ah As 9c Td Kh", 2: "3c 3d 3h 3s 9d Th Ks"}, dealer="2c 2d 2h 2s Kd Qc Jh"),
        {1: "$8,994.36", 2: "$994.04"},
    ),
}
PROGRESSIVE = {"ace-odd-even": "poker-progressive", "low-four": "combo-progressive"}


@pytest.mark.parametrize("game", METERS)
def test_a_meter_is_shared_before_everybody(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    bets = {"ante": 500, PROGRESSIVE[game]: 100}
    with watched(browser, house, f"meter-{game}", Config(game)) as table:
        meter = table.page.locator(".meter-figure")
        expect(meter).to_have_text("$10,000")
        pack, won = METERS[game]
        table.sit(*won)
        table.deal(dict.fromkeys(won, bets), pack)
        for seat in won:
            table.decide(seat, decision="fold")
        for seat, net in won.items():
            expect(table.seat(seat).locator(".plate-state")).to_have_text(f"+{net}")
        expect(meter).to_have_text("$10,000")
