"""The totals that a hand of Low Four can be set to."""

from typing import Final

import numpy as np

from feltlab.hands.jit import compiled
from feltlab.hands.points import HIGHEST_SET, POINTS
from feltlab.kernels.lattice import HAND, HANDS, RANKS, Counts, Ints

_POINTS: Final = np.array(POINTS)
_FOUR: Final = 4


@compiled
def _count_sets(hands: Counts, sets: Ints) -> None:
    cards = np.empty(HAND, np.int64)
    for number in range(len(hands)):
        place = 0
        for rank in range(RANKS):
            for _ in range(hands[number, rank]):
                cards[place] = rank
                place += 1
        for ways in range(1 << HAND):
            ranks, count, total = 0, 0, 0
            for place in range(HAND):
                if ways >> place & 1:
                    count += 1
                    if not ranks >> cards[place] & 1:
                        total += _POINTS[cards[place]]
                    ranks |= 1 << cards[place]
            if count == _FOUR:
                sets[number, total] += 1


def sets_by_total() -> Ints:
    """For each seven-card class, how many of the 35 sets of four cards have each total: column t is total t."""
    sets = np.zeros((len(HANDS), HIGHEST_SET + 1), np.int64)
    _count_sets(HANDS, sets)
    return sets
