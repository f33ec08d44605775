"""A table without some of its bets in the browser: the felt, its rules, its school and its lists have nothing of them."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from feltlab.games import GAMES
from feltlab.service.pit import Pit
from feltlab.service.store import open_store
from feltlab.table.config import Config
from feltlab.web.app import create_app
from tests.offered import EVERY, optional, spoken_of
from tests.web.accessible import violations
from tests.web.browser import DESKTOP, PHONE, browser, serving  # noqa: F401 - fixtures
from tests.web.felt.house import SETTINGS, House, bet_and_deal, sit_down, use_tool, visitor, wait_for
from tests.web.floor.house import House as Site
from tests.web.floor.house import Person, running


def post(guest: Person, path: str, **body: Any) -> Any:
    return guest.client.post(path, json=body, headers={"origin": guest.address})


LOOKED_AT = 3
"""Questions of each drill that are read."""


def name_of(game: str, left_off: tuple[str, ...]) -> str:
    return "-".join((game, "without", *left_off))[:60]


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running() as found:
        for game, left_off in EVERY:
            found.open_table(name_of(game, left_off), Config(game, left_off=left_off))
        yield found


@pytest.fixture
def guest(site: Site) -> Person:
    return site.guest()


@pytest.mark.parametrize(("game", "left_off"), EVERY)
def test_no_page_of_a_table_speaks_of_a_bet_that_is_off(guest: Person, game: str, left_off: tuple[str, ...]) -> None:
    table = f"/table/{name_of(game, left_off)}"
    for path in ("/rules", "/rules.json", "/school", "/school.json", "/strategy.json"):
        answer = guest.get(table + path)
        assert answer.status_code == 200
        text = re.sub(r"<(script|meta|title)\b.*?>|data-words=\"[^\"]*\"", "", answer.text)
        text = text.replace(name_of(game, left_off), "").replace("parameter", "")
        assert not spoken_of(text, game, left_off), path
    felt = guest.get(f"{table}/felt.json").json()
    assert not {spot["wager"] for spot in felt["spots"]} & set(left_off)
    told = [felt["rules"], felt["limits"], felt["strategies"], felt["numbers"], felt["words"]]
    assert not spoken_of(str(told), game, left_off)
    assert ["Aggregate limit", felt["limits"][-1][1]] == felt["limits"][-1]


@pytest.mark.parametrize(("game", "left_off"), EVERY)
def test_no_drill_asks_about_a_bet_that_is_off(guest: Person, game: str, left_off: tuple[str, ...]) -> None:
    table = name_of(game, left_off)
    drills = [drill["slug"] for drill in guest.get(f"/table/{table}/school.json").json()["drills"]]
    assert "round" in drills
    for drill in drills:
        for seed in range(LOOKED_AT):
            asked = post(guest, f"/api/school/{game}/{drill}", table=table, seed=seed)
            assert asked.status_code == 200, asked.text
            marked = post(guest, "/api/school/answer", id=asked.json()["id"], answer=None)
            assert marked.status_code == 200, marked.text
            id = asked.json().pop("id")
            text = (asked.text + marked.text).replace(id, "").replace('"meter":null', "")
            assert not spoken_of(text, game, left_off), (drill, seed)


def test_the_school_of_a_table_goes_by_its_terms(site: Site, guest: Person) -> None:
    table = site.open_table("six-decks", Config("rule-out", decks=6, seats=2))
    asked = post(guest, "/api/school/rule-out/side", table=table, seed=1).json()
    printed = GAMES["rule-out"].book.pay_tables["joker"]["primary-6"]
    assert [line["pays"] for line in asked["pays"][0]["lines"]] == [str(line.pays) for line in printed.lines]
    for seed in range(5):
        shown = post(guest, "/api/school/rule-out/round", table=table, seed=seed).json()["show"]
        assert {seat["number"] for seat in shown["seats"]} == {1, 2}
    other = post(guest, "/api/school/low-four/side", table=table)
    assert (other.status_code, other.json()["error"]) == (400, "low-four is not played at 'six-decks'")
    assert post(guest, "/api/school/rule-out/side", table="no-such-table").status_code == 404


def test_a_table_is_opened_without_a_bet(guest: Person) -> None:
    table = guest.opens(game="ace-odd-even", private=True, left_off=["poker"])
    said = guest.get(f"/api/tables/{table}").json()
    assert [spot["wager"] for spot in said["spots"]] == ["ante", "play", "odd-even", "poker-progressive"]
    assert said["view"]["config"]["left_off"] == ["poker"]
    assert "joint" not in said["strategies"]
    guest.command(table, "sit", seat=1)
    number = guest.view(table)["round"]["number"]
    refused = guest.command(table, "bet", seat=1, round=number, wagers={"ante": 500, "poker": 100})
    assert refused.status_code == 409
    assert refused.json()["refused"] == "bad-wager"
    assert (
        "the poker bet is not offered here: the bets are ante, odd-even, poker-progressive" in refused.json()["words"]
    )
    row = next(row for row in guest.get("/api/tables").json()["tables"] if row["table"] == table)
    assert row["aggregate_limit"] == 100_000_000


@pytest.mark.parametrize("left_off", [["ante"], ["moon"]])
def test_a_bet_that_cannot_be_left_off(guest: Person, left_off: list[str]) -> None:
    config = {"game": "ace-odd-even", "private": True, "left_off": left_off}
    refused = guest.post("/api/tables", config=config)
    assert (refused.status_code, refused.json()["refused"]) == (409, "bad-configuration")
    assert "the bets that can are odd-even, poker, poker-progressive" in refused.json()["words"]


# With one's own eyes


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    pit = Pit(open_store("sqlite://"), owner="felt")
    pit.start()
    with serving(create_app(pit, settings=SETTINGS)) as address:
        yield House(pit, address)
    pit.stop()


@pytest.mark.parametrize("device", ["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_a_felt_without_side_bets_is_played(browser: Browser, house: House, game: str, device: str) -> None:  # noqa: F811
    left_off = tuple(optional(game))
    address = house.open_table(f"{game}-{device}", Config(game, left_off=left_off))
    phone = device == "phone"
    with visitor(browser, viewport=PHONE if phone else DESKTOP, touch=phone) as seen:
        page = seen.page
        sit_down(page, address)
        assert page.locator("[data-wager]").count() == len(GAMES[game].wagers) - len(left_off)
        use_tool(page, "Rules & pays")
        drawer = page.get_by_role("dialog")
        expect(drawer).to_contain_text("Aggregate limit")
        expect(drawer).to_contain_text("$1,000,000")
        expect(drawer).to_contain_text("If the winnings in a round come to more")
        assert not spoken_of(page.inner_text("body"), game, left_off)
        assert violations(page) == []
        page.keyboard.press("Escape")
        bet_and_deal(page, game)
        assert not spoken_of(page.inner_text("body"), game, left_off)
        assert page.evaluate("document.documentElement.scrollWidth") <= (PHONE if phone else DESKTOP)["width"]


def test_the_last_bets_go_on_as_far_as_the_felt_has_them(browser: Browser, house: House) -> None:  # noqa: F811
    whole = house.open_table("whole", Config("low-four"))
    part = house.open_table("part", Config("low-four", left_off=("low-points",)))
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, whole)
        page.locator('[data-chip="500"]').click()
        for wager in ("ante", "low-points", "high-points"):
            page.locator(f'[data-wager="{wager}"]').click()
        page.get_by_role("button", name="Deal", exact=True).click()
        wait_for(page, "decide")
        sit_down(page, part)
        page.get_by_role("button", name="Rebet").click()
        expect(page.locator('[data-wager="high-points"]')).to_have_accessible_name(re.compile(r"\$5 bet"))
        page.get_by_role("button", name="Deal", exact=True).click()
        wait_for(page, "decide")
        page.goto(f"{part}/rules")
        expect(page.get_by_role("heading", name="Limits of this table")).to_be_visible()
        assert violations(page) == []
        page.goto(f"{part}/school")
        page.get_by_role("button", name="Start").first.click()
        expect(page.get_by_role("button", name="Check", exact=True)).to_be_visible()
        assert violations(page) == []
