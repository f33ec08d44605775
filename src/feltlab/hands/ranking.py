"""A ranking: what some cards are worth, as one integer; larger is stronger.

`value` is compiled and takes cards one by one or by their place, so that a rule, a solver and a simulation all call the
same function: with a tuple for a single hand, which costs nothing to make, or with a row of an array. An array is of
64-bit numbers: shifts of narrow unsigned ones would turn into floats.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Cards = npt.NDArray[np.int64] | tuple[int, ...]


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
