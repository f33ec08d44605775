"""The coach at the table: what it says of money, which line it marks, and when it goes."""

from random import Random

import pytest
from playwright.sync_api import Browser, expect

from feltlab.cards import card_text
from feltlab.games.quick_draw_holdem.decisions import HUMAN, bets_flop
from feltlab.games.quick_draw_holdem.rules import QuickDrawHoldem
from feltlab.games.rule_out.decisions import unify
from feltlab.lab import advise
from feltlab.table.coach import advice_line
from tests.web.browser import browser  # noqa: F401 - a fixture
from tests.web.felt.facts import facts_of, strategy
from tests.web.felt.house import (
    GAMES,
    House,
    bet_and_deal,
    house,  # noqa: F401 - a fixture
    now,
    sit_down,
    spot,
    visitor,
    wait_for,
)

MINUS = "−"


@pytest.mark.parametrize("game", GAMES)
def test_the_coach_speaks_of_money_and_keeps_the_exact_value(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/{game}")
        bet_and_deal(page, game)
        page.get_by_role("button", name="Ask the coach").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".worth li").first).to_be_visible()
        expect(page.get_by_role("button", name="Ask the coach")).to_have_count(0)
        state = house.state(page)
        assert state.round is not None
        worth = advise(advice_line(state, state.round, state.round.waiting[0]))
        for option in worth.options:
            row = page.locator(f'.worth li[data-choice="{option.choice}"]')
            cents = round(abs(float(option.ev)) * 500)
            came = "lose" if option.ev < 0 else "win"
            said = f"you {came} ${cents / 100:.2f}" if cents else "you break even"
            expect(row.locator(".worth-money")).to_have_text(said if option.choice == "fold" else f"on average {said}")
            assert row.get_attribute("data-ev") == str(option.ev)
            expect(row.locator(".worth-figure")).to_have_text(
                f"{MINUS if option.ev < 0 else '+' if option.ev else ''}{abs(float(option.ev)):.4f}"
            )
            bar = row.locator("i").bounding_box()
            rail = row.locator(".worth-bar").bounding_box()
            assert bar is not None
            assert rail is not None
            middle = rail["x"] + rail["width"] / 2  # a loss ends in the middle, winnings begin there
            assert (bar["x"] + bar["width"] if option.ev < 0 else bar["x"]) == pytest.approx(middle, abs=1)
        choice = "keep" if game == "rule-out" else "fold"
        cost = float(worth.best.ev - next(option.ev for option in worth.options if option.choice == choice))
        page.keyboard.press("k" if game == "rule-out" else "f")
        lesson = page.locator(".lesson")
        if cost:
            price = f"${cost * 5:.2f}" if cost * 500 >= 0.5 else "less than $0.01"
            expect(lesson).to_contain_text(f"costs {price} on average, ")
        else:
            expect(lesson).to_contain_text("best choice")


def test_with_a_bonus_at_stake_a_fold_is_an_average_too(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/low-four")
        spot(page, "ante").click()
        spot(page, "low-points").click()
        page.get_by_role("button", name="Deal", exact=True).click()
        wait_for(page, "decide")
        page.keyboard.press("c")
        expect(page.locator('.worth li[data-choice="fold"] .worth-money')).to_contain_text("on average")


def test_the_line_that_speaks_of_a_hand_is_marked(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/low-four")
        bet_and_deal(page, "low-four")
        page.keyboard.press("c")
        marked = page.locator(".strategy .applies")
        expect(marked).to_have_count(1)
        cards = " ".join(card.get_attribute("data-card") or "" for card in page.locator(".my-card").all())
        facts = facts_of("low-four", cards)
        expect(marked).to_contain_text(strategy("low-four")[facts["rule"]].strip())
        page.keyboard.press("f")
        wait_for(page, "results")
        told = page.locator(".lesson")
        expect(told).to_contain_text(facts["said"])


def test_the_words_of_quick_draw_are_explained(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/quick-draw-holdem")
        page.keyboard.press("c")
        rule = page.locator(".strategy")
        expect(rule).to_contain_text("a four-flush (four cards of one suit)")
        expect(rule).to_contain_text("a gutshot (such as 5-6-8-9: only a 7 makes the straight)")
        expect(rule).to_contain_text("straight draw that two ranks complete (such as 5-6-7-8")


def test_the_marked_lines_say_what_the_strategies_do() -> None:
    random = Random(11)
    high = QuickDrawHoldem().high_pair
    for _ in range(2000):
        five = random.sample(range(52), 5)
        first, second, third, fourth, fifth = five
        hand = [card_text(card) for card in five]
        rule = facts_of("quick-draw-holdem", " ".join(hand[:2]), " ".join(hand[2:]))["rule"]
        assert (rule < 5) == bets_flop(HUMAN, first, second, third, fourth, fifth, high)
        three = random.sample(range(52), 3)
        trades = facts_of("rule-out", " ".join(card_text(card) for card in three))["rule"] != 4
        assert trades == (unify(*three) >= 0)
    lines = strategy("low-four")
    for least, at in ((56, 1), (55, 2), (54, 3), (53, 4)):
        assert lines[at].strip().startswith(str(least))


def test_the_coach_stays_for_a_round_or_for_always(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/ace-odd-even")
        coach = page.locator(".coach-panel")
        page.get_by_role("button", name="Coach", exact=True).click()
        bet_and_deal(page, "ace-odd-even")
        expect(coach).to_be_visible()  # asked for while bets were taken: for this round
        page.keyboard.press("o")
        now(page, "Now press Play ($5) or Fold.")
        page.keyboard.press("f")
        wait_for(page, "results")
        expect(coach).to_be_visible()
        page.keyboard.press("n")
        expect(coach).to_have_count(0)
        page.keyboard.press("c")
        page.get_by_label("Always show").check()
        page.keyboard.press("r")
        page.keyboard.press("d")
        wait_for(page, "decide")
        page.keyboard.press("f")
        wait_for(page, "results")
        page.keyboard.press("n")
        expect(coach).to_be_visible()
        page.get_by_label("Always show").uncheck()
        page.locator(".felt").click(position={"x": 5, "y": 5})
        page.keyboard.press("Escape")
        expect(coach).to_have_count(0)
