"""Players who leave a table, or only go away, and what they find when they come back."""

import shutil
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp

import pytest
from playwright.sync_api import Browser, expect

from feltlab.service.pit import Pit
from feltlab.service.store import open_store
from feltlab.table.config import LONGEST_CLOCK, Config
from feltlab.table.state import Seat
from feltlab.web.app import create_app
from feltlab.web.live.opening import open_house
from tests.waiting import until
from tests.web.accessible import violations
from tests.web.browser import DESKTOP, PHONE, browser, serving  # noqa: F401 - a fixture
from tests.web.felt.house import (
    SETTINGS,
    House,
    bet_and_deal,
    house,  # noqa: F401 - a fixture
    now,
    sit_down,
    use_tool,
    visitor,
    wait_for,
)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_who_leaves_can_come_back(browser: Browser, house: House, viewport: dict[str, int]) -> None:  # noqa: F811
    with visitor(browser, viewport=viewport) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/low-four?private")
        bet_and_deal(page, "low-four")
        page.keyboard.press("f")
        wait_for(page, "results")
        use_tool(page, "Leave seat")
        now(page, "You have left the table.")
        expect(page.get_by_role("button", name="Next round")).to_have_count(0)
        expect(page.get_by_role("link", name="Back to the lobby")).to_have_attribute("href", "/")
        expect(page.locator(".other-cards playing-card")).to_have_count(0)
        expect(page.get_by_role("button", name="Leave seat")).to_have_count(0)
        assert violations(page) == []
        assert all(seat.bot for seat in house.state(page).seats.values())
        page.get_by_role("button", name="Sit down again").click()
        now(page, "Put a chip on Ante")
        bet_and_deal(page, "low-four")
        use_tool(page, "Leave seat")  # in the middle of a round: it is folded, then left
        now(page, "You have left the table.")
        expect(page.get_by_role("button", name="Sit down again")).to_be_visible()
        assert all(seat.bot for seat in house.state(page).seats.values())


def test_who_goes_by_the_logo_is_away_and_folds_unless_the_table_is_their_own(browser: Browser) -> None:  # noqa: F811
    folder = Path(mkdtemp())
    settings = replace(SETTINGS, grace=0.1)
    pit = Pit(open_store(f"sqlite:///{folder / 'felt.db'}"), owner="logo")
    open_house(pit, settings)
    clocks = Config("low-four", betting_seconds=LONGEST_CLOCK, decision_seconds=LONGEST_CLOCK)
    with serving(create_app(pit, settings=settings)) as address, visitor(browser) as seen:
        page = seen.page
        House(pit, address).open_table("shared", clocks)
        tables = {}
        for path in ("/play/low-four?private", "/table/shared"):
            sit_down(page, address + path)
            tables[path] = page.url.rsplit("/", 1)[1]
            bet_and_deal(page, "low-four")
            page.locator("header a[href='/']").first.click()
            page.wait_for_url(f"{address}/")
        own, table = tables.values()
        until(lambda: pit.tables[table].last and own_seat(pit, table).away)
        last = pit.tables[table].last
        assert last is not None
        assert any(hand.choices.get("decision") == "fold" for hand in last.hands.values())
        page.goto(f"{address}/table/{table}")  # the seat is kept, and the player is back, and is told
        now(page, "You lost $5.")
        expect(page.locator(".now-more")).to_have_text("You were away, so the table decided for you.")
        until(lambda: not own_seat(pit, table).away)
        page.goto(f"{address}/table/{own}")  # left earlier, and waiting still
        wait_for(page, "decide")
        assert not own_seat(pit, own).away
    pit.stop()
    shutil.rmtree(folder, ignore_errors=True)


def own_seat(pit: Pit, table: str) -> Seat:
    return next(seat for seat in pit.tables[table].seats.values() if not seat.bot)
