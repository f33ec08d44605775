"""Hands that differ only by the names of the suits form one class, with the number of hands it stands for.

A hand is four rank masks, one per suit. Sorted from the largest they name the class: renaming the suits permutes the
masks and nothing else. So a class stands for 4! hands, divided by m! for every m suits that hold the same ranks.
"""

from functools import cache
from math import comb
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled, inner

Ints = npt.NDArray[np.int64]

RANKS: Final = 13
SUITS: Final = 4


class SuitClasses(NamedTuple):
    hands: Ints
    """One hand of each class, cards from the lowest up; its largest mask is in spades, the next in hearts."""
    weights: Ints
    """How many hands of the deck it stands for."""


def _masks_by_size(most: int) -> tuple[Ints, Ints]:
    """All rank masks of up to that many cards, smaller hands first, each size ascending; and where each size starts."""
    masks = np.arange(1 << RANKS)
    sizes = sum((masks >> rank & 1 for rank in range(RANKS)), np.zeros_like(masks))
    order = np.argsort(sizes, kind="stable")
    starts = np.concatenate(([0], np.cumsum([comb(RANKS, size) for size in range(most + 1)])))
    return order[: starts[-1]], starts


@inner
def _weight(m0: int, m1: int, m2: int, m3: int) -> int:
    """Arrangements of four masks in descending order over the suits."""
    weight, equal = 24, 1
    for same in (m0 == m1, m1 == m2, m2 == m3):
        equal = equal + 1 if same else 1
        weight //= equal
    return weight


@inner
def _put(hands: Ints, at: int, m0: int, m1: int, m2: int, m3: int) -> None:
    place = 0
    for rank in range(RANKS):
        for suit, mask in enumerate((m3, m2, m1, m0)):
            if mask >> rank & 1:
                hands[at, place] = SUITS * rank + suit
                place += 1


@compiled
def _walk(size: int, masks: Ints, starts: Ints, hands: Ints, weights: Ints) -> int:
    """Write every class, or only count them if there is no room; returns how many there are."""
    count = 0
    for m0 in masks:
        left0 = size - _ones(m0)
        for m1 in masks:
            left1 = left0 - _ones(m1)
            if left1 < 0:
                break
            if m1 > m0:
                continue
            for m2 in masks:
                left2 = left1 - _ones(m2)
                if left2 < 0:
                    break
                if m2 > m1:
                    continue
                for m3 in masks[starts[left2] : starts[left2 + 1]]:
                    if m3 > m2:
                        break
                    if len(hands):
                        _put(hands, count, m0, m1, m2, m3)
                        weights[count] = _weight(m0, m1, m2, m3)
                    count += 1
    return count


@inner
def _ones(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@cache
def suit_classes(size: int) -> SuitClasses:
    """Every class of hands of that many cards from one deck."""
    masks, starts = _masks_by_size(min(size, RANKS))
    count = _walk(size, masks, starts, np.empty((0, size), np.int64), np.empty(0, np.int64))
    hands, weights = np.empty((count, size), np.int64), np.empty(count, np.int64)
    _walk(size, masks, starts, hands, weights)
    return SuitClasses(hands, weights)
