"""The WebSocket as the gate sees it: every frame counts, whatever its content.

A ping, a pong or an empty piece of a message asks for nothing and is never handed to the table, so no rate limit
further in sees it; but its six bytes cost the loop as much as a command. Frames are counted on the raw bytes, before
they are parsed: a flood is cut off at the price of looking at the first of them.
"""

import logging
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from feltlab.web.door.gate import BAD, Gate, Take
from feltlab.web.door.settings import BURST_SECONDS

LOG: Final = logging.getLogger("feltlab.gate")
CLOSING_SECONDS: Final = 1.0
"""For a client to answer a close; everything it sends until then is ignored."""
MOST_PIECES: Final = 64
"""Frames per message: browsers send a message of up to 64 KB in one."""
FLOODED, NO_TEXT = 1008, 1007
_MASK: Final = 4


class Frames:
    """Where frames begin in a stream of bytes, and whether there are too many of them."""

    def __init__(
        self, per_second: float, clock: Callable[[], float] = time.monotonic, shares: Sequence[Take] = ()
    ) -> None:
        """`shares` are budgets shared with others."""
        self.per_second, self.clock, self.shares = per_second, clock, shares
        self._left, self._at = per_second * BURST_SECONDS, clock()
        self._pieces = 0
        self._head = b""
        """The start of a frame whose length is not complete yet."""
        self._skip = 0
        """Bytes of the last frame still to come."""

    def are_too_many(self, data: bytes) -> bool:
        """With these bytes, which follow the earlier ones."""
        now = self.clock()
        self._left = min(self.per_second * BURST_SECONDS, self._left + (now - self._at) * self.per_second)
        self._at = now
        data, at = self._head + data, self._skip
        while len(data) - at >= 2 and (size := _size(data, at)):
            if self._is_one_too_many(data[at]):
                return True
            at += size
        self._head = data[at:]
        self._skip = max(0, at - len(data))
        return False

    def _is_one_too_many(self, first: int) -> bool:
        self._left -= 1
        opcode = first & 0x0F
        if opcode < 8:  # control frames may come between the pieces of a message
            self._pieces = self._pieces + 1 if opcode == 0 else 1
        return self._left < 0 or self._pieces > MOST_PIECES or not all(take() for take in self.shares)


def _size(data: bytes, at: int) -> int:
    """The size of the whole frame that begins there; 0 if its length is not complete yet."""
    second = data[at + 1]
    length, more = second & 0x7F, {126: 2, 127: 8}.get(second & 0x7F, 0)
    if len(data) - at < 2 + more:
        return 0
    if more:
        length = int.from_bytes(data[at + 2 : at + 2 + more])
    return 2 + more + (_MASK if second & 0x80 else 0) + length


class GatedSocket(WebSocketsSansIOProtocol):
    def __init__(self, gate: Gate, **given: Any) -> None:
        super().__init__(**given)
        self.gate = gate
        self.close_timeout = CLOSING_SECONDS
        self.is_cut = False
        self.counted: Frames | None = None
        """None until the request is read, which the HTTP layer hands over whole."""

    def data_received(self, data: bytes) -> None:
        if self.is_cut:
            return
        if self.counted is None:
            super().data_received(data)
            if not self.handshake_initiated:
                self._refuse()
                return
            self.counted = Frames(self.gate.limits.frames_per_second, shares=self._shares())
            return
        if self.counted.are_too_many(data):
            self._cut(FLOODED, "too many frames")
            return
        super().data_received(data)

    def _refuse(self) -> None:
        """The HTTP layer reads more than a handshake may be: long lines, many headers, control characters."""
        self.is_cut = True
        self.gate.closed.add("no handshake")
        self.transport.write(BAD)
        self.transport.close()

    def shutdown(self) -> None:
        if self.handshake_initiated:
            super().shutdown()
        else:
            self.transport.abort()  # there is nothing to answer

    def _shares(self) -> Sequence[Take]:
        scope: Any = getattr(self, "scope", None)  # there is none after a request that is not a handshake
        return self.gate.shares(str((scope["client"] or ("", 0))[0]), scope["headers"]) if scope else ()

    def send_receive_event_to_app(self) -> None:
        if self.is_cut:  # the rest of the same packet
            return
        if self.curr_msg_data_type == "text" and not _is_text(self.frames):
            self._cut(NO_TEXT, "not text")
            return
        super().send_receive_event_to_app()

    def _cut(self, code: int, reason: str) -> None:
        """Say why, and wait for nothing: the rest of the client's data is not read."""
        self.is_cut = self.close_sent = True
        self.gate.closed.add(reason)
        LOG.info("a WebSocket is closed: %s", reason)
        if self.conn.state is State.OPEN:
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.abort()


def _is_text(pieces: list[bytes]) -> bool:
    try:
        b"".join(pieces).decode()
    except UnicodeDecodeError:
        return False
    return True
