"""The progress of a report, for people at a terminal: the current work, a bar, and the time left."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

from feltlab.exact.solving.progress import watched
from feltlab.lab.protection import cached
from feltlab.rules.house import House

_FIGURES = "exact figures and pages"


class ReportBar:
    """A bar with the current work; without a terminal nothing is shown."""

    def __init__(self, title: str) -> None:
        self.title = title
        columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
        console = Console(stderr=True)
        self.bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self.task = self.bar.add_task(f"{title}, {_FIGURES}", total=None)
        self.about = _FIGURES

    def protected(self, slug: str, house: House | None = None) -> None:
        """Sample a game's protection on its terms, unless it is already kept."""
        cached(slug, lambda what, done: self.at(f"protection ({what})", done), house)
        self.at(_FIGURES)

    def counted(self, what: str, done: int, total: int) -> None:
        """Called by a solver while it counts."""
        self.at(f"counting {what}", done / max(total, 1))
        if done >= total:
            self.at(_FIGURES)

    def simulated(self, done: int, total: int) -> None:
        self.at("simulation", done / total)
        if done == total:
            self.at(_FIGURES)

    def at(self, about: str, done: float | None = None) -> None:
        if about != self.about:
            self.about = about
            self.bar.reset(self.task, total=None if done is None else 1.0, description=f"{self.title}, {about}")
        if done is not None:
            self.bar.update(self.task, completed=done)


@contextmanager
def shown(title: str) -> Iterator[ReportBar]:
    one = ReportBar(title)
    with one.bar, watched(one.counted):
        yield one
