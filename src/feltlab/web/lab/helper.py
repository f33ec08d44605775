"""The process for a visitor's long work: it gets questions as lines of JSON, reports progress and returns a result.

Run as a module, it is that process: it reads questions until there are no more.
"""

import json
import os
import select
import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import IO, Any, Final, cast

from feltlab.errors import FeltlabError
from feltlab.games import GAMES
from feltlab.games.loading import load_game

PATIENCE: Final = 1.0
"""Seconds between two checks whether anyone still waits."""
CALM: Final = 10
"""How far the process yields to the tables."""
Tell = Callable[[str, float], None]


class HelperGoneError(Exception):
    """The process is gone before its answer."""


class Helper:
    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "feltlab.web.lab.helper"], bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )  # unbuffered: a buffer would hide data when checking for more
        self._asked, self._told = cast("IO[bytes]", self._process.stdin), cast("IO[bytes]", self._process.stdout)

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        self._process.kill()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._asked.close()
        self._told.close()

    def work_out(
        self, question: Mapping[str, Any], at: Callable[[Mapping[str, Any]], None], watch: Callable[[], None]
    ) -> Any:
        """JSON or bytes; `at` gets the progress, `watch` is called about once a second."""
        asked, told = self._asked, self._told
        games = [game.source for game in GAMES.values() if game.source]
        try:
            asked.write(json.dumps({**question, "games": games}).encode() + b"\n")
            asked.flush()
            while True:
                watch()
                if not select.select([told], [], [], PATIENCE)[0]:
                    continue
                said = _line(told)
                if "at" in said:
                    at(said)
                elif "wrong" in said:
                    raise FeltlabError(said["wrong"])
                else:
                    content = _exactly(told, said["length"])
                    return json.loads(content) if said["json"] else content
        except (BrokenPipeError, EOFError):
            self.close()
            raise HelperGoneError from None


def _line(told: IO[bytes]) -> dict[str, Any]:
    line = told.readline()
    if not line.endswith(b"\n"):
        raise EOFError
    found: dict[str, Any] = json.loads(line)
    return found


def _exactly(told: IO[bytes], length: int) -> bytes:
    content = bytearray()
    while len(content) < length:
        more = told.read(length - len(content))
        if not more:
            raise EOFError
        content += more
    return bytes(content)


def main() -> None:
    from feltlab.web.lab.tasks import work_out  # everything the lab can do, which takes long to load

    os.nice(CALM)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # anything else that prints is not an answer

    def say(**what: Any) -> None:
        answers.write(json.dumps(what).encode() + b"\n")
        answers.flush()

    for line in sys.stdin.buffer:
        question = json.loads(line)
        try:
            for file in question.pop("games"):
                if not any(game.source == file for game in GAMES.values()):
                    load_game(file)
            found = work_out(question, lambda what, done: say(at=what, done=float(done)))
        except FeltlabError as error:
            say(wrong=str(error))
            continue
        content = found if isinstance(found, bytes) else json.dumps(found).encode()
        say(json=not isinstance(found, bytes), length=len(content))
        answers.write(content)
        answers.flush()


if __name__ == "__main__":
    main()
