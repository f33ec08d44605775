"""A bar for people at a terminal while a game that takes a long time is solved."""

import sys
from time import perf_counter
from typing import Any, Final

_SHOW_AFTER: Final = 1.0


class SolvingBar:
    def __init__(self) -> None:
        self.bar: Any = None
        self.what, self.since = "", 0.0

    def __call__(self, what: str, done: int, total: int) -> None:
        if not sys.stderr.isatty():
            return
        if what != self.what:
            self._stop()
            self.what, self.since = what, perf_counter()
        if self.bar is None and perf_counter() - self.since > _SHOW_AFTER:
            self._start(total)
        if self.bar is not None:
            self.bar.update(self.task, completed=done)
        if done == total:
            self._stop()
            self.what = ""

    def _start(self, total: int) -> None:
        from rich.console import Console  # loaded when it is needed: most commands show no bar
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        columns = (TextColumn(self.what), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
        self.bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self.task = self.bar.add_task(self.what, total=total)
        self.bar.start()

    def _stop(self) -> None:
        if self.bar is not None:
            self.bar.stop()
            self.bar = None
