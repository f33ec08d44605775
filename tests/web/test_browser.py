"""The pages in a real browser: nothing refused by the policy, nothing that axe calls serious, and they work."""

import re

import pytest
from playwright.sync_api import Browser, expect

from feltlab.games import GAMES
from tests.web.accessible import CONTRAST, RULES, violations
from tests.web.addresses import PAGES
from tests.web.browser import DESKTOP, PHONE, browser, opened, patient, served, shifted  # noqa: F401 - fixtures


@pytest.mark.parametrize(("rules", "found"), [(RULES, ["color-contrast", "image-alt"]), (CONTRAST, ["color-contrast"])])
def test_what_is_wrong_is_found(browser: Browser, served: str, rules: dict[str, list[str]], found: list[str]) -> None:  # noqa: F811
    with opened(browser, served + "/") as page:
        page.evaluate(
            "document.querySelector('main').innerHTML = '<img src=\"/static/site/mark.svg\"><p id=pale>pale</p>'"
        )
        page.evaluate("Object.assign(document.getElementById('pale').style, {color: '#ddd', background: '#fff'})")
        assert [wrong.partition(":")[0] for wrong in violations(page, rules)] == found


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_a_phone_does_not_jump_and_is_accessible(browser: Browser, served: str, path: str) -> None:  # noqa: F811
    with opened(browser, served + path, "dark", PHONE) as page:
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert shifted(page) < 0.05
        assert violations(page, CONTRAST) == []
        page.set_viewport_size({"width": DESKTOP["width"], "height": DESKTOP["height"]})
        page.emulate_media(color_scheme="light")
        assert violations(page) == []


def test_the_theme_is_kept(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/") as page:
        page.get_by_role("button", name="Dark mode").click()
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        page.goto(served + "/lab")
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        expect(page.get_by_role("button", name="Dark mode")).to_have_attribute("aria-pressed", "true")


def test_the_skip_link_comes_first(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/") as page:
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"


def test_a_pay_table_is_priced_as_one_types(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/lab/low-four") as page:
        panel = page.locator('[data-wager="low-points"]')
        edge = panel.locator('[data-fact="house_edge"]')
        before = edge.inner_text()
        panel.locator("textarea").fill(
            "1 or 2 points 300 to 1\n3 or 4 points 25 to 1\n5 or 6 points 6 to 1\n7 or 8 points 2 to 1"
        )
        expect(edge).not_to_have_text(before)
        expect(panel.locator("[data-returns] tr").nth(2)).to_contain_text("6 to 1")
        expect(page.locator("[data-status]")).to_have_text("Up to date")
        panel.get_by_role("button", name="Reset to the printed table").click()
        expect(edge).to_have_text(before)
        assert violations(page) == []


def test_a_wrong_line_is_named_beside_its_table(browser: Browser, served: str) -> None:  # noqa: F811
    context = patient(browser.new_context())
    page = context.new_page()
    page.goto(served + "/lab/low-four")
    panel = page.locator('[data-wager="low-points"]')
    panel.locator("textarea").fill("foo 3 to 1")
    expect(panel.get_by_role("alert")).to_contain_text("foo")
    expect(panel.locator("textarea")).to_have_attribute("aria-invalid", "true")
    assert violations(page) == []
    context.close()


def test_a_hand_is_looked_up(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/lab/low-four") as page:
        for card in (
            "six of clubs",
            "six of diamonds",
            "five of hearts",
            "four of spades",
            "king of diamonds",
            "queen of hearts",
            "jack of spades",
        ):
            page.locator("hand-explorer .deck").get_by_role("button", name=card, exact=True).click()
        expect(page.locator("hand-explorer .advice")).to_contain_text("Best: play")
        expect(page.locator("hand-explorer .advice")).to_contain_text("-4572723/5042180")
        assert violations(page) == []


def test_a_meter_above_break_even(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/lab/low-four") as page:
        page.locator("meter-lab [data-meter]").fill("500,000")
        expect(page.locator('[data-of="at_meter.rtp"]')).to_have_class(re.compile("good"))


def test_sessions_are_simulated_and_drawn(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/lab/rule-out") as page:
        page.get_by_role("button", name="Simulate sessions").click()
        expect(page.locator("play-simulator figure")).to_have_count(2)
        assert violations(page) == []


def test_a_drill_by_keyboard(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/school/low-four") as page:
        page.locator('[data-drill="qualify"]').focus()
        page.keyboard.press("Enter")
        page.locator(".room-head").wait_for()
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        expect(page.locator(".verdict .message")).to_be_visible()
        assert violations(page) == []
        expect(page.locator('[data-drill="qualify"] [data-score]')).to_contain_text("of 1 right")
        page.keyboard.press("Enter")
        expect(page.locator(".verdict .message")).to_have_count(0)
        page.reload()
        expect(page.locator('[data-drill="qualify"] [data-score]')).to_contain_text("of 1 right")


def test_the_first_drill_waits_to_be_started(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/school/low-four") as page:
        expect(page.locator('[data-drill="set"]')).to_have_attribute("aria-current", "true")
        page.get_by_role("button", name="Start").click()
        expect(page.locator(".hint")).to_contain_text("Pick the four cards")
        expect(page.locator(".counted")).to_have_text("0 of 4 chosen")


def test_an_empty_check_says_what_is_missing(browser: Browser, served: str) -> None:  # noqa: F811
    said = {
        ("low-four", "set"): "0 of 4 so far",
        ("ace-odd-even", "set"): "You have not picked any cards yet",
        ("low-four", "qualify"): "You have not chosen an answer yet",
        ("rule-out", "survive"): "No card stays",
        ("low-four", "round"): "0 of 3 so far",
        ("rule-out", "side"): "still empty",
    }
    for (game, drill), words in said.items():
        with opened(browser, f"{served}/school/{game}#{drill}") as page:
            page.get_by_role("button", name="Check").click()
            expect(page.locator(".verdict .missing")).to_contain_text(words)
            expect(page.locator(f'[data-drill="{drill}"] [data-score]')).to_have_text("Not tried yet")
            assert violations(page) == []


def test_cards_are_counted_as_they_are_picked(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/school/low-four#set") as page:
        cards = page.locator(".answer-cards .card")
        for place in range(5):
            cards.nth(place).click()
        expect(page.locator(".counted")).to_have_text("4 of 4 chosen")
        expect(page.locator(".verdict .missing")).to_contain_text("Take one back")
        cards.nth(0).click()
        expect(page.locator(".counted")).to_have_text("3 of 4 chosen")
        expect(page.locator(".verdict .missing")).to_have_count(0)


def test_no_card_may_stay(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/school/rule-out#survive") as page:
        page.get_by_role("button", name="No card stays").click()
        page.get_by_role("button", name="Check").click()
        expect(page.locator(".verdict h3")).to_be_visible()


def test_pays_are_at_hand_and_amounts_have_labels(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/school/low-four#round") as page:
        fold = page.locator(".needed")
        expect(fold.locator("table").first).to_be_hidden()
        fold.locator("summary").focus()
        page.keyboard.press("Enter")
        expect(fold.locator("table").first).to_be_visible()
        expect(page.locator(".verdict")).to_be_empty()
        expect(fold.get_by_role("link")).to_have_attribute("href", "/rules/low-four")
        amount = page.locator(".money input").first
        expect(amount).to_have_attribute("placeholder", "$0.00")
        expect(amount).to_have_accessible_name(re.compile(r"Seat \d · Ante staked \$[\d.]+ is left with"))
        for seat in page.locator(".order button").all():
            seat.click()
        for field in page.locator(".money input").all():
            field.fill("0.01")
        page.get_by_role("button", name="Check").click()
        expect(page.locator(".money .mistake")).not_to_have_count(0)  # where it was written
        expect(page.locator(".money .mistake").last).to_contain_text("not $0.01")
        assert violations(page) == []


def test_the_wrong_line_and_the_choice_are_marked(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/school/low-four#mistake") as page:
        page.locator(".answer-options").wait_for()
        page.keyboard.press("1")
        page.get_by_role("button", name="Check").click()
        expect(page.locator(".answer-options .right")).to_have_count(1)
        assert violations(page) == []


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP])
def test_a_drill_that_is_picked_comes_into_view(browser: Browser, served: str, viewport: dict[str, int]) -> None:  # noqa: F811
    with opened(browser, served + "/school/low-four", "light", viewport) as page:
        last = page.locator("[data-drill]").last
        last.scroll_into_view_if_needed()
        last.click()
        page.locator(".room-head").wait_for()
        assert 0 <= page.locator(".room-head").bounding_box()["y"] < viewport["height"] / 2  # type: ignore[index]
        expect(page.locator(".room-head h2")).to_be_in_viewport()


def test_phones_are_not_told_about_keys(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/school/low-four", "light", PHONE) as page:
        expect(page.locator(".keys-hint")).to_be_hidden()
    with opened(browser, served + "/school/low-four") as page:
        expect(page.locator(".keys-hint")).to_be_visible()


def test_fold_outs_of_the_rules_open_and_are_accessible(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/rules/rule-out") as page:
        assert page.evaluate("document.documentElement.scrollHeight") < 4000
        for summary in page.locator("details > summary").all():
            summary.click()
        expect(page.locator(".ruling-list")).to_be_visible()
        assert violations(page) == []
        page.emulate_media(color_scheme="dark")
        assert violations(page, CONTRAST) == []


SMALLEST_LETTERS = """() => Math.min(...[...document.querySelectorAll('.chart text')]
  .filter(text => text.getBoundingClientRect().width)
  .map(text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""
CUT_OFF = """() => [...document.querySelectorAll('.chart text')].filter(text => {
  const [letters, drawing] = [text, text.ownerSVGElement].map(part => part.getBoundingClientRect());
  return letters.width && (letters.left < drawing.left - 2 || letters.right > drawing.right + 2);
}).map(text => text.textContent)"""
WIDE_TABLES = """() => [...document.querySelectorAll('.table-wrap:not(details:not([open]) *)')]
  .filter(wrap => wrap.scrollWidth > wrap.clientWidth).map(wrap => wrap.ariaLabel)"""


@pytest.mark.parametrize("game", GAMES)
def test_charts_and_tables_of_the_lab_can_be_read_on_a_phone(browser: Browser, served: str, game: str) -> None:  # noqa: F811
    with opened(browser, f"{served}/lab/{game}", "light", PHONE) as page:
        page.locator("strategy-charts").scroll_into_view_if_needed()
        expect(page.locator("strategy-charts .chart.narrow").first).to_be_visible()
        for width in (320, PHONE["width"]):
            page.set_viewport_size({"width": width, "height": PHONE["height"]})
            assert page.evaluate(SMALLEST_LETTERS) >= 12
            assert page.evaluate(CUT_OFF) == []
            assert page.evaluate(WIDE_TABLES) == []


def test_a_fraction_breaks_only_after_its_stroke(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/lab/low-four", "light", PHONE) as page:
        page.get_by_role("button", name="Deal me one").click()
        cell = page.locator(".advice td.fraction").last
        expect(cell).to_be_visible()
        for found in (cell, page.locator("[data-exact]").first):
            assert found.evaluate("cell => getComputedStyle(cell).overflowWrap") == "normal"


@pytest.mark.parametrize(
    ("game", "drill"),
    [("low-four", "round"), ("rule-out", "survive"), ("quick-draw-holdem", "five"), ("ace-odd-even", "progressive")],
)
def test_drills_of_each_kind_are_accessible(browser: Browser, served: str, game: str, drill: str) -> None:  # noqa: F811
    with opened(browser, f"{served}/school/{game}#{drill}") as page:
        page.locator(".room-head").wait_for()
        assert violations(page) == []
        page.emulate_media(color_scheme="dark")
        assert violations(page, CONTRAST) == []


def test_the_explorer_has_as_many_cards_as_the_shoe(browser: Browser, served: str) -> None:  # noqa: F811
    with opened(browser, served + "/lab/rule-out") as page:
        explorer = page.locator("hand-explorer")
        joker = explorer.locator(".deck").get_by_role("button", name="Joker", exact=True)
        nine = explorer.locator(".deck").get_by_role("button", name="nine of spades", exact=True)
        joker.click()
        joker.click()
        expect(explorer.locator(".chosen .card.joker")).to_have_count(2)  # two in a deck
        nine.click()
        expect(explorer.locator(".advice")).to_contain_text("Best:")
        expect(explorer.locator(".advice")).to_contain_text("trade 9♠")
        with page.expect_request("**/api/lab/advise") as asked:
            explorer.get_by_role("checkbox", name="Joker").check()
        assert asked.value.post_data_json == {
            "game": "rule-out", "terms": "", "wagers": {"main": 500, "joker": 500}, "dealt": "Jo Jo 9s", "decks": 1,
        }  # fmt: skip
        page.locator("#number-decks").fill("6")
        expect(page.locator("[data-mark]")).to_have_text("Your terms")
        with page.expect_response("**/part/explore*"):
            explorer.scroll_into_view_if_needed()
        explorer.get_by_role("button", name="Clear").click()
        for _ in range(3):
            nine.click()
        expect(explorer.locator(".chosen .card:not(.empty)")).to_have_count(3)
