"""A ranking: the value of some cards as one integer; larger is stronger.

`value` is compiled and takes cards one by one or by place, so that a rule, a solver and a simulation all call the same
function: with a tuple for a single hand, which costs nothing to make, or with a row of an array. An array has 64-bit
numbers: shifts of narrow unsigned ones would turn into floats.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from feltlab.cards.card import RANKS
from feltlab.errors import RulesError, shown
from feltlab.hands.jit import shared
from feltlab.hands.layout import PLACE_BITS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Cards: TypeAlias = "npt.NDArray[np.int64] | tuple[int, ...]"
Leading = tuple[int, ...]
"""The ranks of a hand in the order in which they are compared; of a straight the highest alone."""


@dataclass(frozen=True)
class Ranking:
    name: str
    value: Callable[[Cards], int]
    text: Callable[[int, Sequence[int]], str] = lambda value, cards: str(value)
    """(value, cards) -> the hand as a dealer calls it."""
    ranks_alone: bool = False
    """Suits do not matter."""

    def of(self, cards: Sequence[int]) -> int:
        return self.value(tuple(cards))


@shared
def category(strength: int) -> int:
    """For a ranking with categories: 0 for the weakest, and so on up."""
    return strength >> PLACE_BITS


@dataclass(frozen=True)
class ClassedRanking(Ranking):
    """A strength is its category above its place within the category; `category(strength)` returns the first."""

    size: int = 0
    """How many cards make the hand."""
    cards: int = 0
    """The best of how many: those that it is given."""
    categories: tuple[str, ...] = ()
    """From the weakest to the strongest."""
    classes: Callable[[], Mapping[int, Leading]] = dict
    """Every strength that hands can have, with their leading ranks: found by looking at all of them."""
    jokers: bool = False
    """It knows what a Joker is."""
    top_name: str = ""
    """What the best straight flush is called."""

    def ends(self) -> tuple[int, ...]:
        """The weakest and the strongest strength of every category that hands can have."""
        every = (_of_category(self, number) for number in range(len(self.categories)))
        return tuple(sorted({end for found in every if found for end in (min(found), max(found))}))

    def least(self, category: str, ranks: str = "") -> int:
        """The weakest strength of a category with at least these leading ranks: `least("two pair", "J")`."""
        name = _plain(category)
        if name and name == self.top_name and not ranks:
            return max(_of_category(self, self.categories.index("straight flush")))
        if name not in self.categories:
            known = ", ".join(self.categories)
            if self.top_name:
                known += f"; and {self.top_name}, the best straight flush"
            raise RulesError(f"{self.name}: {shown(category)} is not a category: choose from {known}")
        return _least(self, self.categories.index(name), _ranks(self, ranks))


@cache
def _of_category(ranking: ClassedRanking, number: int) -> dict[int, Leading]:
    return {strength: leading for strength, leading in ranking.classes().items() if category(strength) == number}


@cache
def _least(ranking: ClassedRanking, number: int, ranks: Leading) -> int:
    found = _of_category(ranking, number)
    if not found:
        raise RulesError(f"{ranking.name}: no hand is a {ranking.categories[number]}")
    if not any(leading[: len(ranks)] == ranks for leading in found.values()):
        one = "".join(RANKS[rank] for rank in min(found.values()))
        raise RulesError(
            f"{ranking.name}: no {ranking.categories[number]} begins with {''.join(RANKS[rank] for rank in ranks)}:"
            f" write ranks from the one that is compared first, as in {one}, the lowest"
        )
    return min(strength for strength, leading in found.items() if leading[: len(ranks)] >= ranks)


def _ranks(ranking: Ranking, ranks: str) -> Leading:
    text = ranks.upper().replace("10", "T").replace("-", "").replace(" ", "") if isinstance(ranks, str) else "?"
    if any(rank not in RANKS for rank in text):
        raise RulesError(f"{ranking.name}: {shown(ranks)} are not ranks: write them as in 'AK' or 'T'")
    return tuple(RANKS.index(rank) for rank in text)


_WORDS = {
    "one pair": "pair", "pairs": "pair", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "2 pair": "two pair", "trips": "3 of a kind", "quads": "4 of a kind",
}  # fmt: skip


def _plain(category: object) -> str:
    """A category in the form for comparing: `Three of a Kind` is `3 of a kind`."""
    text = " ".join(str(category).lower().replace("-", " ").split())
    for word, short in _WORDS.items():
        text = re.sub(rf"\b{word}\b", short, text)
    return text
