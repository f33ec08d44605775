"""Every WebSocket frame counts, even an empty one; over real connections to a server in this loop."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import pytest
import uvicorn

from feltlab.commands import serve
from feltlab.table.config import Config
from feltlab.web.door.frames import MOST_PIECES, Frames
from feltlab.web.door.origin import read_networks
from feltlab.web.door.settings import BURST_SECONDS, ConnectionLimits, Settings
from feltlab.web.door.shares import FrameShares
from tests.waiting import PATIENCE, until_it_is
from tests.web.live.site import DEMO, LOGIN, Browser, Site, running

TABLE = "low-four-1"
MASKED = b"\x80" + bytes(4)
PING, PONG, EMPTY, PIECE, EMPTY_TEXT, TEXT_BEGINS = (
    bytes([first]) + MASKED for first in (0x89, 0x8A, 0x82, 0x00, 0x81, 0x01)
)
FLOOD = 100_000
Wire = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def served(settings: Settings) -> AsyncIterator[tuple[Site, int]]:
    """The site and its port."""
    async with running(settings) as site:
        site.open_table(TABLE, Config("low-four"))
        door = serve._listen("127.0.0.1", 0, demo=True)
        door.gate = site.app.state.house.gate
        server = uvicorn.Server(uvicorn.Config(site.app, **serve.of_server(site.app), lifespan="off"))
        serving = asyncio.create_task(server.serve(sockets=[door]))
        await until_it_is(lambda: server.started)
        yield site, door.getsockname()[1]
        server.should_exit = True
        await serving


async def upgraded(port: int, who: Browser | None = None) -> Wire:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    cookies = "; ".join(f"{name}={value}" for name, value in who.cookies.items()) if who else ""
    head = (
        f"GET /ws/tables/{TABLE} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Origin: http://127.0.0.1:{port}",
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", f"Cookie: {cookies}", "", "",
    )  # fmt: skip
    writer.write("\r\n".join(head).encode())
    assert b" 101 " in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
    return reader, writer


async def heard_to_the_end(wire: Wire) -> bytes:
    """What the server says until the connection is gone."""
    heard = b""
    with suppress(ConnectionError):
        while piece := await asyncio.wait_for(wire[0].read(65536), PATIENCE):
            heard += piece
    wire[1].close()
    return heard


def closed(site: Site) -> dict[str, int]:
    lines = [line.rpartition(" ") for line in site.app.state.house.gate.closed.lines() if '"' in line]
    return {label.split('"')[1]: int(count) for label, _, count in lines}


def test_p41_a_stranger_who_is_told_to_log_in_is_dropped_at_once() -> None:
    async def ask() -> None:
        async with served(LOGIN) as (site, port):
            wire, started = await upgraded(port), time.monotonic()
            assert (4401).to_bytes(2) in await heard_to_the_end(wire)  # the page sends people to the login by it
            assert time.monotonic() - started < 9.5  # ten are usual
            wire = await upgraded(port)
            wire[1].write(FLOOD * PONG)
            await heard_to_the_end(wire)
            assert closed(site) == {"too many frames": 1}

    asyncio.run(ask())


@pytest.mark.parametrize(
    "flood", [FLOOD * PING, FLOOD * PONG, FLOOD * EMPTY, FLOOD * EMPTY_TEXT, TEXT_BEGINS + 2 * MOST_PIECES * PIECE]
)
def test_p41_who_floods_with_frames_that_say_nothing_is_cut_off(flood: bytes) -> None:
    async def ask() -> None:
        async with served(DEMO) as (site, port):
            wire = await upgraded(port, await site.guest())
            await asyncio.wait_for(wire[0].read(1), PATIENCE)  # the first frame: they are at the table
            wire[1].write(flood)
            await heard_to_the_end(wire)
            assert closed(site) == {"too many frames": 1}
            await until_it_is(lambda: site.app.state.house.metrics.sockets == 0)

    asyncio.run(ask())


@pytest.mark.parametrize("limit", ["session_frames_per_second", "address_frames_per_second"])
def test_p41_who_is_cut_off_and_comes_again_has_no_new_burst(limit: str) -> None:
    """Three sockets of one session, each within its own limit; the budgets of others are far."""
    limits = ConnectionLimits(**{"session_frames_per_second": 10**6, "address_frames_per_second": 10**6, limit: 20})

    async def ask() -> None:
        async with served(replace(DEMO, limits=limits)) as (site, port):
            guest = await site.guest()
            for turn in (1, 2):
                wire = await upgraded(port, guest)
                await asyncio.wait_for(wire[0].read(1), PATIENCE)
                wire[1].write(20 * BURST_SECONDS * PONG + PONG if turn == 1 else 40 * PONG)
                await heard_to_the_end(wire)
                assert closed(site) == {"too many frames": turn}

    asyncio.run(ask())


def test_p41_a_budget_is_of_a_session_and_of_an_address() -> None:
    limits = ConnectionLimits(session_frames_per_second=1, address_frames_per_second=2)
    settings = replace(DEMO, limits=limits, trusted_proxies=read_networks(["10.0.0.1"]))

    def left(*asks: tuple[str, str, str]) -> list[int]:
        """How many frames each of them has, one after another: peer, session, whom a proxy names."""
        shares, found = FrameShares(settings), []
        for peer, session, forwarded in asks:
            headers = [(b"cookie", f"other=1; {settings.cookie}={session}".encode())] if session else []
            headers += [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
            takes = shares.of(peer, headers)
            found.append(sum(all(take() for take in takes) for _ in range(100)))
        return found

    assert left(("1.1.1.1", "a", ""), ("2.2.2.2", "a", "")) == [4, 0]
    assert left(("1.1.1.1", "a", ""), ("1.1.1.1", "b", ""), ("1.1.1.1", "c", "")) == [4, 4, 0]
    assert left(("fd00::1", "a", ""), ("fd00::2", "b", ""), ("fd00::3", "c", ""), ("fd01::1", "d", "")) == [4, 4, 0, 4]
    assert left(("1.1.1.1", "", ""), ("1.1.1.1", "", ""), ("2.2.2.2", "", "")) == [4, 0, 4]
    assert left(*(("10.0.0.1", name, "3.3.3.3") for name in "abc"), ("10.0.0.1", "d", "4.4.4.4")) == [4, 4, 0, 4]
    assert left(*(("10.0.0.1", name, "") for name in "abc")) == [4, 4, 4]


def test_p41_a_text_that_is_none_is_no_error_of_ours(caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> None:
        async with served(DEMO) as (site, port):
            wire = await upgraded(port, await site.guest())
            wire[1].write(b"\x81\x82" + bytes(4) + b"\xff\xfe")
            assert (1007).to_bytes(2) in await heard_to_the_end(wire)
            assert closed(site) == {"not text": 1}

    asyncio.run(ask())
    assert [record.message for record in caplog.records if record.levelno >= logging.WARNING] == []


@pytest.mark.parametrize("origin", ["", "Origin: http://elsewhere\r\n"])
def test_p41_after_a_request_of_two_lengths_nothing_more_is_read(origin: str) -> None:
    async def ask() -> None:
        async with served(LOGIN) as (_, port):
            wire = await asyncio.open_connection("127.0.0.1", port)
            head = f"POST /api/logout HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{origin}Content-Type: application/json\r\n"
            body = "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            wire[1].write(f"{head}{body}GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            heard = await heard_to_the_end(wire)
            assert heard.startswith(b"HTTP/1.1 400 ")
            assert heard.count(b"HTTP/1.1 ") == 1

    asyncio.run(ask())


def test_p41_a_body_that_breaks_off_is_answered_once_and_no_error_of_ours(caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> None:
        async with served(DEMO) as (_, port):
            wire = await asyncio.open_connection("127.0.0.1", port)
            head = f"POST /api/login HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
            wire[1].write(f"{head}Transfer-Encoding: chunked\r\n\r\n-5\r\nabcde\r\n0\r\n\r\n".encode())
            heard = await heard_to_the_end(wire)
            assert heard.startswith(b"HTTP/1.1 400 ")
            assert heard.count(b"HTTP/1.1 ") == 1

    asyncio.run(ask())
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []


LINE = "\r\n"
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nConnection: Upgrade\r\n"
    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


@pytest.mark.parametrize("path", [f"/ws/tables/{TABLE}", "/api/me"])
@pytest.mark.parametrize(
    "body",
    [
        "Content-Length: 10\r\n\r\nabc", "Content-Length: 3\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
    ],
)  # fmt: skip
def test_p41_a_handshake_with_a_body_is_refused_at_once(path: str, body: str) -> None:
    async def ask() -> None:
        async with served(DEMO) as (site, port):
            wire = await asyncio.open_connection("127.0.0.1", port)
            wire[1].write(f"{HANDSHAKE.format(path=path, port=port)}{body}".encode())
            assert (await heard_to_the_end(wire)).startswith(b"HTTP/1.1 400 ")
            assert closed(site) == {"handshake with a body": 1}
            same = await asyncio.open_connection("127.0.0.1", port)
            same[1].write(f"{HANDSHAKE.format(path=path, port=port)}Content-Length: 0\r\n\r\n".encode())
            assert b" 400 " not in await same[0].readline()
            same[1].close()

    asyncio.run(ask())


@pytest.mark.parametrize(
    "header",
    ["X: \x01", "X: a\x1db", f"Cookie: {'a' * 9000}", "X: y\r\n" * 140],
    ids=["control", "inside", "long", "many"],
)
def test_p41_what_is_no_handshake_is_refused_at_once(header: str, caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> None:
        async with served(DEMO) as (site, port):
            wire = await asyncio.open_connection("127.0.0.1", port)
            head = HANDSHAKE.format(path=f"/ws/tables/{TABLE}", port=port)
            wire[1].write(f"{head}{header.removesuffix(LINE)}{LINE}{LINE}".encode())
            assert (await heard_to_the_end(wire)).startswith(b"HTTP/1.1 400 ")
            assert closed(site) == {"no handshake": 1}

    asyncio.run(ask())
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []


# The count itself


def frame(first: int, length: int) -> bytes:
    if length < 126:
        head = bytes([first, 0x80 | length])
    elif length < 65536:
        head = bytes([first, 0xFE]) + length.to_bytes(2)
    else:
        head = bytes([first, 0xFF]) + length.to_bytes(8)
    return head + bytes(4) + length * b"\x89"  # what is in a frame is not taken for one


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 1000, 10**6])
def test_p41_frames_are_counted_however_their_bytes_come(piece: int) -> None:
    sizes = (0, 1, 125, 126, 500, 65_536)
    data = b"".join(frame(0x82, size) for size in sizes)
    pieces = [data[start : start + piece] for start in range(0, len(data), piece)]
    enough, too_few = (Frames(most / BURST_SECONDS, clock=lambda: 0.0) for most in (len(sizes), len(sizes) - 1))
    assert not any(enough.are_too_many(each) for each in pieces)
    assert enough.are_too_many(PING)
    assert any(too_few.are_too_many(each) for each in pieces)


def test_p41_frames_at_a_steady_rate_are_not_too_many() -> None:
    now = 0.0
    frames = Frames(10, clock=lambda: now)
    assert not frames.are_too_many(10 * BURST_SECONDS * PONG)
    for _ in range(1000):
        now += 0.1001
        assert not frames.are_too_many(EMPTY)
    now += 60
    assert not frames.are_too_many(TEXT_BEGINS[:3])
    assert not frames.are_too_many(TEXT_BEGINS[3:] + 30 * PIECE + PING)
    now += 60
    assert not frames.are_too_many((MOST_PIECES - 31) * PIECE)
    assert frames.are_too_many(PIECE)
