"""Low totals, compiled: the lowest total of a seven-card hand, and four cards that make it."""

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np

from feltlab.hands.jit import compiled
from feltlab.hands.layout import CARD_KEYS
from feltlab.hands.points import POINTS
from feltlab.hands.tables import LOW, multiset_index

_KEYS = tuple(CARD_KEYS.tolist())
_FOURS = np.array(list(combinations(range(7), 4)))
_POINTS = np.array(POINTS)


def hand_key(cards: Iterable[int]) -> int:
    return sum([_KEYS[card] for card in cards])


@compiled
def low_points(key: int) -> int:
    return int(LOW[multiset_index(key)])


@compiled
def _lowest_places(c0: int, c1: int, c2: int, c3: int, c4: int, c5: int, c6: int) -> int:
    """Which of the 35 ways to take four cards has the lowest total: the first of several."""
    ranks = (c0 >> 2, c1 >> 2, c2 >> 2, c3 >> 2, c4 >> 2, c5 >> 2, c6 >> 2)
    best, lowest = 0, 99
    for way in range(len(_FOURS)):
        seen, total = 0, 0
        for place in _FOURS[way]:
            rank = ranks[place]
            if not seen >> rank & 1:
                total += _POINTS[rank]
            seen |= 1 << rank
        if total < lowest:
            best, lowest = way, total
    return best


_WAYS = tuple(combinations(range(7), 4))


def lowest_four(cards: Sequence[int]) -> tuple[int, ...]:
    """Four of the seven cards with the lowest total, arranged from the highest card to the lowest."""
    held = sorted(cards, reverse=True)
    a, b, c, d = _WAYS[_lowest_places(*held)]
    return held[a], held[b], held[c], held[d]
