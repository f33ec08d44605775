"""By keyboard and screen reader: few Tab stops, keys for cards, a quick round, a stop before a mistake, announcements."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.waiting import until
from tests.web.browser import PHONE, browser  # noqa: F401 - a fixture
from tests.web.felt.house import (
    House,
    house,  # noqa: F401 - a fixture
    name_with_bet,
    own_hand,
    sit_down,
    spot,
    use_tool,
    visitor,
    wait_for,
)


def newcomer(page: Page, address: str) -> None:
    page.goto(address)
    page.evaluate("localStorage.setItem('feltlab.rounds', '0')")


def focused(page: Page, what: str) -> None:
    expect(page.locator(f"{what}:focus")).to_have_count(1)


def test_a_newcomers_first_round_by_keyboard(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        newcomer(page, house.address)
        page.goto(f"{house.address}/play/low-four")
        expect(page.locator("felt-table[data-ready]")).to_be_visible()
        for key in ("Tab", "Enter", "Tab"):  # the way past the site's header
            page.keyboard.press(key)
        focused(page, '[data-wager="ante"]')
        assert page.evaluate("scrollY") == 0
        page.keyboard.press("3")
        page.keyboard.press("Enter")
        expect(spot(page, "ante")).to_have_accessible_name(name_with_bet(2_500))
        page.keyboard.press("d")
        wait_for(page, "decide")
        focused(page, ".now")
        read_out = page.locator(".live-region")
        expect(read_out).to_have_text(re.compile(r"^Coach, on average: .*(Play|Fold): you (lose|win) \$"))
        for key in "7654":
            page.keyboard.press(key)
        picked = page.locator(".my-card.picked")
        expect(picked).to_have_count(4)
        page.keyboard.press("f")
        wait_for(page, "results")
        expect(read_out).to_contain_text("You lost $25")
        expect(read_out).to_contain_text("olding")  # what the coach says of it, after the result
        page.keyboard.press("q")
        wait_for(page, "decide")
        focused(page, ".now")
        expect(page.locator(".coach-panel")).to_be_visible()  # still there in the second round
        page.locator(".plate-close").first.focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_contain_text("How the bot plays")
        page.keyboard.press("Escape")
        assert sum(bool(seat.bot) for seat in house.state(page).seats.values()) == 2


def test_the_row_of_tools_is_one_stop(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/rule-out")
        page.get_by_role("button", name="Rules & pays").focus()
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("button", name="History")).to_be_focused()
        page.keyboard.press("End")
        expect(page.get_by_role("button", name="Leave seat")).to_be_focused()
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('.tools') === null")


def test_a_quick_round_has_no_animation_whatever_the_speed(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser, fresh=True) as seen:
        page = seen.page
        page.emulate_media(reduced_motion="no-preference")
        sit_down(page, f"{house.address}/play/quick-draw-holdem")
        spot(page, "flop").click()
        expect(spot(page, "flop")).to_have_accessible_name(name_with_bet(500))
        page.keyboard.press("d")
        page.keyboard.press("Escape")
        wait_for(page, "decide")
        page.keyboard.press("f")
        skip = page.get_by_role("button", name="Skip")
        expect(skip).to_be_visible()
        skip.click()
        wait_for(page, "results")
        page.evaluate("""() => {
          const table = document.querySelector("felt-table");
          table.skips = 0;
          new MutationObserver(() => { if (table.querySelector(".bar-actions")?.textContent === "Skip") table.skips++; })
            .observe(table, {subtree: true, childList: true});
        }""")
        page.keyboard.press("q")
        wait_for(page, "decide")
        page.keyboard.press("f")
        wait_for(page, "results")
        assert page.evaluate("document.querySelector('felt-table').skips") == 0


def test_a_mistake_is_made_only_on_purpose(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser, viewport=PHONE, touch=True) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/quick-draw-holdem")
        use_tool(page, "Settings")
        page.get_by_role("checkbox", name="Stop me before a mistake").check()
        page.get_by_role("button", name="Close").tap()
        spot(page, "flop").tap()
        page.get_by_role("button", name="Deal", exact=True).tap()
        wait_for(page, "decide")
        page.get_by_role("button", name="Ask the coach").tap()
        best = page.locator(".worth .is-best")
        expect(best).to_be_visible()
        wrong = page.locator(
            ".button", has_text="Bet the Turn" if best.get_attribute("data-choice") == "fold" else "Fold"
        )
        wrong.tap()
        expect(page.locator(".now")).to_have_text("Stop: that would be a mistake.")
        expect(page.locator(".now-more")).to_have_text(
            re.compile(r"costs you .*\$.* on average\. The coach would choose:")
        )
        assert own_hand(house.state(page)).decided == ()
        page.get_by_role("button", name="Go back").tap()
        wrong.tap()
        page.get_by_role("button", name="Do it anyway").tap()
        expect(page.locator(".now")).not_to_contain_text("mistake")
        until(lambda: own_hand(house.state(page)).decided)


def test_a_newcomer_on_a_phone_has_the_menu_free(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser, viewport=PHONE, touch=True) as seen:
        page = seen.page
        newcomer(page, house.address)
        sit_down(page, f"{house.address}/play/low-four")
        use_tool(page, "Settings")
        page.get_by_role("button", name="Close").tap()
        spot(page, "ante").tap()
        page.get_by_role("button", name="Deal", exact=True).tap()
        expect(page.locator(".coach-panel .worth li")).to_have_count(2)
