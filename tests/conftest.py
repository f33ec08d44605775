import signal
import subprocess
from collections.abc import Callable, Iterator

import pytest

from tests.command_server import CommandServer

Feltlab = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def command_server() -> Iterator[CommandServer]:
    server = CommandServer()
    yield server
    server.close()


@pytest.fixture
def feltlab(command_server: CommandServer) -> Feltlab:
    """The command as people run it, in a process of its own."""

    def run(*arguments: str, stdin: str | bytes = b"") -> "subprocess.CompletedProcess[str]":
        return command_server.run(list(arguments), stdin.encode() if isinstance(stdin, str) else stdin)

    return run


@pytest.fixture(autouse=True)
def _survives_a_peer_that_hangs_up() -> Iterator[None]:
    """The command lets a closed pipe end its process: run here instead of through `feltlab`, it would end the tests."""
    yield
    assert signal.getsignal(signal.SIGPIPE) == signal.SIG_IGN
