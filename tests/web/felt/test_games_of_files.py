"""Games of one file, without a word of their own about the felt: what it says and how it lies follows from the declaration."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from feltlab.errors import CardError
from feltlab.games import GAMES
from feltlab.games.loading import load_game
from feltlab.table.config import Config
from feltlab.web.felt.hands import read_hand
from tests.web.browser import DESKTOP, browser  # noqa: F401 - a fixture
from tests.web.felt.house import House, being_solved, house, sit_down, use_tool, visitor, wait_for  # noqa: F401 - a fixture

FILES = Path(__file__).parents[3] / "examples" / "games"
WITHOUT_DECISIONS, THREE_QUESTIONS = "baccarat", "ultimate-texas-holdem"
LARGE = {"width": 1920, "height": 1080}


@pytest.fixture(scope="module", autouse=True)
def games_of_files() -> Iterator[None]:
    for name in (WITHOUT_DECISIONS, THREE_QUESTIONS):
        load_game(FILES / f"{name.replace('-', '_')}.py")
    with being_solved(THREE_QUESTIONS):
        yield


def bet_and_deal(page: Page) -> None:
    spot = page.locator(".mine .spot:not([aria-disabled])").first
    spot.click()
    expect(spot.locator(".stack")).to_be_visible()
    page.get_by_role("button", name="Deal", exact=True).click()


# No decisions


def test_where_nothing_is_decided_nobody_is_told_to(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/{WITHOUT_DECISIONS}")
        bet_and_deal(page)
        wait_for(page, "results")
        expect(page.locator(".now-more").first).not_to_contain_text("points")  # of which hand?
        use_tool(page, "Coach")
        expect(page.locator(".coach-panel")).to_contain_text("This game has no decisions")
        use_tool(page, "My sheet")
        expect(page.locator(".drawer-sheet")).to_contain_text("This game has no decisions")
        page.keyboard.press("Escape")
        use_tool(page, "Settings")
        expect(page.get_by_label("Sound")).to_be_visible()
        expect(page.get_by_label("Stop me before a mistake")).to_have_count(0)
        expect(page.get_by_role("link", name="Hard hands")).to_have_count(0)


def test_the_coach_does_not_come_unasked_where_nothing_is_decided(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser, fresh=True) as seen:
        page = seen.page
        page.add_init_script("localStorage.setItem('feltlab.rounds', '0')")
        sit_down(page, f"{house.address}/play/low-four")
        expect(page.locator(".coach-panel")).to_be_visible()
        sit_down(page, f"{house.address}/play/{WITHOUT_DECISIONS}")
        expect(page.locator(".coach-panel")).to_have_count(0)


def test_hands_of_the_house_have_the_same_names_on_the_cloth_and_in_a_replay(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/{WITHOUT_DECISIONS}")
        names = page.locator(".place-name").all_inner_texts()
        assert names == ["Player", "Banker", "Player third", "Banker third"]
        bet_and_deal(page)
        wait_for(page, "results")
        use_tool(page, "History")
        expect(page.locator(".history li")).not_to_contain_text("points")
        page.get_by_role("button", name="Replay: Round 1", exact=True).click()
        labels = page.locator(".replay-label")
        expect(labels.first).to_have_text("Player")
        assert set(labels.all_inner_texts()) - {"You"} <= set(names) | {f"Bot {seat}" for seat in range(1, 8)}


# A question that comes before anything is turned over

SAID = """() => {
  const now = document.querySelector("felt-table");
  window.said = new Set();
  new MutationObserver(() => said.add(now.querySelector(".now")?.textContent))
    .observe(now, {subtree: true, childList: true, characterData: true});
}"""


def test_after_a_decision_the_cards_are_turned_and_not_dealt(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser, unsolved=True) as seen:
        page = seen.page
        page.emulate_media(reduced_motion="no-preference")
        sit_down(page, house.open_table("turned", Config(THREE_QUESTIONS, private=True)))
        bet_and_deal(page)
        wait_for(page, "decide")
        page.evaluate(SAID)
        page.locator(".bar-actions .button").last.click()
        wait_for(page, "results")
        said = set(page.evaluate("[...said]"))
        assert "The dealer is turning over cards." in said
        assert "Dealing." not in said


def test_a_hand_is_read_before_the_board_and_with_each_part_of_it() -> None:
    game, terms = GAMES[THREE_QUESTIONS], Config(THREE_QUESTIONS).terms
    options = [read_hand(game, terms, "Js 6c", board)["options"] for board in ("", "2c 3d 4h", "2c 3d 4h 5s 9d")]
    assert [list(asked) for asked in options] == [["preflop"], ["flop"], ["river"]]
    assert options[0]["preflop"] == ["check", "3x", "4x"]
    with pytest.raises(CardError, match="three cards"):
        read_hand(game, terms, "Js 6c", "2c 3d")


# Every seat, for a player and for somebody who watches

OFF_THE_CLOTH = """() => [...document.querySelectorAll(".other :is(.plate, .seat-plus, .seat-dot)")].filter(node => {
  const {left, right, top, bottom} = node.getBoundingClientRect();
  const middle = (top + bottom) / 2, round = (bottom - top) / 2;
  const edge = [[left + 1, middle], [right - 1, middle], [left + round, bottom - 1], [right - round, bottom - 1]];
  return !edge.every(([x, y]) => document.elementsFromPoint(x, y).some(under => under.matches(".cloth")));
}).map(node => node.outerHTML.slice(0, 90))"""
"""What is pointed at inside the curve of the cloth has it below."""


@pytest.mark.parametrize("game", [WITHOUT_DECISIONS, THREE_QUESTIONS])
def test_every_seat_stands_on_the_cloth(browser: Browser, house: House, game: str) -> None:  # noqa: F811
    with visitor(browser) as player, visitor(browser) as watcher:
        sit_down(player.page, house.open_table(f"seats-{game}", Config(game)))
        watcher.page.goto(player.page.url)
        for page, seats in ((player.page, Config(game).places - 1), (watcher.page, Config(game).places)):
            expect(page.locator(".other")).to_have_count(seats)
            for beside in (False, True):
                if beside:
                    use_tool(page, "Rules & pays")
                    expect(page.locator(".drawer.beside")).to_be_visible()
                for size in (DESKTOP, LARGE):
                    page.set_viewport_size({"width": size["width"], "height": size["height"]})
                    assert page.evaluate(OFF_THE_CLOTH) == [], (seats, beside, size)
                page.set_viewport_size({"width": DESKTOP["width"], "height": DESKTOP["height"]})
