"""Your own seed: given by keyboard before the lock, shown, refused afterward, and found again in the replay."""

from playwright.sync_api import Browser, Page, expect

from tests.web.accessible import violations
from tests.web.browser import PHONE, browser  # noqa: F401 - a fixture
from tests.web.felt.house import House, bet_and_deal, house, sit_down, visitor, wait_for  # noqa: F401 - a fixture
from tests.web.felt.test_round import tab_to

FIELD = "#client-seed"
SAID = "#client-seed-said"


def seeds(house: House, page: Page) -> dict[int, str]:  # noqa: F811
    state = house.state(page)
    found = state.round or state.last
    assert found is not None
    return dict(found.client_seeds)


def test_a_seed_by_keyboard_is_dealt_from_and_replayed(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/low-four")
        state = house.state(page)
        assert state.round is not None
        own = next(number for number, seat in state.seats.items() if not seat.bot)
        line = page.locator(".shuffle summary")
        expect(line).to_contain_text(f"Shuffle of round {state.round.number}")
        expect(line).to_contain_text("add your own seed")
        tab_to(page, ".shuffle > summary")
        page.keyboard.press("Enter")
        expect(page.locator(".shuffle-body")).to_contain_text(state.round.commitment)
        assert page.locator(FIELD).get_attribute("maxlength") == "64"
        assert violations(page) == []
        tab_to(page, FIELD)
        page.keyboard.type("my d & 5 lucky <b>words</b>")  # single keys do nothing else in a field
        page.keyboard.press("Enter")
        expect(page.locator(SAID)).to_have_text("Your seed is in this round.")
        expect(line).to_contain_text("your seed: my d & 5 lucky <b>words</b>")
        assert seeds(house, page) == {own: "my d & 5 lucky <b>words</b>"}
        page.get_by_role("button", name="Take it back").click()
        expect(line).to_contain_text("add your own seed")
        assert seeds(house, page) == {}
        page.get_by_label("Your seed").fill("second thought")
        page.get_by_role("button", name="Mix it in").click()
        expect(line).to_contain_text("your seed: second thought")
        bet_and_deal(page, "low-four")
        number = house.state(page).rounds
        page.keyboard.press("f")
        wait_for(page, "results")
        expect(line).to_contain_text(f"Shuffle of the next round, {number + 1}")
        page.get_by_role("button", name="History").click()
        page.get_by_role("button", name=f"Replay: Round {number}", exact=True).click()
        for _ in range(4):
            page.get_by_role("button", name="Next step").click()
        expect(page.locator(".client-seed")).to_be_hidden()  # folded: nobody has to read a seed
        page.locator(".replay-shuffle summary").click()
        expect(page.locator(".client-seed")).to_have_text("Your seed “second thought” went into this shuffle.")
        link = page.get_by_role("link", name="Check this shuffle")
        assert violations(page) == []
        with page.context.expect_page() as opened:
            link.click()
        check = opened.value
        assert f"round={number}" in check.url
        expect(check.locator(".verdict")).to_have_attribute("data-verified", "true")
        expect(check.locator(".verdict")).to_contain_text("second thought")


def test_a_seed_is_refused_after_the_lock_and_for_what_it_is_not(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser, "dark", PHONE) as seen:
        page = seen.page
        sit_down(page, f"{house.address}/play/rule-out")
        page.locator(".shuffle > summary").click()
        field = page.get_by_label("Your seed")
        field.fill("Glück")
        field.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("up to 64 plain characters")
        expect(field).to_have_attribute("aria-invalid", "true")
        field.fill("x" * 64)
        field.press("Enter")
        expect(page.locator(".shuffle summary")).to_contain_text("x" * 64)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert violations(page) == []
        before = seeds(house, page)
        bet_and_deal(page, "rule-out")
        field.fill("too late")
        field.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("Too late for this round: its cards are out.")
        assert seeds(house, page) == before
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Keep all").click()
        wait_for(page, "results")
        field.press("Enter")  # the text is still there, for the round that is open now
        expect(page.locator(SAID)).to_have_text("Your seed is in this round.")
        assert list(seeds(house, page).values()) == ["too late"]


def test_whoever_watches_sees_the_commitment_but_no_field(browser: Browser, house: House) -> None:  # noqa: F811
    with visitor(browser) as player, visitor(browser) as watcher:
        sit_down(player.page, f"{house.address}/play/ace-odd-even")
        player.page.locator(".shuffle > summary").click()
        player.page.get_by_label("Your seed").fill("seen by all")
        player.page.get_by_label("Your seed").press("Enter")
        expect(player.page.locator(SAID)).to_have_text("Your seed is in this round.")
        watcher.page.goto(player.page.url)
        watcher.page.locator(".shuffle > summary").click()
        expect(watcher.page.locator(".shuffle-body")).to_contain_text("“seen by all”")
        expect(watcher.page.locator(FIELD)).to_have_count(0)
