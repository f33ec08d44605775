"""The real application, called directly over ASGI in one event loop: every byte it sends passes through here."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import orjson
from fastapi import FastAPI

from feltlab.service.clock import HouseClock
from feltlab.service.pit import Pit
from feltlab.service.requests import AtTable, Chips, Done, Request
from feltlab.service.store import open_store
from feltlab.table.commands import Open
from feltlab.table.config import Config
from feltlab.web.app import create_app
from feltlab.web.door.settings import RequestRate, Settings
from tests.waiting import PATIENCE
from tests.web.staff import PASSWORD, add_account, code_of

HOST = "localhost:8000"
ORIGIN = f"http://{HOST}"
JSON = "application/json"
FAST = RequestRate(1e9, 1e9)
DEMO = Settings(session_rate=FAST, address_rate=FAST, guest_rate=FAST, grace=3600, silence=3600, closing_seconds=0.1)
RICH = replace(DEMO, welcome_cents=10**9, welcome_token_cents=10_000_000)
"""Guests who never run out of chips, for long plays."""
_keys = count(1)


def fresh_key() -> str:
    return f"key-{next(_keys)}"


@dataclass
class Heard:
    status: int
    headers: dict[str, str]
    raw: bytes
    cookies: list[str] = field(default_factory=list)

    @property
    def json(self) -> Any:
        return orjson.loads(self.raw)


Tap = Callable[["Browser", str, bytes], None]
"""Called with everything that a browser is sent: (browser, where from, bytes)."""


class Site:
    def __init__(self, app: FastAPI, pit: Pit, settings: Settings) -> None:
        self.app, self.pit, self.settings = app, pit, settings
        self.taps: list[Tap] = []

    def open_table(self, table: str, config: Config) -> None:
        reply = self.pit.ask(Request(AtTable(table, Open(table, config), "test")))
        assert isinstance(reply, Done), reply

    async def guest(self) -> "Browser":
        browser = Browser(self)
        await browser.get("/api/me")
        browser.me = (await browser.get("/api/me")).json
        return browser


class Browser:
    """Somebody with a cookie jar."""

    def __init__(self, site: Site, address: str = "127.0.0.1") -> None:
        self.site, self.address = site, address
        self.cookies: dict[str, str] = {}
        self.me: dict[str, Any] = {}

    def _headers(self, given: dict[str, str]) -> list[tuple[bytes, bytes]]:
        headers = {"host": HOST, "origin": ORIGIN} | given
        if self.cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return [(name.encode(), value.encode("latin-1")) for name, value in headers.items() if value != "-"]

    def _scope(self, kind: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
        path, _, query = path.partition("?")
        return {
            "type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "path": path, "raw_path": path.encode(),
            "query_string": query.encode(), "headers": self._headers(headers), "client": (self.address, 50000),
            "server": ("localhost", 8000), "scheme": "http" if kind == "http" else "ws", "subprotocols": [],
        }  # fmt: skip

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Heard:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if body or method == "POST":
            named = {"content-type": JSON, "content-length": str(len(body))} | named
        scope = {**self._scope("http", path, named), "method": method}
        heard, sent = Heard(0, {}, b""), False

        async def receive() -> dict[str, Any]:
            nonlocal sent
            if sent:
                await asyncio.sleep(3600)
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                heard.status = message["status"]
                for name, value in message["headers"]:
                    self._keep(heard, name.decode().lower(), value.decode("latin-1"))
            else:
                heard.raw += message.get("body", b"")

        await self.site.app(scope, receive, send)
        head = "\n".join(f"{name}: {value}" for name, value in heard.headers.items())
        for tap in self.site.taps:
            tap(self, f"{method} {path.partition('?')[0]}", head.encode() + b"\n\n" + heard.raw)
        return heard

    def _keep(self, heard: Heard, name: str, value: str) -> None:
        if name != "set-cookie":
            heard.headers[name] = value
            return
        heard.cookies.append(value)
        cookie, _, attributes = value.partition(";")
        key, _, token = cookie.partition("=")
        if "max-age=0" in attributes.lower():
            self.cookies.pop(key, None)
        else:
            self.cookies[key] = token

    async def get(self, path: str, **headers: str) -> Heard:
        return await self.ask("GET", path, b"", **headers)

    async def post(self, path: str, body: Any, **headers: str) -> Heard:
        raw = body if isinstance(body, bytes) else orjson.dumps(body)
        return await self.ask("POST", path, raw, **headers)

    async def command(self, table: str, do: str, **fields: Any) -> Heard:
        return await self.post(f"/api/tables/{table}/commands", {"key": fresh_key(), "do": do, **fields})

    @asynccontextmanager
    async def at(self, table: str, after: int | None = None, **headers: str) -> AsyncIterator["Wire"]:
        wire = Wire(self, table, after, headers)
        await wire.open()
        try:
            yield wire
        finally:
            await wire.cut()


class Wire:
    """A WebSocket of a browser."""

    def __init__(self, browser: Browser, table: str, after: int | None, headers: dict[str, str]) -> None:
        self.browser, self.table = browser, table
        query = "" if after is None else f"?v={after}"
        self.scope = browser._scope("websocket", f"/ws/tables/{table}{query}", headers)
        self.to_app: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.acks: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.last: dict[str, Any] = {}
        self.hold: asyncio.Event = asyncio.Event()
        self.hold.set()

    async def open(self) -> None:
        self.to_app.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(self.browser.site.app(self.scope, self.to_app.get, self._sent))

    async def _sent(self, message: Any) -> None:
        if message["type"] == "websocket.close" and not self.closed.done():
            self.closed.set_result(message.get("code", 1000))
        if message["type"] != "websocket.send":
            return
        await self.hold.wait()
        for tap in self.browser.site.taps:
            tap(self.browser, "socket", message["text"].encode())
        frame = orjson.loads(message["text"])
        if "ack" in frame:
            waiting = self.acks.pop(frame["ack"] or "", None)
            if waiting and not waiting.done():
                waiting.set_result(frame)
                return
        elif "view" in frame:
            self.last = frame
        self.frames.put_nowait(frame)

    async def next(self) -> dict[str, Any]:
        return await asyncio.wait_for(self.frames.get(), PATIENCE)

    async def until(self, number: int) -> dict[str, Any]:
        """The frame that has brought this client up to an event."""
        while self.last.get("v", 0) < number:
            await self.next()
        return self.last

    async def end(self) -> int:
        """The code with which the site has closed the connection."""
        return await asyncio.wait_for(self.closed, PATIENCE)

    def send(self, text: str) -> None:
        self.to_app.put_nowait({"type": "websocket.receive", "text": text})

    async def command(self, do: str, **fields: Any) -> dict[str, Any]:
        key = fresh_key()
        waiting = self.acks[key] = asyncio.get_running_loop().create_future()
        self.send(orjson.dumps({"key": key, "do": do, **fields}).decode())
        return await asyncio.wait_for(waiting, PATIENCE)

    async def cut(self) -> None:
        """The connection is gone, without a word."""
        self.hold.set()
        self.to_app.put_nowait({"type": "websocket.disconnect", "code": 1006})
        await asyncio.wait_for(self.task, PATIENCE)


@asynccontextmanager
async def running(settings: Settings = DEMO, pit: Pit | None = None) -> AsyncIterator[Site]:
    """The application between its start and its end, on a store in memory."""
    pit = pit or Pit(open_store("sqlite://"))
    pit.start()
    app = create_app(pit, settings=settings)
    async with app.router.lifespan_context(app):
        try:
            yield Site(app, pit, settings)
        finally:
            app.state.hall.say_goodbye()
    await asyncio.to_thread(pit.stop)


LOGIN = replace(DEMO, demo=False)


async def person(site: Site, role: str, name: str = "", address: str = "10.0.0.9") -> Browser:
    """Somebody with an account, logged in; a player has $1,000."""
    name = name or f"{role} {next(_keys)}"
    player = add_account(site.pit, name, role)
    if role == "player":
        key = f"chips-{player.id}"
        site.pit.ask(Request(Chips(player.id, 100_000), key, key))
    browser = Browser(site, address)
    heard = await browser.post("/api/login", {"name": name, "password": PASSWORD})
    assert heard.status == 200, heard.raw
    if heard.json["next"]:
        heard = await browser.post(
            "/api/login/code", {"code": code_of(site.pit, player.id, site.app.state.house.wall())}
        )
        assert heard.json == {"ok": True, "next": ""}
    browser.me = (await browser.get("/api/me")).json
    return browser


class Clock:
    """The service's clock, which can be put forward."""

    def __init__(self) -> None:
        self.ahead = 0
        self._house = HouseClock()

    def __call__(self) -> int:
        return self._house() + self.ahead
