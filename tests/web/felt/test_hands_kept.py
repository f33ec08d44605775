"""Several hands of one player: how they come and go, what the coach and the history say of each, and that none moves."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from feltlab.lab import advise
from feltlab.table.coach import advice_line
from feltlab.table.config import LONGEST_CLOCK, Config
from tests.web.accessible import violations
from tests.web.browser import DESKTOP, PHONE, browser, shifted  # noqa: F401 - a fixture
from tests.web.felt.house import (
    House,
    house,  # noqa: F401 - a fixture
    sit_down,
    use_tool,
    visitor,
    wait_for,
)
from tests.web.felt.own_hands import (
    asked,
    bet,
    check_asked,
    check_results,
    deal,
    decide,
    last_hands,
    net,
    own,
    own_table,
    plates,
    signed,
    take,
    with_hands,
)
from tests.web.felt.test_screens import look


def test_hands_come_and_go(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        own_table(house, page, "come-and-go", "low-four")
        purse = page.locator(".purse")
        expect(purse).to_have_text("$1,000")
        take(page, 2)
        expect(page.locator(".bar-said")).to_have_text("Hand 2 is yours. Place its bets.")
        bet(page)
        expect(page.locator(".now-more").first).to_contain_text("Hand 1 has no bet and sits this round out.")
        take(page, 3)
        expect(page.locator(".bar-said")).to_have_text("Hand 3 is yours, with the same bets.")
        expect(purse).to_have_text("$990")
        expect(plates(page).locator(".own-state")).to_have_text(["no bet", "$5", "$5"])
        page.get_by_role("button", name="Give up hand 3").click()
        expect(plates(page)).to_have_count(2)
        expect(purse).to_have_text("$995")
        plates(page).nth(1).click()
        deal(page)
        assert asked(page)
        assert house.state(page).round.waiting == (own(house.state(page))[1],)  # type: ignore[union-attr]
        expect(plates(page).first).to_have_attribute("aria-disabled", "true")
        expect(page.get_by_role("button", name="Give up")).to_have_count(0)
        page.keyboard.press("f")
        wait_for(page, "results")
        expect(plates(page).first.locator(".own-state")).to_have_text("sits out")
        expect(plates(page).nth(1)).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="Next round").click()
        use_tool(page, "Leave all seats")
        expect(page.get_by_role("button", name="Sit down again")).to_be_visible()
        assert not house.state(page).seats


def test_an_empty_seat_is_ones_own_hand_or_a_bots(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/low-four?private")
        expect(page.locator(".other .plate-bot")).to_have_count(2)
        seats = [int(seat) for seat in house.state(page).seats]
        free = next(seat for seat in range(6, 0, -1) if seat not in seats)
        page.get_by_role("button", name=f"Add a bot in seat {free}").click()
        page.get_by_role("button", name="Play this hand yourself").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(plates(page)).to_have_count(2)
        assert free in own(house.state(page))


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["laptop", "phone"])
def test_the_coach_follows_the_hand_that_is_asked(
    browser: Browser,  # noqa: F811
    house: House,  # noqa: F811
    viewport: dict[str, int],
) -> None:
    with with_hands(
        browser, house, f"coached-{viewport['width']}", "low-four", 2, viewport=viewport, touch=True
    ) as page:
        deal(page)
        assert asked(page)
        page.get_by_role("button", name="Ask the coach").click()
        lessons = []
        for _ in range(2):
            state = house.state(page)
            assert state.round is not None
            seat = check_asked(page, state)
            right = advise(advice_line(state, state.round, seat))
            for option in right.options:
                worth = page.locator(f'.worth li[data-choice="{option.choice}"]')
                expect(worth).to_have_attribute("data-ev", str(option.ev))
            assert look(page, (viewport["width"], viewport["height"])) == []
            lessons.append("Right: " if right.best.choice == "play" else "Best was: Fold")
            decide(house, page)
        wait_for(page, "results")
        for at, lesson in enumerate(lessons):
            plates(page).nth(at).click()
            expect(page.locator(".now-more").first).to_contain_text(f"Hand {at + 1}: ")
            expect(page.locator(".now-more").first).to_contain_text(lesson)
        rounds = page.evaluate("JSON.parse(localStorage.getItem('feltlab.sheet.low-four')).rounds")
        assert sorted(round(each["net"] * 500) for each in rounds) == sorted(map(net, last_hands(house.state(page))))


def test_a_reload_and_a_lost_line_keep_every_hand(browser: Browser, house: House) -> None:  # noqa: F811
    with with_hands(browser, house, "reload", "quick-draw-holdem", 2) as page:
        page.reload()
        expect(plates(page).locator(".own-state")).to_have_text(["$5", "$5"])
        deal(page)
        assert asked(page)
        decide(house, page)
        page.reload()
        assert asked(page)
        check_asked(page, house.state(page))
        page.evaluate("document.querySelector('felt-table').line.socket.close()")
        expect(page.locator("felt-table")).to_have_attribute("data-line", "lost")
        expect(page.locator("felt-table")).to_have_attribute("data-line", "open")
        while asked(page):
            decide(house, page)
        check_results(page, house.state(page))
        page.reload()
        wait_for(page, "results")
        check_results(page, house.state(page))


def test_the_chips_that_are_missing_are_those_of_all_hands(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        own_table(house, page, "short", "low-four")
        bet(page, chip=10000)
        bet(page, chip=10000)
        expect(page.locator(".now")).to_have_text("Press Deal. Bonus bets are optional.")
        take(page, 3)  # 600 on the felt, 400 left, 600 for the Plays
        expect(page.locator(".now")).to_have_text("The next bet takes $600 more; you are $200 short.")


def test_where_others_may_come_there_is_one_hand(browser: Browser, house: House) -> None:  # noqa: F811
    clocks: Any = {"betting_seconds": LONGEST_CLOCK, "decision_seconds": LONGEST_CLOCK}
    with visitor(browser) as seen:
        sit_down(seen.page, house.open_table("with-others", Config("low-four", private=True, **clocks)))
        expect(seen.page.locator(".tools .tool").first).to_be_visible()
        expect(seen.page.get_by_role("button", name="Another hand")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_several_hands_are_accessible_and_stay_where_they_are(browser: Browser, house: House, theme: str) -> None:  # noqa: F811
    with with_hands(browser, house, f"accessible-{theme}", "low-four", 3, theme=theme, fresh=True) as page:
        page.evaluate("document.fonts.ready.then(() => null)")
        assert violations(page) == []
        before = shifted(page)
        deal(page)
        lies = []
        while asked(page):
            lies.append(page.locator(".mine, .own-hands").evaluate_all(PLACE))
            assert violations(page) == []
            decide(house, page)
        wait_for(page, "results")
        lies.append(page.locator(".mine, .own-hands").evaluate_all(PLACE))
        assert violations(page) == []
        assert shifted(page) - before < 0.01
        assert all(lie == lies[0] for lie in lies)


PLACE = "nodes => nodes.map(node => [node.offsetLeft, node.offsetTop, node.offsetWidth, node.offsetHeight])"


def test_history_has_every_hand(browser: Browser, house: House) -> None:  # noqa: F811
    with with_hands(browser, house, "remembered", "low-four", 2) as page:
        deal(page)
        for _ in range(2):
            assert asked(page)
            decide(house, page)
        wait_for(page, "results")
        hands = last_hands(house.state(page))
        use_tool(page, "History")
        row = page.locator(".history li").first
        expect(row).to_contain_text("2 hands")
        expect(row).to_contain_text(signed(sum(map(net, hands))))
        row.get_by_role("button").click()
        expect(page.locator(".replay-seat.own .replay-label")).to_have_text(["You, hand 1", "You, hand 2"])
        for _ in range(4):
            page.get_by_role("button", name="Next step").click()
        expect(page.locator(".replay-verdicts li")).to_have_text([re.compile("^Hand 1: "), re.compile("^Hand 2: ")])
