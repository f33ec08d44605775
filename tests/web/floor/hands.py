"""How people work the floor's pages: with the mouse or by the keyboard alone, on a phone or at a desk."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.browser import DESKTOP, PHONE, heard, profile

SIZES = {"phone": PHONE, "desktop": DESKTOP}


@dataclass(frozen=True)
class Hand:
    """Nothing is done that a person could not do so: what is pressed is in sight, and by keyboard what is pressed shows
    that it has the focus.
    """

    size: str
    keys: bool

    def __str__(self) -> str:
        return f"{self.size} {'keyboard' if self.keys else 'mouse'}"

    def press(self, target: Locator) -> None:
        expect(target).to_be_enabled()
        if not self.keys:
            target.click()
            return
        target.page.keyboard.press("Tab")  # a browser shows where one is to those who come by a key
        target.focus()
        expect(target).to_be_focused()
        expect(target).not_to_have_css("outline-style", "none")
        target.press("Enter")

    def fill(self, target: Locator, text: str) -> None:
        if not self.keys:
            target.fill(text)
            return
        target.focus()
        target.press("ControlOrMeta+a")
        target.press_sequentially(text)

    def choose(self, target: Locator, value: str) -> None:
        """Of a list: by its first letters, or with the mouse, which Playwright does for us."""
        if not self.keys:
            target.select_option(value)
            return
        target.focus()
        target.press_sequentially(target.locator(f'option[value="{value}"]').inner_text())
        target.press("Tab")
        expect(target).to_have_value(value)

    def fits(self, page: Page) -> None:
        """Nothing is wider than the screen, and a dialog is all inside of it."""
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for box in page.get_by_role("dialog").all():
            found = box.bounding_box()
            assert found
            assert found["x"] >= 0
            assert found["x"] + found["width"] <= SIZES[self.size]["width"]
            assert found["y"] >= 0
            assert found["y"] + found["height"] <= SIZES[self.size]["height"]


PHONE_KEYS, PHONE_MOUSE = Hand("phone", True), Hand("phone", False)
DESK_KEYS, DESK_MOUSE = Hand("desktop", True), Hand("desktop", False)


def by(*hands: Hand) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("hand", hands, ids=map(str, hands))


@contextmanager
def somebody(browser: Browser, hand: Hand, theme: str = "light") -> Iterator[Page]:
    """Somebody with a browser of their own; whatever it complains about fails the test."""
    complaints: list[str] = []
    with (
        profile(browser, theme, SIZES[hand.size]) as page,
        heard(
            page,
            console=lambda said: complaints.append(said.text) if said.type == "error" else None,
            pageerror=lambda error: complaints.append(str(error)),
        ),
    ):
        yield page
    assert complaints == []
