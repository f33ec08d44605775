"""Lowest totals, compiled: the lowest total that four of seven cards make, and which four make it."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from feltlab.hands.jit import compiled, inlined, inner, shared
from feltlab.hands.late import late_array, np
from feltlab.hands.layout import CARD_KEYS, KEYS
from feltlab.hands.points import HIGHEST_TOTAL, POINTS
from feltlab.hands.ranking import Cards, Ranking
from feltlab.hands.tables import LOW, multiset_index

if TYPE_CHECKING:
    import numpy.typing as npt

_FOURS = late_array(lambda: np.array(list(combinations(range(7), 4))))
_POINTS = late_array(lambda: np.array(POINTS))


def hand_key(cards: Iterable[int]) -> int:
    return sum([KEYS[card] for card in cards])


@compiled
def low_points(key: int) -> int:
    return int(LOW[multiset_index(key)])


@inner
def _arranged(cards: Cards) -> "npt.NDArray[np.int64]":
    """Seven cards from the highest to the lowest."""
    held = np.empty(7, np.int64)
    for size, card in enumerate(cards):
        place = size
        while place and held[place - 1] < card:
            held[place] = held[place - 1]
            place -= 1
        held[place] = card
    return held


@inlined
def _lowest_four(cards: Cards) -> tuple[int, int, int, int]:
    """The first of the 35 ways to take four cards that has the lowest total."""
    held = _arranged(cards)
    best, lowest = (0, 0, 0, 0), 99
    for way in _FOURS:
        a, b, c, d = held[way[0]], held[way[1]], held[way[2]], held[way[3]]
        total = _POINTS[a >> 2]  # in order, cards of one rank are next to each other
        total += _POINTS[b >> 2] if b >> 2 != a >> 2 else 0
        total += _POINTS[c >> 2] if c >> 2 != b >> 2 else 0
        total += _POINTS[d >> 2] if d >> 2 != c >> 2 else 0
        if total < lowest:
            best, lowest = (a, b, c, d), total
    return best


def lowest_four(cards: Sequence[int]) -> tuple[int, ...]:
    """Four of the seven cards with the lowest total, arranged from the highest card to the lowest."""
    return _lowest_four(tuple(cards))


@shared
def points_of(strength: int) -> int:
    """The fewer points, the stronger the hand."""
    return HIGHEST_TOTAL - strength


@inlined
def _lowest(cards: Cards) -> int:
    key = 0
    for card in cards:
        key += CARD_KEYS[card]
    return HIGHEST_TOTAL - low_points(key)


@inlined
def _as_set(cards: Cards) -> int:
    seen, total = 0, 0
    for card in cards:
        rank = card >> 2
        if not seen >> rank & 1:
            total += _POINTS[rank]
        seen |= 1 << rank
    return HIGHEST_TOTAL - total


def _text(strength: int, _: Sequence[int]) -> str:
    total = HIGHEST_TOTAL - strength
    return f"{total} point{'s' if total > 1 else ''}"


lowest_of_seven = Ranking("lowest four of seven", _lowest, _text, ranks_alone=True)
four_as_set = Ranking("four cards as set", _as_set, _text, ranks_alone=True)
