"""Values of many hands at once, for the library's rankings: stored with the package; others are compiled on use."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from feltlab.hands.flushes import longest_flush, longest_straight_flush
from feltlab.hands.jit import compiled
from feltlab.hands.poker_hands import five_cards, four_cards, seven_cards, three_cards
from feltlab.hands.two_cards import two_cards, two_cards_suited

Ints = npt.NDArray[np.int64]

_three, _four, _five, _seven = three_cards.value, four_cards.value, five_cards.value, seven_cards.value
_flush, _straight_flush = longest_flush.value, longest_straight_flush.value
_two, _two_suited = two_cards.value, two_cards_suited.value


@compiled
def _fill_two(hands: Ints, found: Ints) -> None:
    for number in range(len(hands)):
        found[number] = _two(hands[number])


@compiled
def _fill_two_suited(hands: Ints, found: Ints) -> None:
    for number in range(len(hands)):
        found[number] = _two_suited(hands[number])


@compiled
def _fill_three(hands: Ints, found: Ints) -> None:
    for number in range(len(hands)):
        found[number] = _three(hands[number])


@compiled
def _fill_four(hands: Ints, found: Ints) -> None:
    for number in range(len(hands)):
        found[number] = _four(hands[number])


@compiled
def _fill_five(hands: Ints, found: Ints) -> None:
    for number in range(len(hands)):
        found[number] = _five(hands[number])


@compiled
def _fill_seven(hands: Ints, found: Ints) -> None:
    for number in range(len(hands)):
        found[number] = _seven(hands[number])


@compiled
def _fill_flush(hands: Ints, found: Ints) -> None:
    for number in range(len(hands)):
        found[number] = _flush(hands[number])


@compiled
def _fill_straight_flush(hands: Ints, found: Ints) -> None:
    for number in range(len(hands)):
        found[number] = _straight_flush(hands[number])


STORED: Final[dict[Callable[..., Any], Callable[[Ints, Ints], None]]] = {
    _three: _fill_three, _four: _fill_four, _five: _fill_five, _seven: _fill_seven, _flush: _fill_flush,
    _straight_flush: _fill_straight_flush, _two: _fill_two, _two_suited: _fill_two_suited,
}  # fmt: skip
"""By a ranking's value function: takes hands, one per row, and fills in their values."""


def compile_all() -> None:
    """Every ranking of the library once, on one hand and on one row."""
    poker = two_cards, two_cards_suited, three_cards, four_cards, five_cards, seven_cards
    for ranking in (*poker, longest_flush, longest_straight_flush):
        cards = getattr(ranking, "cards", 0) or 7
        ranking.of(range(cards))
        STORED[ranking.value](np.arange(cards)[None, :], np.empty(1, np.int64))
