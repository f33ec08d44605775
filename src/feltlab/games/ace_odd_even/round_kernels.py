"""Rounds of Ace Odd Even, graded: what the main bets came to, the Odd-Even Bonus grade, the Poker Bonus grade."""

from typing import Final

import numpy as np

from feltlab.games.ace_odd_even.class_kernels import PATTERNS
from feltlab.hands.jit import compiled, inlined, inner
from feltlab.hands.layout import CARD_KEYS
from feltlab.hands.parity import (
    EVEN,
    NEITHER,
    ODD,
    RANK_WORDS,
    SUIT_WORDS,
    best_side,
    best_strength,
    bonus_grade,
    has_ace,
    poker_grade,
    side_count,
    side_strength,
)
from feltlab.hands.tables import multiset_index
from feltlab.kernels.dealing import Cards

HAND: Final = 7
FOLD, NO_QUALIFY, WIN, TIE, LOSE = range(5)
BEST, OTHER, FOLDED = range(3)
"""Actions: set the best side, the other side, or fold."""
_PATTERNS: Final = np.array(PATTERNS)
_DEUCE, _THREE, _ACE = 0, 1, 12


@inlined
def _ranks(cards: Cards, row: int, seat: int) -> int:
    ranks = 0
    for place in range(HAND * seat, HAND * seat + HAND):
        ranks += RANK_WORDS[cards[row, place]]
    return ranks


@inlined
def _suits(cards: Cards, row: int, seat: int) -> int:
    suits = 0
    for place in range(HAND * seat, HAND * seat + HAND):
        suits += SUIT_WORDS[cards[row, place]]
    return suits


@inlined
def _outcome(own: int, dealer: int, qualifier: int) -> int:
    """Without a branch, which would be guessed wrong too often: TIE is one below LOSE, and WIN one below TIE."""
    return NO_QUALIFY + (dealer >= qualifier) * (LOSE - NO_QUALIFY - (own >= dealer) - (own > dealer))


def _bonus_by_side() -> Cards:
    grades = np.zeros(2 * (HAND + 1), np.uint8)
    for count in range(HAND // 2 + 1, HAND + 1):  # of seven cards, the best side has four at least
        for aces in range(2):
            others = (count - aces) * RANK_WORDS[4 * _DEUCE] + (HAND - count) * RANK_WORDS[4 * _THREE]
            grades[2 * count + aces] = bonus_grade(int(aces * RANK_WORDS[4 * _ACE] + others))
    return grades


_BONUS_BY_SIDE: Final = _bonus_by_side()
"""`bonus_grade` by the cards of the best side and whether it has an ace, at 2 × cards + ace.

In a loop over random hands its branches would be guessed wrong too often; a look-up has none.
"""


@compiled
def grade_by_floor(cards: Cards, seats: int, qualifier: int, floor: int, codes: Cards) -> None:
    """Play the best hand wherever its strength reaches the floor."""
    for number in range(len(cards)):
        dealer = best_strength(_ranks(cards, number, seats))
        for seat in range(seats):
            ranks, suits = _ranks(cards, number, seat), _suits(cards, number, seat)
            odd, even = side_strength(ranks, ODD), side_strength(ranks, EVEN)
            own = max(odd, even)
            plays = own >= floor
            place = number * seats + seat
            codes[place, 0] = _outcome(own, dealer, qualifier) if plays else FOLD
            codes[place, 1] = _BONUS_BY_SIDE[2 * side_count(own) + has_ace(own)]
            codes[place, 2] = poker_grade(ranks, suits, (ODD if odd > even else EVEN) if plays else NEITHER)


@compiled
def grade(cards: Cards, seats: int, qualifier: int, actions: Cards, codes: Cards) -> None:
    """Play as the actions say, one for each round and seat."""
    for number in range(len(cards)):
        dealer = best_strength(_ranks(cards, number, seats))
        for seat in range(seats):
            place = number * seats + seat
            ranks, suits = _ranks(cards, number, seat), _suits(cards, number, seat)
            side = NEITHER
            if actions[place] != FOLDED:
                side = ODD if (best_side(ranks) == ODD) == (actions[place] == BEST) else EVEN
            codes[place, 0] = FOLD if side == NEITHER else _outcome(side_strength(ranks, side), dealer, qualifier)
            codes[place, 1] = bonus_grade(ranks)
            codes[place, 2] = poker_grade(ranks, suits, side)


@inner
def _pattern(suits: int) -> int:
    """Which flush inside one parity the suits make room for; the last pattern is none."""
    for number in range(len(_PATTERNS)):
        side, suited, ace = _PATTERNS[number]
        group = suits >> (0 if side == ODD else 16)
        for suit in range(4):
            if group >> 4 * suit & 15 == suited and (suits >> 32 + 4 * suit & 15) == ace:
                return number
    return len(_PATTERNS)


@compiled
def look_up(cards: Cards, seats: int, table: Cards, actions: Cards) -> None:
    """Actions from a table by rank class and suit pattern; one column serves every pattern."""
    for number in range(len(cards)):
        for seat in range(seats):
            key = 0
            for place in range(HAND * seat, HAND * seat + HAND):
                key += CARD_KEYS[cards[number, place]]
            column = _pattern(_suits(cards, number, seat)) if table.shape[1] > 1 else 0
            actions[number * seats + seat] = table[multiset_index(key), column]
