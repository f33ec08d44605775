"""Nothing is lost by looking away: rules beside the table, the result after a reload, a warning before the deal."""

import re

from playwright.sync_api import Browser, expect

from tests.web.browser import PHONE, browser  # noqa: F401 - a fixture
from tests.web.felt.house import (
    House,
    bet_and_deal,
    house,  # noqa: F401 - a fixture
    name_with_bet,
    own_hand,
    sit_down,
    spot,
    use_tool,
    visitor,
    wait_for,
)


def test_a_round_is_played_beside_the_rules_and_its_result_outlives_a_reload(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/low-four")
        expect(page.locator(".top-round")).to_contain_text("Your own table")
        use_tool(page, "Rules & pays")
        rules = page.get_by_role("dialog")
        expect(rules).to_contain_text("your total + dealer's total")
        bet_and_deal(page, "low-four")
        edges = [page.locator(chosen).bounding_box() for chosen in (".felt", ".bar", ".tools", ".drawer")]
        *table, drawer = [box for box in edges if box]
        assert all(box["x"] + box["width"] <= drawer["x"] for box in table)
        for link in rules.get_by_role("link").all():
            expect(link).to_have_attribute("target", "_blank")
        page.keyboard.press("Escape")
        expect(rules).to_have_count(0)
        page.keyboard.press("f")
        wait_for(page, "results")
        page.reload()
        wait_for(page, "results")
        expect(page.locator(".now")).to_have_text("You lost $5.")
        page.keyboard.press("n")
        wait_for(page, "bets")
        page.reload()
        expect(page.locator(".now")).to_contain_text("then press Deal")


NO_LINE = """() => {
  window.WebSocket = class extends EventTarget { constructor() { super(); setTimeout(() => this.close()); } close() {
    this.onclose?.(new CloseEvent("close"));
    this.dispatchEvent(new CloseEvent("close"));
  } };
  document.querySelector("felt-table").line.socket.close();
}"""


def test_a_line_that_is_lost_is_no_win_and_no_loss(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser, fresh=True) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/low-four")
        bet_and_deal(page, "low-four")
        page.keyboard.press("f")
        wait_for(page, "results")
        expect(page.locator(".now")).to_have_class("now lost")
        page.evaluate(NO_LINE)
        expect(page.locator(".now")).to_have_text("Connection lost. Reconnecting…")
        expect(page.locator(".now")).to_have_class("now")


def test_a_reload_in_mid_animation_ends_in_the_same_picture(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser, fresh=True) as seen:
        page = seen.page
        page.emulate_media(reduced_motion="no-preference")
        sit_down(page, f"{house.address}/play/rule-out")
        spot(page, "main").click()
        page.get_by_role("button", name="Deal", exact=True).click()
        expect(page.get_by_role("button", name="Skip")).to_be_visible()
        page.reload()
        wait_for(page, "decide")
        expect(page.locator(".my-card[data-card]")).to_have_count(3)
        page.get_by_role("button", name="Keep all").click()
        expect(page.get_by_role("button", name="Skip")).to_be_visible()
        page.reload()
        wait_for(page, "results")
        net = sum(done.returned - done.staked for done in own_hand(house.state(page)).results)
        expect(page.locator(".now")).to_contain_text("won" if net > 0 else "lost" if net else "even")


def test_chips_that_playing_on_will_need_are_spoken_of_before_the_deal(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser, viewport=PHONE, touch=True) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/quick-draw-holdem")
        page.locator('[data-chip="50000"]').tap()
        spot(page, "flop").tap()
        expect(spot(page, "flop")).to_have_accessible_name(name_with_bet(50_000))
        short = re.compile(r"The next bet takes \$[\d,]+ more; you are \$[\d,]+ short\.")
        expect(page.locator(".now")).to_have_text(short)
        use_tool(page, "Settings")
        page.get_by_role("button", name="Get $500 more").tap()
        page.get_by_role("button", name="Close").tap()
        expect(page.locator(".now")).to_contain_text("Press Deal")


def test_whoever_comes_by_a_link_sees_whose_table_it_is(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as owner, visitor(browser) as guest:
        sit_down(owner.page, f"{house.address}/play/low-four?private")
        guest.page.goto(owner.page.url)
        expect(guest.page.locator(".top-round")).to_contain_text("Private table")
        bet_and_deal(owner.page, "low-four")
        expect(guest.page.locator(".now-more")).to_have_text(re.compile(r"Waiting for .+ to decide\."))
        owner.page.keyboard.press("f")
        wait_for(owner.page, "results")
