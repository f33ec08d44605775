"""The dealer's procedure as data and words: who is dealt what, in which order bets are taken and paid, what is said."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Order:
    """A way round the table."""

    starts: str  # "dealer's left" or "dealer's right"
    goes: str  # "clockwise" or "counter-clockwise"

    def seats(self, count: int) -> range:
        """Seat 1 is at the dealer's left; clockwise runs to the dealer's right."""
        return range(1, count + 1) if self.starts == "dealer's left" else range(count, 0, -1)


@dataclass(frozen=True, slots=True)
class Packet:
    """Cards that leave the deck together."""

    to: str  # "each seat", "dealer", "board" or "rule cards"
    cards: int
    face: str  # "up" or "down"
    when: str


@dataclass(frozen=True, slots=True)
class Stage:
    phase: str
    words: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """How the documents are read where they are silent or disagree."""

    rule: int
    reading: str
    why: str


@dataclass(frozen=True)
class Procedure:
    dealing: Order
    taking: Order
    packets: tuple[Packet, ...]
    settles: tuple[str, ...]
    """Wagers of a seat in the order in which they are taken or paid."""
    steps: tuple[Stage, ...]
    calls: Mapping[str, str]
    """What the dealer says, by occasion, with examples in the words used at the table."""
    misdeal: str
    discards: str
    irregularities: tuple[str, ...]

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Procedure":
        return cls(
            dealing=Order(**data["dealing"]),
            taking=Order(**data["taking"]),
            packets=tuple(Packet(**entry) for entry in data["packets"]),
            settles=tuple(data["settles"]),
            steps=tuple(Stage(**entry) for entry in data["steps"]),
            calls=data["calls"],
            misdeal=data["misdeal"],
            discards=data["discards"],
            irregularities=tuple(data["irregularities"]),
        )
