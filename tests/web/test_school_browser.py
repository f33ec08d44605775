"""The school in use: right answers in a row pass a drill, and passing all drills gives a certificate to print."""

import json
import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.accessible import CONTRAST, violations
from tests.web.browser import DESKTOP, PHONE, browser, opened, served  # noqa: F401 - fixtures

LAST = "qualify"
PASSED = {"done": 5, "right": 5, "streak": 0, "best": 3, "top": 5}
NEARLY = {"done": 4, "right": 4, "streak": 4, "best": 3, "top": 4}
RIGHT = """async (id) => {
  const ask = answer => fetch("/api/school/answer", {method: "POST", headers: {"Content-Type": "application/json"},
    body: JSON.stringify({id, answer})}).then(said => said.json());
  return (await ask(null)).correct;
}"""


def answer_right(page: Page, keys: bool) -> None:
    """The last drill's next question, with the answer that the school itself gives to who asks it."""
    with page.expect_response(f"**/api/school/low-four/{LAST}") as asked:
        drill = page.locator(f'[data-drill="{LAST}"]')
        if keys:
            drill.focus()
            drill.press("Enter")
        else:
            drill.click()
    question = asked.value.json()
    correct = page.evaluate(RIGHT, question["id"])
    place = [option["value"] for option in question["ask"]["options"]].index(correct)
    page.locator(".room-head").wait_for()
    page.keyboard.press(str(place + 1))
    page.keyboard.press("Enter")


@pytest.mark.parametrize("keys", [False, True], ids=["mouse-desktop", "keys-phone"])
def test_the_last_drill_gives_a_certificate(browser: Browser, served: str, keys: bool) -> None:  # noqa: F811
    size = PHONE if keys else DESKTOP
    with opened(browser, f"{served}/school/low-four", "dark" if keys else "light", size) as page:
        drills = page.locator("[data-drill]").evaluate_all("all => all.map(each => each.dataset.drill)")
        level, certificate = page.locator("[data-level]"), page.locator("[data-certificate]")
        expect(level).to_contain_text(f"Trainee · 0 of {len(drills)}")
        expect(certificate).to_be_hidden()
        scores = {f"feltlab.school.low-four.{name}": PASSED for name in drills} | {
            f"feltlab.school.low-four.{LAST}": NEARLY
        }
        page.evaluate("scores => Object.entries(scores).forEach(([name, score]) => localStorage[name] = score)",
                      {name: json.dumps(score) for name, score in scores.items()})  # fmt: skip
        page.reload()
        expect(level).to_contain_text(re.compile(rf"Dealer · {len(drills) - 1} of {len(drills)}"))
        answer_right(page, keys)
        expect(level).to_contain_text(f"Certified dealer · {len(drills)} of {len(drills)}")
        expect(certificate).to_be_visible()
        assert violations(page, CONTRAST) == []
        room, below = page.locator(".drill-room").bounding_box(), certificate.bounding_box()
        assert room is not None
        assert below is not None
        assert (below["x"], below["width"]) == (room["x"], room["width"])
        assert below["y"] >= room["y"] + room["height"]
        page.get_by_label("name").fill("Dana Dealer")
        page.evaluate("window.print = () => { window.asked = true; }")
        button = page.get_by_role("button", name="Print certificate")
        if keys:
            button.press("Enter")
        else:
            button.click()
        assert page.evaluate("window.asked")
        page.emulate_media(media="print")
        sheet = page.locator(".sheet")
        expect(sheet).to_be_visible()
        expect(sheet).to_contain_text("Dana Dealer")
        expect(sheet).to_contain_text(str(datetime.now(UTC).year))
        for other in (page.locator(".masthead"), level, page.locator(".drills"), page.locator(".footer")):
            expect(other).to_be_hidden()
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        page.emulate_media(media="screen")
        expect(page.locator("html")).not_to_have_class(re.compile("printing"))
        page.goto(f"{served}/school")
        expect(page.locator('[data-progress][data-game="low-four"]')).to_contain_text("Certified dealer")
