"""The longest flush of a hand, and its longest straight flush: a longer one beats a shorter one, then ranks decide.

The category is the length, so `category(strength) >= 5` means a flush of five cards or more.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Final

from feltlab.hands.jit import inlined
from feltlab.hands.layout import PLACE_BITS
from feltlab.hands.poker import rank_name
from feltlab.hands.rank_masks import TOP
from feltlab.hands.ranking import Cards, ClassedRanking, Leading, category

MOST_CARDS: Final = 7
_SUIT_BITS = 13


@inlined
def _suit_masks(cards: Cards) -> int:
    """The ranks of each suit, thirteen bits per suit."""
    masks = 0
    for card in cards:
        masks |= 1 << _SUIT_BITS * (card & 3) + (card >> 2)
    return masks


@inlined
def _longest(cards: Cards) -> int:
    masks = _suit_masks(cards)
    best = 0
    for _ in range(4):
        mask = masks & (1 << _SUIT_BITS) - 1
        masks >>= _SUIT_BITS
        length, rest = 0, mask
        while rest:
            rest &= rest - 1
            length += 1
        best = max(best, length << PLACE_BITS | TOP[length, mask])
    return int(best)


@inlined
def _longest_run(cards: Cards) -> int:
    masks = _suit_masks(cards)
    best = 0
    for _ in range(4):
        mask = masks & (1 << _SUIT_BITS) - 1
        masks >>= _SUIT_BITS
        run = mask << 1 | mask >> 12  # the ace also below the deuce
        length, lowest = 0, run
        while run:
            lowest = run
            run &= run >> 1
            length += 1
        place = -1
        while lowest:
            lowest >>= 1
            place += 1
        best = max(best, length << PLACE_BITS | max(place, 0))
    return best


@cache
def _flush_classes() -> Mapping[int, Leading]:
    found = {}
    for length in range(1, MOST_CARDS + 1):
        for ranks in combinations(range(13), length):
            found[longest_flush.of([4 * rank for rank in ranks])] = ranks[::-1]
    return found


@cache
def _run_classes() -> Mapping[int, Leading]:
    found = {}
    for length in range(1, MOST_CARDS + 1):
        for lowest in range(0 if length == 1 else -1, 14 - length):  # -1 is the ace below the deuce
            ranks = [(lowest + step) % 13 for step in range(length)]
            found[longest_straight_flush.of([4 * rank for rank in ranks])] = (ranks[-1],)
    return found


def _flush_text(strength: int, _: Sequence[int]) -> str:
    return _called(strength, _flush_classes(), "flush")


def _run_text(strength: int, _: Sequence[int]) -> str:
    return _called(strength, _run_classes(), "straight flush")


def _called(strength: int, classes: Mapping[int, Leading], name: str) -> str:
    return f"{category(strength)} card {name}, {rank_name(classes[strength][0])} high" if strength else f"no {name}"


def _lengths(name: str) -> tuple[str, ...]:
    return (f"no {name}", *(f"{length} card {name}" for length in range(1, MOST_CARDS + 1)))


longest_flush = ClassedRanking(
    "longest flush", _longest, _flush_text, categories=_lengths("flush"), classes=_flush_classes
)
longest_straight_flush = ClassedRanking(
    "longest straight flush", _longest_run, _run_text, categories=_lengths("straight flush"), classes=_run_classes
)
