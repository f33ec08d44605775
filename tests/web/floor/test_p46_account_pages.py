"""The pages of a login in two steps, of your own account and of another user's, in a browser."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from feltlab.service.pit import Pit
from feltlab.service.store import open_store
from feltlab.web.accounts.one_time import code_at, secret_of, shown_secret, step_at
from feltlab.web.app import create_app
from feltlab.web.door.house import machine_time
from tests.web.accessible import CONTRAST, RULES, violations
from tests.web.browser import DESKTOP, PHONE, browser, profile, serving  # noqa: F401 - a fixture
from tests.web.floor.house import LOGIN
from tests.web.staff import PASSWORD, add_account, give_code


@dataclass
class Served:
    pit: Pit
    address: str

    def log_in(self, page: Page, name: str, to: str, password: str = PASSWORD) -> None:
        page.goto(f"{self.address}/login?next={to}")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill(password)
        page.get_by_role("button", name="Log in").click()


@pytest.fixture(scope="module")
def house() -> Iterator[Served]:
    pit = Pit(open_store("sqlite://"), owner="accounts")
    pit.start()
    with serving(create_app(pit, settings=LOGIN)) as address:
        yield Served(pit, address.replace("127.0.0.1", "localhost"))  # where secure cookies are kept without TLS
    pit.stop()


def looks_right(page: Page, theme: str) -> None:
    assert violations(page, RULES if theme == "light" else CONTRAST) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")


@pytest.mark.parametrize(("theme", "viewport"), [("light", PHONE), ("dark", DESKTOP)])
def test_p46_staff_sets_up_an_authenticator_at_the_first_login(
    browser: Browser,  # noqa: F811
    house: Served,
    theme: str,
    viewport: dict[str, int],
) -> None:
    name = f"Fiona {theme}"
    add_account(house.pit, name, "floor", factor=False)
    with profile(browser, theme, viewport) as page:
        house.log_in(page, name, "/floor")
        expect(page.get_by_role("img", name="QR code")).to_be_visible()
        secret = page.locator("[data-typed]").inner_text().replace(" ", "")
        page.reload()  # the same login, the same secret
        expect(page.locator("[data-typed]")).to_have_text(" ".join(secret[at : at + 4] for at in range(0, 32, 4)))
        looks_right(page, theme)
        page.goto(f"{house.address}/floor")
        page.wait_for_url("**/login?next=/floor")
        page.get_by_label("Six digits").fill("12")
        page.get_by_label("Six digits").press("Enter")
        expect(page.locator("#confirm").get_by_role("alert")).to_contain_text("not the current code for this secret")
        page.get_by_label("Six digits").fill(code_at(secret, step_at(machine_time())))
        page.get_by_label("Six digits").press("Enter")
        expect(page.locator("[data-codes] li")).to_have_count(10)
        expect(page.get_by_role("heading", name="Your recovery codes")).to_be_focused()
        looks_right(page, theme)
        code = page.locator("[data-codes] li").first.inner_text()
        page.get_by_role("button", name="I have saved them").press("Enter")
        page.wait_for_url(f"{house.address}/floor")
        page.get_by_role("button", name="Log out").click()
        page.wait_for_url("**/login")
        house.log_in(page, name, "/account")
        page.get_by_label("Code").fill("not one")
        expect(
            page.get_by_role("button", name="Log in")
        ).to_be_enabled()  # no key presses it before its script is there
        page.get_by_label("Code").press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("That did not work")
        looks_right(page, theme)
        page.get_by_label("Code").fill(code)
        page.get_by_label("Code").press("Enter")
        expect(page.locator("main")).to_contain_text("You have 9 recovery codes left.")
        expect(page.locator("main")).to_contain_text("your correct password and a wrong code")
        looks_right(page, theme)


def test_p46_an_owner_and_an_admin_look_after_accounts(browser: Browser, house: Served) -> None:  # noqa: F811
    add_account(house.pit, "Alma", "admin")
    add_account(house.pit, "Paul", "player")
    with profile(browser, "light", DESKTOP) as pauls, profile(browser, "light", PHONE) as almas:
        house.log_in(pauls, "Paul", "/account")
        pauls.locator("#factor").get_by_label("Password").fill(PASSWORD)
        pauls.get_by_role("button", name="Set up an authenticator").click()
        expect(pauls.get_by_role("img", name="QR code")).to_be_visible()
        looks_right(pauls, "light")
        house.log_in(almas, "Alma", "/floor")
        give_code(almas, house.pit, "Alma")
        almas.get_by_role("link", name="Accounts").click()
        looks_right(almas, "light")
        almas.get_by_role("link", name="Paul").click()
        almas.get_by_label("Reason").fill("forgot it")
        looks_right(almas, "light")
        almas.get_by_role("button", name="Reset the password").click()
        expect(almas.locator("[data-password]")).not_to_be_empty()
        temporary = almas.locator("[data-password]").inner_text()
        house.log_in(pauls, "Paul", "/account", temporary)
        pauls.get_by_label("Temporary password").fill(temporary)
        pauls.get_by_label("New password").fill("one of my own choosing")
        pauls.get_by_label("Type it again").fill("one of another choosing")
        pauls.get_by_role("button", name="Change password").click()
        expect(pauls.get_by_role("alert")).to_have_text("The two passwords do not match.")
        looks_right(pauls, "light")
        pauls.get_by_label("Type it again").fill("one of my own choosing")
        pauls.get_by_role("button", name="Change password").click()
        expect(pauls.locator(".sessions")).to_contain_text("this one")
        almas.reload()
        almas.get_by_label("Reason").fill("left it open")
        almas.get_by_role("button", name="End Chrome").click()
        expect(almas.locator(".sessions")).to_have_text("None.")
        pauls.reload()
        pauls.wait_for_url("**/login?next=/account")


def test_p46_the_picture_has_every_dark_square_of_the_code() -> None:
    shown = shown_secret(secret_of(b"key", "p-ada", "salt"), "Ada")
    dark = set()
    for run in shown["qr"]["path"].split("M")[1:]:
        start, rest = run.split("h", 1)
        x, y = map(int, start.split())
        dark |= {(x + right, y) for right in range(int(rest.partition("v")[0]))}
    size = shown["qr"]["size"]
    finder = {(x, y) for x in range(7) for y in range(7) if {x, y} & {0, 6} or (1 < x < 5 and 1 < y < 5)}
    for left, top in ((4, 4), (size - 11, 4), (4, size - 11)):
        found = {(x - left, y - top) for x, y in dark if left <= x < left + 7 and top <= y < top + 7}
        assert found == finder
    assert all(4 <= x < size - 4 and 4 <= y < size - 4 for x, y in dark)
