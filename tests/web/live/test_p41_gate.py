"""The gate by itself: who gets whose place, and for how long; its clock is moved by hand."""

import asyncio
import errno
import io
import logging
import resource
import socket
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, suppress
from dataclasses import replace

import pytest

from feltlab.errors import FeltlabError
from feltlab.table.config import Config
from feltlab.web.door.gate import Gate, Stage
from feltlab.web.door.listening import AT_A_TIME, Door, within_file_limit
from feltlab.web.door.logs import MOST_ALIKE, CountedLines
from feltlab.web.door.origin import read_networks
from feltlab.web.door.settings import ConnectionLimits, Settings, read_connection_limits
from tests.waiting import PATIENCE, until_it_is
from tests.web.live.site import DEMO, Browser, running

LIMITS = ConnectionLimits(connections=6, connections_per_address=4, silent_per_address=2)


class Visit:
    """One connection at a gate, and the client's end of it."""

    def __init__(self, gate: Gate, address: str, stage: Stage = "silent") -> None:
        self.gate = gate
        self.ours, self.theirs = socket.socketpair()
        self.theirs.settimeout(PATIENCE)
        self.is_in = gate.admit(self.ours, address)
        if self.is_in:
            gate.move(gate._by_file[self.ours.fileno()], stage)

    @property
    def is_cut(self) -> bool:
        self.theirs.setblocking(False)
        with suppress(BlockingIOError):
            return self.theirs.recv(1) == b""
        return False

    def leave(self) -> None:
        self.gate.left(self.ours.fileno())
        self.ours.close()
        self.theirs.close()


@pytest.fixture
def now() -> list[float]:
    return [0.0]


@pytest.fixture
def gate(now: list[float]) -> Gate:
    return Gate(LIMITS, read_networks(["10.9.0.0/16"]), clock=lambda: now[0])


Visits = Callable[..., Visit]


@pytest.fixture
def visit(gate: Gate) -> Iterator[Visits]:
    found: list[Visit] = []

    def come(address: str, stage: Stage = "silent") -> Visit:
        found.append(Visit(gate, address, stage))
        return found[-1]

    yield come
    for each in found:
        each.leave()


def cut(*visits: Visit) -> list[bool]:
    return [visit.is_cut for visit in visits]


def test_p41_of_those_who_say_nothing_the_oldest_makes_way(gate: Gate, visit: Visits) -> None:
    first, second = visit("10.0.0.1"), visit("10.0.0.1")
    other = visit("10.0.0.2")
    third = visit("10.0.0.1")
    assert cut(first, second, other, third) == [True, False, False, False]
    speaking = [visit("2001:db8::1", "socket"), visit("2001:db8::2", "socket")]  # one network, two of it
    assert cut(*speaking) == [False, False]
    visit("2001:db8::3")
    assert len(gate.all) == 6
    last = visit("10.0.0.3")  # the house is full
    assert cut(second, other, third, last, *speaking) == [True, False, False, False, False, False]


def test_p41_nobody_who_is_at_work_makes_way(gate: Gate, visit: Visits) -> None:
    working = [visit("10.0.0.1", "busy") for _ in range(4)]
    assert not visit("10.0.0.1").is_in
    working += [visit(f"10.0.1.{number}", "socket") for number in range(2)]
    assert not visit("10.0.0.9").is_in
    assert not any(cut(*working))
    working[0].leave()
    assert visit("10.0.0.9").is_in
    assert "\n".join(gate.lines()).count('{reason="refused"} 2') == 1


def test_p41_a_proxy_that_is_trusted_has_no_share_of_its_own(visit: Visits) -> None:
    proxied = [visit("10.9.0.1") for _ in range(6)]
    assert not any(cut(*proxied))
    assert visit("10.0.0.1").is_in  # but it counts in all, and its oldest makes way
    assert cut(*proxied) == [True] + 5 * [False]


def test_p41_who_keeps_us_waiting_is_closed(gate: Gate, visit: Visits, now: list[float]) -> None:
    silent, sending = visit("10.0.0.1"), visit("10.0.0.1", "sending")
    busy, idle = visit("10.0.0.1", "busy"), visit("10.0.0.1", "idle")
    now[0] = LIMITS.header_seconds - 0.1
    gate.sweep()
    assert cut(silent, sending, busy, idle) == 4 * [False]
    now[0] = LIMITS.header_seconds
    gate.sweep()
    assert cut(silent, sending, busy, idle) == [True, False, False, False]
    now[0] = LIMITS.body_seconds
    gate.sweep()
    assert cut(sending, busy, idle) == [True, False, False]
    gate.move(gate._by_file[idle.ours.fileno()], "silent")  # the next request is begun: its own time counts
    gate.sweep()
    assert cut(idle) == [False]
    now[0] += LIMITS.header_seconds
    gate.sweep()
    assert cut(busy, idle) == [False, True]


@pytest.fixture
def few_files() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_p41_connections_leave_room_for_other_files(few_files: None, caplog: pytest.LogCaptureFixture) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
    found = within_file_limit(Settings())
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == hard
    assert found.limits.connections <= hard - 200
    assert found.most_sockets < found.limits.connections
    many = within_file_limit(replace(Settings(), limits=replace(LIMITS, connections=2 * hard)))
    assert many.limits.connections == hard - 200
    assert f"{hard - 200} connections at most" in caplog.text


def test_p41_without_a_file_for_it_the_door_waits(few_files: None) -> None:
    """asyncio asks a door dozens of times in a row and reports each failure."""
    with Door() as door, socket.socket() as caller:
        door.bind(("127.0.0.1", 0))
        door.listen()
        door.setblocking(False)
        caller.connect(door.getsockname())
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (caller.fileno() + 1, hard))
        said = []
        for _ in range(AT_A_TIME):
            try:
                door.accept()
            except OSError as error:
                said.append(error.errno)
                if isinstance(error, BlockingIOError):
                    break
        assert said == [errno.EMFILE, None]


def test_p41_repeated_warnings_are_counted() -> None:
    written = io.StringIO()
    handler = CountedLines(written, PATIENCE)
    log = logging.Logger("test")
    log.addHandler(handler)
    for _ in range(4313):
        log.warning("no more files")
        log.info("a request")
    for number in range(1000):
        log.error("from %s", number)
    handler.tell()
    lines = written.getvalue().splitlines()
    assert lines.count("no more files") == 1
    assert lines.count("a request") == 4313
    assert "… 4,312 times more: no more files" in lines
    assert sum(line.startswith("from ") for line in lines) == MOST_ALIKE + 1
    log.warning("no more files")
    assert written.getvalue().splitlines()[-1] == "no more files"
    handler.close()


def test_p41_sockets_of_an_address_and_of_a_table_are_limited() -> None:
    async def ask() -> None:
        limits = ConnectionLimits(sockets_per_address=2, sockets_per_table=3)
        async with running(replace(DEMO, limits=limits)) as site, AsyncExitStack() as held:
            site.open_table("low-four-1", Config("low-four"))
            player = await site.guest()
            await player.command("low-four-1", "sit", seat=1)

            async def comes(browser: Browser, address: str) -> int:
                """The code with which it is sent away; 0 if it hears about the table."""
                browser.address = address
                wire = await held.enter_async_context(browser.at("low-four-1"))
                await until_it_is(lambda: wire.closed.done() or not wire.frames.empty())
                return wire.closed.result() if wire.closed.done() else 0

            watcher = Browser(site)
            assert [await comes(watcher, "10.0.0.1") for _ in range(3)] == [0, 0, 4429]
            assert [await comes(watcher, "10.0.0.2") for _ in range(2)] == [0, 4429]
            assert await comes(player, "10.0.0.3") == 0  # who sits there comes in all the same

    asyncio.run(ask())


def test_limits_are_read_by_name() -> None:
    assert read_connection_limits(["header-seconds=3", "connections=99"]).header_seconds == 3
    for bad in ("header-seconds=0", "header-seconds", "speed=3", "connections=-1", f"connections={'9' * 20}"):
        with pytest.raises(FeltlabError, match="is not a limit on connections: choose from connections=4096, "):
            read_connection_limits([bad])
