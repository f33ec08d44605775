"""The vocabulary of game protection: what a folder says about its game, and what is found.

A game may have a part `protection` with `THREATS`; for other games the general plans price what they can.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from feltlab.exact.figures import NORMAL_99, SAMPLED
from feltlab.exact.measure import Measure
from feltlab.kernels.protection import Floats
from feltlab.rules.game import Terms
from feltlab.wire import exact

Progress = Callable[[str, float], None]
"""Receives the current work and how much of it is done, 0 to 1."""
Draw = Callable[[int, int], Floats]
"""Gains of the samples from a given one on, a row each."""
Finding = dict[str, Any]
Priced = dict[str, Any]
"""Named figures, ready for JSON."""
WORKERS: Final = 2
METHOD: Final = "sampled hands of all seats, every dealer hand counted in each; gain over the play of a lone seat"
PREVENTS_TALK: Final = "seats keep their cards to themselves and say nothing about them until all have decided"


@dataclass(frozen=True)
class Row:
    """The edge against a seat that knows that many other seats' cards."""

    seats: int
    known_cards: int
    alone: Fraction
    """The edge against a seat that knows only its own cards."""
    gain: float = 0.0
    standard_error: float = 0.0
    changed: float = 0.0
    """How often the knowledge changes the best choice; a change between equals does not count."""
    samples: int = 0
    method: str = "exact"

    @property
    def house_edge(self) -> float:
        return float(self.alone) - self.gain

    def to_dict(self) -> dict[str, Any]:
        known = self.seats == 0 and not self.samples
        edge = exact(house_edge=self.alone) if known else {"house_edge_float": self.house_edge}
        return {
            "seats": self.seats, "known_cards": self.known_cards, **edge, "standard_error": self.standard_error,
            "gain_float": self.gain, "play_changed_float": self.changed, "samples": self.samples,
            "method": self.method,
        }  # fmt: skip


@dataclass(frozen=True)
class Exposed:
    """The edge against best play by a seat that has seen a card, in initial wagers."""

    card: str
    house_edge: Fraction
    alone: Fraction
    by_rank: dict[str, Fraction] = field(default_factory=dict)
    """The edge by the rank of the card; every rank is equally likely."""

    standard_error: float = 0.0
    """For a sampled case; None for an exact one."""
    samples: int = 0

    @property
    def is_sampled(self) -> bool:
        return self.samples > 0

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 99% interval of the edge; None if it is exact."""
        margin = NORMAL_99 * self.standard_error
        return (float(self.house_edge) - margin, float(self.house_edge) + margin) if self.is_sampled else None

    @property
    def gain(self) -> Fraction:
        return self.alone - self.house_edge

    @property
    def _found(self) -> dict[str, Any]:
        if not self.is_sampled:
            return {**exact(house_edge=self.house_edge, gain=self.gain), "method": "exact"}
        return {
            "house_edge_float": float(self.house_edge), "gain_float": float(self.gain), "method": SAMPLED,
            "standard_error": self.standard_error, "samples": self.samples,
        }  # fmt: skip

    @property
    def lost(self) -> "Lost | None":
        edges = {rank: edge for rank, edge in self.by_rank.items() if edge < 0}
        if not edges:
            return None
        mean = sum(edges.values(), Fraction(0)) / len(edges)
        return Lost(tuple(edges), Fraction(len(edges), len(self.by_rank)), mean)

    def to_dict(self) -> dict[str, Any]:
        ranks = [{"rank": rank, **exact(house_edge=edge)} for rank, edge in self.by_rank.items()]
        lost = self.lost
        return {
            "card": self.card, **self._found,
            **({"by_rank": ranks} if ranks else {}),
            **({"player_has_the_edge": lost.to_dict()} if lost else {}),
        }  # fmt: skip


@dataclass(frozen=True)
class Lost:
    """The ranks that give the player the edge, even if the house keeps it on average."""

    ranks: tuple[str, ...]
    share: Fraction
    """By exposed card."""
    house_edge: Fraction
    """The mean over these ranks."""

    def to_dict(self) -> dict[str, Any]:
        return {"ranks": list(self.ranks), **exact(share=self.share, house_edge=self.house_edge)}


@dataclass(frozen=True)
class Samples:
    """Deals in which a seat knows the cards of other seats."""

    known: Sequence[int]
    """How many others are known: one column of gains each, or all columns if it is one number."""
    draw: Draw
    most: int = 10**9
    """The default maximum; each sample may take a long time to count."""
    chunk: int = 2_000
    """How many to draw at once."""
    first: int = 8_000
    """How many to draw before deciding how many are needed."""
    control: Callable[[], Draw] | None = None
    """Makes the part of each deal's gain that its cards explain, to subtract it: zero on average over all deals.
    """


@dataclass(frozen=True)
class Shown:
    """A card seen too early, priced by sampling."""

    card: str
    samples: Callable[[Terms, int], Samples]
    """(terms, seed) -> deals of a seat that has seen it."""


@dataclass(frozen=True)
class Counting:
    """Bets based on the cards still in a shoe."""

    penetration: float
    """How much of the shoe is dealt by default."""
    shoes: int
    """How many shoes to sample."""
    price: Callable[[Terms, float, int, int, Progress], Priced]
    """(terms, penetration, shoes, seed, progress)"""
    findings: Callable[[Priced], list[Finding]]
    one_shoe: Callable[[Terms], object]
    """The smallest sample that runs all of its compiled code."""


@dataclass(frozen=True)
class Setting:
    """Hands misset on purpose for a side bet."""

    price: Callable[[Terms], Priced]
    finding: Callable[[Priced], Finding]


@dataclass(frozen=True)
class Threats:
    """What a player who knows too much can take from a game, and what prevents it."""

    samples: Callable[[Terms, int, Sequence[int]], Iterable[Samples]]
    """(terms, seed, numbers of other seats known) -> deals with a column for each of these numbers."""
    method: str
    """What is sampled and what is counted, in words."""
    prevents_talk: str
    exposed: Callable[[Terms, Fraction], list[Exposed]]
    """(terms, the edge against a seat that has seen nothing) -> cases, the likeliest slip first."""
    prevents_exposure: str
    unpriced: str = ""
    """Why there are no cases of an exposed card; empty if there are."""
    setting: Setting | None = None
    counting: Counting | None = None
    shown: Shown | None = None
    """A case of an exposed card, in addition to those counted."""
    perfect: bool = True
    """The priced play is the best that the knowledge allows, not just better than without it."""


def kept_face_down(cards: str) -> str:
    return (
        f"{cards} stay face down and squared from the shuffler to the last decision; a card that shows earlier"
        " voids the round for every seat, whatever its rank, and all bets are returned"
    )


@contextmanager
def workers() -> Iterator[ThreadPoolExecutor]:
    """Threads for compiled work; an interrupt drops what has not begun."""
    pool = ThreadPoolExecutor(WORKERS)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def finding(
    threat: str, safe: bool, words: str, procedure: str, measures: Iterable[Measure] = (), about: str = "",
    decided: bool = True,
) -> Finding:  # fmt: skip
    """`about` names the side bet without which there is no such threat; an undecided case is not called safe."""
    told = ({"about": about} if about else {}) | ({} if decided else {"decided": False})
    return {
        "threat": threat, "safe": safe, "finding": words, "procedure": procedure,
        "measures": [measure.to_dict() for measure in measures], **told,
    }  # fmt: skip


def said_of(entry: Mapping[str, Any]) -> str:
    """A verdict in a word or two."""
    return "safe" if entry["safe"] else "NOT SAFE" if entry.get("decided", True) else "NOT DECIDED"


def percent(value: float) -> str:
    return f"{value:.2%}".replace("-", "−")


def antes(value: float) -> str:
    return f"{value:+.2f} antes".replace("-", "−")
