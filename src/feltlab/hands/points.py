"""Points by definition: each rank among four cards counts its points once."""

from collections.abc import Iterable
from typing import Final

POINTS: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1)
"""By rank, deuce to ace: ten, jack, queen and king are four ranks of ten points each."""
HIGHEST_TOTAL: Final = 34
"""Of the lowest four of seven cards."""
HIGHEST_SET: Final = sum(sorted(POINTS)[-4:])
"""Of any four cards."""

_MASK_POINTS = [0]
for _points in POINTS:  # each rank doubles the masks: first those without it, then those with it
    _MASK_POINTS += [total + _points for total in _MASK_POINTS]


def four_points(ranks: Iterable[int]) -> int:
    mask = 0
    for rank in ranks:
        mask |= 1 << rank
    return _MASK_POINTS[mask]
