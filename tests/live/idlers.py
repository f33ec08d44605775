"""Clients that take up places and do nothing, beside others who play.

python -m tests.live.idlers PORT TABLE TRIED ADDRESSES SECONDS

In turn, a connection sends nothing, sends its headers one byte at a time, holds back its body, requests pages without
reading them, or watches a table without reading it. They come one after another over the seconds; now and then a new
visitor asks for a page. All stay until standard input ends. Prints one JSON object.
"""

import http.client
import json
import os
import resource
import select
import selectors
import socket
import sys
import time
from collections import Counter
from contextlib import closing, suppress

from tests.waiting import PATIENCE

ASKED = 8
NICE = 10
"""Idlers are elsewhere, and take none of the house's processors: what they cost here is not what they cost the house."""
PAGES = 5
HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
BODY = (
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
    b"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
)
PAGE = b"GET /static/felt/felt.css HTTP/1.1\r\nHost: localhost\r\n\r\n"
WATCH = (
    b"GET /ws/tables/%s HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nConnection: Upgrade\r\n"
    b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
KINDS = 6 * ("silent", "head") + 4 * ("body",) + ("page",) + 3 * ("watch",)
"""Few ask for pages: to make them is work, whether they are read or not."""


class Idlers:
    def __init__(self, port: int, table: str, addresses: int) -> None:
        self.port, self.table, self.addresses = port, table.encode(), addresses
        self.open: dict[socket.socket, str] = {}
        self.tried: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.dripped = time.monotonic()
        self.selector = selectors.DefaultSelector()

    def come(self, number: int) -> None:
        kind = KINDS[number % len(KINDS)]
        self.tried[kind] += 1
        here = socket.socket()
        here.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        here.settimeout(PATIENCE)
        try:
            here.bind((f"127.0.1.{1 + number // len(KINDS) % self.addresses}", 0))
            here.connect(("127.0.0.1", self.port))
            first = {"silent": b"", "head": HEAD, "body": BODY, "page": PAGES * PAGE, "watch": WATCH % self.table}[kind]
            if first:
                here.send(first)
        except OSError as error:
            self.failed[type(error).__name__] += 1
            here.close()
            return
        self.open[here] = kind
        if kind in ("silent", "head", "body"):  # they would hear that they are closed, the others do not listen
            self.selector.register(here, selectors.EVENT_READ)

    def linger(self, seconds: float) -> None:
        """Hear who was closed; a head goes on by a byte each second."""
        for key, _ in self.selector.select(seconds):
            here: socket.socket = key.fileobj  # type: ignore[assignment]
            self.selector.unregister(here)
            del self.open[here]
            here.close()
        if time.monotonic() < self.dripped + 1:
            return
        self.dripped = time.monotonic()
        for here, kind in list(self.open.items()):
            if kind == "head":
                with suppress(OSError):
                    here.send(b"x")


def ask(port: int) -> float:
    """Somebody new, from this machine's own address: milliseconds until the answer, sent again if it was closed."""
    started = time.perf_counter()
    while True:
        with (
            closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as asking,
            suppress(ConnectionError, http.client.BadStatusLine),
        ):
            asking.request("GET", "/healthz")
            assert asking.getresponse().status == 200
            return round(1000 * (time.perf_counter() - started), 1)


def main(port: int, table: str, tried: int, addresses: int, seconds: float) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    os.nice(NICE)
    idlers, asked = Idlers(port, table, addresses), []
    started = time.monotonic()
    for number in range(tried):
        idlers.come(number)
        if number % max(1, tried // ASKED) == 0:
            asked.append(ask(port))
        while (left := started + number * seconds / tried - time.monotonic()) > 0:
            idlers.linger(left)
    while not select.select([sys.stdin], [], [], 0)[0]:
        idlers.linger(0.2)
    kept = Counter(idlers.open.values())
    print(json.dumps({"tried": idlers.tried, "failed": idlers.failed, "kept": kept, "asked ms": asked}))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5]))
