import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Feltlab = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def feltlab() -> Feltlab:
    """The command as people run it, in a process of its own."""
    command = Path(sys.executable).parent / "feltlab"

    def run(*arguments: str, stdin: str | bytes = b"") -> "subprocess.CompletedProcess[str]":
        given = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run([command, *arguments], input=given, capture_output=True, timeout=120)
        return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())

    return run
