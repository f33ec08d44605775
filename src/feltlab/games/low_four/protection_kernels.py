"""What a hand of Low Four can be set to."""

from typing import Final

import numpy as np

from feltlab.hands.jit import compiled
from feltlab.hands.points import POINTS
from feltlab.kernels.lattice import HAND, HANDS, RANKS, Counts, Ints

_POINTS: Final = np.array(POINTS)
_FOUR: Final = 4


@compiled
def _settable(hands: Counts, totals: Ints) -> None:
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
                totals[number] |= 1 << total


def settable_totals() -> Ints:
    """For each seven-card class a mask of the totals that four of its cards can be set to."""
    totals = np.zeros(len(HANDS), np.int64)
    _settable(HANDS, totals)
    return totals
