"""What the felt says, and what happens next: for people who have never seen the game."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import pytest
from playwright.sync_api import Browser, Page, expect

from feltlab.cards import card_text, parse_cards
from feltlab.games.quick_draw_holdem.decisions import HUMAN, bets_flop
from feltlab.games.quick_draw_holdem.rules import QuickDrawHoldem
from feltlab.games.rule_out.decisions import unify
from feltlab.hands.low import hand_key, low_points
from feltlab.hands.points import four_points
from feltlab.lab import advise
from feltlab.service.pit import Pit
from feltlab.service.store import open_store
from feltlab.table.coach import advice_line
from feltlab.table.config import LONGEST_CLOCK, Config
from feltlab.table.pack import pack_of
from feltlab.table.state import Round, Seat
from feltlab.web.app import create_app
from feltlab.web.felt.pages import felt_of
from feltlab.web.live.opening import open_house
from tests.waiting import until
from tests.web.accessible import violations
from tests.web.browser import DESKTOP, PHONE, browser, serving  # noqa: F401 - a fixture
from tests.web.felt.facts import facts_of, strategy
from tests.web.felt.house import (
    FIRST,
    GAMES,
    SETTINGS,
    House,
    bet_and_deal,
    house,  # noqa: F401 - a fixture
    name_with_bet,
    sit_down,
    spot,
    use_tool,
    visitor,
    wait_for,
)

MINUS = "−"


def fold_a_round(page: Page, house: House, game: str) -> None:  # noqa: F811
    sit_down(page, f"{house.address}/play/{game}")
    bet_and_deal(page, game)
    page.keyboard.press("f")
    wait_for(page, "results")


def now(page: Page, said: str) -> None:
    expect(page.locator(".now")).to_contain_text(said)


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


def test_a_pair_counts_once_in_every_part_of_a_set() -> None:
    cards = "3c 3d 6h 9s 9d Tc Jd"
    facts = facts_of("low-four", cards)
    ranks = [card >> 2 for card in parse_cards(cards, 7, "cards")]
    assert (facts["call"], set(facts["best"])) == ("12 points", {"3c", "3d", "9s", "9d"})
    for size in (1, 2, 3):
        for places in combinations(range(7), size):
            total = four_points([ranks[place] for place in places])
            assert facts["fewer"]["".join(map(str, places))] == f"{total} so far"


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


def test_a_card_that_is_chosen_says_what_is_left_to_press(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/rule-out")
        bet_and_deal(page, "rule-out")
        page.locator(".my-card:not(.still)").first.click()
        now(page, "Now press Trade")


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_who_leaves_can_come_back(browser: Browser, house: House, viewport: dict[str, int]) -> None:  # noqa: F811
    with visitor(browser, viewport=viewport) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/low-four?private")
        bet_and_deal(page, "low-four")
        page.keyboard.press("f")
        wait_for(page, "results")
        use_tool(page, "Leave seat")
        now(page, "You have left the table.")
        expect(page.get_by_role("button", name="Next round")).to_have_count(0)
        expect(page.get_by_role("link", name="Back to the lobby")).to_have_attribute("href", "/")
        expect(page.locator(".other-cards playing-card")).to_have_count(0)
        expect(page.get_by_role("button", name="Leave seat")).to_have_count(0)
        assert violations(page) == []
        assert all(seat.bot for seat in house.state(page).seats.values())
        page.get_by_role("button", name="Sit down again").click()
        now(page, "Put a chip on Ante")
        bet_and_deal(page, "low-four")
        use_tool(page, "Leave seat")  # in the middle of a round: it is folded, then left
        now(page, "You have left the table.")
        expect(page.get_by_role("button", name="Sit down again")).to_be_visible()
        assert all(seat.bot for seat in house.state(page).seats.values())


def test_who_goes_by_the_logo_is_away_and_folds_unless_the_table_is_their_own(browser: Browser) -> None:  # noqa: F811
    folder = Path(mkdtemp())
    settings = replace(SETTINGS, grace=0.1)
    pit = Pit(open_store(f"sqlite:///{folder / 'felt.db'}"), owner="logo")
    open_house(pit, settings)
    clocks = Config("low-four", betting_seconds=LONGEST_CLOCK, decision_seconds=LONGEST_CLOCK)
    with serving(create_app(pit, settings=settings)) as address, visitor(browser) as seen:
        page = seen.page
        House(pit, address).open_table("shared", clocks)
        tables = {}
        for path in ("/play/low-four?private", "/table/shared"):
            sit_down(page, address + path)
            tables[path] = page.url.rsplit("/", 1)[1]
            bet_and_deal(page, "low-four")
            page.locator("header a[href='/']").first.click()
            page.wait_for_url(f"{address}/")
        own, table = tables.values()
        until(lambda: pit.tables[table].last and own_seat(pit, table).away)
        last = pit.tables[table].last
        assert last is not None
        assert any(hand.choices.get("decision") == "fold" for hand in last.hands.values())
        page.goto(f"{address}/table/{table}")  # the seat is kept, and the player is back, and is told
        now(page, "You lost $5.")
        expect(page.locator(".now-more")).to_have_text("You were away, so the table decided for you.")
        until(lambda: not own_seat(pit, table).away)
        page.goto(f"{address}/table/{own}")  # left earlier, and waiting still
        wait_for(page, "decide")
        assert not own_seat(pit, own).away
    pit.stop()
    shutil.rmtree(folder, ignore_errors=True)


def own_seat(pit: Pit, table: str) -> Seat:
    return next(seat for seat in pit.tables[table].seats.values() if not seat.bot)


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
