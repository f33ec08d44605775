"""Sets of ranks as masks, deuce to ace from the lowest bit: each set's place among all of its size, and its runs.

Of two sets of one size, the larger mask has the higher cards, so the order of masks is the order of hands.
"""

from typing import TYPE_CHECKING, Final, TypeAlias

from feltlab.hands.jit import inlined
from feltlab.hands.late import late_array, np
from feltlab.hands.layout import PLACE_BITS

if TYPE_CHECKING:
    import numpy.typing as npt

Shorts: TypeAlias = "npt.NDArray[np.int32]"


def _masks(size: int = -1) -> "npt.NDArray[np.int64]":
    """All masks, or those with that many ranks."""
    masks = np.arange(1 << 13)
    return masks if size < 0 else masks[np.bitwise_count(masks) == size]


def _highest(count: int) -> "npt.NDArray[np.int64]":
    """By mask, its highest ranks, that many of them."""
    found = _masks()
    for _ in range(13):
        found = np.where(np.bitwise_count(found) > count, found & (found - 1), found)
    return found


def _top_place(count: int) -> Shorts:
    return np.searchsorted(_masks(count), _highest(count)).astype(np.int32)


TOP: Final = late_array(lambda: np.stack([_top_place(count) for count in range(8)]))
"""By count and mask: the place of its highest so many ranks among all sets of that size, from 0 up."""


def _run_place(length: int) -> "npt.NDArray[np.int64]":
    """By mask, the place of its highest run; 0 is the run that begins with the ace, -1 means none."""
    masks = _masks()
    with_low_ace = masks << 1 | masks >> 12
    found = np.full(len(masks), -1)
    for place in range(15 - length):
        run = (1 << length) - 1 << place
        found[with_low_ace & run == run] = place
    return found


def sets_by_mask(length: int, plain: int, straight: int) -> Shorts:
    """By mask, the best strength of that many different ranks: a straight or a plain hand of these categories.

    Straights do not count among plain hands. 0 if the mask has too few ranks.
    """
    runs, sets = _run_place(length), _masks(length)
    sets = sets[runs[sets] < 0]
    places = np.searchsorted(sets, _highest(length))
    found = np.where(runs >= 0, straight << PLACE_BITS | runs, plain << PLACE_BITS | places)
    return np.where(np.bitwise_count(_masks()) >= length, found, 0).astype(np.int32)


@inlined
def top_rank(mask: int) -> int:
    return int(TOP[1, mask])


@inlined
def leaving_out(mask: int, rank: int) -> int:
    """The mask among the other twelve ranks."""
    return mask & (1 << rank) - 1 | mask >> rank + 1 << rank
