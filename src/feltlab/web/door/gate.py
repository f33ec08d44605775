"""The gate: how many connections there may be, in all and from one address, and how long each may keep us waiting.

A connection without a whole request costs its sender nothing, so those are limited: few from one address, for a few
seconds, and the oldest go first when there is no room. One that speaks has a generous share.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from socket import SHUT_RDWR, socket
from typing import Final, Literal, get_args

from feltlab.web.door.metrics import Counter, gauge
from feltlab.web.door.origin import Network, counted_as, is_among
from feltlab.web.door.settings import ConnectionLimits

LOG: Final = logging.getLogger("feltlab.gate")
SWEEP_SECONDS: Final = 1.0
LEAST_TAKEN: Final = 16 * 1024
"""Bytes that a client must read in its time, if it has not read everything."""
BAD: Final = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
LATE: Final = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

Stage = Literal["silent", "sending", "idle", "busy", "socket"]
"""No request yet, a body under way, between two requests, being answered, a WebSocket."""
Headers = Sequence[tuple[bytes, bytes]]
Take = Callable[[], bool]
"""Takes one from a budget, if there is one left."""
SHED: Final[tuple[Stage, ...]] = ("silent", "sending", "idle")
"""Connections that wait for nothing of ours go first when there is no room."""


class Connection:
    def __init__(self, sock: socket, address: str, now: float) -> None:
        self.sock, self.address, self.since = sock, address, now
        self.file = sock.fileno()
        self.stage: Stage = "silent"
        self.transport: asyncio.Transport | None = None
        """None until the connection has a protocol: with TLS, until the handshake is over."""
        self.unsent, self.unsent_since = 0, now
        self.has_spoken = self.is_closed = False

    def takes_in_time(self, now: float, seconds: float) -> bool:
        """Whether the client reads what it is sent: everything now and then, or a fair amount each time."""
        unsent = self.transport.get_write_buffer_size() if self.transport else 0
        if not unsent or not self.unsent or self.unsent - unsent >= LEAST_TAKEN:
            self.unsent, self.unsent_since = unsent, now
        return now - self.unsent_since < seconds

    def cut(self) -> None:
        if self.transport is not None:
            self.transport.abort()
            return
        try:
            self.sock.shutdown(SHUT_RDWR)  # whoever continues with the handshake is told
        except OSError:
            self.sock.close()


class Crowd:
    """Connections by stage, each in the order in which they reached it."""

    def __init__(self) -> None:
        self.stages: dict[Stage, dict[Connection, None]] = {}

    def __len__(self) -> int:
        return sum(map(len, self.stages.values()))

    def count(self, stage: Stage) -> int:
        return len(self.stages.get(stage, ()))

    def add(self, connection: Connection) -> None:
        self.stages.setdefault(connection.stage, {})[connection] = None

    def remove(self, connection: Connection) -> None:
        self.stages[connection.stage].pop(connection, None)

    def oldest(self, *stages: Stage) -> Connection | None:
        return next((found for stage in stages for found in self.stages.get(stage, ())), None)


class Gate:
    def __init__(
        self,
        limits: ConnectionLimits,
        trusted: Sequence[Network] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits, self.trusted, self.clock = limits, trusted, clock
        self.all = Crowd()
        self.closed = Counter("feltlab_connections_closed_total", "Connections closed by the gate.", "reason")
        self.turns_away: Callable[[str, Headers], bool] = lambda path, headers: False
        """Whether there is no place for a WebSocket, by its path and headers; the house decides."""
        self.shares: Callable[[str, Headers], Sequence[Take]] = lambda peer, headers: ()
        """The budgets of frames that a WebSocket shares with others, by its peer and headers; also from the house."""
        self._by_address: dict[str, Crowd] = {}
        self._by_file: dict[int, Connection] = {}

    # Opening and closing

    def admit(self, sock: socket, peer: str) -> bool:
        """Take a connection in, if necessary in place of one that has sent nothing."""
        address = self._counted(peer)
        if not self._has_room(address):
            return False
        connection = Connection(sock, address, self.clock())
        self._by_file[connection.file] = connection
        self._enter(connection)
        return True

    def _counted(self, peer: str) -> str:
        """Whose share it uses; none for a proxy, which speaks for many."""
        return "" if is_among(peer, self.trusted) else counted_as(peer)

    def _has_room(self, address: str) -> bool:
        own = self._by_address.get(address)
        if own is not None:
            if own.count("silent") >= self.limits.silent_per_address:
                self._make_way(own.oldest("silent"), "too many silent")
            elif len(own) >= self.limits.connections_per_address and not self._shed(own, "address full"):
                return False
        return len(self.all) < self.limits.connections or self._shed(self.all, "full")

    def _shed(self, crowd: Crowd, reason: str) -> bool:
        """Close the one that has been silent longest; if all are at work, the new one has to go."""
        found = crowd.oldest(*SHED)
        if found is None:
            self.closed.add("refused")
            LOG.warning("a connection is refused: %s", reason)
            return False
        self._make_way(found, reason)
        return True

    def _make_way(self, connection: Connection | None, reason: str) -> None:
        if connection is not None:
            LOG.warning("a silent connection is closed for a new one: %s", reason)
            self.close(connection, reason)

    def _enter(self, connection: Connection) -> None:
        self.all.add(connection)
        if connection.address:
            self._by_address.setdefault(connection.address, Crowd()).add(connection)

    def _leave(self, connection: Connection) -> None:
        self.all.remove(connection)
        own = self._by_address.get(connection.address)
        if own is not None:
            own.remove(connection)
            if not own:
                del self._by_address[connection.address]

    def left(self, file: int) -> None:
        """A connection's file is being closed."""
        connection = self._by_file.get(file)
        if connection is not None:
            self._forget(connection)

    def _forget(self, connection: Connection) -> None:
        """It no longer counts, though its file may take a moment to go."""
        connection.is_closed = True
        del self._by_file[connection.file]
        self._leave(connection)

    def close(self, connection: Connection, reason: str) -> None:
        self.closed.add(reason)
        self._forget(connection)
        connection.cut()

    # What a connection does

    def meet(self, transport: asyncio.Transport) -> Connection | None:
        """The connection of a transport; None for one closed in the meantime."""
        connection = self._by_file.get(transport.get_extra_info("socket").fileno())
        if connection is not None:
            connection.transport = transport
        return connection

    def move(self, connection: Connection, stage: Stage) -> None:
        if connection.stage == stage or connection.is_closed:
            return
        self._leave(connection)
        connection.stage, connection.since = stage, self.clock()
        self._enter(connection)

    # Waiting

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()

    def sweep(self) -> None:
        """Close connections that have kept us waiting for too long."""
        now = self.clock()
        self._close_late("silent", now - self.limits.header_seconds, "header late")
        self._close_late("sending", now - self.limits.body_seconds, "body late")
        for connections in list(self.all.stages.values()):
            for connection in list(connections):
                if not connection.takes_in_time(now, self.limits.reader_seconds):
                    self.close(connection, "slow reader")

    def _close_late(self, stage: Stage, before: float, reason: str) -> None:
        while (found := self.all.oldest(stage)) and found.since <= before:
            if found.transport is not None and found.has_spoken:
                found.transport.write(LATE)
            self.close(found, reason)

    def lines(self) -> Iterator[str]:
        yield from self.closed.lines()
        counts = [((("stage", stage),), self.all.count(stage)) for stage in get_args(Stage)]
        yield from gauge("feltlab_connections", "Open connections by what they do.", counts)
