"""Runs the command in a fork of a process that has modules and machine code loaded: a process of its own all the same, a second sooner.

The client sends the files that are to be the command's input, output and errors, and arguments, folder and environment
as JSON; the answer is the exit code.
"""

import gc
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import redirect_stdout, suppress
from functools import _lru_cache_wrapper
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import NoReturn

from feltlab.cli import COMMANDS, main
from feltlab.games import GAMES
from tests.waiting import LONG


def serve(path: str) -> None:
    for module in sorted({place.split(":")[0] for place in COMMANDS.values()}):
        import_module(f"feltlab.commands.{module}")
    _load_machine_code()
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(path)
        door.listen()
        print("ready", flush=True)
        while True:
            caller, _ = door.accept()
            if os.fork() == 0:
                door.close()
                _attend(caller)
            caller.close()
            _bury()


def _load_machine_code() -> None:
    """What a command loads only while it runs. Cached results are dropped: each command finds them out anew."""
    for slug in GAMES:
        for arguments in (["analyze", slug], ["simulate", slug, "--rounds", "1000"]):
            sys.argv = ["feltlab", *arguments]
            with redirect_stdout(StringIO()), suppress(SystemExit):
                main()
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a caller that goes away ends a command, not all commands
    for kept in gc.get_objects():
        module = getattr(kept, "__module__", None) if isinstance(kept, _lru_cache_wrapper) else None
        if module and module.startswith("feltlab.") and module != "feltlab.hands.jit":
            kept.cache_clear()


def _bury() -> None:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def _attend(caller: socket.socket) -> NoReturn:
    data, files, _, _ = socket.recv_fds(caller, 1 << 20, 3)
    child = os.fork()
    if child == 0:
        caller.close()
        _run(json.loads(data), files)
    _, status = os.waitpid(child, 0)
    caller.sendall(str(os.waitstatus_to_exitcode(status)).encode())
    os._exit(0)


def _run(asked: dict[str, object], files: list[int]) -> NoReturn:
    for place, file in enumerate(files):
        os.dup2(file, place)
    os.environ.clear()
    os.environ.update(asked["environment"])  # type: ignore[call-overload]
    os.chdir(str(asked["folder"]))
    sys.argv = ["feltlab", *asked["arguments"]]  # type: ignore[misc]
    code: object = 1
    try:
        main()
    except SystemExit as done:
        code = done.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            code = 120
    os._exit(code if isinstance(code, int) else 0 if code is None else 1)


class CommandServer:
    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._path = str(Path(self._folder.name) / "door")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.command_server", self._path],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parent.parent,
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == b"ready\n"

    def run(self, arguments: list[str], given: bytes) -> "subprocess.CompletedProcess[str]":
        with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
            stdin.write(given)
            stdin.seek(0)
            asked = {"arguments": arguments, "folder": str(Path.cwd()), "environment": dict(os.environ)}
            with socket.socket(socket.AF_UNIX) as line:
                line.settimeout(LONG)
                line.connect(self._path)
                files = [stdin.fileno(), stdout.fileno(), stderr.fileno()]
                socket.send_fds(line, [json.dumps(asked).encode()], files)
                code = int(line.recv(64))
            stdout.seek(0)
            stderr.seek(0)
            said, complained = stdout.read().decode(), stderr.read().decode()
        return subprocess.CompletedProcess(["feltlab", *arguments], code, said, complained)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._folder.cleanup()


if __name__ == "__main__":
    serve(sys.argv[1])
