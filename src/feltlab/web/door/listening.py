"""The listening socket and the files that connections take: nobody gets in past the gate.

Connections that asyncio accepts are counted here, before TLS and before any protocol, until their file is closed again.
"""

import errno
import logging
import resource
from contextlib import suppress
from dataclasses import replace
from socket import SO_SNDBUF, SOL_SOCKET, socket
from typing import Any, Final

from feltlab.web.door.gate import Gate
from feltlab.web.door.settings import Settings

LOG: Final = logging.getLogger("feltlab.gate")
AT_A_TIME: Final = 32
"""Connections accepted before others are served again. With fewer, a loop with long turns takes in fewer than come, and
newcomers wait in the kernel's queue for a minute or more.
"""
QUEUE: Final = 2048
"""Connections that the kernel holds until then."""
OWN_FILES: Final = 200
"""For the database's connections, static files, logs."""
UNREAD: Final = 64 * 1024
"""Bytes that the kernel holds for a client that does not read; it uses twice as many."""
NO_FILES: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Accepted(socket):
    gate: Gate | None = None

    def close(self) -> None:
        if self.gate is not None and self.fileno() >= 0:
            self.gate.left(self.fileno())
        super().close()


class Door(socket):
    gate: Gate | None = None
    _had_no_file = False

    def listen(self, backlog: int = QUEUE, /) -> None:
        """The queue is the kernel's; the number taken from it at a time is set elsewhere."""
        self.setsockopt(SOL_SOCKET, SO_SNDBUF, UNREAD)
        super().listen(max(backlog, QUEUE))

    def accept(self) -> tuple[socket, Any]:
        """The next connection that may come in; asyncio asks until there is none."""
        if self._had_no_file:  # it would ask just as often, and report each time
            self._had_no_file = False
            raise BlockingIOError
        for _ in range(AT_A_TIME):
            try:
                found, peer = super().accept()
            except OSError as error:
                self._had_no_file = error.errno in NO_FILES
                raise
            accepted = Accepted(self.family, self.type, self.proto, found.detach())
            if self.gate is None or self.gate.admit(accepted, str(peer[0])):
                accepted.gate = self.gate
                return accepted, peer
            accepted.close()
        raise BlockingIOError


def within_file_limit(settings: Settings) -> Settings:
    """As many files as the system allows; connections leave room for our own, and sockets for requests."""
    files, asked = _raised_file_limit(), settings.limits.connections
    most = min(asked, max(files - OWN_FILES, files // 2))
    if most < asked:
        LOG.warning("%s connections at most, not %s: raise the file limit (ulimit -n), now %s", most, asked, files)
    limits = replace(
        settings.limits, connections=most,
        connections_per_address=min(settings.limits.connections_per_address, max(1, most // 2)),
    )  # fmt: skip
    return replace(settings, limits=limits, most_sockets=min(settings.most_sockets, max(1, most * 4 // 5)))


def _raised_file_limit() -> int:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return soft if soft != resource.RLIM_INFINITY else 2**20
