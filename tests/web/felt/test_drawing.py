"""What is drawn where: names beside their rings, messages that move nothing, cards that belong together."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect

from feltlab.cards import RULE_CARDS, card_text, cards_text
from feltlab.games.quick_draw_holdem.reading import made_of
from feltlab.table import State
from tests.web.browser import DESKTOP, PHONE, browser  # noqa: F401 - a fixture
from tests.web.felt.facts import facts_of
from tests.web.felt.house import (
    FIRST,
    GAMES,
    House,
    bet_and_deal,
    house,  # noqa: F401 - a fixture
    own_hand,
    sit_down,
    spot,
    visitor,
    wait_for,
)

SIZES = {"desktop": DESKTOP, "phone": PHONE}
PHONE_ON_ITS_SIDE = {"width": PHONE["height"], "height": PHONE["width"]}


def box(found: Locator) -> FloatRect:
    where = found.bounding_box()
    assert where is not None
    return where


def bottom(found: Locator) -> float:
    where = box(found)
    return where["y"] + where["height"]


@contextmanager
def at_table(browser: Browser, house: House, game: str, size: str = "desktop") -> Iterator[Page]:  # noqa: F811
    with visitor(browser, viewport=SIZES[size], touch=size == "phone") as seen:
        sit_down(seen.page, f"{house.address}/play/{game}")
        yield seen.page


# Rule Out!


@pytest.mark.parametrize("size", SIZES)
def test_all_rule_cards_lie_open_and_those_that_strike_are_lit(browser: Browser, house: House, size: str) -> None:  # noqa: F811
    with at_table(browser, house, "rule-out", size) as page:
        strip = page.locator(".rule-strip rule-card")
        assert [card.get_attribute("name") for card in strip.all()] == list(RULE_CARDS)
        bet_and_deal(page, "rule-out")
        cards = page.locator(".my-card:not(.still)")
        if not cards.count():
            return  # three Jokers
        cards.first.click()
        place = int(cards.first.get_attribute("data-place") or 0)
        names = facts_of("rule-out", cards_text(own_hand(house.state(page)).cards))["struck"][place]
        expect(page.locator(".rule-strip .lit")).to_have_count(len(names))
        lit = page.locator(".rule-strip .lit rule-card").all()
        assert [card.get_attribute("name") for card in lit] == names
        expect(page.locator(".tally")).to_contain_text(f"Struck by: {', '.join(names)}")
        for card in strip.all():
            expect(card).to_be_in_viewport(ratio=1)


def test_a_rule_cards_name_does_not_cover_a_corner(browser: Browser, house: House) -> None:  # noqa: F811
    with at_table(browser, house, "rule-out") as page:
        for _ in range(6):
            bet_and_deal(page, "rule-out")
            page.keyboard.press("k")
            wait_for(page, "results")
            if page.locator(".card-note").count():
                break
            page.keyboard.press("n")
            wait_for(page, "bets")
        note = page.locator(".card-note").first
        card = box(page.locator(".my-card", has=note).first)
        drawn = box(note)
        assert drawn["y"] > card["y"] + 0.3 * card["height"]
        assert drawn["y"] + drawn["height"] < card["y"] + 0.7 * card["height"]


# Spots


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_names_stay_beside_their_rings(browser: Browser, house: House, game: str, size: str) -> None:  # noqa: F811
    with at_table(browser, house, game, size) as page:
        places = page.locator(".spots .spot-place")
        before = [box(place.locator(".spot-name")) for place in places.all()]
        spot(page, FIRST[game]).click()
        expect(spot(page, FIRST[game]).locator(".stack")).to_be_visible()
        for place, was in zip(places.all(), before, strict=True):
            name = place.locator(".spot-name")
            expect(name).to_be_visible()
            assert box(name) == was
            ring = place.locator(".outline .line")
            assert was["y"] >= bottom(ring) - 1
            assert name.evaluate("node => node.scrollWidth <= node.clientWidth")
            assert name.evaluate("node => node.getBoundingClientRect().height < 2.6 * 16 * 0.8")
        sums = page.locator(".spot-place", has=spot(page, FIRST[game])).locator(".amount")
        expect(sums).to_have_text("$5")
        boxes = sorted(before, key=lambda one: one["x"])
        assert all(left["x"] + left["width"] <= right["x"] for left, right in pairwise(boxes))


# The bar and the coach


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("coach", [False, True])
def test_a_message_moves_nothing(browser: Browser, house: House, size: str, coach: bool) -> None:  # noqa: F811
    with at_table(browser, house, "low-four", size) as page:
        bet_and_deal(page, "low-four")
        if coach:
            page.keyboard.press("c")
            expect(page.locator(".worth li").first).to_be_visible()
        actions, bar = page.locator(".bar-actions"), page.locator(".bar")
        before = box(actions), box(bar)
        page.keyboard.press("p")  # no set is chosen
        expect(bar.get_by_role("alert")).to_be_visible()
        assert (box(actions), box(bar)) == before


@pytest.mark.parametrize("game", GAMES)
def test_the_coach_and_the_bar_fit_the_screen(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    with at_table(browser, house, game) as page:
        bet_and_deal(page, game)
        page.keyboard.press("c")
        expect(page.locator(".worth li").first).to_be_visible()
        expect(page.locator(".strategy")).to_be_attached()
        assert bottom(page.locator(".coach-panel")) <= DESKTOP["height"]
        high = box(page.locator(".bar"))["height"]
        page.keyboard.press("k" if game == "rule-out" else "f")
        wait_for(page, "results")
        assert bottom(page.locator(".bar")) <= DESKTOP["height"]
        assert box(page.locator(".bar"))["height"] <= high + 8
        for row in page.locator(".results tr").all():
            assert box(row)["height"] < 40


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_the_coach_leaves_the_dealers_cards_to_be_seen(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    with at_table(browser, house, game, "phone") as page:
        bet_and_deal(page, game)
        page.keyboard.press("c")
        expect(page.locator(".worth li").first).to_be_visible()
        for size in (PHONE, PHONE_ON_ITS_SIDE, PHONE):
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            page.evaluate("async () => { await new Promise(requestAnimationFrame); scrollTo(0, 0); }")
            assert bottom(page.locator(".coach-panel")) <= box(page.locator(".dealer-cards"))["y"]
        for row in page.locator(".worth li").all():
            assert row.evaluate("row => row.scrollWidth <= row.clientWidth")
        page.get_by_role("button", name="Why?").click()
        expect(page.locator(".strategy")).to_be_visible()
        page.get_by_role("button", name="Less").click()
        expect(page.locator(".strategy")).to_be_hidden()
        page.keyboard.press("k" if game == "rule-out" else "f")
        wait_for(page, "results")
        panel = page.locator(".coach-panel")
        expect(panel).to_have_class("coach-panel brief")
        page.evaluate("scrollTo(0, 0)")
        assert box(panel)["height"] < 60
        assert bottom(panel) <= box(page.locator(".dealer-cards"))["y"]
        expect(page.get_by_role("button", name="Hide the coach")).to_be_visible()


# Cards that belong together


def dealer_used(page: Page) -> tuple[list[str], list[str]]:
    cards = page.locator(".dealer-cards playing-card")
    used = [card.get_attribute("code") or "" for card in page.locator(".dealer-cards .used").all()]
    return used, [card.get_attribute("code") or "" for card in cards.all()]


def play_on(page: Page, game: str) -> None:
    bet_and_deal(page, game)
    if game == "quick-draw-holdem":
        page.locator(".button", has_text="Bet the Turn").click()
        page.locator(".button", has_text="Bet the River").click()
    else:
        page.get_by_role("button", name="Best set").click()
        page.locator(".button", has_text="Play $").click()
    wait_for(page, "results")


@pytest.mark.parametrize("game", ["low-four", "ace-odd-even"])
def test_the_dealers_hand_lies_together(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    with at_table(browser, house, game) as page:
        play_on(page, game)
        used, order = dealer_used(page)
        assert order[: len(used)] == used
        assert len(order) == 7
        if game == "low-four":
            assert len(used) == 4
            low = ["A23456789TJQK".index(code[0]) for code in used]
            assert low == sorted(low, reverse=True)
        if used:
            above = page.locator(".dealer-cards .unused")
            assert bottom(above.first) < bottom(page.locator(".dealer-cards .used").first)
            assert [card.get_attribute("code") for card in above.all()] == order[len(used) :]


@pytest.mark.parametrize("game", GAMES)
def test_what_others_bet_is_seen_on_a_phone(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    """Beside the cards of each, inside the cloth; where a side has many seats beside the name."""
    with at_table(browser, house, game, "phone") as page:
        chips = page.locator(".other-chips:has(.amount)")
        bet_and_deal(page, game)
        while chips.count() == 0:  # both bots have folded, and their bets are taken
            page.keyboard.press("f")
            wait_for(page, "results")
            page.keyboard.press("n")
            wait_for(page, "bets")
            bet_and_deal(page, game)
        for bet in chips.all():
            where, cloth = box(bet.locator(".amount")), box(page.locator(".cloth"))
            assert cloth["x"] <= where["x"]
            assert where["x"] + where["width"] <= cloth["x"] + cloth["width"]
            expect(bet.locator(".stack")).to_be_visible()
            name = bet.locator("xpath=..").locator(".plate")
            cards = bet.locator("xpath=..").locator(".other-cards")
            for other in [name, *([cards] if cards.is_visible() else [])]:
                covered = box(other)
                apart = (
                    where["x"] >= covered["x"] + covered["width"] or where["y"] + where["height"] <= covered["y"] + 1
                )
                assert apart, (where, covered)


def board_and_hand(state: State) -> tuple[int, ...]:
    assert state.last is not None
    return own_hand(state).cards + state.last.places["board"]


def test_the_cards_that_make_the_hand_are_marked(browser: Browser, house: House) -> None:  # noqa: F811
    with at_table(browser, house, "quick-draw-holdem") as page:
        for _ in range(5):
            play_on(page, "quick-draw-holdem")
            made = {card_text(card) for card in made_of(board_and_hand(house.state(page)))}
            marked = page.locator(".dealer-cards .used, .my-card.marked playing-card")
            expect(marked).to_have_count(len(made))
            assert {card.get_attribute("code") for card in marked.all()} == made
            if made:
                return
            page.keyboard.press("n")
            wait_for(page, "bets")


@pytest.mark.parametrize("size", SIZES)
def test_no_rank_of_a_fan_is_cut(browser: Browser, house: House, size: str) -> None:  # noqa: F811
    with at_table(browser, house, "ace-odd-even", size) as page:
        play_on(page, "ace-odd-even")
        shown = page.locator(".other-cards playing-card[code]")
        if shown.count() < 2:
            return  # both bots have folded
        covered = page.evaluate(
            """() => [...document.querySelectorAll(".other-cards playing-card[code] + playing-card[code]")].filter(next => {
                 const rank = next.previousElementSibling.querySelector(".rank");
                 return rank.getBoundingClientRect().right + 1.5 * rank.getCTM().a > next.getBoundingClientRect().left + 1.5;
               }).length"""
        )
        assert covered == 0


# A phone


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_has_values_navigation_and_pay_tables(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    with at_table(browser, house, game, "phone") as page:
        expect(page.locator(".masthead").get_by_role("link", name="Lab", exact=True)).to_be_visible()
        assert box(page.locator(".masthead"))["height"] < 50
        if game != "rule-out":
            expect(page.locator(".print-second")).to_be_visible()
        tables = page.locator(".pays-below .pay-table")
        expect(page.locator(".cloth .pay-table")).to_have_count(0)
        tables.last.scroll_into_view_if_needed()
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        for table in tables.all():
            assert box(table)["y"] >= bottom(page.locator(".bar")) - 1
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


# The drawer


def test_the_rules_drawer_has_even_rows_and_keeps_the_wheel(browser: Browser, house: House) -> None:  # noqa: F811
    with at_table(browser, house, "rule-out") as page:
        page.get_by_role("button", name="Rules & pays").click()
        rows = [round(box(row)["height"]) for row in page.locator(".drawer-pays tr").all()]
        assert len(set(rows)) == 1
        inside = page.locator(".drawer-body")
        assert inside.evaluate("node => getComputedStyle(node).overscrollBehaviorY") == "contain"


# The lobby


def test_the_lobby_shows_every_game_and_ones_own_table(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/low-four")
        bet_and_deal(page, "low-four")
        page.keyboard.press("f")
        wait_for(page, "results")
        own = page.url
        page.goto(f"{house.address}/play")
        for title in ("Ace Odd Even", "Low Four", "Quick Draw Hold'em", "Rule Out!"):
            expect(page.get_by_role("link", name=f"Play {title}", exact=True)).to_be_in_viewport(ratio=1)
        row = page.locator("open-tables li").first
        expect(row).to_contain_text("Your table: Low Four, round ")
        assert own.rsplit("/", 1)[1] not in page.locator("open-tables").inner_text()
        page.locator("#title-rule-out").click(force=True)  # the whole card leads to the table
        page.wait_for_url("**/table/*")
        page.goto(f"{house.address}/")
        page.get_by_role("link", name="Continue Low Four").click()
        page.wait_for_url(own)
        expect(page.locator("felt-table[data-ready]")).to_be_visible()
