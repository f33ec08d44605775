"""Connections that break in any state, and a slow one: the right words in the meantime, the same picture afterward."""

from playwright.sync_api import Browser, Page, expect

from feltlab.table.config import Config
from tests.web.browser import browser, shifted  # noqa: F401 - a fixture
from tests.web.felt.house import House, bet_and_deal, house, sit_down, spot, visitor, wait_for  # noqa: F401 - a fixture
from tests.web.felt.test_company import CLOCKS

CUT = """() => {
  window.Real ??= WebSocket;
  window.WebSocket = function () {
    const gone = { close() {} };
    setTimeout(() => gone.onclose?.({ code: 1006 }));
    return gone;
  };
  document.querySelector("felt-table").line.socket.close();
}"""
PICTURE = (
    "() => [...document.querySelectorAll('.felt [code], .felt .amount, .felt .badge')].map(node => node.outerHTML)"
)
SLOW = {"offline": False, "latency": 100, "downloadThroughput": 40_000, "uploadThroughput": 40_000}


def cut_and_come_back(page: Page) -> None:
    table = page.locator("felt-table")
    before, phase = page.evaluate(PICTURE), table.get_attribute("data-phase")
    page.evaluate(CUT)
    expect(page.locator(".now")).to_have_text("Connection lost. Reconnecting…")
    page.evaluate("() => void (window.WebSocket = window.Real)")
    expect(table).to_have_attribute("data-line", "open")
    expect(page.locator(".now")).not_to_contain_text("Connection")
    assert (page.evaluate(PICTURE), table.get_attribute("data-phase")) == (before, phase)


def test_two_and_one_who_watches_are_cut_off_in_every_state(browser: Browser, house: House) -> None:  # noqa: F811
    address = house.open_table("cut", Config("low-four", **CLOCKS))
    with visitor(browser) as one, visitor(browser) as two, visitor(browser) as watcher:
        pages = [seen.page for seen in (one, two, watcher)]
        for page in pages[:2]:
            sit_down(page, address)
            spot(page, "ante").click()
            expect(spot(page, "ante").locator(".stack")).to_be_visible()
        pages[2].goto(address)
        expect(pages[2].locator(".now")).to_contain_text("You are watching")
        for page in pages:
            cut_and_come_back(page)
        for page in pages[:2]:
            page.get_by_role("button", name="Deal", exact=True).click()
        for page in pages[:2]:
            wait_for(page, "decide")
        for page in pages:
            cut_and_come_back(page)
        pages[0].get_by_role("button", name="Fold").click()
        expect(pages[0].locator(".now")).to_contain_text("Waiting for Guest")
        expect(pages[2].locator(".now-more")).to_contain_text("Waiting for Guest")
        expect(pages[0].locator(".badge.lost")).to_be_visible()  # the bet is taken a moment after the fold
        cut_and_come_back(pages[0])
        pages[1].get_by_role("button", name="Fold").click()
        for page in pages:
            wait_for(page, "results")
            cut_and_come_back(page)


def test_a_slow_link_has_words_at_once_and_a_table_in_the_end(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser, fresh=True) as seen:
        page = seen.page
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", SLOW)
        page.goto(f"{house.address}/play/low-four?private", wait_until="commit")
        expect(page.get_by_text("Setting up the table…")).to_be_visible()
        expect(page.locator("felt-table[data-ready]")).to_be_visible()
        line.send("Network.emulateNetworkConditions", {**SLOW, "latency": 0, "downloadThroughput": -1})
        bet_and_deal(page, "low-four")
        page.get_by_role("button", name="Best set").click()
        page.keyboard.press("p")
        wait_for(page, "results")
        assert shifted(page) < 0.05  # from the first word to the result
