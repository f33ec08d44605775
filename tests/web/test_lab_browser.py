"""The lab's page in use: your own terms, there and back, side by side, searches, and jobs.

Everything is done with the mouse on a desktop and with the keyboard alone on a small screen.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from feltlab.games import GAMES
from feltlab.rules.rule_file import read_rule_file
from feltlab.service.pit import Pit
from feltlab.service.store import open_store
from feltlab.web.app import create_app
from feltlab.web.lab import working
from feltlab.web.lab.jobs import Jobs
from tests.web.accessible import violations
from tests.web.browser import DESKTOP, PHONE, browser, opened, patient, served, serving  # noqa: F401 - fixtures
from tests.web.floor.house import DEMO
from tests.web.idle_helper import Endless

BOTH = pytest.mark.parametrize("keys", [False, True], ids=["mouse-desktop", "keys-phone"])
OWN = "1 or 2 points 300 to 1\n3 or 4 points 25 to 1\n5 or 6 points 6 to 1\n7 or 8 points 2 to 1"
EDGE = '[data-wager="low-points"] [data-fact="house_edge"]'


@contextmanager
def lab(browser: Browser, served: str, keys: bool, behind: str = "") -> Iterator[Page]:  # noqa: F811
    with opened(
        browser, f"{served}/lab/low-four{behind}", "dark" if keys else "light", PHONE if keys else DESKTOP
    ) as page:
        yield page


def press(place: Locator, keys: bool) -> None:
    if not keys:
        place.click()
        return
    expect(place).to_be_enabled()  # a click waits for that by itself
    place.focus()
    place.press("Enter")


def write(place: Locator, text: str, keys: bool) -> None:
    if not keys:
        place.fill(text)
        return
    place.focus()
    place.press("ControlOrMeta+a")
    place.press_sequentially(text)


@BOTH
def test_own_terms_are_kept_by_the_address_undone_and_left(browser: Browser, served: str, keys: bool) -> None:  # noqa: F811
    with lab(browser, served, keys) as page:
        mark, edge, undo = page.locator("[data-mark]"), page.locator(EDGE), page.get_by_role("button", name="Undo")
        printed = edge.inner_text()
        expect(mark).to_have_text("Printed terms")
        expect(undo).to_be_disabled()
        write(page.get_by_label("Points to qualify"), "15", keys)
        expect(mark).to_have_text("Your terms")
        expect(page.locator("[data-count]")).to_have_text("One difference from the printed terms")
        write(page.locator("#lines-low-points"), OWN, keys)
        expect(page.locator("[data-count]")).to_have_text("3 differences from the printed terms")
        expect(edge).not_to_have_text(printed)
        own = edge.inner_text()
        press(page.locator("[data-count]"), keys)
        expect(page.locator("[data-differs] tr").first).to_contain_text(re.compile(r"Points to qualify\s*16\s*15"))
        assert violations(page) == []
        page.reload()
        expect(mark).to_have_text("Your terms")
        expect(edge).to_have_text(own)
        expect(page.locator("#number-qualifier")).to_have_value("15")
        press(undo, keys)
        expect(page.locator("[data-count]")).to_have_text("One difference from the printed terms")
        expect(edge).to_have_text(printed)
        press(page.get_by_role("link", name="Back to the printed terms"), keys)
        expect(mark).to_have_text("Printed terms")
        assert "terms=" not in page.url
        press(undo, keys)  # and even that can be undone
        expect(mark).to_have_text("Your terms")


@BOTH
def test_terms_are_saved_and_loaded_as_a_rule_file(browser: Browser, served: str, keys: bool, tmp_path: Path) -> None:  # noqa: F811
    with lab(browser, served, keys) as page:
        write(page.get_by_label("Points to qualify"), "17", keys)
        expect(page.locator("[data-mark]")).to_have_text("Your terms")
        with page.expect_download() as saved:
            press(page.get_by_role("link", name="Save as a rule file"), keys)
        file = tmp_path / "mine.toml"
        saved.value.save_as(file)
        assert read_rule_file(file, GAMES)[1].numbers.shown()["qualifier"] == "17"
        page.goto(f"{served}/lab/low-four")
        page.locator("[data-load]").set_input_files(file)
        expect(page.locator("#number-qualifier")).to_have_value("17")
        expect(page.locator("[data-mark]")).to_have_text("Your terms")
        assert violations(page) == []


@BOTH
def test_a_wrong_line_has_its_number_and_old_figures_are_dimmed(browser: Browser, served: str, keys: bool) -> None:  # noqa: F811
    with lab(browser, served, keys) as page:
        part, lines = page.locator('[data-part="wager-low-points"]'), page.locator("#lines-low-points")
        labels = part.locator("summary, dt, th[scope=col]").all_inner_texts()
        held: list[Route] = []
        page.route("**/part/pays*", lambda route: held.append(route))
        with page.expect_request("**/part/pays*"):
            write(lines, OWN, keys)
        expect(part).to_have_class(re.compile("stale"))
        expect(part).to_have_attribute("aria-busy", "true")
        for route in held:
            route.continue_()
        page.unroute("**/part/pays*")
        expect(part).not_to_have_class(re.compile("stale"))
        assert part.locator("summary, dt, th[scope=col]").all_inner_texts() == labels


@BOTH
def test_what_is_wrong_is_said_in_its_place(browser: Browser, served: str, keys: bool, tmp_path: Path) -> None:  # noqa: F811
    context = patient(browser.new_context())
    page = context.new_page()  # the browser says in its console that the service has refused a question
    page.set_viewport_size({"width": (PHONE if keys else DESKTOP)["width"], "height": 844})
    page.goto(f"{served}/lab/low-four")
    write(page.locator("#lines-low-points"), "1 or 2 points 300 to 1\n3 or 4 points twenty", keys)
    expect(page.locator('[data-error="table-low-points"]')).to_contain_text("Line 2: ")
    expect(page.locator('[data-wager="low-points"]').locator(".stale")).not_to_have_count(0)
    press(page.get_by_role("button", name="Undo"), keys)  # what could not be read was never a step
    expect(page.locator("[data-mark]")).to_have_text("Printed terms")
    expect(page.locator("#lines-low-points")).to_have_value(re.compile("3 or 4 points +25 to 1"))
    write(page.get_by_label("Points to qualify"), "99", keys)
    wrong = page.locator('[data-error="number-qualifier"]')
    expect(wrong).to_contain_text("99")
    expect(page.locator("[data-status]")).to_contain_text("Fix what is marked")
    write(page.get_by_label("Points to qualify"), "16", keys)
    expect(wrong).to_be_empty()
    (file := tmp_path / "wrong.toml").write_text("[rules]\nqualifier = 99\n")
    page.locator("[data-load]").set_input_files(file)
    expect(page.locator('[data-error="terms"]')).to_contain_text("qualifier")
    expect(page.get_by_label("Points to qualify")).to_have_value("16")
    assert violations(page) == []
    context.close()


@BOTH
def test_two_sets_of_terms_stand_side_by_side(browser: Browser, served: str, keys: bool) -> None:  # noqa: F811
    with lab(browser, served, keys) as page:
        compared = page.locator('[data-part="compare"]')
        expect(compared).to_contain_text("Both sets are the same")
        write(page.get_by_label("Points to qualify"), "15", keys)
        expect(page.locator("[data-mark]")).to_have_text("Your terms")
        page.locator("#compare").scroll_into_view_if_needed()
        expect(compared.locator(".beside thead")).to_contain_text("Printed terms")
        press(page.get_by_role("button", name="Keep these terms to compare with"), keys)
        expect(compared).to_contain_text("Both sets are the same")
        write(page.get_by_label("Points to qualify"), "17", keys)
        page.locator("#compare").scroll_into_view_if_needed()
        expect(compared.locator(".beside thead")).to_contain_text("Terms you kept")
        expect(compared).to_contain_text(re.compile(r"Points to qualify\s*15\s*17"))
        page.reload()
        expect(compared).to_contain_text(re.compile(r"Points to qualify\s*15\s*17"))
        assert violations(page) == []
        press(page.get_by_role("button", name="Compare with the printed terms"), keys)
        expect(compared).to_contain_text(re.compile(r"Points to qualify\s*16\s*17"))


@BOTH
def test_a_table_is_designed_and_tried(browser: Browser, served: str, keys: bool) -> None:  # noqa: F811
    with lab(browser, served, keys) as page:
        design = page.locator("table-design")
        design.get_by_label("Bet").select_option("low-points")
        write(design.get_by_label("House edge wanted"), "6%", keys)
        write(design.get_by_label("Give or take"), "0.3%", keys)
        press(design.get_by_role("button", name="Find pay tables"), keys)
        card = design.locator(".table-card").first
        expect(card).to_be_visible()
        wanted = card.locator("dd").filter(has_text="%").first.inner_text()
        assert 5.7 <= float(wanted.rstrip("%")) <= 6.3
        press(card.get_by_role("button", name="Try it"), keys)
        expect(card.get_by_role("button", name="On this page now")).to_be_visible()
        expect(page.locator(EDGE)).to_have_text(wanted)
        expect(page.locator("[data-mark]")).to_have_text("Your terms")
        assert violations(page) == []
        write(design.get_by_label("House edge wanted"), "x", keys)
        press(design.get_by_role("button", name="Find pay tables"), keys)
        expect(design.get_by_role("alert")).not_to_be_empty()


def test_where_tables_are_live_too_the_server_hears_that_work_was_canceled(
    browser: Browser,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(working, "JOBS", Jobs(Endless))
    pit = Pit(open_store("sqlite://"), owner="lab")
    pit.start()
    with serving(create_app(pit, settings=DEMO)) as address, opened(browser, f"{address}/lab/low-four") as page:
        played = page.locator('play-simulator[data-kind="sessions"]')
        played.get_by_label("Rounds in a session").fill("10000")
        with page.expect_response(lambda said: said.request.method == "GET" and "/api/lab/jobs/" in said.url):
            played.get_by_role("button", name="Simulate sessions").click()
        with page.expect_response(lambda said: said.request.method == "DELETE") as ended:
            played.get_by_role("button", name="Cancel").click()
        assert ended.value.ok
        expect(played).to_contain_text("Canceled.")
    pit.stop()


@BOTH
def test_long_work_shows_how_far_it_is_and_can_be_ended(
    browser: Browser,  # noqa: F811
    served: str,  # noqa: F811
    keys: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(working, "JOBS", Jobs(Endless))
    with lab(browser, served, keys) as page:
        played = page.locator('play-simulator[data-kind="sessions"]')
        write(played.get_by_label("Rounds in a session"), "10000", keys)
        write(played.get_by_label("Sessions", exact=True), "5000", keys)
        press(played.get_by_role("button", name="Simulate sessions"), keys)
        bar = played.get_by_role("progressbar")
        expect(bar).to_have_attribute("value", "0.25")
        expect(played.locator(".job [role=status]")).to_contain_text("digging")
        assert violations(page) == []
        press(played.get_by_role("button", name="Cancel"), keys)
        expect(played).to_contain_text("Canceled.")
        expect(bar).to_have_count(0)


@BOTH
def test_what_was_worked_out_is_of_the_terms_it_was_asked_for(browser: Browser, served: str, keys: bool) -> None:  # noqa: F811
    with lab(browser, served, keys) as page:
        played = page.locator('play-simulator[data-kind="sessions"]')
        write(played.get_by_label("Rounds in a session"), "20", keys)
        write(played.get_by_label("Sessions", exact=True), "50", keys)
        press(played.get_by_role("button", name="Simulate sessions"), keys)
        expect(played.locator("figure").first).to_be_visible()
        write(page.get_by_label("Points to qualify"), "15", keys)
        expect(played).to_contain_text("before the last change")
        rack = page.get_by_role("link", name="Rack card for players")
        with page.expect_download() as made:
            press(rack, keys)
        assert made.value.suggested_filename == "low-four-own-terms-rack-card.pdf"
        expect(page.locator("#reports")).to_contain_text("Ready.")
