"""The vocabulary of game protection: what a folder says about its game, and what is found about it.

A game may have a part `protection` with `THREATS`; of others the general plans price what they can.
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
"""Told what is being worked on, and how much of it is done, 0 to 1."""
Draw = Callable[[int, int], Floats]
"""Gains of the samples from a first one on, a row each."""
Finding = dict[str, Any]
Priced = dict[str, Any]
"""Figures with their names, ready for JSON."""
WORKERS: Final = 2
METHOD: Final = "sampled hands of all seats, every dealer hand counted in each; gain over the play of a lone seat"
PREVENTS_TALK: Final = "seats keep their cards to themselves and say nothing about them until all have decided"


@dataclass(frozen=True)
class Row:
    """The edge against a seat that knows the cards of so many others."""

    seats: int
    known_cards: int
    alone: Fraction
    """The edge against a seat that knows only its own cards."""
    gain: float = 0.0
    standard_error: float = 0.0
    changed: float = 0.0
    """How often the knowledge changes what is best; a change between equals does not count."""
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
    """The edge by the rank of the card; every rank is as likely."""

    standard_error: float = 0.0
    """Of a sampled case; none of an exact one."""
    samples: int = 0

    @property
    def is_sampled(self) -> bool:
        return self.samples > 0

    @property
    def interval(self) -> tuple[float, float] | None:
        """Of the edge, 99 %; None where it is exact."""
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
    """The ranks that give the player the edge, though the house may keep it on average."""

    ranks: tuple[str, ...]
    share: Fraction
    """Of exposed cards."""
    house_edge: Fraction
    """The mean over these ranks."""

    def to_dict(self) -> dict[str, Any]:
        return {"ranks": list(self.ranks), **exact(share=self.share, house_edge=self.house_edge)}


@dataclass(frozen=True)
class Samples:
    """Deals in which a seat knows the cards of other seats."""

    known: Sequence[int]
    """How many others are known: a column of the gains each, or all columns where it is one number."""
    draw: Draw
    most: int = 10**9
    """The most that are drawn unless somebody asks for more: each may take long to count."""
    chunk: int = 2_000
    """How many are drawn at once."""
    first: int = 8_000
    """How many are drawn before it is known how many are needed."""
    control: Callable[[], Draw] | None = None
    """Makes what is subtracted from each deal's gain because its cards explain it: zero on average over all deals."""


@dataclass(frozen=True)
class Shown:
    """A card seen too early whose worth is sampled."""

    card: str
    samples: Callable[[Terms, int], Samples]
    """(terms, seed) -> deals of a seat that has seen it."""


@dataclass(frozen=True)
class Counting:
    """Bets made from what a shoe still holds."""

    penetration: float
    """How much of the shoe is dealt, where nothing else is asked for."""
    shoes: int
    """How many are sampled."""
    price: Callable[[Terms, float, int, int, Progress], Priced]
    """(terms, penetration, shoes, seed, progress)"""
    findings: Callable[[Priced], list[Finding]]
    one_shoe: Callable[[Terms], object]
    """The smallest sample that runs all of its compiled code."""


@dataclass(frozen=True)
class Setting:
    """Hands set otherwise than the rules mean, for a side bet."""

    price: Callable[[Terms], Priced]
    finding: Callable[[Priced], Finding]


@dataclass(frozen=True)
class Threats:
    """What somebody who knows too much can take from a game, and what prevents it."""

    samples: Callable[[Terms, int, Sequence[int]], Iterable[Samples]]
    """(terms, seed, numbers of other seats known) -> deals that have these numbers among their columns."""
    method: str
    """What is sampled and what is counted, in words."""
    prevents_talk: str
    exposed: Callable[[Terms, Fraction], list[Exposed]]
    """(terms, the edge against a seat that has seen nothing) -> cases, the likeliest slip first."""
    prevents_exposure: str
    unpriced: str = ""
    """Why there are no cases of an exposed card, empty where there are."""
    setting: Setting | None = None
    counting: Counting | None = None
    shown: Shown | None = None
    """A case of an exposed card beside those that are counted."""
    perfect: bool = True
    """The play that is priced is the best that knowledge allows, and not only better than without."""


def kept_face_down(cards: str) -> str:
    return (
        f"{cards} stay face down and squared from the shuffler to the last decision; a card that shows earlier"
        " voids the round for every seat, whatever its rank, and all bets are returned"
    )


@contextmanager
def workers() -> Iterator[ThreadPoolExecutor]:
    """Threads for compiled work; when it is interrupted, what has not begun is dropped."""
    pool = ThreadPoolExecutor(WORKERS)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def finding(
    threat: str, safe: bool, words: str, procedure: str, measures: Iterable[Measure] = (), about: str = "",
    decided: bool = True,
) -> Finding:  # fmt: skip
    """`about` names the side bet without which there is no such threat; what is not decided is not called safe."""
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
