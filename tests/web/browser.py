"""A real browser and a real server: the site in a thread on a free port, Chromium without a window.

Import the fixtures where they are used: `from tests.web.browser import browser, served` (both for a whole module).
Strings for `page.evaluate` are fine; `page.wait_for_function` with a string is not: the site's policy forbids eval.
"""

import os
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any
from weakref import WeakKeyDictionary

import pytest
import uvicorn
from fastapi import FastAPI
from matplotlib import get_data_path
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from feltlab.web.app import create_app
from tests.waiting import PATIENCE, until

# The shell without windows first: it does the same with half the work.
CHROMIUM = (
    os.environ.get("FELTLAB_CHROMIUM")
    or shutil.which("chromium-headless-shell")
    or shutil.which("chromium")
    or "/usr/bin/chromium-headless-shell"
)
LEFT_OUT = (
    # The suggestions of an address bar that nobody sees: two more pages for every window, twice the work of opening one.
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,"
    # What Playwright leaves out by itself: Chromium heeds the last list only.
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,"
    "OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
)
ARGUMENTS = [
    f"--disable-features={LEFT_OUT}", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
expect.set_options(timeout=PATIENCE * 1000)


@contextmanager
def serving(app: FastAPI) -> Iterator[str]:
    """The address of an application that runs as long as the block does."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # websockets-sansio: the older implementation warns that it is old, and warnings are errors here
    config = uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error", ws="websockets-sansio")
    server = uvicorn.Server(config)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    until(lambda: server.started or not thread.is_alive())
    assert server.started, "the server did not start"
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    """The site without a live service."""
    with serving(create_app()) as address:
        yield address


class Lent:
    """A browser that modules with this fixture pass on: to start one takes as long as a short test.

    It is closed before a module that begins with anything else, which may run a loop of its own where Playwright's runs.
    """

    def __init__(self, manager: pytest.PytestPluginManager) -> None:
        self._manager, self._open = manager, ExitStack()
        self.browser = self._open.enter_context(chromium(self._open.enter_context(sync_playwright())))
        manager.register(self, Lent.__name__)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_teardown(self, item: pytest.Item, nextitem: pytest.Item | None) -> None:
        stays = nextitem is not None and nextitem.path == item.path
        if not stays and "browser" not in getattr(nextitem, "fixturenames", ()):
            self._manager.unregister(self)
            self._open.close()


@pytest.fixture(scope="module")
def browser(pytestconfig: pytest.Config) -> Browser:
    manager = pytestconfig.pluginmanager
    lent = manager.get_plugin(Lent.__name__) or Lent(manager)
    assert isinstance(lent, Lent)
    return lent.browser


FONT_SETUPS = {
    "dejavu": ("DejaVuSans*.ttf", "DejaVuSerif*.ttf"),  # what a bare Debian has
    "narrow": ("STIXGeneral*.ttf",),
    "wide": ("DejaVuSans-Bold.ttf",),
}
"""Machines by the fonts that they have, from those that matplotlib brings: whatever is asked for, one of these is given."""


def font_setup(name: str, folder: Path) -> Path:
    """A file for fontconfig that knows the fonts of one set-up and no others."""
    brought = Path(get_data_path()) / "fonts" / "ttf"
    fonts = folder / name
    fonts.mkdir()
    for pattern in FONT_SETUPS[name]:
        for font in brought.glob(pattern):
            (fonts / font.name).symlink_to(font)
    assert list(fonts.iterdir()), f"no fonts for {name} in {brought}"
    file = folder / f"{name}.conf"
    file.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">'
        f"<fontconfig><dir>{fonts}</dir><cachedir>{folder / 'cache'}</cachedir></fontconfig>"
    )
    return file


@contextmanager
def chromium(playwright: Playwright, fonts: Path | None = None) -> Iterator[Browser]:
    """A browser that runs as long as the block does, with this machine's fonts or with those of a set-up."""
    assert shutil.which(CHROMIUM), f"no browser at {CHROMIUM}: `make test` installs it, or name one in FELTLAB_CHROMIUM"
    known: dict[str, str | float | bool] = {**os.environ, **({"FONTCONFIG_FILE": str(fonts)} if fonts else {})}
    running = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS, env=known, timeout=PATIENCE * 1000)
    yield running
    running.close()


Kind = tuple[str, int, int, bool]
Handler = Callable[[Any], object]
_left: WeakKeyDictionary[Browser, dict[Kind, list[Page]]] = WeakKeyDictionary()
"""Pages of visitors who are gone. What they leave to the next is what the site's scripts came to when compiled."""


@contextmanager
def profile(
    browser: Browser, theme: str, viewport: dict[str, int], touch: bool = False, *, fresh: bool = False
) -> Iterator[Page]:
    """A page of somebody who has never been here; nobody else's cookies, storage or permissions.

    `fresh` is for tests that weigh what is loaded, or that put into the page what cannot be taken out: nothing was kept
    for them, and nothing is kept of them.
    """
    kind = (theme, viewport["width"], viewport["height"], touch)
    left = [] if fresh else _left.setdefault(browser, {}).setdefault(kind, [])
    page = left.pop() if left else _new_profile(browser, kind).new_page()
    yield page
    if fresh:
        page.context.close()
    else:
        _leave(page, theme, viewport)
        left.append(page)


def _leave(page: Page, theme: str, viewport: dict[str, int]) -> None:
    context = page.context
    for still_open in context.pages:
        if still_open is not page:
            still_open.close()
    # By its own will: that is no other site, and the browser's process for it, with the scripts compiled, goes on.
    page.evaluate("location.replace('about:blank')")
    page.wait_for_url("about:blank")
    page.evaluate("localStorage.clear(), sessionStorage.clear()")
    page.mouse.move(-1, -1)
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    page.set_viewport_size({"width": viewport["width"], "height": viewport["height"]})
    context.clear_cookies()
    context.clear_permissions()


@contextmanager
def heard(page: Page, **handlers: Handler) -> Iterator[None]:
    """What a page tells as long as the block runs: the page outlives the visitor."""
    for event, handler in handlers.items():
        page.on(event, handler)  # type: ignore[call-overload]
    yield
    page.evaluate("null")  # answered after all that was told before
    for event, handler in handlers.items():
        page.remove_listener(event, handler)


def _new_profile(browser: Browser, kind: Kind) -> BrowserContext:
    theme, width, height, touch = kind
    return patient(
        browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
            has_touch=touch,
        )
    )


LATER = "const soon = setTimeout; window.setTimeout = (f, ms, ...more) => soon(f, ms < 5000 ? ms : 20 * ms, ...more)"
"""A notice goes after six seconds, and a busy machine may not have looked by then."""


PLAYED = """try { localStorage.getItem("feltlab.rounds") ?? localStorage.setItem("feltlab.rounds", "9"); } catch {}"""
"""A newcomer's first rounds have the coach unasked. Visitors have played before, unless a test says otherwise."""


def patient(context: BrowserContext) -> BrowserContext:
    """Made to wait as long as `expect` does, for pages and for what is clicked; what a page says stays that long too."""
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(LATER)
    context.add_init_script(PLAYED)
    return context


SHIFTED = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame(); // what was under way is laid out, and noted
  return new Promise(done => {
    let sum = 0;
    const observer = new PerformanceObserver(list => {
      for (const entry of list.getEntries()) {
        if (entry.entryType === "layout-shift") sum += entry.hadRecentInput ? 0 : entry.value;
        else done(sum); // the mark was made after all of them
      }
    });
    observer.observe({type: "layout-shift", buffered: true});
    observer.observe({type: "mark"});
    performance.mark("looked at");
  });
}"""


def shifted(page: Page) -> float:
    """How much of a page has moved by itself since it was opened."""
    return float(page.evaluate(SHIFTED))


@contextmanager
def opened(browser: Browser, address: str, theme: str = "light", viewport: dict[str, int] = DESKTOP) -> Iterator[Page]:
    """A page that fails the test when the browser complains about anything."""
    complaints: list[str] = []
    with (
        profile(browser, theme, viewport) as page,
        heard(
            page,
            console=lambda message: complaints.append(message.text) if message.type == "error" else None,
            pageerror=lambda error: complaints.append(str(error)),
        ),
    ):
        page.goto(address)
        yield page
    assert complaints == []
