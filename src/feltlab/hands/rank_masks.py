"""Sets of ranks as masks, deuce to ace from the lowest bit: which place a set has among all of its size, and its runs.

Of sets of one size the larger mask has the higher cards, so the order of masks is the order of hands.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import inlined
from feltlab.hands.layout import PLACE_BITS

Shorts = npt.NDArray[np.int32]

_MASKS = np.arange(1 << 13)
_SIZES = np.bitwise_count(_MASKS)


def _highest(count: int) -> npt.NDArray[np.int64]:
    """By mask: its highest so many ranks."""
    found = _MASKS.copy()
    for _ in range(13):
        found = np.where(np.bitwise_count(found) > count, found & (found - 1), found)
    return found


def _top_place(count: int) -> Shorts:
    sets = _MASKS[_SIZES == count]
    return np.searchsorted(sets, _highest(count)).astype(np.int32)


TOP: Final = np.stack([_top_place(count) for count in range(8)])
"""By count and mask: the place of its highest so many ranks among all sets of that size, from 0 up."""


def _run_place(length: int) -> npt.NDArray[np.int64]:
    """By mask: the place of its highest run, 0 is the one that begins with the ace; -1 where it has none."""
    with_low_ace = _MASKS << 1 | _MASKS >> 12
    found = np.full(len(_MASKS), -1)
    for place in range(15 - length):
        run = (1 << length) - 1 << place
        found[with_low_ace & run == run] = place
    return found


def sets_by_mask(length: int, plain: int, straight: int) -> Shorts:
    """By mask, the best strength of so many different ranks: a straight or a plain hand of these categories.

    Of plain hands straights are not counted. 0 where the mask has too few ranks.
    """
    runs = _run_place(length)
    sets = _MASKS[(_SIZES == length) & (runs < 0)]
    places = np.searchsorted(sets, _highest(length))
    found = np.where(runs >= 0, straight << PLACE_BITS | runs, plain << PLACE_BITS | places)
    return np.where(_SIZES >= length, found, 0).astype(np.int32)


@inlined
def top_rank(mask: int) -> int:
    return int(TOP[1, mask])


@inlined
def leaving_out(mask: int, rank: int) -> int:
    """The mask among the other twelve ranks."""
    return mask & (1 << rank) - 1 | mask >> rank + 1 << rank
