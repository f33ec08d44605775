"""What staff does by mouse and by keyboard, on a phone and at a desk: read the audit trail and check a table's books, answer
a request of somebody else, look after an account.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from feltlab.service.pit import Pit
from feltlab.service.postings import purse
from feltlab.service.requests import AtTable, Request
from feltlab.service.store import open_store
from feltlab.table.commands import Open, Rate
from feltlab.table.config import Config
from feltlab.web.app import create_app
from tests.web.accessible import violations
from tests.web.browser import DESKTOP, browser, profile, serving  # noqa: F401 - a fixture
from tests.web.floor.hands import DESK_KEYS, DESK_MOUSE, PHONE_KEYS, PHONE_MOUSE, Hand, by, somebody
from tests.web.floor.house import LOGIN
from tests.web.staff import PASSWORD, add_account, give_code

TABLE = "low-four-1"
ASK = """async ([path, said]) => (await (await fetch(path, {method: "POST", headers: {"Content-Type": "application/json"},
  body: JSON.stringify({key: String(Math.random()), ...said})})).json())"""

OVERPRINTED = """entry => [...entry.querySelectorAll('dt')].filter(name => {
  const one = name.getBoundingClientRect(), other = name.nextElementSibling.getBoundingClientRect();
  return other.left < one.right && other.top < one.bottom;
}).map(name => name.textContent)"""
"""Names of fields that have their text on top of them."""


@dataclass
class Served:
    pit: Pit
    address: str

    def log_in(self, page: Page, name: str, role: str, to: str) -> None:
        """Somebody new: a code works once, and the next one later."""
        add_account(self.pit, name, role)
        page.goto(f"{self.address}/login?next={to}")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        give_code(page, self.pit, name)
        page.wait_for_url(f"{self.address}{to}")


@pytest.fixture(scope="module")
def house() -> Iterator[Served]:
    pit = Pit(open_store("sqlite://"), owner="staff")
    pit.start()
    config = Config(
        "low-four", title="By the window", betting_seconds=20, decision_seconds=45, limits={"ante": (500, 50_000)}
    )
    pit.ask(Request(AtTable(TABLE, Open(TABLE, config), "nobody")))
    for each in range(100, 202):
        pit.ask(Request(AtTable(TABLE, Rate("combo-progressive", 1000 * each), "nobody")))
    with serving(create_app(pit, settings=LOGIN)) as address:
        yield Served(pit, address.replace("127.0.0.1", "localhost"))  # where secure cookies are kept without TLS
    pit.stop()


@by(PHONE_MOUSE, PHONE_KEYS, DESK_KEYS)
def test_the_audit_log_is_read_and_checked(browser: Browser, house: Served, hand: Hand) -> None:  # noqa: F811
    with somebody(browser, hand, "dark" if hand.keys else "light") as page:
        house.log_in(page, f"Audrey {hand}", "auditor", "/floor/audit")
        entries = page.locator("[data-entry]")
        expect(entries).to_have_count(100)
        newest = int(entries.first.get_attribute("data-entry") or 0)
        hand.press(page.get_by_role("link", name="Older"))
        expect(entries.last).to_have_attribute("data-entry", "1" if newest <= 200 else str(newest - 199))
        opened = page.locator("[data-entry]").filter(has_text="Table opened")
        for words in ("By the window", "$5 – $500", "45 s", "$1,000,000", "Maximum payout per round"):
            expect(opened).to_contain_text(words)
        expect(opened).not_to_contain_text("{")
        expect(opened.locator("dt").first).to_be_visible()
        assert opened.evaluate(OVERPRINTED) == []
        hand.fits(page)
        assert violations(page) == []
        hand.press(page.get_by_role("link", name="Newer"))
        hand.press(page.get_by_role("button", name=f"Check {TABLE}"))
        expect(page.locator(f'[data-chain="{TABLE}"] [data-result]')).to_have_text(
            "Log intact; replay matches; books balance"
        )


@by(PHONE_MOUSE, DESK_KEYS, PHONE_KEYS)
def test_a_second_person_reads_a_request_and_answers_it(browser: Browser, house: Served, hand: Hand) -> None:  # noqa: F811
    with somebody(browser, DESK_MOUSE) as fiona, somebody(browser, hand) as otto:
        house.log_in(fiona, f"Fiona {hand}", "floor", "/floor")
        house.log_in(otto, f"Otto {hand}", "floor", "/floor")
        config = {"game": "low-four", "betting_seconds": 33, "decision_seconds": 33, "limits": {"ante": [1000, 2000]}}
        asked = fiona.evaluate(ASK, [f"/api/tables/{TABLE}/commands",
                                     {"do": "configure", "config": config, "reason": "the evening"}])  # fmt: skip
        waits = otto.locator(f'[data-request="{asked["request"]}"]')
        expect(waits).to_contain_text(f"Requested by Fiona {hand}")
        hand.press(waits.locator("summary"))
        for words in ("Change terms", "Betting clock", "33 s", "$10 – $20"):
            expect(waits.locator(".details").first).to_contain_text(words)
        expect(waits).not_to_contain_text("{")
        hand.fits(otto)
        assert violations(otto) == []
        hand.press(waits.get_by_role("button", name="Refuse"))
        dialog = otto.get_by_role("dialog")
        hand.fits(otto)
        hand.fill(dialog.get_by_label("Reason"), "not tonight")
        hand.press(dialog.get_by_role("button", name="Refuse"))
        expect(dialog).to_have_count(0)
        expect(waits).to_have_count(0)
        changed = house.pit.tables[TABLE].next_config or house.pit.tables[TABLE].config
        assert changed.betting_seconds == 20
        (row,) = [row for row in house.pit.store.audit(0, 2000) if f'"request":{asked["request"]}' in row.detail]
        assert (row.action, "not tonight" in row.detail) == ("refused", True)


@by(PHONE_MOUSE, DESK_KEYS)
def test_the_floor_issues_chips_and_takes_them_back(browser: Browser, house: Served, hand: Hand) -> None:  # noqa: F811
    with somebody(browser, hand, "dark" if hand.keys else "light") as page:
        house.log_in(page, f"Flora {hand}", "floor", "/floor")
        player = add_account(house.pit, f"Pia {hand}", "player")
        hand.press(page.get_by_role("link", name="Chips"))
        page.wait_for_url("**/floor/chips")
        name = page.get_by_label("Player's name")
        hand.fill(name, "nobody <b>")
        hand.press(page.get_by_role("button", name="Find"))
        expect(page.get_by_role("status")).to_have_text("There is no player called nobody <b>.")
        hand.fill(name, f"pia {hand}".upper())
        hand.press(page.get_by_role("button", name="Find"))
        expect(page.get_by_role("heading", name=f"Pia {hand}")).to_be_visible()
        hand.fits(page)
        assert violations(page) == []

        amount, reason = page.get_by_label("Amount in dollars"), page.get_by_label("Reason")
        go, said = page.get_by_role("button", name="Do it"), page.locator("[data-said]")
        hand.fill(amount, "ten")
        hand.fill(reason, "buys in with cash")
        hand.press(go)
        expect(said).to_have_text("Amount in dollars: an amount in dollars, such as 5 or 2.50")
        hand.fill(amount, "250.50")
        hand.press(go)
        expect(page.locator("[data-done]")).to_have_text("Issued $250.50 in chips.")
        expect(page.locator("[data-purse]")).to_have_text("$250.50")
        expect(said).to_be_empty()
        expect(amount).to_have_value("")  # pressed once more, nothing happens
        hand.choose(page.get_by_label("What to do"), "cash-out")
        hand.fill(amount, "50.50")
        hand.fill(reason, "cashes out")
        hand.press(go)
        expect(page.locator("[data-purse]")).to_have_text("$200")
        hand.choose(page.get_by_label("What to do"), "buy-in")
        hand.fill(amount, "20000")
        hand.fill(reason, "a large one")
        hand.press(go)
        expect(said).to_contain_text("waiting for a second person")
        hand.fits(page)
        assert violations(page) == []
        acts = [row for row in house.pit.store.audit(0, 2000) if player.id in row.detail]
        assert [row.action for row in acts][-1] == "request"
        assert any("cashes out" in row.detail for row in acts)


def test_an_answer_that_was_lost_issues_no_chips_twice(browser: Browser, house: Served) -> None:  # noqa: F811
    with profile(browser, "light", DESKTOP) as page:
        house.log_in(page, "Felix", "floor", "/floor/chips")
        player = add_account(house.pit, "Penny", "player")
        page.goto(f"{house.address}/floor/chips?name=penny")
        lost = []

        def answer(route: Route) -> None:
            lost.append(route.fetch().status)  # it is done, and nobody hears so
            route.abort() if len(lost) == 1 else route.continue_()

        page.route("**/api/purse", answer)
        page.get_by_label("Amount in dollars").fill("40")
        page.get_by_label("Reason").fill("cash")
        page.get_by_role("button", name="Do it").click()
        expect(page.locator("[data-said]")).not_to_be_empty()
        page.get_by_role("button", name="Do it").click()
        expect(page.locator("[data-done]")).to_be_visible()
        page.unroute("**/api/purse")
        assert lost == [200, 200]
        assert house.pit.store.balance(purse(player.id)) == 4_000
        page.get_by_label("What to do").select_option("cash-out")
        page.get_by_label("Amount in dollars").fill("40.01")
        page.get_by_label("Reason").fill("more than there is")
        page.get_by_role("button", name="Do it").click()
        expect(page.locator("[data-said]")).to_have_text("the purse does not hold that much")
        assert house.pit.store.balance(purse(player.id)) == 4_000


@by(DESK_KEYS, PHONE_KEYS)
def test_an_admin_finds_an_account_and_resets_it(browser: Browser, house: Served, hand: Hand) -> None:  # noqa: F811
    with somebody(browser, hand, "dark") as page:
        house.log_in(page, f"Alma {hand}", "admin", "/floor")
        add_account(house.pit, f"Paul {hand}", "player")
        hand.press(page.get_by_role("link", name="Accounts"))
        page.wait_for_url("**/floor/accounts")
        hand.fits(page)
        assert violations(page) == []
        hand.press(page.get_by_role("link", name=f"Paul {hand}"))
        reset = page.get_by_role("button", name="Reset the password")
        expect(reset).to_be_enabled()
        hand.fill(page.get_by_label("Reason"), "forgot it")
        hand.press(reset)
        expect(page.locator("[data-password]")).not_to_be_empty()
        hand.fits(page)
        assert violations(page) == []
        hand.press(page.get_by_role("link", name="Accounts"))
        expect(page.locator("tbody tr").filter(has_text=f"Paul {hand}")).to_contain_text("temporary password")
