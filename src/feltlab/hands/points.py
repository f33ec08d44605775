"""Points by definition: each rank among four cards counts its points once."""

from collections.abc import Iterable
from typing import Final

POINTS: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1)
"""By rank, deuce to ace: ten, jack, queen and king are four ranks of ten points each."""
HIGHEST_TOTAL: Final = 34
"""Of the lowest four of seven cards."""
HIGHEST_SET: Final = sum(sorted(POINTS)[-4:])
"""Of any four cards."""

_MASK_POINTS = tuple(sum(POINTS[rank] for rank in range(13) if mask >> rank & 1) for mask in range(1 << 13))


def four_points(ranks: Iterable[int]) -> int:
    mask = 0
    for rank in ranks:
        mask |= 1 << rank
    return _MASK_POINTS[mask]
