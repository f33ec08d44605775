"""Several hands of one player, at a private table: bets for each, questions hand by hand, results for each and all."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from feltlab.cards.names import card_names
from feltlab.games import GAMES
from feltlab.games.loading import load_game
from feltlab.lab import advise
from feltlab.table.coach import advice_line
from feltlab.table.config import LONGEST_CLOCK, Config
from feltlab.table.state import SeatHand, State
from tests.waiting import until
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
from tests.web.felt.test_screens import FINGER, MEASURED, SIZES, look, look_in

FILE = "three-card-poker"
PLAYED = [*GAMES, FILE]
BOTH = ("tall phone", "laptop")
"""In every state; at a question and at the end all windows are looked at."""


@pytest.fixture(scope="module", autouse=True)
def game_of_a_file() -> Iterator[None]:
    load_game(Path(__file__).parents[3] / "examples" / "games" / "three_card_poker.py")
    yield
    del GAMES[FILE]


def own_table(house: House, page: Page, name: str, game: str) -> None:  # noqa: F811
    sit_down(page, house.open_table(name, Config(game, private=True)))


def plates(page: Page) -> Locator:
    return page.locator(".own-hand")


def bet(page: Page, *, chip: int = 500, at: int = 0) -> None:
    page.locator(f'[data-chip="{chip}"]').click()
    spot = page.locator(".mine .spot:not([aria-disabled])").nth(at)
    spot.click()
    expect(spot.locator(".stack")).to_be_visible()


def take(page: Page, hands: int) -> None:
    """So many hands in all."""
    for count in range(max(2, plates(page).count() + 1), hands + 1):
        if count == 2:
            use_tool(page, "Another hand")
        else:
            page.get_by_role("button", name="Play another hand").click()
        expect(plates(page)).to_have_count(count)
        expect(plates(page).last).to_have_attribute("aria-pressed", "true")


def own(state: State) -> list[int]:
    return sorted(number for number, seat in state.seats.items() if not seat.bot)


def last_hands(state: State) -> list[SeatHand]:
    assert state.last is not None
    return [state.last.hands[seat] for seat in own(state)]


def net(hand: SeatHand) -> int:
    return sum(done.returned - done.staked for done in hand.results)


def money(cents: int) -> str:
    """As the felt writes it: whole dollars without cents."""
    return f"${abs(cents) // 100:,}" + (f".{abs(cents) % 100:02}" if cents % 100 else "")


def signed(cents: int) -> str:
    return f"{'+' if cents > 0 else '−' if cents < 0 else ''}{money(cents)}"


def asked(page: Page) -> bool:
    expect(page.locator('felt-table:is([data-phase="decide"], [data-phase="results"])')).to_be_visible()
    return page.locator("felt-table").get_attribute("data-phase") == "decide"


def check_asked(page: Page, state: State) -> int:
    """The hand that is asked is the first that the table waits for, and all of the page speaks of it."""
    round = state.round
    assert round is not None
    seat = round.waiting[0]
    number = own(state).index(seat) + 1
    expect(page.locator(".own-hand.asked .own-name")).to_have_text(f"Hand {number}")
    expect(page.locator(".own-hand.here")).to_have_count(1)
    expect(page.locator(".now")).to_have_text(re.compile(f"^Hand {number}: "))
    cards = page.locator(".my-card")
    expect(cards).to_have_count(len(round.hands[seat].cards))
    shown = [card.get_attribute("data-card") for card in cards.all()]
    assert sorted(map(str, shown)) == sorted(card_names(round.hands[seat].cards))
    for at, each in enumerate(own(state)):
        mini = plates(page).nth(at).locator("playing-card")
        dealt = len(round.hands[each].cards) if each in round.hands else 0
        expect(mini).to_have_count(dealt)
    return seat


def answer(page: Page) -> None:
    best = page.get_by_role("button", name="Best set")
    keep = page.get_by_role("button", name="Keep all")
    if best.count():
        best.click()
        expect(page.locator(".my-card.picked").first).to_be_visible()
    (keep if keep.count() else page.locator(".bar-actions .button:not(.quiet)").last).click()


def decide(house: House, page: Page) -> int:  # noqa: F811
    """One question of one hand; returns its seat."""
    seat = check_asked(page, house.state(page))
    before = house.state(page).number
    answer(page)
    until(lambda: house.state(page).number > before)
    round = house.state(page).round
    if round and round.waiting:
        number = own(house.state(page)).index(round.waiting[0]) + 1
        expect(page.locator(".own-hand.asked .own-name")).to_have_text(f"Hand {number}")
    return seat


def check_results(page: Page, state: State) -> None:
    hands = last_hands(state)
    total = sum(map(net, hands))
    said = f"You won {money(total)} in all." if total > 0 else f"You lost {money(total)} in all."
    expect(page.locator(".now")).to_have_text(said if total else "You are even this round in all.")
    for at, hand in enumerate(hands):
        expect(plates(page).nth(at).locator(".own-state")).to_have_text(signed(net(hand)))
        plates(page).nth(at).click()
        expect(plates(page).nth(at)).to_have_attribute("aria-pressed", "true")
        nets = page.locator(".results .results-net")
        right = [
            signed(done.returned - done.staked) if done.returned != done.staked else "push" for done in hand.results
        ]
        expect(nets).to_have_text([re.compile(f"^{re.escape(net)}") for net in right])
        cards = [card.get_attribute("data-card") for card in page.locator(".my-card").all()]
        assert {*card_names(hand.cards)} & {*cards} or hand.replacement is not None


@pytest.mark.parametrize("hands", [2, 3])
@pytest.mark.parametrize("game", PLAYED)
def test_a_round_with_several_hands(browser: Browser, house: House, game: str, hands: int) -> None:  # noqa: F811
    with visitor(browser, touch=True) as seen:
        page = seen.page
        own_table(house, page, f"hands-{game}-{hands}", game)
        bet(page)
        take(page, hands)
        bet(page, chip=2500)  # on the last hand only
        wrong = look_in(page, BOTH, "before the deal")
        state = house.state(page)
        assert state.round is not None
        first = state.config.rule_book.initial
        until(lambda: house.state(page).round.hands[own(state)[-1]].stakes[first] == 3000)  # type: ignore[union-attr]
        stakes = [house.state(page).round.hands[seat].stakes[first] for seat in own(state)]  # type: ignore[union-attr]
        assert stakes == [500] * (hands - 1) + [3000]
        page.get_by_role("button", name="Deal", exact=True).click()
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
    with visitor(browser) as seen:
        page = seen.page
        own_table(house, page, f"quick-{game}", game)
        bet(page)
        take(page, 2)
        bet(page, chip=100)
        page.get_by_role("button", name="Deal", exact=True).click()
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
        page.get_by_role("button", name="Deal", exact=True).click()
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


def test_by_keyboard_hand_by_hand(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        own_table(house, page, "keys", "quick-draw-holdem")
        bet(page)
        take(page, 3)
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
    with visitor(browser) as seen:
        page = seen.page
        own_table(house, page, "double", "quick-draw-holdem")
        bet(page)
        take(page, 3)
        page.get_by_role("button", name="Deal", exact=True).click()
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


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["laptop", "phone"])
def test_the_coach_follows_the_hand_that_is_asked(
    browser: Browser,  # noqa: F811
    house: House,  # noqa: F811
    viewport: dict[str, int],
) -> None:
    with visitor(browser, viewport=viewport, touch=True) as seen:
        page = seen.page
        own_table(house, page, f"coached-{viewport['width']}", "low-four")
        bet(page)
        take(page, 2)
        page.get_by_role("button", name="Deal", exact=True).click()
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
    with visitor(browser) as seen:
        page = seen.page
        own_table(house, page, "reload", "quick-draw-holdem")
        bet(page)
        take(page, 2)
        page.reload()
        expect(plates(page).locator(".own-state")).to_have_text(["$5", "$5"])
        page.get_by_role("button", name="Deal", exact=True).click()
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
    with visitor(browser, theme, fresh=True) as seen:
        page = seen.page
        own_table(house, page, f"accessible-{theme}", "low-four")
        bet(page)
        take(page, 3)
        page.evaluate("document.fonts.ready.then(() => null)")
        assert violations(page) == []
        before = shifted(page)
        page.get_by_role("button", name="Deal", exact=True).click()
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


@pytest.mark.parametrize("game", ["quick-draw-holdem", "rule-out"])
def test_hands_are_played_with_cards_and_chips_in_motion(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        page.emulate_media(reduced_motion="no-preference")
        own_table(house, page, f"moving-{game}", game)
        bet(page)
        take(page, 2)
        page.get_by_role("button", name="Deal", exact=True).click()
        decided = []
        while asked(page):
            decided.append(decide(house, page))
        assert set(decided) == set(own(house.state(page)))
        check_results(page, house.state(page))


def test_history_has_every_hand(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        own_table(house, page, "remembered", "low-four")
        bet(page)
        take(page, 2)
        page.get_by_role("button", name="Deal", exact=True).click()
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
