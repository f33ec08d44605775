"""The felt in login mode: the way to a seat is clear, nothing is offered that would be refused, and you come back."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from feltlab.service.pit import Pit
from feltlab.service.postings import purse
from feltlab.service.requests import AtTable, Chips, Done, Request
from feltlab.service.store import open_store
from feltlab.table.commands import Open
from feltlab.table.config import Config
from feltlab.web.app import create_app
from tests.web.accessible import violations
from tests.web.browser import DESKTOP, PHONE, browser, serving  # noqa: F401 - a fixture
from tests.web.felt.house import House, bet_and_deal, spot, visitor
from tests.web.floor.house import LOGIN
from tests.web.staff import PASSWORD, add_account, give_code


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    pit = Pit(open_store("sqlite://"), owner="login")
    pit.start()
    for name, role in (("Paul Player", "player"), ("Fiona Floor", "floor"), ("Dora Dealer", "dealer")):
        add_account(pit, name, role)
    player = pit.store.player_named("Paul Player")
    assert player is not None
    for asked in (AtTable("low-four-1", Open("low-four-1", Config("low-four")), "test"), Chips(player.id, 10_000)):
        assert isinstance(pit.ask(Request(asked, type(asked).__name__, "hash")), Done)
    with serving(create_app(pit, settings=LOGIN)) as address:
        # A browser keeps secure cookies of this name without TLS.
        yield House(pit, address.replace("127.0.0.1", "localhost"))
    pit.stop()


@contextmanager
def logged_in(browser: Browser, house: House, name: str, start: str = "/login") -> Iterator[Page]:  # noqa: F811
    with visitor(browser) as seen:
        seen.page.goto(house.address + start)
        log_in(seen.page, name)
        if name != "Paul Player":
            with seen.page.expect_navigation():
                give_code(seen.page, house.pit, name)
        yield seen.page


def log_in(page: Page, name: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    with page.expect_navigation():
        page.get_by_role("button", name="Log in").click()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nobody_is_shown_the_way_to_a_seat(browser: Browser, house: House, theme: str) -> None:  # noqa: F811
    with visitor(browser, theme, PHONE if theme == "dark" else DESKTOP) as seen:
        page = seen.page
        for path in ("/", "/play", "/play/low-four", "/table/low-four-1"):
            page.goto(house.address + path)
            page.wait_for_load_state("networkidle")  # a complaint of the browser fails the test
            assert violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
        expect(page.get_by_role("link", name="Log in to sit")).to_have_attribute(
            "href", "/login?next=/table/low-four-1"
        )


def test_one_comes_back_to_the_table_and_plays(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        page.goto(f"{house.address}/table/low-four-1")
        page.get_by_role("link", name="Log in to sit").click()
        log_in(page, "Paul Player")
        page.wait_for_url("**/table/low-four-1")
        page.get_by_role("button", name="Take a seat").click()
        expect(page.get_by_role("button", name="Your own table with bots")).to_have_count(0)  # the floor opens tables
        page.locator('[data-chip="50000"]').click()
        spot(page, "ante").click()
        expect(page.get_by_role("alert")).to_contain_text("Ask the floor for more")
        bet_and_deal(page, "low-four")
        page.keyboard.press("f")
        expect(page.locator(".now")).to_contain_text("You lost $5")
        player = house.pit.store.player_named("Paul Player")
        assert player is not None
        assert house.pit.store.balance(purse(player.id)) == 10_000 - 500


def test_sitting_down_from_the_lobby(browser: Browser, house: House) -> None:  # noqa: F811
    with logged_in(browser, house, "Paul Player", "/login?next=/play/low-four%3Fprivate") as page:
        page.wait_for_url("**/table/low-four-1")
        page.get_by_role("button", name="Next round").click()  # the last result is there until it has been seen
        expect(page.locator("[data-chip]").first).to_be_visible()
        page.get_by_role("button", name="Settings").click()
        expect(page.get_by_role("dialog")).to_contain_text("Your chips")
        expect(page.get_by_role("button", name="Get $500 more")).to_have_count(0)
        page.goto(f"{house.address}/play/rule-out")
        expect(page.locator("felt-table")).to_contain_text("No table for this game is open right now.")


def test_staff_watches(browser: Browser, house: House) -> None:  # noqa: F811
    with logged_in(browser, house, "Dora Dealer", "/login?next=/table/low-four-1") as page:
        expect(page.locator(".now")).to_contain_text("Staff do not play.")
        expect(page.get_by_role("button", name="Take a seat")).to_have_count(0)
        expect(page.locator(".seat-plus")).to_have_count(0)


def test_a_session_that_ends_leaves_the_way_back(browser: Browser, house: House) -> None:  # noqa: F811
    with logged_in(browser, house, "Paul Player", "/login?next=/table/low-four-1") as page:
        expect(page.locator("felt-table[data-ready]")).to_be_visible()
        page.evaluate(
            "fetch('/api/logout', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'})"
        )
        expect(page.locator(".sorry")).to_contain_text("Your session has ended.")
        expect(page.get_by_role("link", name="Log in to sit")).to_have_attribute(
            "href", "/login?next=%2Ftable%2Flow-four-1"
        )


# Who may go to the floor


def test_the_floor_is_in_the_navigation_of_whom_it_is_for(browser: Browser, house: House) -> None:  # noqa: F811
    for name, sees in (("Paul Player", False), ("Dora Dealer", False), ("Fiona Floor", True)):
        with logged_in(browser, house, name) as page:
            for path in ("/", "/lab", "/school", "/play"):
                page.goto(house.address + path)
                expect(page.get_by_role("link", name="Floor", exact=True)).to_have_count(1 if sees else 0)
                expect(page.get_by_role("link", name="Account", exact=True)).to_have_count(1)


def test_anybody_checks_a_shuffle(browser: Browser, house: House) -> None:  # noqa: F811
    record = (Path(__file__).parents[3] / "examples" / "shuffle.jsonl").read_text().splitlines()[0]
    with visitor(browser) as seen:
        seen.page.goto(f"{house.address}/verify-shuffle")
        expect(seen.page.locator("#pick")).to_have_count(0)
        seen.page.locator("#record").fill(record)
        seen.page.get_by_role("button", name="Check").click()
        expect(seen.page.locator(".verdict")).to_have_attribute("data-verified", "true")
