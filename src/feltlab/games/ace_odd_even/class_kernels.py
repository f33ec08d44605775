"""Odd and even hands by rank class, and the suits of a class where they matter: for flushes inside one parity.

Four or more suited cards of one parity without aces leave room for at most one such suit in seven cards, so the suit
patterns of a class are: which side, how many suited cards of it, and whether the ace of that suit is held. All other
suit assignments make no flush, however the aces are set.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled, inner
from feltlab.hands.parity import EVEN, ODD, RANK_WORDS, SUIT_WORDS, bonus_grade, poker_grade, side_strength
from feltlab.kernels.lattice import CHOOSE, COPIES, HAND, RANKS, Counts, Ints

_ACE: Final = RANKS - 1
PATTERNS: Final = tuple(
    (side, suited, ace)
    for side in (ODD, EVEN)
    for suited in (4, 5, 6, 7)
    for ace in (0, 1)
    if 5 <= suited + ace <= HAND
)
"""(side, suited cards without the ace, whether the ace of the suit is held); a last pattern without a flush follows."""
_PATTERNS: Final = np.array(PATTERNS)
_RANK_WORDS: Final = RANK_WORDS[::COPIES].copy()
_ONE_SUIT: Final = np.array([SUIT_WORDS[4 * 11], SUIT_WORDS[4 * 10], SUIT_WORDS[4 * 12]])
"""What one more club adds to a suit word: an odd card, an even card, an ace."""


@inner
def _rank_word(hand: Counts) -> int:
    word = 0
    for rank in range(RANKS):
        word += hand[rank] * _RANK_WORDS[rank]
    return word


@compiled
def class_strengths(hands: Counts) -> tuple[Ints, Ints, Ints]:
    """Strength of the odd side and of the even side of each class, and its Odd-Even Bonus grade."""
    odd, even, bonus = np.empty(len(hands), np.int64), np.empty(len(hands), np.int64), np.empty(len(hands), np.int64)
    for number in range(len(hands)):
        word = _rank_word(hands[number])
        odd[number] = side_strength(word, ODD)
        even[number] = side_strength(word, EVEN)
        bonus[number] = bonus_grade(word)
    return odd, even, bonus


@inner
def _suited(hand: Counts, side: int, ways: Ints) -> None:
    """ways[k]: suit assignments of one side's ranks, aces left out, with k cards of a given suit."""
    ways[:] = 0
    ways[0] = 1
    for rank in range(1 if side == ODD else 0, _ACE, 2):
        held = hand[rank]
        if held == 0:
            continue
        without, with_it = CHOOSE[COPIES - 1, held] if held < COPIES else 0, CHOOSE[COPIES - 1, held - 1]
        for count in range(HAND, 0, -1):
            ways[count] = ways[count] * without + ways[count - 1] * with_it
        ways[0] *= without


@inner
def _pattern_ways(hand: Counts, ways: Ints, found: Ints) -> None:
    every = 1
    for rank in range(RANKS):
        every *= CHOOSE[COPIES, hand[rank]]
    aces = hand[_ACE]
    for number in range(len(_PATTERNS)):
        side, suited, ace = _PATTERNS[number]
        _suited(hand, side, ways)
        others = 1
        for rank in range(0 if side == ODD else 1, _ACE, 2):
            others *= CHOOSE[COPIES, hand[rank]]
        if ace:
            ace_ways = CHOOSE[COPIES - 1, aces - 1] if aces else 0
        else:
            ace_ways = CHOOSE[COPIES - 1, aces] if aces < COPIES else 0
        found[number] = COPIES * ways[suited] * others * ace_ways
        every -= found[number]
    found[len(_PATTERNS)] = every


@compiled
def _grades(hands: Counts, counts: Ints, grades: npt.NDArray[np.int8]) -> None:
    ways = np.empty(HAND + 1, np.int64)
    for number in range(len(hands)):
        hand = hands[number]
        _pattern_ways(hand, ways, counts[number])
        ranks = _rank_word(hand)
        for pattern in range(len(_PATTERNS) + 1):
            suits = 0
            if pattern < len(_PATTERNS):
                side, suited, ace = _PATTERNS[pattern]
                suits = suited * _ONE_SUIT[0 if side == ODD else 1] + ace * _ONE_SUIT[2]
            for choice in range(3):
                grades[number, pattern, choice] = poker_grade(ranks, suits, choice)


def poker_patterns(hands: Counts) -> tuple[Ints, npt.NDArray[np.int8]]:
    """For each class and pattern: how many suit assignments, and the Poker Bonus grade on a fold, set odd, set even."""
    counts = np.zeros((len(hands), len(PATTERNS) + 1), np.int64)
    grades = np.zeros((len(hands), len(PATTERNS) + 1, 3), np.int8)
    _grades(hands, counts, grades)
    return counts, grades
