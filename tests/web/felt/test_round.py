"""Whole rounds of every game: with the mouse, by keyboard alone, and on a phone."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from feltlab.web.site.shown import money
from tests.web.browser import PHONE, browser  # noqa: F401 - a fixture
from tests.web.felt.house import (
    FIRST,
    GAMES,
    House,
    bet_and_deal,
    house,  # noqa: F401 - a fixture
    name_with_bet,
    own_hand,
    sit_down,
    spot,
    visitor,
    wait_for,
)


def check_result(page: Page, house: House) -> None:  # noqa: F811
    """The screen shows what the table has settled, wager by wager, and the purse has it."""
    wait_for(page, "results")
    hand = own_hand(house.state(page))
    rows = page.locator(".results tr")
    expect(rows).to_have_count(len(hand.results))
    for done in hand.results:
        expect(page.locator(".results")).to_contain_text(done.why)
    net = sum(done.returned - done.staked for done in hand.results)
    expect(page.locator(".purse")).to_have_text(money(100_000 + net))
    expect(page.locator(".now")).to_contain_text(money(abs(net)) if net else "even")
    expect(page.locator(".live-region")).to_contain_text("You won" if net > 0 else "You lost" if net else "even")


def play_by_mouse(page: Page, game: str) -> None:
    if game == "ace-odd-even":
        page.get_by_role("button", name="Best set").click()
        page.locator(".button", has_text="Play $").click()
    elif game == "low-four":
        for card in page.locator(".my-card").all()[:4]:
            card.click()
        expect(page.locator(".tally")).to_contain_text("points")
        page.locator(".button", has_text="Play $").click()
    elif game == "quick-draw-holdem":
        page.locator(".button", has_text="Bet the Turn").click()
        page.locator(".button", has_text="Bet the River").click()
    else:
        page.locator(".my-card:not(.still)").first.click()
        page.locator(".button", has_text="Trade").click()


@pytest.mark.parametrize("game", GAMES)
def test_a_round_by_mouse(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    with visitor(browser) as seen:
        sit_down(seen.page, f"{house.address}/play/{game}")
        expect(seen.page.locator(".now")).to_contain_text("then press Deal")
        bet_and_deal(seen.page, game)
        play_by_mouse(seen.page, game)
        check_result(seen.page, house)
        seen.page.get_by_role("button", name="Rebet & deal").click()
        wait_for(seen.page, "decide")


def test_a_hand_set_short_is_played_as_it_lies(browser: Browser, house: House) -> None:  # noqa: F811
    """Single cards go out of the Play box and back; what the missing one has cost is said."""
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/ace-odd-even")
        bet_and_deal(page, "ace-odd-even")
        page.get_by_role("button", name="Best set").click()
        inside = page.locator(".my-card.picked")
        expect(inside).not_to_have_count(0)
        whole = [card.get_attribute("data-card") for card in inside.all()]
        inside.first.click()
        expect(inside).to_have_count(len(whole) - 1)
        expect(page.locator(".now")).to_contain_text("You left 1 of that side out")
        page.locator(f'.my-card[data-card="{whole[0]}"]').click()
        expect(inside).to_have_count(len(whole))
        inside.first.click()
        expect(inside).to_have_count(len(whole) - 1)
        page.locator(".button", has_text="Play $").click()
        check_result(page, house)
        hand = own_hand(house.state(page))
        assert sorted(hand.choices["set"]) == sorted(str(card) for card in whole[1:])
        rank, suit = hand.choices["set"][0]
        named = f"{rank.replace('T', '10')}{'♣♦♥♠'['cdhs'.index(suit)]}"
        judged = re.compile(rf"laying {named}.* (costs .+ Best was: (Play|Fold)|is the best choice)")
        expect(page.locator("[data-line]")).to_contain_text(judged)


@pytest.mark.parametrize("game", GAMES)
def test_a_round_on_a_phone(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    with visitor(browser, "dark", PHONE, touch=True) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/{game}")
        spot(page, FIRST[game]).tap()
        page.get_by_role("button", name="Deal", exact=True).tap()
        wait_for(page, "decide")
        for card in page.locator(".my-card").all():
            expect(card).to_be_in_viewport(ratio=0.9)
        for button in page.locator(".bar-actions .button").all():
            expect(button).to_be_in_viewport(ratio=1)
        play_by_mouse(page, game)
        check_result(page, house)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def tab_to(page: Page, selector: str) -> None:
    for _ in range(60):
        if page.evaluate("chosen => document.activeElement.matches(chosen)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached with the Tab key")


@pytest.mark.parametrize("game", GAMES)
def test_a_round_by_keyboard(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        page.goto(f"{house.address}/play/{game}")
        expect(page.locator("felt-table[data-ready]")).to_be_visible()
        page.keyboard.press("3")
        tab_to(page, f'[data-wager="{FIRST[game]}"]')
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(spot(page, FIRST[game])).to_have_accessible_name(name_with_bet(5_000))
        page.keyboard.press("Backspace")
        expect(spot(page, FIRST[game])).to_have_accessible_name(name_with_bet(2_500))
        page.keyboard.press("d")
        wait_for(page, "decide")
        if game == "ace-odd-even":
            page.keyboard.press("o")
            page.keyboard.press("p")
        elif game == "low-four":
            for _ in range(4):
                tab_to(page, '.my-card[aria-pressed="false"]')
                page.keyboard.press("Space")
            page.keyboard.press("p")
        elif game == "quick-draw-holdem":
            page.keyboard.press("p")
            expect(page.locator(".now")).to_contain_text("River")
            page.keyboard.press("f")
        else:
            tab_to(page, ".my-card:not(.still)")
            page.keyboard.press("Enter")
            page.keyboard.press("p")
        check_result(page, house)
        page.keyboard.press("n")
        wait_for(page, "bets")


def test_chips_and_cards_are_dragged_and_the_best_set_is_offered(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/low-four")
        page.drag_and_drop('[data-chip="2500"]', '[data-wager="ante"]')
        expect(spot(page, "ante")).to_have_accessible_name(name_with_bet(2_500))
        page.get_by_role("button", name="Double").click()
        expect(spot(page, "ante")).to_have_accessible_name(name_with_bet(5_000))
        page.get_by_role("button", name="Clear").click()
        expect(page.locator(".now")).to_contain_text("Put a chip on Ante")
        bet_and_deal(page, "low-four")
        first = page.locator(".my-card").first
        first.drag_to(page.locator(".box-name"))
        expect(page.locator(".my-card.picked")).to_have_count(1)
        page.locator(".my-card.picked").drag_to(page.locator(".my-card:not(.picked)").nth(2))
        expect(page.locator(".my-card.picked")).to_have_count(0)
        page.get_by_role("button", name="Best set").click()
        expect(page.locator(".tally")).to_contain_text("the best set")
        page.locator(".button", has_text="Play $").click()
        check_result(page, house)


def test_what_is_refused_is_said_at_the_spot(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/rule-out")
        spot(page, "joker").click()
        expect(page.get_by_role("alert")).to_contain_text("Bet Main first")
        spot(page, "main").click()
        expect(spot(page, "main")).to_have_accessible_name(name_with_bet(500))
        page.locator('[data-chip="2500"]').click()
        spot(page, "joker").click()
        expect(page.locator(".spot-place", has=spot(page, "joker")).get_by_role("alert")).to_contain_text(
            "must not be above the main bet"
        )
        assert own_stakes(house, page) == {"main": 500}


def own_stakes(house: House, page: Page) -> dict[str, int]:  # noqa: F811
    state = house.state(page)
    assert state.round is not None
    seat = next(number for number, seat in state.seats.items() if not seat.bot)
    return dict(state.round.hands[seat].stakes)
