"""Shared by the engines of two seven-card games: codes of the main bets, tables by rank class, rows of a file."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Final

import numpy as np

from feltlab.cards import RANKS
from feltlab.errors import FeltlabError, shown
from feltlab.exact.engine import Paid, paid
from feltlab.exact.figures import Figures
from feltlab.hands.layout import COLUMN_BITS, RANK_KEYS, ROW_BITS
from feltlab.hands.tables import COLUMN, ROW_START
from feltlab.kernels.dealing import Cards
from feltlab.kernels.lattice import HANDS, Ints

HAND: Final = 7
FOLD, NO_QUALIFY, WIN, TIE, LOSE = range(5)
_OUTCOMES: Final = ("fold", "dealer does not qualify", "player wins", "tie", "dealer wins")
"""In the order of the codes."""


def by_multiset(table: Ints) -> Cards:
    """A table by lattice class, in the order in which the kernels number seven-card multisets."""
    keys = HANDS.astype(np.int64) @ RANK_KEYS
    rows, columns = keys >> COLUMN_BITS & (1 << ROW_BITS) - 1, keys & (1 << COLUMN_BITS) - 1
    ordered = np.empty((len(HANDS), table.shape[1]), np.uint8)
    ordered[ROW_START[rows] + COLUMN[columns]] = table
    return ordered


def main_paid(main: Figures, numbers: Any) -> list[Paid]:
    win, no_qualify, one, zero = numbers.win_odds.net, numbers.no_qualify_odds.net, Fraction(1), Fraction(0)
    ante, play = (-one, no_qualify, win, zero, -one), (zero, zero, win, zero, -one)
    nets = {"ante": ante, "play": play, "main": tuple(a + p for a, p in zip(ante, play, strict=True))}
    chances = [main.probability(event) for event in _OUTCOMES]
    return [paid(wager, 0, net, chances) for wager, net in nets.items()]


@cache
def _rank_classes() -> Mapping[tuple[int, ...], int]:
    return {tuple(counts): number for number, counts in enumerate(HANDS.tolist())}


def rank_class(text: str) -> int:
    """The number of a class from its ranks, in any order."""
    number = _rank_classes().get(tuple(map(text.strip().upper().count, RANKS)))
    if number is None or len(text.strip()) != HAND:
        raise FeltlabError(f"{shown(text)} is not seven ranks, such as AKQT652")
    return number
