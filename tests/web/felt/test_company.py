"""Several people at a table, broken connections, and the coach: you see what you may see, and it is exact."""

import re
from typing import Any

import orjson
import pytest
from playwright.sync_api import Browser, expect

from feltlab.cards.names import card_names
from feltlab.lab import advise
from feltlab.table.coach import advice_line
from feltlab.table.config import LONGEST_CLOCK, Config
from tests.web.browser import browser  # noqa: F401 - a fixture
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

SIDE = {"ace-odd-even": "poker", "low-four": "low-points", "quick-draw-holdem": "best-four", "rule-out": "joker"}
CLOCKS: Any = {"betting_seconds": LONGEST_CLOCK, "decision_seconds": LONGEST_CLOCK}
PUBLIC = ("number", "phase", "asked", "waiting", "dealer", "board", "rules", "turned")


@pytest.mark.parametrize("game", ["low-four", "quick-draw-holdem"])
def test_two_at_a_table_see_the_same_and_never_the_others_cards(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    address = house.open_table(f"two-{game}", Config(game, private=True, **CLOCKS))
    first = "ante" if game == "low-four" else "flop"
    with visitor(browser) as one, visitor(browser) as two:
        for seen in (one, two):
            sit_down(seen.page, address)
            spot(seen.page, first).click()
            expect(spot(seen.page, first)).to_have_accessible_name(
                f"{first.title()}: $5 bet. Required to play. $1 – $1,000."
            )
        for seen in (one, two):
            seen.page.get_by_role("button", name="Deal", exact=True).click()
        for seen in (one, two):
            wait_for(seen.page, "decide")
        state = house.state(one.page)
        assert state.round is not None
        seats = {seen.last_view()["you"]: seen for seen in (one, two)}
        for seat, seen in seats.items():
            hidden = [card for other, hand in state.round.hands.items() if other != seat for card in hand.cards]
            hidden += state.round.places.get("dealer", ()) + state.round.places.get("board", ())[3:]
            told, shown = "".join(seen.frames), seen.page.content()
            for card in card_names(hidden):
                assert f'"{card}"' not in told
                assert f'"{card}"' not in shown
            for card in card_names(state.round.hands[seat].cards):
                assert f'data-card="{card}"' in shown
        views = [seen.last_view()["round"] for seen in (one, two)]
        assert [views[0][name] for name in PUBLIC] == [views[1][name] for name in PUBLIC]
        stakes = [{seat: hand["stakes"] for seat, hand in view["seats"].items()} for view in views]
        assert stakes[0] == stakes[1]
        for seen in (one, two):
            seen.page.keyboard.press("f")
        for seen in (one, two):
            wait_for(seen.page, "results")


def test_the_line_breaks_in_the_middle_of_a_decision(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/low-four")
        bet_and_deal(page, "low-four")
        cards = [card.get_attribute("data-card") for card in page.locator(".my-card").all()]
        for card in page.locator(".my-card").all()[:3]:
            card.click()
        before = seen.last_view()["v"]
        page.evaluate("document.querySelector('felt-table').line.socket.close()")
        expect(page.locator("felt-table")).to_have_attribute("data-line", "lost")
        expect(page.locator("felt-table")).to_have_attribute("data-line", "open")
        assert seen.sockets[-1].endswith(f"?v={before}")
        assert [card.get_attribute("data-card") for card in page.locator(".my-card").all()] == cards
        expect(page.locator(".my-card.picked")).to_have_count(3)  # the round, and what one was about to do
        page.reload()
        wait_for(page, "decide")
        assert [card.get_attribute("data-card") for card in page.locator(".my-card").all()] == cards
        page.get_by_role("button", name="Best set").click()
        page.keyboard.press("p")
        wait_for(page, "results")


def test_p42_the_table_says_that_the_house_cannot_write(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        table = seen.page.locator("felt-table")
        sit_down(seen.page, f"{house.address}/play/low-four")
        expect(table).to_have_attribute("data-line", "open")
        with house.pit.store.writing() as db:
            db.execute("PRAGMA query_only = ON")
        expect(table).to_have_attribute("data-line", "unable")
        expect(table).to_contain_text("The house cannot write right now.")
        db.execute("PRAGMA query_only = OFF")
        expect(table).to_have_attribute("data-line", "open")


@pytest.mark.parametrize("game", GAMES)
def test_no_bet_after_the_lock(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/{game}")
        bet_and_deal(page, game)
        before = dict(own_hand(house.state(page)).stakes)
        side = SIDE[game]
        spot(page, side).dispatch_event("click")
        expect(page.get_by_role("alert")).to_contain_text("No more bets")
        refused = page.evaluate(
            """async (wagers) => {
              const table = document.querySelector("felt-table");
              const bet = { seat: table.store.seat, round: table.store.view.round.number, wagers };
              try { await table.line.send("bet", bet); } catch (error) { return error.reason; }
            }""",
            {FIRST[game]: 500, side: 500},
        )
        assert refused == "bets-closed"
        assert own_hand(house.state(page)).stakes == before


@pytest.mark.parametrize("game", GAMES)
def test_the_coach_says_what_the_lab_says(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/{game}")
        bet_and_deal(page, game)
        page.keyboard.press("c")
        expect(page.locator(".coach-panel .worth li").first).to_be_visible()
        state = house.state(page)
        assert state.round is not None
        line = advice_line(state, state.round, state.round.waiting[0])
        options = page.locator(".coach-panel .worth li").all()
        shown = {option.get_attribute("data-choice"): option.get_attribute("data-ev") for option in options}
        assert shown == {option.choice: str(option.ev) for option in advise(line).options}
        page.keyboard.press("k" if game == "rule-out" else "f")
        expect(page.locator(".lesson")).to_contain_text("best choice" if is_best(line, game) else "costs")
        kept = orjson.loads(page.evaluate(f"localStorage.getItem('feltlab.sheet.{game}')"))
        assert kept["decisions"][0]["cost"] == pytest.approx(float(cost(line, game)), abs=1e-12)


def cost(line: dict[str, object], game: str) -> float:
    worth = advise(line)
    chosen = "keep" if game == "rule-out" else "fold"
    return float(worth.best.ev - next(option.ev for option in worth.options if option.choice == chosen))


def is_best(line: dict[str, object], game: str) -> bool:
    return cost(line, game) == 0


def test_a_spectator_watches_and_a_bot_is_seated(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as player, visitor(browser, "dark") as watcher:
        page = player.page
        sit_down(page, f"{house.address}/play/quick-draw-holdem")
        page.get_by_role("button", name="Add a bot in seat 1").click()
        page.locator('input[value="never-fold"]').check()
        page.get_by_role("button", name="Seat the bot").click()
        expect(page.get_by_role("group", name="Seat 1: Bot 1")).to_be_visible()
        watcher.page.goto(page.url)
        expect(watcher.page.locator(".now")).to_have_text("You are watching. This table is for one player.")
        expect(watcher.page.get_by_role("button", name=re.compile("^(Take a seat|Sit)"))).to_have_count(0)
        bet_and_deal(page, "quick-draw-holdem")
        wait_for(watcher.page, "play")
        expect(watcher.page.locator(".board-row playing-card[code]")).to_have_count(3)
        page.keyboard.press("f")
        wait_for(page, "results")
        page.get_by_role("button", name="History").click()
        page.get_by_role("button", name="Replay: Round 1").click()
        for _ in range(4):
            page.get_by_role("button", name="Next step").click()
        expect(page.locator(".replay")).to_contain_text("folded on the flop")


def test_p25_the_clock_is_the_houses_and_not_the_machines(browser: Browser, house: House) -> None:  # noqa: F811
    address = house.open_table("clock", Config("low-four", private=True, **CLOCKS))
    with visitor(browser, fresh=True) as seen:
        seen.page.add_init_script("const now = Date.now; Date.now = () => now() + 3600000")
        sit_down(seen.page, address)
        bet_and_deal(seen.page, "low-four")
        expect(seen.page.get_by_role("timer")).to_have_accessible_name(re.compile(r"^3[5-6]\d\d s$"))
