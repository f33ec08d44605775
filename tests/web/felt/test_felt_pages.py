"""The pages themselves: accessible by day and by night, small, still while they load; practice; the facts of a hand."""

import re
from itertools import combinations
from posixpath import dirname, normpath

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, expect

from feltlab.cards import parse_cards
from feltlab.games import GAMES as RULE_BOOKS
from feltlab.hands.points import four_points
from feltlab.lab import advise
from feltlab.web.felt.practice import CLOSE, hard_hand, line_of
from tests.web.accessible import violations
from tests.web.browser import browser, shifted  # noqa: F401 - a fixture
from tests.web.felt.facts import facts_of
from tests.web.felt.house import GAMES, House, bet_and_deal, house, sit_down, visitor, wait_for  # noqa: F401

LARGEST_PAGE = 300_000


@pytest.mark.parametrize(("game", "theme"), list(zip(GAMES, ("light", "dark", "light", "dark"), strict=True)))
def test_the_felt_is_accessible_at_every_moment(browser: Browser, house: House, game: str, theme: str) -> None:  # noqa: F811
    with visitor(browser, theme, fresh=True) as seen:
        page = seen.page
        sizes: list[int] = []
        page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
        sit_down(page, f"{house.address}/play/{game}")
        if theme == "dark":
            assert violations(page) == []
        bet_and_deal(page, game)
        page.keyboard.press("c")
        expect(page.locator(".worth li").first).to_be_visible()
        assert violations(page) == []
        page.keyboard.press("k" if game == "rule-out" else "f")
        wait_for(page, "results")
        assert violations(page) == []
        assert sum(sizes) < LARGEST_PAGE
        assert shifted(page) < 0.1


@pytest.mark.parametrize(("game", "theme"), list(zip(GAMES, ("dark", "light", "dark", "light"), strict=True)))
def test_practice_by_keyboard(browser: Browser, house: House, game: str, theme: str) -> None:  # noqa: F811
    with visitor(browser, theme) as seen:
        page = seen.page
        with page.expect_response(lambda got: "hand.json" in got.url) as posed:
            page.goto(f"{house.address}/practice/{game}")
        hand = posed.value.json()
        expect(page.locator(".practice-choices .button").first).to_be_visible()
        expect(page.locator("h1")).to_have_text(re.compile("^Hard hands: "))
        expect(page.get_by_role("link", name="How a round goes")).to_have_attribute("href", f"/rules/{game}#how")
        choices = page.locator(".practice-choices .button").count()
        expect(page.locator("p.keys-hint")).to_contain_text(re.compile(rf"Keys: 1 (to|and) {choices} "))
        assert violations(page) == []
        page.keyboard.press("2")
        expect(page.locator(".verdict")).to_be_visible()
        assert violations(page) == []
        line: dict[str, object] = {"game": game}
        if game == "rule-out":
            line |= {"dealt": hand["cards"], "wagers": {"main": 1000}, "decks": 1}
        elif game == "quick-draw-holdem":
            line |= {"hole": hand["cards"], "flop": hand["board"][:3], "wagers": {"flop": 1000}}
            line |= {"turn": hand["board"][3]} if len(hand["board"]) > 3 else {}
        else:
            line |= {"player": hand["cards"], "wagers": {"ante": 1000}}
        values = {option.choice: str(option.ev) for option in advise(line).options}
        shown = {li.get_attribute("data-choice"): li.get_attribute("data-ev") for li in page.locator(".worth li").all()}
        assert shown == values
        page.keyboard.press("Enter")
        expect(page.locator(".verdict")).to_have_count(0)


def test_the_rules_lead_to_the_table(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser, "light") as seen:
        seen.page.goto(f"{house.address}/rules/low-four")
        expect(seen.page.get_by_role("link", name="Play Low Four")).to_have_attribute("href", "/play/low-four")
        expect(seen.page.get_by_role("link", name="All games")).to_have_attribute("href", "/")


@pytest.mark.parametrize("game", GAMES)
def test_a_hard_hand_is_close(game: str) -> None:
    book = RULE_BOOKS[game]
    for seed in range(3):
        options = sorted({option.ev for option in advise(line_of(book, *hard_hand(book, seed))).options})
        assert 0 < options[-1] - options[-2] < CLOSE


def test_every_way_to_set_four_cards() -> None:
    cards = "As Kd 3c 4d 5h 6s 8d"
    facts = facts_of("low-four", cards)
    ranks = [card >> 2 for card in parse_cards(cards, 7, "cards")]
    for places in combinations(range(7), 4):
        total = four_points([ranks[place] for place in places])
        assert facts["sets"]["".join(map(str, places))] == f"{total} points"
    assert (facts["call"], facts["best"], facts["best_sets"]) == ("13 points", ["As", "5h", "4d", "3c"], ["0234"])


@pytest.mark.parametrize(
    ("hole", "board", "call", "suited", "completing"),
    [
        ("As Ks", "Qs Js Ts", "royal flush", 5, 0),
        ("As 2c", "3d 4d 5d", "straight, 5 high", 3, 0),
        ("9c 9d", "8h 7s 6c 2d", "pair of 9s", 2, 2),
        ("Tc 2c", "7c 9c Kd", "king high", 4, 0),
        ("Kc Jd", "7c 9c Kd 7d", "two pair, kings and 7s", 3, 0),
        ("Ac Kd", "Qh Js 2c", "ace high", 2, 1),
    ],
)
def test_what_five_or_six_cards_make(hole: str, board: str, call: str, suited: int, completing: int) -> None:
    facts = facts_of("quick-draw-holdem", hole, board)
    assert (facts["call"], facts["suited"], facts["completing"]) == (call, suited, completing)


def test_the_sides_of_a_hand() -> None:
    facts = facts_of("ace-odd-even", "As Kd 3c 4d 5h 6s 8d")
    assert facts["sides"]["odd"] == {"cards": ["As", "Kd", "5h", "3c"], "call": "4-card odd, ace high"}
    assert facts["sides"]["even"]["cards"] == ["As", "8d", "6s", "4d"]
    assert facts["best"] == "odd"


@pytest.mark.parametrize(
    "address",
    [
        "/play/low-four/read.json?cards=As",
        "/play/low-four/read.json?cards=As+As+2c+3c+4c+5c+6c",
        "/play/quick-draw-holdem/read.json?cards=As+Kd&board=Qd",
        "/practice/rule-out/judge.json?choice=fold&cards=As+Kd+Qd",
        "/practice/low-four/judge.json?choice=play&cards=xx",
    ],
)
def test_a_wrong_question_is_told_so(site: TestClient, address: str) -> None:
    got = site.get(address)
    assert got.status_code == 400
    assert got.json()["error"]


def imported(site: TestClient, script: str, seen: set[str]) -> set[str]:
    """The scripts that a script brings with it, itself included."""
    if script not in seen:
        seen.add(script)
        for name in re.findall(r'(?:from|import) "(\.[\w./]+)\.js"', site.get(f"/static/{script}.js").text):
            imported(site, normpath(f"{dirname(script)}/{name}"), seen)
    return seen


@pytest.mark.parametrize(
    ("address", "script"), [("/play/low-four", "felt/table"), ("/practice/low-four", "felt/practice")]
)
def test_scripts_are_loaded_at_once(site: TestClient, address: str, script: str) -> None:
    loaded = re.findall(r'modulepreload" href="/static/([\w/]+)\.js"', site.get(address).text)
    assert len(loaded) == len(set(loaded))
    assert set(loaded) == imported(site, script, set()) - {script}


@pytest.mark.parametrize("address", ["/play/whist", "/practice/whist", "/table/none", "/table/none/felt.json"])
def test_what_is_not_there(site: TestClient, address: str) -> None:
    assert site.get(address).status_code == 404
