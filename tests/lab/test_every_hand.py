"""Card by card: all 133,784,560 seven-card hands, no classes and no weights, against the lab's counts."""

from collections.abc import Callable
from math import comb
from typing import Any, cast

import numba
import numpy as np

from feltlab.exact.seven_card import graded
from feltlab.games.ace_odd_even import classes as odd_even_classes
from feltlab.games.low_four import fast as low_four
from feltlab.hands.layout import CARD_KEYS
from feltlab.hands.low import low_points
from feltlab.hands.parity import RANK_WORDS, SUIT_WORDS, bonus_grade, poker_grade


def _count_all() -> Any:
    def count(bonus: Any, poker: Any, totals: Any) -> None:
        for a in range(52):
            for b in range(a):
                for c in range(b):
                    for d in range(c):
                        ranks4 = RANK_WORDS[a] + RANK_WORDS[b] + RANK_WORDS[c] + RANK_WORDS[d]
                        suits4 = SUIT_WORDS[a] + SUIT_WORDS[b] + SUIT_WORDS[c] + SUIT_WORDS[d]
                        keys4 = CARD_KEYS[a] + CARD_KEYS[b] + CARD_KEYS[c] + CARD_KEYS[d]
                        for e in range(d):
                            for f in range(e):
                                for g in range(f):
                                    ranks = ranks4 + RANK_WORDS[e] + RANK_WORDS[f] + RANK_WORDS[g]
                                    suits = suits4 + SUIT_WORDS[e] + SUIT_WORDS[f] + SUIT_WORDS[g]
                                    bonus[bonus_grade(ranks)] += 1
                                    poker[poker_grade(ranks, suits, 0)] += 1
                                    totals[low_points(keys4 + CARD_KEYS[e] + CARD_KEYS[f] + CARD_KEYS[g])] += 1

    return cast(Callable[..., None], numba.njit(count))


def test_side_bets_card_by_card() -> None:
    bonus, poker, totals = np.zeros(7, np.int64), np.zeros(8, np.int64), np.zeros(35, np.int64)
    _count_all()(bonus, poker, totals)
    assert totals.sum() == comb(52, 7)
    assert bonus.tolist() == graded(odd_even_classes.BONUS, 6)
    assert poker.tolist() == odd_even_classes.poker_counts()
    assert totals.tolist() == graded(low_four.TOTALS, 34)
