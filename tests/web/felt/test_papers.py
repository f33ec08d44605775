"""Downloads for the player: the sheet and the rounds as CSV, a hand as a link, mistakes to practice, a card to print."""

import csv
from pathlib import Path

from fastapi.testclient import TestClient
from playwright.sync_api import Browser, Page, expect

from tests.web.accessible import violations
from tests.web.browser import browser  # noqa: F401 - a fixture
from tests.web.felt.house import House, bet_and_deal, house, own_hand, sit_down, use_tool, visitor, wait_for  # noqa: F401

GAME = "quick-draw-holdem"


def saved(page: Page, button: str) -> list[dict[str, str]]:
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    return list(csv.DictReader(Path(download.value.path()).read_text("utf-8").splitlines()))


def play_wrong(page: Page) -> str:
    """The choice that the coach does not have as its best; said as the lab names it."""
    page.keyboard.press("c")
    wrong = page.locator(".worth li:not(.is-best)").get_attribute("data-choice") or ""
    page.keyboard.press("f" if wrong == "fold" else "p")
    if wrong == "bet":
        expect(page.locator(".now")).to_contain_text("River")
        page.keyboard.press("f")
    wait_for(page, "results")
    return wrong


def test_a_mistake_on_paper_as_a_link_and_again(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        sit_down(page, f"{house.address}/play/{GAME}")
        bet_and_deal(page, GAME)
        wrong = play_wrong(page)
        table = page.url
        use_tool(page, "My sheet")
        expect(page.get_by_role("table", name="By kind of decision")).to_contain_text(
            "Flop: best was:" if wrong == "bet" else "best was: Bet"
        )
        first, *later = saved(page, "Save as CSV")
        left = any(float(row["cost"]) > 0 for row in later)  # a mistake of the turn, if it came to it
        assert (first["round"], first["decision"], first["choice"], first["bet"]) == ("1", "flop", wrong, "5.00")
        assert float(first["cost"]) > 0
        page.keyboard.press("Escape")
        use_tool(page, "History")
        rows = saved(page, "Save my bets as CSV")
        settled = own_hand(house.state(page)).results
        assert [(row["staked"], row["returned"]) for row in rows] == [
            (f"{done.staked / 100:.2f}", f"{done.returned / 100:.2f}") for done in settled
        ]
        page.get_by_role("button", name="Replay").first.click()
        for _ in range(2):
            page.get_by_role("button", name="Next step").click()
        expect(page.locator(".replay-verdicts")).to_contain_text("Best was:")
        page.get_by_role("button", name="Copy a link to this hand").first.click()
        expect(page.get_by_role("dialog")).to_contain_text("Link copied")
        link = page.evaluate("navigator.clipboard.readText()")
        page.goto(link)  # whoever has it sees the hand and the verdict
        expect(page.locator(".verdict.bad")).to_contain_text("costs")
        page.goto(f"{house.address}/practice/{GAME}?mistakes")
        for code in first["cards"].split():
            expect(page.locator(f'.practice-cards playing-card[code="{code}"]')).to_be_visible()
        page.locator(f'.practice-choices [data-choice="{"bet" if wrong == "fold" else "fold"}"]').click()
        expect(page.locator(".verdict.good")).to_be_visible()
        expect(page.get_by_role("checkbox")).to_have_count(int(left))
        page.goto(f"{table}/strategy")
        expect(page.locator(".strategy-card")).to_contain_text("The rule to remember")
        assert violations(page) == []


def test_a_word_is_explained_where_it_stands(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/rule-out")
        bet_and_deal(page, "rule-out")
        page.locator(".my-card:not(.still)").first.click()
        word = page.locator(".tally .term").first
        word.click()
        meaning = page.locator("#meaning")
        expect(meaning).to_have_text(str(word.get_attribute("title")))
        expect(meaning).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")
        expect(meaning).to_be_hidden()
        wait_for(page, "decide")


def test_a_hand_that_is_named_is_posed(site: TestClient) -> None:
    posed = site.get(f"/practice/{GAME}/hand.json?cards=5s+Ts&board=Ks+9h+6h").json()
    assert (posed["cards"], posed["board"]) == (["5s", "Ts"], ["Ks", "9h", "6h"])
    assert posed["facts"]["options"]
    assert site.get(f"/practice/{GAME}/hand.json?cards=5s+5s").status_code in range(400, 500)
