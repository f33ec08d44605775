"""A helper that does what it is told instead of long work."""

from collections.abc import Callable, Mapping
from threading import Event
from typing import Any

from feltlab.web.lab.helper import Helper, HelperGoneError


class Idle(Helper):
    """Answers every question with nothing, at once."""

    def __init__(self) -> None:
        self.killed = Event()

    @property
    def alive(self) -> bool:
        return not self.killed.is_set()

    def kill(self) -> None:
        self.killed.set()

    def close(self) -> None:
        self.killed.set()

    def work_out(
        self, question: Mapping[str, Any], at: Callable[[Mapping[str, Any]], None], watch: Callable[[], None]
    ) -> Any:
        return {}


class Endless(Idle):
    """Never comes to an end by itself."""

    def work_out(
        self, question: Mapping[str, Any], at: Callable[[Mapping[str, Any]], None], watch: Callable[[], None]
    ) -> Any:
        at({"at": "digging", "done": 0.25})
        while not self.killed.wait(0.01):
            watch()
        raise HelperGoneError
