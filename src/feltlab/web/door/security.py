"""The door: every request and every connection passes here before anything else looks at it."""

import asyncio
import logging
import re
import time
from collections.abc import Callable, Mapping
from socket import gethostname
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from feltlab.web.door.asker import ASKED_BY, Asker
from feltlab.web.door.bodies import LARGEST
from feltlab.web.door.house import Establishment
from feltlab.web.door.origin import counted_as, forwarded_address, is_address
from feltlab.wire import dump

LOG: Final = logging.getLogger("feltlab.access")
SAFE: Final = ("GET", "HEAD", "OPTIONS")
OWN_NAME: Final = gethostname().lower()
HOST: Final = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?")
LOCAL_HOSTS: Final = ("localhost", "127.0.0.1", "::1")
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self';"
        " connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
YEAR_OF_HTTPS: Final = "max-age=31536000"
TWO_LENGTHS: Final = (400, "the request gives its length twice")
"""A proxy may go by the other header and take the rest for a separate request, so nothing more is read from there."""
HAS_NUL: Final = (400, "an address must not contain the character U+0000 (%00)")
TOO_LARGE: Final = (413, "too large: the limit is 64 KB")
WATCHED: Final = ("/healthz", "/readyz", "/metrics")
"""Requested by monitoring, which must not take a busy house for dead: these go to the head of the line."""
CLOSING: Final = (503, "the house is closing")
BUSY: Final = (503, "the house is busy with its players; try again in a moment")


class Guard:
    def __init__(self, app: ASGIApp, house: Establishment, is_known: Callable[[str], bool]) -> None:
        self.app, self.house, self.is_known = app, house, is_known

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            scope = self._from_client(scope)
        if scope["type"] == "websocket":
            if self._refusal(scope) is not None:
                await send({"type": "websocket.close", "code": 1008})
            elif await self._has_its_turn(scope):
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1013})
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _from_client(self, scope: Scope) -> Scope:
        """With the address that everything further in sees: a proxy's word counts if the house trusts the proxy."""
        peer, port = scope.get("client") or ("", 0)
        address = forwarded_address(str(peer), scope["headers"], self.house.settings.trusted_proxies)
        return {**scope, "client": (address, port)}

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        status = 0
        body = _Whole(receive)

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = self._with_headers(scope, message["headers"])
            await send(message)

        refused = self._refusal(scope)
        if refused is None and _has_body(scope) and not await body.is_read():
            refused = TOO_LARGE
        started = time.perf_counter()
        if refused is None and not body.is_cut_short and not await self._has_its_turn(scope):
            refused = BUSY
        if refused is None and not body.is_cut_short:
            try:
                await self.app(scope, body, sending)
            except asyncio.CancelledError:  # the house is closing and has waited for this request long enough
                if status:
                    raise
                refused = CLOSING
            except Exception:
                if not body.is_cut_short:  # nobody is waiting for it anymore
                    LOG.exception("a request failed")
                    refused = (500, "the service failed; the error was logged") if status == 0 else None
        if refused is not None and status == 0:
            await _answer(sending, *refused)
        self._note(scope, status, time.perf_counter() - started)

    async def _has_its_turn(self, scope: Scope) -> bool:
        """At once for a session known here, so that a made-up cookie puts nobody ahead."""
        token = cookie_parser(_headers(scope).get("cookie", "")).get(self.house.settings.cookie, "")
        known = scope.setdefault("state", {})["is_known"] = self.is_known(token)
        ASKED_BY.set(Asker(token, False) if known else Asker(counted_as(_address(scope))))
        if known:
            return True
        if await self.house.line.has_come_up(scope["path"] in WATCHED):
            return True
        self.house.metrics.turned_away.add()
        return False

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Why nothing further in gets to see it."""
        headers = _headers(scope)
        if "content-length" in headers and "transfer-encoding" in headers:
            return TWO_LENGTHS
        if not self._answers_to(_host_name(headers.get("host", ""))):
            demo = "the demo answers only on this machine: use localhost"
            return (
                421,
                demo
                if self.house.settings.demo
                else "the site does not answer to this name: add it with serve --hostname",
            )
        if not self.house.address_buckets.take(counted_as(_address(scope))):
            return 429, "too many requests"
        if _has_nul(scope):
            return HAS_NUL
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE
        if unsafe and not _is_same_origin(headers, scope["scheme"]):
            return 403, "the request does not come from this site"
        if scope["type"] == "websocket" or scope["method"] in SAFE:
            return None
        kind = headers.get("content-type", "").split(";")[0].strip().lower()
        if kind != "application/json":
            return 415, "the body must be application/json"
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or len(length) > 9 or int(length) > LARGEST:
            return TOO_LARGE
        return None

    def _answers_to(self, name: str) -> bool:
        """A page of another site can point its own name at this machine, but that name is not an address."""
        if name in LOCAL_HOSTS or self.house.settings.demo:
            return name in LOCAL_HOSTS
        return name in self.house.settings.hostnames or name == OWN_NAME or is_address(name)

    def _with_headers(self, scope: Scope, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        headers = list(headers)
        there = {name.lower() for name, _ in headers}
        more = dict(HEADERS)
        if not self.house.settings.demo:
            more["Strict-Transport-Security"] = YEAR_OF_HTTPS
        if scope["path"].startswith("/api/") or scope["path"] == "/metrics":
            more["Cache-Control"] = "no-store"
        added = ((name.lower().encode(), value.encode()) for name, value in more.items())
        return headers + [(name, value) for name, value in added if name not in there]

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        """Logs the route, not the address: an address may contain what a user typed."""
        route = getattr(scope.get("route"), "path", "other")
        self.house.metrics.requests.add(route, str(status))
        self.house.metrics.latency.add(seconds)
        LOG.info("%s %s %d", scope["method"], route, status, extra={"ms": round(1000 * seconds, 1)})


def _headers(scope: Scope) -> Mapping[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _address(scope: Scope) -> str:
    client: Any = scope.get("client")
    return str(client[0]) if client else ""


def _host_name(host: str) -> str:
    """Empty if there is none: what follows a name is a port."""
    try:
        named = urlsplit(f"//{host}")
        return named.hostname or "" if HOST.fullmatch(host) and named.port != 0 else ""
    except ValueError:
        return ""


def _is_same_origin(headers: Mapping[str, str], scheme: str) -> bool:
    """What browsers say about the page that asks: its origin is this site, or they say so themselves.

    If the request uses TLS, so did the page; without TLS, a proxy may have removed it.
    """
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if site is not None and site != "same-origin":
        return False
    if origin is None:
        return site == "same-origin"
    try:
        named = urlsplit(origin)
        schemes = ("https",) if scheme in ("https", "wss") else ("http", "https")
        return named.scheme in schemes and bool(named.netloc) and named.netloc == headers.get("host")
    except ValueError:
        return False


def _has_nul(scope: Scope) -> bool:
    """In the path or the query, as they are sent or as they are read. PostgreSQL stores no such text."""
    sent = scope.get("raw_path") or b"", scope["query_string"]
    return "\0" in scope["path"] or any(b"%00" in part or b"\0" in part for part in sent)


def _has_body(scope: Scope) -> bool:
    announced = any(name.lower() in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"])
    return announced or scope["method"] not in SAFE


class _Whole:
    """The body, read up to the limit before anything further in is asked.

    A request that never ends costs no more than its pieces: the site's pages, sessions and routes do no work for it.
    """

    def __init__(self, receive: Receive) -> None:
        self.receive = receive
        self.read: bytes | None = None
        self.is_cut_short = False

    async def is_read(self) -> bool:
        """False if it exceeds the limit; a declared length may be a lie."""
        pieces = bytearray()
        while True:
            message = await self.receive()
            if message["type"] == "http.disconnect":
                self.is_cut_short = True  # nobody acts on an incomplete body
                return True
            pieces += message.get("body", b"")
            if len(pieces) > LARGEST:
                return False
            if not message.get("more_body", False):
                self.read = bytes(pieces)
                return True

    async def __call__(self) -> Message:
        if self.read is None:
            message = await self.receive()
            self.is_cut_short |= message["type"] == "http.disconnect"
            return message
        body, self.read = self.read, None
        return {"type": "http.request", "body": body, "more_body": False}


async def _answer(send: Send, status: int, words: str) -> None:
    headers = [(b"content-type", b"application/json")]
    if status in (429, 503):
        headers.append((b"retry-after", b"1"))
    if (status, words) == TWO_LENGTHS:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": dump({"ok": False, "error": words}).encode()})
