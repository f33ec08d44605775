"""What the felt says, and what happens next: for people who have never seen the game."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations

import pytest
from playwright.sync_api import Browser, Page, expect

from feltlab.cards import parse_cards
from feltlab.hands.low import hand_key, low_points
from feltlab.hands.points import four_points
from feltlab.table.config import Config
from feltlab.table.pack import pack_of
from feltlab.table.state import Round
from feltlab.web.felt.pages import felt_of
from tests.web.accessible import violations
from tests.web.browser import browser  # noqa: F401 - a fixture
from tests.web.felt.facts import facts_of
from tests.web.felt.house import (
    FIRST,
    GAMES,
    House,
    bet_and_deal,
    house,  # noqa: F401 - a fixture
    name_with_bet,
    now,
    sit_down,
    spot,
    visitor,
    wait_for,
)

MINUS = "−"


def fold_a_round(page: Page, house: House, game: str) -> None:  # noqa: F811
    sit_down(page, f"{house.address}/play/{game}")
    bet_and_deal(page, game)
    page.keyboard.press("f")
    wait_for(page, "results")


@contextmanager
def dealt_from(house: House, seed: bytes) -> Iterator[None]:  # noqa: F811
    """Rounds that open in the meantime are dealt from this seed."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(house.pit, "entropy", lambda _: seed)
        yield


def seed_of_a_tie(table: str, config: Config, seat: int) -> tuple[bytes, int]:
    """A seed where the middle seat and the dealer have the same total, and the dealer qualifies."""
    for number in range(100_000):
        pack = pack_of(table, Round(1, number.to_bytes(32).hex(), "", 0, config))
        own, dealers = (low_points(hand_key(cards)) for cards in (pack.seats[seat], pack.places["dealer"]))
        if own == dealers <= config.terms.numbers.qualifier:
            return number.to_bytes(32), own
    raise AssertionError("no such seed")


def test_low_four_asks_for_the_lowest_total_and_adds_up_from_the_first_card(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/low-four")
        bet_and_deal(page, "low-four")
        now(page, "Choose the four cards with the lowest total")
        expect(page.locator(".now-more")).to_contain_text("Cards of the same rank count once: 9-9 is 9.")
        chosen: list[int] = []
        for card in page.locator(".my-card").all()[2:6]:
            chosen += [parse_cards([card.get_attribute("data-card") or ""], 1, "card")[0] >> 2]
            card.click()
            total = four_points(chosen)
            expect(page.locator(".tally strong")).to_have_text(re.compile(rf"^{total} (so far|points?)$"))
        now(page, "Now press Play ($5) or Fold.")


@pytest.mark.parametrize(
    ("game", "keys", "said"),
    [
        ("low-four", "f", ["You fold", "You: Ante loses"]),
        ("rule-out", "k", ["You stay", "You: Main"]),
        ("rule-out", "123p", ["You trade ", "You: Main"]),  # the last of them that is no Joker
    ],
)
def test_what_one_does_is_told_in_the_second_person(
    browser: Browser,  # noqa: F811
    house: House,  # noqa: F811
    game: str,
    keys: str,
    said: list[str],
) -> None:
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, house.open_table(f"told-{game}-{keys}", Config(game, private=True)))
        bet_and_deal(page, game)
        for key in keys:
            page.keyboard.press(key)
        wait_for(page, "results")
        for words in said:
            expect(page.locator(".live-region")).to_contain_text(words)
        expect(page.locator(".live-region")).not_to_contain_text("Seat ")


def test_a_pair_counts_once_in_every_part_of_a_set() -> None:
    cards = "3c 3d 6h 9s 9d Tc Jd"
    facts = facts_of("low-four", cards)
    ranks = [card >> 2 for card in parse_cards(cards, 7, "cards")]
    assert (facts["call"], set(facts["best"])) == ("12 points", {"3c", "3d", "9s", "9d"})
    for size in (1, 2, 3):
        for places in combinations(range(7), size):
            total = four_points([ranks[place] for place in places])
            assert facts["fewer"]["".join(map(str, places))] == f"{total} so far"


def test_a_card_that_is_chosen_says_what_is_left_to_press(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/rule-out")
        bet_and_deal(page, "rule-out")
        page.locator(".my-card:not(.still)").first.click()
        now(page, "Now press Trade")


def test_quick_draw_has_one_name_for_the_river_and_one_way_to_say_what_wins(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/quick-draw-holdem")
        for wager, name in (("turn", "Turn"), ("river", "River Bonus")):
            expect(spot(page, wager)).to_have_accessible_name(re.compile(f"^{name}: no bet"))
            expect(page.locator(".spot-place", has=spot(page, wager))).to_contain_text("bet later")
        expect(page.locator(".pays caption", has_text="River Bonus")).to_have_count(1)
        wins = f"wo pair with {felt_of(Config('quick-draw-holdem'))['numbers']['high_pair']}s or better on top, or any higher hand"
        expect(page.locator(".print-rule")).to_contain_text(wins)
        bet_and_deal(page, "quick-draw-holdem")
        expect(page.locator(".now-more")).to_contain_text(wins)
        page.get_by_role("button", name="Rules & pays").click()
        expect(page.locator(".drawer caption", has_text="River Bonus")).to_have_count(1)


@pytest.mark.parametrize(
    ("board", "said"),
    [("3h 4s Kd", "a pair of 8s"), ("3h 3s Kd", "two pair, 8s and 3s"), ("8h 8s Kd", "4 of a kind, 8s")],
)
def test_a_hand_is_named_with_its_article(board: str, said: str) -> None:
    assert facts_of("quick-draw-holdem", "8c 8d", board)["hold"] == f"You hold {said}."


def test_a_tie_is_told_with_its_figures(browser: Browser, house: House) -> None:  # noqa: F811
    config = Config("low-four", private=True)
    seed, total = seed_of_a_tie("tie", config, 3)
    address = house.open_table("tie", config)
    with visitor(browser) as seen:
        page = seen.page
        with dealt_from(house, seed):
            sit_down(page, address)
        bet_and_deal(page, "low-four")
        page.keyboard.press("b")
        expect(page.locator(".tally")).to_contain_text("the best set")
        page.keyboard.press("p")
        wait_for(page, "results")
        expect(page.locator(".results")).to_contain_text(f"tie: {total} points each")
        expect(page.locator(".results-net").first).to_have_text("push, bet returned")
        expect(page.locator(".call")).to_have_text(f"Dealer: {total} points")
        codes = "cards => cards.map(card => card.getAttribute('code'))"
        lying = page.locator(".dealer-cards playing-card").evaluate_all(codes)
        page.get_by_role("button", name="History").click()
        page.get_by_role("button", name="Replay: Round 1", exact=True).click()
        row = page.locator(".replay-row").first
        assert set(row.locator("playing-card").evaluate_all(codes)) == {None}
        for _ in range(3):
            page.get_by_role("button", name="Next step").click()
        assert row.locator("playing-card").evaluate_all(codes) == lying
        assert row.locator(".set").evaluate_all(codes) == lying[:4]


def test_a_replay_is_stepped_through_with_buttons_that_stay(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        fold_a_round(page, house, "ace-odd-even")
        page.get_by_role("button", name="History").click()
        page.get_by_role("button", name="Replay: Round 1", exact=True).click()
        forward = page.get_by_role("button", name="Next step")
        place = forward.bounding_box()
        for step in range(1, 5):
            expect(page.locator(".replay-steps")).to_contain_text(f"Step {step} of 5")
            assert forward.bounding_box() == place
            forward.click()
        expect(page.locator(".replay-steps")).to_contain_text("Step 5 of 5: results")
        assert forward.bounding_box() == place
        expect(page.locator(".replay-shuffle .mono")).to_be_hidden()
        page.locator(".replay-shuffle summary").click()
        expect(page.locator(".replay-shuffle .mono")).to_have_text(re.compile("^[0-9a-f]{64}$"))
        assert violations(page) == []


def test_my_sheet_speaks_of_money(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        fold_a_round(page, house, "quick-draw-holdem")
        page.evaluate(
            "document.querySelector('felt-table').coach.judging.then(() => {})"
        )  # what the fold was worth is on the sheet
        page.get_by_role("button", name="My sheet").click()
        sheet = page.locator(".drawer-sheet")
        expect(sheet.get_by_role("heading", level=2)).to_have_text("My sheet")
        result = sheet.locator(".facts div", has_text="Won or lost")
        expect(result.locator("dd")).to_have_text(re.compile(rf"^{MINUS}\$5\.00{MINUS}1\.0 Flop bet$"))
        expect(sheet.locator(".facts div", has_text="Cost of your mistakes").locator("dd")).to_contain_text("$")
        expect(sheet).to_contain_text("Without the 3 Card Flop Bonus")
        assert violations(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_spot_says_what_its_bet_is(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/{game}")
        spots = page.locator("[data-wager]").all()
        assert len(spots) == len(felt_of(Config(game))["spots"])
        told = [one.get_attribute("title") or "" for one in spots]
        for one, about in zip(spots, told, strict=True):
            assert about.endswith(".")
            expect(one).to_have_accessible_description(re.compile(f"^{re.escape(about)}"))
        spot(page, FIRST[game]).focus()
        page.keyboard.press("Tab")
        page.keyboard.press("Shift+Tab")
        expect(page.locator(f"#about-{FIRST[game]}")).to_be_visible()
        page.get_by_role("button", name="Rules & pays").click()
        for about in told:
            expect(page.locator(".drawer .word-list").first).to_contain_text(about)
        words = page.locator(".drawer .word-list").last
        for word in (
            "push",
            "2 to 1",
            *(("qualifies", "for 1", "progressive") if game in ("ace-odd-even", "low-four") else ()),
        ):
            expect(words).to_contain_text(word)


def test_bets_are_undone_one_by_one_and_play_comes_later(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/low-four")
        undo = page.get_by_role("button", name="Undo")
        expect(undo).to_have_attribute("aria-disabled", "true")
        page.locator('[data-chip="500"]').click()
        spot(page, "ante").click()
        expect(spot(page, "ante")).to_have_accessible_name(name_with_bet(500))
        page.locator('[data-chip="2500"]').click()
        spot(page, "ante").click()
        expect(spot(page, "ante")).to_have_accessible_name(name_with_bet(3_000))
        undo.click()
        expect(spot(page, "ante")).to_have_accessible_name(name_with_bet(500))
        page.keyboard.press("u")
        now(page, "Put a chip on Ante")
        expect(undo).to_have_attribute("aria-disabled", "true")
        spot(page, "play").dispatch_event("click")
        expect(page.get_by_role("alert")).to_have_text("You bet Play after the cards are dealt.")


def test_a_shared_link_is_good_news(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        page.context.grant_permissions(["clipboard-write", "clipboard-read"])
        sit_down(page, f"{house.address}/play/low-four")
        page.get_by_role("button", name="Share").click()
        expect(page.locator(".bar-said")).to_contain_text("Link copied")
        expect(page.get_by_role("alert")).to_have_count(0)
        page.get_by_role("button", name="Settings").click()
        expect(page.get_by_label("Keyboard shortcuts")).to_be_checked()


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("Dealer: two pair, 9s and 7s", "Dealer: two pair, 9s and 7s"),
        ("full house, 9s over 2s", "full house, 9s over 2s"),
        ("pair of 9s", "pair of 9s"),
        ("Seat 2 trades 9s", "Seat 2 trades 9♠"),
        ("2 surviving: 9s Th", "2 surviving: 9♠ 10♥"),
        ("9s by Odd; Kd by Red", "9♠ by Odd; K♦ by Red"),
    ],
)
def test_nines_are_no_nine_of_spades(browser: Browser, house: House, said: str, read: str) -> None:  # noqa: F811
    with visitor(browser) as seen:
        seen.page.goto(house.address)
        script = "said => import('/static/site/names.js').then(names => names.withSigns(said))"
        assert seen.page.evaluate(script, said) == read
