"""500 tables on the floor's list: only the visible rows are in the page, only changes are touched, and nothing jumps."""

from collections.abc import Iterable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from feltlab.service.pit import Pit
from feltlab.service.requests import AtTable, Done, Request
from feltlab.service.store import open_store
from feltlab.table.commands import Open, Status
from feltlab.table.config import Config
from feltlab.web.app import create_app
from feltlab.web.floor.rows import FIRST_ROWS
from tests.web.accessible import CONTRAST, violations
from tests.web.browser import DESKTOP, PHONE, browser, opened, serving, shifted  # noqa: F401 - a fixture
from tests.web.floor.house import DEMO, LOGIN, Person, running
from tests.web.floor.house import House as Floor

TABLES = 500
GAMES_DEALT = ("low-four", "rule-out")
MOST_DRAWN = 64
"""Rows in the page at a time: what fits into it, and some above and below."""
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])

WATCH = """() => {
  window.touched = new Set();
  const row = node => (node instanceof Element ? node : node.parentElement)?.closest('.board tbody tr[id]');
  new MutationObserver(seen => seen.forEach(change =>
    [change.target, ...change.addedNodes, ...change.removedNodes].map(row).forEach(each => each && touched.add(each.id))
  )).observe(document.querySelector('.board tbody'), {subtree: true, childList: true, attributes: true, characterData: true});
}"""
TOUCHED = "() => { const found = [...touched]; touched.clear(); return found; }"
WHERE = """() => {
  const box = document.activeElement.closest('tr').getBoundingClientRect();
  return [document.activeElement.textContent, box.top, document.querySelector('.board-wrap').scrollTop, scrollY];
}"""


def name(number: int) -> str:
    return f"pit-{number:03d}"


def set_status(pit: Pit, tables: Iterable[int], status: str) -> None:
    for number in tables:
        reply = pit.ask(Request(AtTable(name(number), Status(status, "a break"), "test")))
        assert isinstance(reply, Done), reply


@pytest.fixture
def pit() -> Iterator[Pit]:
    pit = Pit(open_store("sqlite://"), owner="floor")
    pit.start()
    for number in range(TABLES):
        config = Config(GAMES_DEALT[number % 2], title=f"Pit {number // 25 + 1} Table {number % 25 + 1:02d}")
        reply = pit.ask(Request(AtTable(name(number), Open(name(number), config), "test")))
        assert isinstance(reply, Done), reply
    yield pit
    pit.stop()


@pytest.fixture
def address(pit: Pit) -> Iterator[str]:
    with serving(create_app(pit, settings=DEMO)) as address:
        yield f"{address}/floor"


def look(page: Page) -> None:
    """The page asks now, not in three seconds."""
    with page.expect_response("**/floor/changes.json*"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def row_of(page: Page, number: int) -> str:
    return page.locator(f"#table-{name(number)}").inner_text()


@SIZES
def test_only_what_changes_is_touched(browser: Browser, address: str, pit: Pit, size: dict[str, int]) -> None:  # noqa: F811
    with opened(browser, address, viewport=size) as page:
        expect(page.locator("[data-pulse]")).to_have_text("Live")
        rows, wrap = page.locator(".board tbody tr[id]"), page.locator(".board-wrap")
        expect(page.locator(".board")).to_have_attribute("aria-rowcount", str(TABLES + 1))
        assert 10 < rows.count() <= MOST_DRAWN
        in_all = page.evaluate("document.querySelectorAll('*').length")
        assert in_all < 1200
        wrap.evaluate("wrap => { wrap.scrollTop = 200 * wrap.querySelector('tr[id]').getBoundingClientRect().height; }")
        seen = page.locator(f"#table-{name(203)}")
        expect(seen).to_have_attribute("aria-rowindex", "205")
        seen.get_by_role("link").focus()
        page.evaluate(WATCH)
        where = page.evaluate(WHERE)

        set_status(pit, (3, 201, 499), "paused")
        look(page)
        expect(page.locator(f"#table-{name(201)}")).to_contain_text("paused")
        assert page.evaluate(TOUCHED) == [f"table-{name(201)}"]  # those out of sight are not there to be touched
        assert page.evaluate(WHERE) == where

        set_status(pit, set(range(TABLES)) - {3, 201, 499}, "paused")
        look(page)
        expect(page.locator(".board tbody .tag.brass")).to_have_count(rows.count())
        assert len(page.evaluate(TOUCHED)) <= rows.count() <= MOST_DRAWN
        assert page.evaluate(WHERE) == where
        assert shifted(page) < 0.001

        wrap.evaluate("wrap => { wrap.scrollTop = 0; }")
        expect(page.locator(f"#table-{name(0)}")).to_be_visible()
        expect(seen.get_by_role("link")).to_be_focused()  # a row that has the focus stays, at its place
        assert rows.count() <= MOST_DRAWN
        wrap.evaluate("wrap => { wrap.scrollTop = wrap.scrollHeight; }")
        expect(page.locator(f"#table-{name(TABLES - 1)}")).to_be_visible()
        assert rows.count() <= MOST_DRAWN
        assert page.evaluate("document.querySelectorAll('*').length") < 1200


def test_the_end_of_the_list_is_reached_with_the_tab_key(browser: Browser, address: str) -> None:  # noqa: F811
    with opened(browser, address, viewport=PHONE) as page:
        expect(page.locator("[data-pulse]")).to_have_text("Live")
        rows = page.locator(".board tbody tr[id]")
        rows.first.get_by_role("link").focus()
        for number in range(1, 90):
            page.keyboard.press("Tab")
            expect(page.locator(f"#table-{name(number)}").get_by_role("link")).to_be_focused()
        assert rows.count() <= MOST_DRAWN
        page.keyboard.press("Shift+Tab")
        expect(page.locator(f"#table-{name(88)}").get_by_role("link")).to_be_focused()


@SIZES
def test_it_is_sorted_filtered_and_accessible(browser: Browser, address: str, pit: Pit, size: dict[str, int]) -> None:  # noqa: F811
    set_status(pit, (470,), "closed")
    set_status(pit, (480, 481), "paused")
    with opened(browser, address, viewport=size) as page:
        rows, state = page.locator(".board tbody tr[id]"), page.get_by_role("link", name="State")
        expect(rows.first).to_contain_text("Pit 1 Table 01")
        state.focus()
        state.press("Enter")
        expect(page.locator('th[aria-sort="ascending"]')).to_have_text("State")
        state.press("Enter")
        expect(rows.first).to_have_attribute("id", f"table-{name(480)}")
        expect(rows.first).to_have_attribute("aria-rowindex", "2")
        expect(state).to_be_focused()
        set_status(pit, (480,), "open")  # the rows change their places while one of them has the focus
        rows.nth(1).get_by_role("link").focus()
        look(page)
        expect(rows.first).to_have_attribute("id", f"table-{name(481)}")
        expect(rows.first.get_by_role("link")).to_be_focused()
        page.get_by_label("Find a table").fill("pit-31")
        expect(rows).to_have_count(10)
        expect(page.locator(".board .gap")).to_have_count(0)
        set_status(pit, (300,), "paused")  # while it is not shown
        look(page)
        page.get_by_label("Find a table").fill("")
        expect(rows).not_to_have_count(10)
        page.get_by_label("State").select_option("paused")
        expect(rows).to_have_count(2)
        assert "paused" in row_of(page, 300)
        page.get_by_label("State").select_option("running")
        expect(rows).not_to_have_count(2)
        assert violations(page) == []
        page.emulate_media(color_scheme="dark")
        assert violations(page, CONTRAST) == []
        page.get_by_role("link", name=f"Show all {TABLES - 1} rows at once").press("Enter")
        expect(rows).to_have_count(TABLES - 1)
        page.get_by_role("link", name="Show rows as you scroll").click()
        expect(rows).not_to_have_count(TABLES - 1)


def test_all_rows_are_there_to_be_printed(browser: Browser, address: str) -> None:  # noqa: F811
    with opened(browser, address) as page:
        expect(page.locator("[data-pulse]")).to_have_text("Live")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        expect(page.locator(".board tbody tr[id]")).to_have_count(TABLES)


@pytest.fixture(scope="module")
def floor() -> Iterator[Floor]:
    with running() as floor:
        for number in range(FIRST_ROWS + 5):
            floor.open_table(name(number), Config("rule-out"))
        yield floor


@pytest.fixture
def guest(floor: Floor) -> Person:
    return floor.guest()


def test_without_scripts_there_is_a_link_to_all_rows(guest: Person) -> None:
    page = guest.get("/floor").text
    assert page.count('<tr id="table-') == FIRST_ROWS
    assert 'href="/floor?whole=1"' in page
    assert guest.get("/floor?whole=1").text.count('<tr id="table-') == FIRST_ROWS + 5
    assert len(guest.get("/floor.json").json()["tables"]) == FIRST_ROWS + 5


def test_who_has_a_row_is_not_sent_it_again(floor: Floor, guest: Person) -> None:
    first = guest.get("/floor/changes.json").json()
    assert list(first["rows"]) == first["order"] == [name(number) for number in range(FIRST_ROWS + 5)]
    page = guest.get("/floor").text
    assert all(first["rows"][table] in page for table in first["order"][:FIRST_ROWS])
    assert "<tr id=" not in first["around"]
    set_status(floor.pit, (7,), "paused")
    second = guest.get(f"/floor/changes.json?since={first['mark']}").json()
    assert list(second["rows"]) == [name(7)]
    assert "paused" in second["rows"][name(7)]
    another = floor.guest()
    for mark in ("", "x", "0123-9", f"{second['mark']}x", second["mark"].partition("-")[0] + "-²"):
        said = another.get(f"/floor/changes.json?sort=name&down=1&since={mark}").json()
        assert list(said["rows"]) == said["order"] == first["order"][::-1], mark
    third = guest.get(f"/floor/changes.json?since={second['mark']}").json()
    assert (third["rows"], third["mark"]) == ({}, second["mark"])


def test_the_changes_are_for_those_who_see_the_list() -> None:
    with running(LOGIN) as house:
        assert house.person().get("/floor/changes.json").status_code == 401
        assert house.staff("player").get("/floor/changes.json").status_code == 403
        assert house.staff("auditor").get("/floor/changes.json").status_code == 200
