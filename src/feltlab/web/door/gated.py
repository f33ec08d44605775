"""HTTP as the gate sees it: what each connection is doing, by the state of its protocol."""

import asyncio
from collections.abc import Iterable
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from feltlab.web.door.gate import BAD, Connection, Gate

COME_BACK: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
)


class GatedHttp(H11Protocol):
    def __init__(self, gate: Gate, **given: Any) -> None:
        super().__init__(**given)
        self.gate = gate
        self.visit: Connection | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.visit = self.gate.meet(transport)
        if self.visit is None:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        if self.visit is not None:
            self.visit.has_spoken = True
        super().data_received(data)
        self._note()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._note()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        if _announces_body(self.headers):
            # The handshake would wait for it, and no clock ends a handshake.
            self.gate.closed.add("handshake with a body")
            self.transport.write(BAD)
            self.transport.close()
            return
        if self.gate.turns_away(self.scope["path"], self.headers):
            # Before anything is created for it: most of those who want to watch a full table end here.
            self.gate.closed.add("no place")
            self.transport.write(COME_BACK)
            self.transport.close()
            return
        if self.visit is not None:
            self.gate.move(self.visit, "socket")
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True  # nobody hears a second answer
            self.cycle.message_event.set()
        super().send_400_response(msg)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.visit is not None:
            self.visit.unsent = 0  # most of what waited has been read

    def _note(self) -> None:
        if self.visit is None or self.visit.stage == "socket":
            return
        if self.conn.their_state is h11.IDLE:
            begun = self.cycle is None or self.conn.trailing_data[0]
            self.gate.move(self.visit, "silent" if begun else "idle")
        else:
            self.gate.move(self.visit, "sending" if self.conn.their_state is h11.SEND_BODY else "busy")


def _announces_body(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    return any(
        name == b"transfer-encoding" or (name == b"content-length" and value.strip(b"0")) for name, value in headers
    )
