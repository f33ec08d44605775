"""What the floor does with a table, by mouse and by keyboard, on a phone and at a desk: open it, pause it, change its
meter, void its round, read its charts and its shift report. A player who was away finds out what became of the seat.
"""

import csv
import re
from collections.abc import Iterator
from io import BytesIO, StringIO

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from feltlab.service.pit import Pit
from feltlab.service.requests import AtTable, Done, Request
from feltlab.service.store import open_store
from feltlab.table.commands import Presence, Vacate
from feltlab.table.config import Config
from feltlab.web.app import create_app
from tests.web.accessible import violations
from tests.web.browser import browser, serving  # noqa: F401 - a fixture
from tests.web.felt.house import House, sit_down
from tests.web.floor.hands import DESK_KEYS, DESK_MOUSE, PHONE_KEYS, PHONE_MOUSE, Hand, by, somebody
from tests.web.floor.house import DEMO

ROUNDS = """async ([table, wagers, rounds]) => {
  const ask = async (path, body) => (await fetch(path, body && {method: "POST",
    headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)})).json();
  const command = body => ask(`/api/tables/${table}/commands`, {key: String(Math.random()), ...body});
  if (!(await ask(`/api/tables/${table}`)).view.you) await command({do: "sit", seat: 1});
  for (let played = 0; ; played++) {
    const round = (await ask(`/api/tables/${table}`)).view.round.number;
    await command({do: "bet", seat: 1, round, wagers});
    if (played === rounds) return round;
    await command({do: "ready", seat: 1, round});
    await command({do: "decide", seat: 1, round, stage: "play", choice: {decision: "fold"}});
  }
}"""
"""As many rounds are played to their end, and the bets of the next are down."""
BETS = {"ante": 1500, "low-points": 500, "combo-progressive": 100}
LETTERS = """figure => [...figure.querySelectorAll('svg.chart')].filter(svg => svg.checkVisibility()).flatMap(svg => {
  const frame = svg.getBoundingClientRect(), scale = frame.width / svg.viewBox.baseVal.width;
  return [...svg.querySelectorAll('text')].filter(text => {
    const box = text.getBoundingClientRect();
    return parseFloat(getComputedStyle(text).fontSize) * scale < 11.9
      || box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
  }).map(text => text.textContent);
})"""
"""Words of a chart that are too small to read, or cut off."""


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    pit = Pit(open_store("sqlite://"), owner="floor")
    pit.start()
    with serving(create_app(pit, settings=DEMO)) as address:
        yield House(pit, address)
    pit.stop()


def known(page: Page, house: House) -> None:
    """One guest, before a page and what it is told to do ask at the same time and are taken for two."""
    assert page.request.get(f"{house.address}/api/me").ok


def new_table(page: Page, house: House, hand: Hand) -> str:
    page.goto(f"{house.address}/floor/new")
    hand.choose(page.get_by_label("Game"), "low-four")
    hand.fill(page.get_by_label("Title"), f"The {hand.size}'s own")
    hand.fill(page.get_by_role("group", name="Ante").get_by_label("Minimum"), "15")
    hand.fits(page)
    hand.press(page.get_by_role("button", name="Open the table"))
    page.wait_for_url("**/floor/tables/*")
    return page.url.rsplit("/", 1)[1]


@by(PHONE_MOUSE, PHONE_KEYS, DESK_KEYS)
def test_orders_for_a_table(browser: Browser, house: House, hand: Hand) -> None:  # noqa: F811
    with somebody(browser, hand) as page:
        table = new_table(page, house, hand)
        state = house.pit.tables[table]
        assert (state.config.title, dict(state.config.limits)["ante"][0]) == (f"The {hand.size}'s own", 1500)
        dialog = page.get_by_role("dialog")

        pause = page.get_by_role("button", name="Pause")
        hand.press(pause)
        hand.fits(page)
        if hand.keys:  # it can be left as it was entered, and one is where one was
            page.keyboard.press("Escape")
        else:
            dialog.get_by_role("button", name="Cancel").click()
        expect(dialog).to_have_count(0)
        expect(pause).to_be_focused()
        hand.press(pause)
        expect(dialog).to_contain_text("New bets stop at once.")
        hand.fill(dialog.get_by_label("Reason"), "a break")
        hand.press(dialog.get_by_role("button", name="Pause the table"))
        expect(page.locator("[data-live]")).to_contain_text("Reason: a break")
        hand.press(page.get_by_role("button", name="Open", exact=True))
        hand.press(dialog.get_by_role("button", name="Open the table"))
        expect(pause).to_be_visible()

        hand.press(page.get_by_role("button", name="Change rate"))
        rate = dialog.get_by_label("Percent of each bet")
        hand.fill(rate, "120")
        hand.press(dialog.get_by_role("button", name="Set the rate"))
        expect(dialog.get_by_role("alert")).to_have_text(
            "Enter a rate from 0 to 100 percent, with up to four decimals."
        )
        hand.fits(page)
        hand.fill(rate, "12.5")
        hand.press(dialog.get_by_role("button", name="Set the rate"))
        expect(page.locator(".meter")).to_contain_text("12.5% after the meter is next won")

        number = page.evaluate(ROUNDS, [table, BETS, 0])
        expect(page.locator(".standing")).to_contain_text("$21 at stake")
        hand.press(page.get_by_role("button", name="Void"))
        expect(dialog.get_by_role("heading")).to_have_text(f"Void round {number}?")
        hand.choose(dialog.get_by_label("Cause"), "misdeal")
        hand.fits(page)
        assert violations(page) == []
        void = dialog.get_by_role("button", name="Void the round")
        expect(void).to_be_disabled()  # not without a note
        hand.fill(dialog.get_by_label("Note"), "two cards stuck together")
        hand.press(void)
        expect(dialog).to_have_count(0)
        expect(page.locator(".rounds")).to_contain_text("two cards stuck together")

        hand.press(page.get_by_role("button", name="Close"))
        hand.press(dialog.get_by_role("button", name="Close the table"))
        expect(page.locator(".standing")).to_contain_text("closed")
        hand.fits(page)


@by(PHONE_KEYS, DESK_MOUSE)
def test_charts_of_a_meter_with_a_history_and_the_shift_report(browser: Browser, house: House, hand: Hand) -> None:  # noqa: F811
    table = f"metered-{hand.size}-{hand.keys}".lower()
    house.open_table(table, Config("low-four", title=f"Metered at the {hand.size}"))
    with somebody(browser, hand, "dark" if hand.keys else "light") as page:
        known(page, house)
        page.goto(f"{house.address}/floor/tables/{table}")
        page.evaluate(ROUNDS, [table, BETS, 4])
        page.reload()
        expect(page.locator('[data-fact="liability"]')).to_have_text("$0.80")  # a fifth of each dollar that was bet
        chart = page.get_by_role("region", name="Combo Progressive: meter by round")
        expect(chart.get_by_role("img", name="Combo Progressive: meter by round")).to_have_count(1)
        for figure in page.locator("figure").all():
            assert figure.evaluate(LETTERS) == []
        hand.press(chart.locator("summary"))
        expect(chart.locator("tbody tr")).to_have_count(4)
        expect(chart.locator("tbody tr").last).to_have_text("4$10,000.80$0.80")
        course = page.get_by_role("region", name="Win, round by round")
        hand.press(course.locator("summary"))
        expect(course.locator("tbody tr")).to_have_count(5)
        hand.fits(page)
        assert violations(page) == []

        asked = page.locator("#day").input_value()
        as_csv = page.get_by_role("button", name="CSV", exact=True)
        with page.expect_download() as given:
            hand.press(as_csv)
        assert given.value.suggested_filename == f"{table}-{asked}.csv"
        rows = list(csv.DictReader(StringIO(given.value.path().read_text())))
        whole = next(row for row in rows if row["Part"] == "All bets")
        assert (whole["Day"], whole["Handle"], whole["Increments"]) == (asked, "84.00", "0.80")
        assert {"Ante", "Low Points Bonus", "Combo Progressive"} <= {row["Part"] for row in rows}

        page.route("**/shift.pdf*", lambda route: route.fulfill(status=204))  # the page stays; below it is read
        with page.expect_request("**/shift.pdf*") as request:
            hand.press(page.get_by_role("button", name="PDF", exact=True))
        assert request.value.url == f"{house.address}/floor/tables/{table}/shift.pdf?day={asked}"
        page.unroute("**/shift.pdf*")


def test_the_shift_report_on_paper(browser: Browser, house: House) -> None:  # noqa: F811
    table = "on-paper"
    house.open_table(table, Config("low-four", title="On paper"))
    with somebody(browser, DESK_MOUSE) as page:
        known(page, house)
        page.goto(f"{house.address}/floor/tables/{table}")
        page.evaluate(ROUNDS, [table, BETS, 2])
        made = page.request.get(f"{house.address}/floor/tables/{table}/shift.pdf")
        assert (made.status, made.headers["content-type"]) == (200, "application/pdf")
    pages = PdfReader(BytesIO(made.body())).pages
    assert len(pages) == 1
    text = pages[0].extract_text()
    for words in ("On paper: shift report", "2 finished, 0 void", "Combo Progressive", "Increments to the meter $0.40",
                  "Opened by", "Closed by", "Page 1 of 1"):  # fmt: skip
        assert words in re.sub(r"\s+", " ", text), words
    assert re.search(r"None\.\s*\n", text)  # and then the note, in a paragraph of its own


@by(PHONE_MOUSE, DESK_KEYS)
def test_a_player_who_was_away_is_told_that_the_seat_was_freed(browser: Browser, house: House, hand: Hand) -> None:  # noqa: F811
    table = f"away-{hand.size}"
    address = house.open_table(table, Config("low-four"))
    with somebody(browser, hand) as page, somebody(browser, DESK_MOUSE) as floor:
        sit_down(page, address)
        (seat,) = house.pit.tables[table].seats
        player = house.pit.tables[table].seats[seat].player
        floor.goto(f"{house.address}/floor/tables/{table}")
        place = floor.locator(".deal-seats > li").nth(seat - 1)
        page.goto(f"{house.address}/rules/low-four")
        done = house.pit.ask(Request(AtTable(table, Presence(player, True), "nobody")))
        assert isinstance(done, Done)
        expect(place).to_contain_text("away")
        assert isinstance(house.pit.ask(Request(AtTable(table, Vacate(player, seat), "nobody"))), Done)
        expect(place).to_contain_text("empty")
        page.goto(address)
        expect(page.locator("felt-table")).to_contain_text(
            f"You were away, so seat {seat} was freed. Your chips are in your purse."
        )
        hand.press(page.get_by_role("button", name="Take a seat"))
        expect(page.locator("[data-chip]").first).to_be_visible()
        assert house.pit.tables[table].seats
