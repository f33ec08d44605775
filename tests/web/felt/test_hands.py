"""Several hands of one player, at a private table: bets for each, questions hand by hand, results for each and all."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from feltlab.games import GAMES
from feltlab.games.loading import load_game
from tests.waiting import until
from tests.web.browser import PHONE, browser  # noqa: F401 - a fixture
from tests.web.felt.house import (
    House,
    house,  # noqa: F401 - a fixture
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
    own,
    own_table,
    plates,
    with_hands,
)
from tests.web.felt.test_screens import FINGER, MEASURED, SIZES, look_in

FILE = "three-card-poker"
PLAYED = [*GAMES, FILE]
BOTH = ("tall phone", "laptop")
"""In every state; at a question and at the end all windows are looked at."""


@pytest.fixture(scope="module", autouse=True)
def game_of_a_file() -> None:
    load_game(Path(__file__).parents[3] / "examples" / "games" / "three_card_poker.py")


@pytest.mark.parametrize("hands", [2, 3])
@pytest.mark.parametrize("game", PLAYED)
def test_a_round_with_several_hands(browser: Browser, house: House, game: str, hands: int) -> None:  # noqa: F811
    with with_hands(browser, house, f"hands-{game}-{hands}", game, hands, touch=True) as page:
        bet(page, chip=2500)  # on the last hand only
        wrong = look_in(page, BOTH, "before the deal")
        state = house.state(page)
        assert state.round is not None
        first = state.config.rule_book.initial
        until(lambda: house.state(page).round.hands[own(state)[-1]].stakes[first] == 3000)  # type: ignore[union-attr]
        stakes = [house.state(page).round.hands[seat].stakes[first] for seat in own(state)]  # type: ignore[union-attr]
        assert stakes == [500] * (hands - 1) + [3000]
        deal(page)
        order: list[int] = []
        while asked(page):
            wrong |= look_in(page, BOTH if order else SIZES, f"question {len(order) + 1}")
            order.append(decide(house, page))
        assert len(set(order)) == hands
        wait_for(page, "results")
        assert wrong | look_in(page, SIZES, "the result") == {}
        check_results(page, house.state(page))


@pytest.mark.parametrize("game", PLAYED)
def test_quick_play_puts_the_same_bets_on_every_hand(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    with with_hands(browser, house, f"quick-{game}", game, 2) as page:
        bet(page, chip=100)
        deal(page)
        for number in (1, 2):
            while asked(page):
                decide(house, page)
            wait_for(page, "results")
            state = house.state(page)
            assert state.last is not None
            assert state.last.number == number
            initial = state.config.rule_book.initial
            assert [hand.stakes[initial] for hand in last_hands(state)] == [500, 600]
            page.keyboard.press("q")
            until(lambda number=number: house.state(page).rounds > number)  # type: ignore[misc]


def test_by_keyboard_hand_by_hand(browser: Browser, house: House) -> None:  # noqa: F811
    with with_hands(browser, house, "keys", "quick-draw-holdem", 3) as page:
        for at in (0, 1, 2):
            page.keyboard.press("h")
            expect(plates(page).nth(at)).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("d")
        assert asked(page)
        seats = own(house.state(page))
        page.keyboard.down("p")
        page.keyboard.down("p")  # held down: the same key again and again
        page.keyboard.down("p")
        page.keyboard.up("p")
        until(lambda: len(house.state(page).round.waiting) == 2)  # type: ignore[union-attr]
        check_asked(page, house.state(page))
        page.keyboard.press("f")
        page.keyboard.press("p")
        until(lambda: "turn" in house.state(page).round.asked)  # type: ignore[union-attr]
        round = house.state(page).round
        assert round is not None
        assert [round.hands[seat].choices for seat in seats] == [{"flop": "bet"}, {"flop": "fold"}, {"flop": "bet"}]
        while asked(page):
            decide(house, page)
        live = page.locator(".live-region")
        expect(live).to_contain_text("With 3 hands you")
        expect(live).to_contain_text("Hand 2: ")


def test_a_double_click_decides_one_hand(browser: Browser, house: House) -> None:  # noqa: F811
    with with_hands(browser, house, "double", "quick-draw-holdem", 3) as page:
        deal(page)
        assert asked(page)
        for left in (2, 1):
            page.get_by_role("button", name="Bet the Turn").dblclick()
            until(lambda left=left: len(house.state(page).round.waiting) <= left)  # type: ignore[misc, union-attr]
            assert page.evaluate("document.querySelector('felt-table').store.answered.size") == 3 - left
            check_asked(page, house.state(page))
            assert len(house.state(page).round.waiting) == left  # type: ignore[union-attr]


def test_by_touch_on_a_phone(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser, viewport=PHONE, touch=True) as seen:
        page = seen.page
        own_table(house, page, "touch", "ace-odd-even")
        page.locator(".mine .spot:not([aria-disabled])").first.tap()
        expect(page.locator(".mine .spot .stack").first).to_be_visible()
        page.get_by_role("button", name="Menu", exact=True).tap()
        page.locator(".tools").get_by_role("button", name="Another hand").tap()
        expect(plates(page)).to_have_count(2)
        page.get_by_role("button", name="Play another hand").tap()
        expect(plates(page)).to_have_count(3)
        assert page.evaluate(MEASURED, FINGER) == []
        plates(page).first.tap()
        expect(plates(page).first).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="Deal", exact=True).tap()
        for _ in range(3):
            assert asked(page)
            before = house.state(page).number
            check_asked(page, house.state(page))
            assert page.evaluate(MEASURED, FINGER) == []
            page.get_by_role("button", name="Best set").tap()
            page.locator(".bar-actions .button:not(.quiet)").last.tap()
            until(lambda before=before: house.state(page).number > before)  # type: ignore[misc]
        wait_for(page, "results")
        check_results(page, house.state(page))


@pytest.mark.parametrize("game", ["quick-draw-holdem", "rule-out"])
def test_hands_are_played_with_cards_and_chips_in_motion(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    with with_hands(browser, house, f"moving-{game}", game, 2) as page:
        page.emulate_media(reduced_motion="no-preference")
        deal(page)
        decided = []
        while asked(page):
            decided.append(decide(house, page))
        assert set(decided) == set(own(house.state(page)))
        check_results(page, house.state(page))
