"""A house with live tables behind a real browser, and how people use it: with the mouse, by keyboard, by touch."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkdtemp
from threading import Event
from typing import Any

import orjson
import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocket, expect

from feltlab.service.pit import Pit
from feltlab.service.requests import AtTable, Done, Request
from feltlab.service.store import open_store
from feltlab.table import State
from feltlab.table.commands import Open
from feltlab.table.config import Config
from feltlab.table.state import SeatHand
from feltlab.web.app import create_app
from feltlab.web.door.settings import RequestRate, Settings
from feltlab.web.live.opening import open_house
from feltlab.web.site import figures
from tests.web.browser import DESKTOP, heard, profile, serving

FAST = RequestRate(1e9, 1e9)
SETTINGS = Settings(
    session_rate=FAST, address_rate=FAST, guest_rate=FAST, grace=3600, silence=3600, closing_seconds=0.1
)
FIRST = {"ace-odd-even": "ante", "low-four": "ante", "quick-draw-holdem": "flop", "rule-out": "main"}
GAMES = tuple(FIRST)


@dataclass
class House:
    pit: Pit
    address: str

    def open_table(self, name: str, config: Config) -> str:
        reply = self.pit.ask(Request(AtTable(name, Open(name, config), "test")))
        assert isinstance(reply, Done), reply
        return f"{self.address}/table/{name}"

    def state(self, page: Page) -> State:
        return self.pit.tables[page.url.rsplit("/", 1)[1].partition("#")[0]]


@contextmanager
def being_solved(slug: str) -> Iterator[None]:
    """A game that is still being solved as long as the block runs."""
    over = Event()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(figures, "is_slow", lambda asked: asked == slug)
        patched.setattr(figures, "_solve", lambda _: over.wait())
        yield
        over.set()
        for job in figures._JOBS.values():
            job.join()
        figures._JOBS.clear()


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    folder = Path(mkdtemp())
    pit = Pit(open_store(f"sqlite:///{folder / 'felt.db'}"), owner="felt")
    open_house(pit, SETTINGS)
    with serving(create_app(pit, settings=SETTINGS)) as address:
        yield House(pit, address)
    pit.stop()
    shutil.rmtree(folder, ignore_errors=True)


@dataclass
class Watched:
    """All that a browser was sent, and all that it complained about."""

    page: Page
    frames: list[str] = field(default_factory=list)
    sockets: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    bytes: int = 0

    def last_view(self) -> dict[str, Any]:
        return next(said["view"] for said in map(orjson.loads, reversed(self.frames)) if "view" in said)


@contextmanager
def visitor(
    browser: Browser,
    theme: str = "light",
    viewport: dict[str, int] = DESKTOP,
    touch: bool = False,
    *,
    fresh: bool = False,
    unsolved: bool = False,
) -> Iterator[Watched]:
    """Somebody with a browser of their own; whatever it complains about fails the test.

    In a game that is `unsolved`, and takes too long to solve in a test, the lab says that it is busy.
    """
    with profile(browser, theme, viewport, touch, fresh=fresh) as page:
        seen = Watched(page)

        def watch(socket: WebSocket) -> None:
            seen.sockets.append(socket.url)
            socket.on("framereceived", lambda frame: seen.frames.append(str(frame)))

        with heard(
            page,
            websocket=watch,
            console=lambda said: seen.complaints.append(said.text) if said.type in ("error", "warning") else None,
            pageerror=lambda error: seen.complaints.append(str(error)),
            response=lambda got: seen.complaints.append(f"{got.status} {got.url}") if got.status >= 400 else None,
        ):
            yield seen
    assert [said for said in seen.complaints if not (unsolved and "503" in said)] == []


def sit_down(page: Page, address: str) -> None:
    page.goto(address)
    table = page.locator("felt-table[data-ready]")
    expect(table).to_be_visible()
    seat = page.get_by_role("button", name="Take a seat")
    if seat.count():
        seat.click()
        expect(seat).to_have_count(0)
    expect(page.locator("[data-chip]").first).to_be_visible()


def spot(page: Page, wager: str) -> Locator:
    return page.locator(f'[data-wager="{wager}"]')


def use_tool(page: Page, name: str) -> None:
    """A button above the felt; in a small window it is in the menu."""
    menu = page.get_by_role("button", name="Menu", exact=True)
    if menu.is_visible():
        menu.click()
    page.locator(".tools").get_by_role("button", name=name, exact=True).click()


def wait_for(page: Page, phase: str) -> None:
    expect(page.locator("felt-table")).to_have_attribute("data-phase", phase)


def now(page: Page, said: str) -> None:
    expect(page.locator(".now")).to_contain_text(said)


def bet_and_deal(page: Page, game: str) -> None:
    page.locator('[data-chip="500"]').click()
    spot(page, FIRST[game]).click()
    expect(spot(page, FIRST[game])).to_have_accessible_name(name_with_bet(500))
    page.get_by_role("button", name="Deal", exact=True).click()
    wait_for(page, "decide")


def name_with_bet(cents: int) -> re.Pattern[str]:
    return re.compile(rf"\${cents // 100:,} bet")


def own_hand(state: State) -> SeatHand:
    """The hand of the only person at a table, in the round that is out or in the last."""
    seat = next(number for number, seat in state.seats.items() if not seat.bot)
    played = state.round if state.round and state.round.phase == "play" else state.last
    assert played is not None
    return played.hands[seat]
