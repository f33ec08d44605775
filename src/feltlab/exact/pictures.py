"""Pictures of a whole strategy as data: every hand counted by what it holds. A page draws them."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

Label = str | int


class Shares:
    """Hands and their value by label, with those that are played counted separately."""

    def __init__(self) -> None:
        self.hands: Counter[Label] = Counter()
        self.active: Counter[Label] = Counter()
        self.value: defaultdict[Label, float] = defaultdict(float)

    def add(self, label: Label, hands: int, active: bool, value: float) -> None:
        self.hands[label] += hands
        self.active[label] += hands * active
        self.value[label] += hands * value

    def share(self, label: Label) -> float:
        return self.active[label] / self.hands[label]

    def mean(self, label: Label) -> float:
        return self.value[label] / self.hands[label]


@dataclass(frozen=True)
class Picture:
    title: str
    words: str
    """What it shows, in a sentence."""
    label: str
    """What the labels stand for."""
    found: Shares
    labels: Sequence[Label]


@dataclass(frozen=True)
class Stacked(Picture):
    """A column for each label, as high as its share of all hands, with the active part of it."""

    active: str
    passive: str
    below: str = ""


@dataclass(frozen=True)
class Means(Picture):
    """A curve of the mean value, with a line where passing is worth as much."""

    limit: float
    below: str = ""


@dataclass(frozen=True)
class Bars(Picture):
    """A bar for each label, as long as the active share of its hands."""

    active: str
    means: bool = False
    """Whether the mean value is beside it."""


@dataclass(frozen=True)
class Squares(Picture):
    """A grid, each square filled by the active share of its hands. The labels are in `rows`."""

    active: str
    passive: str
    across: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Label | None]]]
