"""The floor in a real browser: accessible by day and by night, on a phone, and its dialogs do what they say."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256

import pytest
from playwright.sync_api import Browser, Page, expect

from feltlab.service.pit import Pit
from feltlab.service.postings import purse
from feltlab.service.requests import AtTable, Request
from feltlab.service.store import open_store
from feltlab.table.commands import Open
from feltlab.table.config import Config
from feltlab.verify_shuffle import context_of, read_round
from feltlab.web.app import create_app
from tests.web.accessible import CONTRAST, violations
from tests.web.browser import DESKTOP, PHONE, browser, heard, patient, profile, serving  # noqa: F401 - a fixture
from tests.web.felt.house import House
from tests.web.floor.house import DEMO, LOGIN
from tests.web.staff import PASSWORD, add_account, give_code

PLAY = """async (table) => {
  let key = 0;
  const ask = async (path, body) => {
    const answer = await fetch(path, body && {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)});
    return answer.json();
  };
  const command = (body) => ask(`/api/tables/${table}/commands`, {key: `play-${table}-${Date.now()}-${key++}`, ...body});
  let { view } = await ask(`/api/tables/${table}`);
  if (!view.you) await command({do: "sit", seat: 1});
  ({ view } = await ask(`/api/tables/${table}`));
  const round = view.round.number;
  await command({do: "bet", seat: 1, round, wagers: {ante: 1500, "high-points": 500}});
  return { round };
}"""
FINISH = """async ([table, round]) => {
  const command = (body) => fetch(`/api/tables/${table}/commands`, {method: "POST", headers: {"Content-Type": "application/json"},
    body: JSON.stringify({key: `finish-${table}-${Math.random()}`, ...body})});
  const { view } = await (await fetch(`/api/tables/${table}`)).json();
  if (view.round.phase === "bets") await command({do: "ready", seat: 1, round});
  await command({do: "decide", seat: 1, round, stage: "play", choice: {decision: "fold"}});
}"""


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    pit = Pit(open_store("sqlite://"), owner="floor")
    pit.start()
    with serving(create_app(pit, settings=DEMO)) as address:
        found = House(pit, address)
        found.open_table("low-four-1", Config("low-four"))
        found.open_table("by-hand-1", Config("quick-draw-holdem", dealer="manual"))
        yield found
    pit.stop()


@contextmanager
def person(browser: Browser, fresh: bool = False) -> Iterator[Page]:  # noqa: F811
    """A person with their own browser; any complaint of the browser fails the test."""
    complaints: list[str] = []
    with (
        profile(browser, "light", DESKTOP, fresh=fresh) as page,
        heard(
            page,
            console=lambda said: complaints.append(said.text) if said.type == "error" else None,
            pageerror=lambda error: complaints.append(str(error)),
        ),
    ):
        yield page
    assert complaints == []


def new_table(page: Page, house: House, game: str, dealer: str = "automatic") -> str:
    """A table opened with the form; the page goes there."""
    page.goto(f"{house.address}/floor/new")
    page.get_by_label("Game").select_option(game)
    page.get_by_label("Title").fill("My own table")
    page.get_by_label("Dealer").select_option(dealer)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/deal/*" if dealer == "manual" else "**/floor/tables/*")
    return page.url.rsplit("/", 1)[1]


def test_every_page_is_accessible_by_day_by_night_and_on_a_phone(browser: Browser, house: House) -> None:  # noqa: F811
    with person(browser) as page:
        table = new_table(page, house, "low-four")
        number = page.evaluate(PLAY, table)["round"]
        page.evaluate(FINISH, [table, number])
        page.evaluate(PLAY, table)
        for path in ("/floor", "/floor/new", "/floor/audit", f"/floor/tables/{table}", "/deal", "/deal/by-hand-1",
                     f"/floor/tables/{table}/terms",
                     f"/floor/tables/{table}/rounds/{number}", "/login",
                     f"/verify-shuffle?table={table}&round={number}"):  # fmt: skip
            page.goto(house.address + path)
            if path.startswith("/verify"):
                expect(page.locator(".verdict")).to_be_visible()
            assert violations(page) == [], path
            page.emulate_media(color_scheme="dark")
            assert violations(page, CONTRAST) == [], path
            page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
            page.emulate_media(color_scheme="light")
            page.set_viewport_size({"width": DESKTOP["width"], "height": DESKTOP["height"]})
        page.goto(f"{house.address}/floor/tables/{table}")
        page.get_by_role("button", name="Void").click()
        page.get_by_role("dialog").get_by_label("Cause").select_option("misdeal")
        assert violations(page) == []
        page.emulate_media(color_scheme="dark")
        assert violations(page, CONTRAST) == []


def test_the_list_is_filtered_sorted_and_leads_to_a_table(browser: Browser, house: House) -> None:  # noqa: F811
    """By the keyboard on a phone too: what has the focus keeps it while rows find other places."""
    with person(browser) as page:
        page.goto(f"{house.address}/floor")
        page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
        expect(page.locator("[data-pulse]")).to_have_text("Live")
        rows = page.locator(".board tbody tr")
        expect(rows).not_to_have_count(0)
        page.get_by_label("Find a table").press_sequentially("by-hand")
        expect(rows).to_have_count(1)
        page.get_by_label("Find a table").fill("")
        expect(rows).not_to_have_count(1)
        seats = page.get_by_role("link", name="Seats")
        seats.focus()
        seats.press("Enter")
        expect(page.locator('th[aria-sort="descending"]')).to_have_text("Seats")
        expect(seats).to_be_focused()
        seats.press("Enter")
        expect(page.locator('th[aria-sort="ascending"]')).to_have_text("Seats")
        assert "sort=taken" in page.url
        page.get_by_label("State").select_option("closed")
        expect(page.locator("main")).to_contain_text("No tables match.")
        page.get_by_label("State").select_option("running")
        page.set_viewport_size({"width": DESKTOP["width"], "height": DESKTOP["height"]})
        page.locator("#table-by-hand-1").get_by_role("link").click()
        page.get_by_text("Links and QR codes").click()
        expect(page.get_by_role("img", name="QR code of the dealer's link")).to_be_visible()
        expect(page.get_by_role("link", name=f"{house.address}/deal/by-hand-1")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("^Copy link *: For players$"))).to_be_visible()
        expect(page.get_by_role("link", name=f"{house.address}/table/by-hand-1")).to_be_visible()
        assert violations(page) == []


def test_a_void_gives_the_stakes_back(browser: Browser, house: House) -> None:  # noqa: F811
    with person(browser) as page:
        table = new_table(page, house, "low-four")
        number = page.evaluate(PLAY, table)["round"]
        player = house.pit.tables[table].seats[1].player
        assert house.pit.ledger.balance(purse(player)) == DEMO.welcome_cents - 2000
        expect(page.locator(".standing")).to_contain_text("$20 at stake")
        page.get_by_role("button", name="Void").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("heading")).to_have_text(f"Void round {number}?")
        dialog.get_by_label("Cause").select_option("misdeal")
        expect(dialog).to_contain_text(f"Round {number} ends here and all open bets are returned: $20 (seat 1 $20).")
        expect(dialog.get_by_role("button", name="Void the round")).to_be_disabled()
        dialog.get_by_label("Note").fill("two cards stuck together")
        dialog.get_by_role("button", name="Void the round").click()
        expect(dialog).to_have_count(0)
        expect(page.locator(".standing")).to_contain_text(f"Round {number + 1}")  # live: without a reload
        assert house.pit.ledger.balance(purse(player)) == DEMO.welcome_cents
        expect(page.locator(".rounds")).to_contain_text("two cards stuck together")
        expect(page.locator('[data-fact="void_rate"]')).to_contain_text("1 of 1 finished rounds")


def test_a_void_is_for_the_round_that_was_meant(browser: Browser, house: House) -> None:  # noqa: F811
    with person(browser) as page:
        table = new_table(page, house, "low-four")
        number = page.evaluate(PLAY, table)["round"]
        page.get_by_role("button", name="Void").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Cause").select_option("misdeal")
        dialog.get_by_label("Note").fill("a card on the floor")
        page.evaluate(FINISH, [table, number])
        expect(dialog).to_contain_text("That round is over.")
        expect(dialog.get_by_role("button", name="Void the round")).to_be_disabled()


def test_pause_and_open_with_a_reason(browser: Browser, house: House) -> None:  # noqa: F811
    with person(browser) as page:
        table = new_table(page, house, "low-four")
        page.get_by_role("button", name="Pause").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("New bets stop at once.")
        dialog.get_by_label("Reason").fill("dealer's break")
        dialog.get_by_role("button", name="Pause the table").click()
        expect(page.locator("[data-live]")).to_contain_text("Reason: dealer's break")
        assert house.pit.tables[table].status == "paused"
        page.get_by_role("button", name="Open", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name="Open the table").click()
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        assert house.pit.tables[table].status == "open"
        page.get_by_role("button", name="Change rate").click()
        page.get_by_label("Percent of each bet").fill("12.5")
        page.get_by_role("dialog").get_by_role("button", name="Set the rate").click()
        expect(page.locator(".meter")).to_contain_text("12.5% after the meter is next won")


def test_the_terms_of_an_open_table_are_changed(browser: Browser, house: House) -> None:  # noqa: F811
    with person(browser) as page:
        table = new_table(page, house, "low-four")
        page.get_by_role("link", name="Change terms").click()
        ante = page.get_by_role("group", name="Ante")
        ante.get_by_label("Minimum").fill("ten")
        page.get_by_role("button", name="Set the terms").click()
        expect(page.get_by_role("alert")).to_contain_text("Ante: an amount in dollars")
        expect(ante.get_by_label("Minimum")).to_be_focused()
        ante.get_by_label("Minimum").fill("12.50")
        page.get_by_label("Betting, seconds").fill("30")
        page.get_by_label("Low Points Bonus").last.select_option("4")
        page.get_by_role("button", name="Set the terms").click()
        page.wait_for_url(f"**/floor/tables/{table}")
        later = page.locator("[data-next-terms]")
        expect(later.locator('[data-limit="ante"]')).to_have_text("$12.50 – $1,000")
        expect(later.locator('[data-clock="betting_seconds"]')).to_have_text("30 s")
        config = house.pit.tables[table].next_config
        assert config is not None
        assert (config.title, config.betting_seconds, dict(config.pay_tables)) == (
            "My own table",
            30,
            {"low-points": "4"},
        )
        assert dict(config.limits) == {"ante": (1_250, 100_000)}
        assert violations(page) == []
        page.get_by_role("link", name="Change terms").click()  # goes on from what was set, not from what is in force
        expect(page.get_by_role("group", name="Ante").get_by_label("Minimum")).to_have_value("12.50")
        page.get_by_label("Decision, seconds").fill("40")
        page.get_by_role("button", name="Set the terms").click()
        page.wait_for_url(f"**/floor/tables/{table}")
        expect(later.locator('[data-limit="ante"]')).to_have_text("$12.50 – $1,000")
        page.evaluate("table => fetch(`/api/tables/${table}/commands`, {method: 'POST', headers:"
                      " {'Content-Type': 'application/json'}, body: JSON.stringify({key: 'sit', do: 'sit', seat: 1})})",
                      table)  # fmt: skip
        expect(later).to_have_count(0)  # the next round has opened on them
        expect(page.locator('[data-clock="decision_seconds"]')).to_have_text("40 s")


def test_a_table_is_opened_with_the_bets_that_are_ticked(browser: Browser, house: House) -> None:  # noqa: F811
    with person(browser) as page:
        page.goto(f"{house.address}/floor/new")
        page.get_by_label("Game").select_option("ace-odd-even")
        poker = page.get_by_role("group", name="Poker Bonus", exact=True)
        poker.get_by_label("Maximum").fill("50")
        bets = page.get_by_role("group", name="Bets on the felt")
        bets.get_by_label("Poker Bonus", exact=True).uncheck()
        expect(poker).to_be_hidden()
        expect(page.get_by_label("Price of the progressive").first).to_be_visible()
        bets.get_by_label("Poker Bonus Progressive").uncheck()
        expect(page.get_by_label("Price of the progressive").first).to_be_hidden()
        bets.get_by_label("Odd-Even Bonus").uncheck()
        expect(page.get_by_role("group", name="Pay tables").first).to_be_hidden()
        bets.get_by_label("Odd-Even Bonus").check()
        assert violations(page) == []
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/floor/tables/*")
        table = page.url.rsplit("/", 1)[1]
        config = house.pit.tables[table].config
        assert (set(config.left_off), config.wagers) == ({"poker", "poker-progressive"}, ("ante", "odd-even"))
        assert not house.pit.tables[table].meters
        assert dict(config.limits) == {}
        expect(page.locator("[data-aggregate]")).to_have_text("$1,000,000")
        expect(page.locator("body")).to_contain_text("they are shared pro rata.")
        expect(page.locator('[data-limit="odd-even"]')).to_be_visible()
        expect(page.locator('[data-limit="poker"]')).to_have_count(0)
        page.get_by_role("link", name="Change terms").click()
        bets = page.get_by_role("group", name="Bets on the felt")
        expect(bets.get_by_label("Poker Bonus Progressive")).to_have_count(0)  # what has a meter stays as it is
        bets.get_by_label("Poker Bonus").check()
        bets.get_by_label("Odd-Even Bonus").uncheck()
        page.get_by_role("button", name="Set the terms").click()
        page.wait_for_url(f"**/floor/tables/{table}")
        later = page.locator("[data-next-terms]")
        expect(later.locator('[data-limit="poker"]')).to_be_visible()
        expect(later.locator('[data-limit="odd-even"]')).to_have_count(0)


def test_a_round_dealt_by_hand(browser: Browser, house: House) -> None:  # noqa: F811
    with person(browser) as page:
        table = new_table(page, house, "low-four", "manual")
        expect(page.locator(".deal-step")).to_contain_text("No round")
        number = page.evaluate(PLAY, table)["round"]
        advance = page.locator("#advance")
        for step in ("No more bets", "Deal the seats", "Deal the dealer's hand", "Ask: play or fold"):
            expect(page.locator("#step-title")).to_have_text(step)
            advance.click()
        expect(page.locator(".waiting")).to_have_text("Waiting for seat 1")
        expect(advance).to_have_attribute("aria-disabled", "true")
        page.evaluate(FINISH, [table, number])
        for step in ("Collect the folds", "Turn over the dealer's hand"):
            expect(page.locator("#step-title")).to_have_text(step)
            advance.click()
        step_title = page.locator("#step-title")
        expect(step_title).to_have_text(re.compile("Take and pay|Close the round"))
        if "Take and pay" in step_title.inner_text():  # the folded hand has won a bonus
            advance.click()
        expect(step_title).to_have_text("Close the round")
        expect(page.locator(".said > li").last).to_contain_text("No more bets")
        assert violations(page) == []
        advance.click()
        expect(page.locator("#step-title")).to_have_text("No more bets")
        expect(page.locator(".waiting")).to_have_text("Nobody has bet yet")
        last = house.pit.tables[table].last
        assert last is not None
        assert (last.number, last.phase) == (number, "closed")


def test_the_check_finds_a_tampered_record(browser: Browser, house: House) -> None:  # noqa: F811
    with person(browser) as page:
        table = new_table(page, house, "low-four")
        number = page.evaluate(PLAY, table)["round"]
        page.evaluate(FINISH, [table, number])
        page.goto(f"{house.address}/floor/tables/{table}/rounds/{number}")
        page.get_by_role("link", name="Check this shuffle").click()
        expect(page.locator(".verdict")).to_have_attribute("data-verified", "true")
        expect(page.locator(".good-step")).to_have_count(3)
        record = json.loads(page.locator("#record").input_value())
        expect(page.locator(".verdict")).to_contain_text(record["commitment"])
        context = context_of(read_round(json.dumps(record).encode()))  # the page writes it a third time
        expect(page.locator(".verdict")).to_contain_text(context.decode())
        expect(page.locator(".verdict")).to_contain_text(sha256(context).hexdigest())
        cards = record["dealt"]["seats"]["1"]
        cards[0], cards[6] = cards[6], cards[0]
        record["commitment"] = "0" * 64
        page.locator("#record").fill(json.dumps(record))
        page.get_by_role("button", name="Check", exact=True).click()
        expect(page.locator(".verdict")).to_have_attribute("data-verified", "false")
        expect(page.locator(".verdict h2")).to_contain_text("3 differences")
        expect(page.locator(".bad-step")).to_have_count(2)
        expect(page.locator(".differs")).to_have_count(2)
        assert violations(page) == []
        page.locator("#record").fill("{ not JSON")
        page.get_by_role("button", name="Check", exact=True).click()
        expect(page.get_by_role("alert")).to_have_text("That is not JSON.")


def test_chains_are_checked(browser: Browser, house: House) -> None:  # noqa: F811
    with person(browser) as page:
        page.goto(f"{house.address}/floor/audit")
        page.locator('[data-check="low-four-1"]').click()
        expect(page.locator('[data-chain="low-four-1"] [data-result]')).to_have_text(
            "Log intact; replay matches; books balance"
        )


def test_a_phone_shows_all_of_the_logs_and_the_first_figures_of_the_list(browser: Browser, house: House) -> None:  # noqa: F811
    with profile(browser, "light", PHONE) as page:
        page.goto(f"{house.address}/floor/audit")
        page.get_by_role("button", name="Check low-four-1").click(trial=True)
        assert page.locator(".chains").evaluate("e => e.parentElement.scrollWidth <= e.parentElement.clientWidth")
        page.goto(f"{house.address}/floor")
        seats = page.locator("#table-low-four-1 .number").first
        assert seats.evaluate("e => e.getBoundingClientRect().right <= innerWidth")


def test_the_floor_rests_while_nobody_looks(browser: Browser, house: House) -> None:  # noqa: F811
    with person(browser, fresh=True) as page:
        page.clock.install()  # the page's own clock goes on when it is told to
        page.goto(f"{house.address}/floor")
        expect(page.locator("[data-pulse]")).to_have_text("Live")
        with page.expect_request("**/floor/changes.json*"):
            page.clock.run_for(60_000)
        expect(page.locator("[data-pulse]")).to_have_text("Live")
        page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(page.locator("[data-pulse]")).to_have_text("Paused while hidden")
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.clock.run_for(600_000)
        page.evaluate("fetch('/healthz')")  # heard of after all that was asked before
        assert asked == [f"{house.address}/healthz"]
        page.evaluate("Object.defineProperty(document, 'hidden', {value: false, configurable: true})")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(page.locator("[data-pulse]")).to_have_text("Live")


def test_logging_in(browser: Browser) -> None:  # noqa: F811
    pit = Pit(open_store("sqlite://"), owner="login")
    pit.start()
    add_account(pit, "Fiona Floor", "floor")
    add_account(pit, "Paul Player", "player")
    with serving(create_app(pit, settings=LOGIN)) as address:
        address = address.replace("127.0.0.1", "localhost")  # a browser keeps secure cookies of this one without TLS
        context = patient(browser.new_context())
        page = context.new_page()
        page.goto(f"{address}/floor")
        page.wait_for_url("**/login?next=/floor")
        assert violations(page) == []
        page.get_by_label("Name").fill("Fiona Floor")
        page.get_by_label("Password").fill("a wrong password")
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_role("alert")).to_contain_text("That did not work:")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        give_code(page, pit, "Fiona Floor")
        page.wait_for_url(f"{address}/floor")
        expect(page.locator(".who")).to_contain_text("Fiona Floor, floor")
        page.get_by_role("button", name="Log out").click()
        page.wait_for_url("**/login")
        page.goto(f"{address}/login?next=/floor")
        page.get_by_label("Name").fill("Paul Player")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        expect(page.locator("main")).to_contain_text("This page is for the floor's staff.")
        context.close()
    pit.stop()


def logged_in(browser: Browser, address: str, pit: Pit, name: str) -> Page:  # noqa: F811
    page = patient(browser.new_context()).new_page()
    page.goto(f"{address}/login?next=/floor")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    give_code(page, pit, name)
    page.wait_for_url(f"{address}/floor")
    return page


def test_a_second_person_agrees_on_the_floors_page(browser: Browser) -> None:  # noqa: F811
    pit = Pit(open_store("sqlite://"), owner="second")
    pit.start()
    for name in ("Fiona", "Otto"):
        add_account(pit, name, "floor")
    pit.ask(Request(AtTable("low-four-1", Open("low-four-1", Config("low-four")), "test")))
    with serving(create_app(pit, settings=LOGIN)) as address:
        address = address.replace("127.0.0.1", "localhost")
        fiona, otto = (logged_in(browser, address, pit, name) for name in ("Fiona", "Otto"))
        fiona.goto(f"{address}/floor/tables/low-four-1/terms")
        fiona.get_by_label("Betting, seconds").fill("33")
        fiona.get_by_label("Reason").fill("the evening")
        fiona.get_by_role("button", name="Set the terms").click()
        expect(fiona.get_by_role("alert")).to_contain_text("set a betting and a decision clock")
        fiona.get_by_label("Decision, seconds").fill("33")
        fiona.get_by_role("button", name="Set the terms").click()
        expect(fiona.get_by_role("alert")).to_contain_text("is on the floor's page, waiting for a second person")
        fiona.goto(f"{address}/floor")
        expect(fiona.locator(".second")).to_contain_text("You requested this")
        expect(otto.locator(".second")).to_contain_text("Requested by Fiona")
        assert violations(otto) == []
        otto.get_by_role("button", name="Approve").click()
        otto.get_by_role("dialog").get_by_label("Reason").fill("seen")
        otto.get_by_role("dialog").get_by_role("button", name="Approve").click()
        expect(otto.locator(".second")).to_have_count(0)
        changed = pit.tables["low-four-1"].next_config
        assert changed is not None
        assert changed.betting_seconds == 33
        for page in (fiona, otto):
            page.context.close()
    pit.stop()
