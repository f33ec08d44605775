"""What five seen cards become on the river, for every turn card: histograms that depend on no pay table.

With five cards seen there are 47 turn cards and 46 rivers after each. How often each of the nine river grades occurs
after a turn card is packed into one integer, six bits per grade (a count is at most 46). Any pay table is then solved
by weighting these counts.

Unless a flush is made, the grade depends on ranks alone: 91 pairs of ranks instead of 1,081 pairs of cards. If three or
more of the five cards are suited, the pairs that make the flush are moved from the grade of their ranks to that of
their flush.
"""

from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled, inner
from feltlab.hands.layout import RANK_KEYS
from feltlab.hands.poker import best_four_grade, flop_grade, river_grade
from feltlab.hands.tables import POKER, POKER_FLUSH, multiset_index
from feltlab.kernels.suit_classes import RANKS, SUITS, Ints, suit_classes

Bools = npt.NDArray[np.bool_]

SEEN: Final = 5
TURNS: Final = 47
RIVERS: Final = 46
GRADES: Final = 9
COUNT_BITS: Final = 6
_COUNT_MASK: Final = (1 << COUNT_BITS) - 1
_BOARD_GRADES: Final = 9
_FLOP_GRADES: Final = 6


@compiled
def _grade(strengths: npt.NDArray[Any], high_pair: int, grades: Ints) -> None:
    for place in range(len(strengths)):
        grades[place] = river_grade(strengths[place], high_pair)


@cache
def grade_tables(high_pair: int) -> tuple[Ints, Ints]:
    """River grade of each rank multiset without a flush, and of each mask of five or more suited cards."""
    ranks, flushes = np.empty(len(POKER), np.int64), np.empty(len(POKER_FLUSH), np.int64)
    _grade(POKER, high_pair, ranks)
    _grade(POKER_FLUSH, high_pair, flushes)
    return ranks, flushes


@inner
def _rank_units(key: int, left: Ints, rank_grades: Ints, units: Ints) -> None:
    """For every pair of ranks still in the deck, a count of one in the grade of the hand that they complete."""
    for low in range(RANKS):
        for high in range(low, RANKS):
            if left[low] and left[high] and (low != high or left[low] > 1):
                grade = rank_grades[multiset_index(key + RANK_KEYS[low] + RANK_KEYS[high])]
                units[low, high] = units[high, low] = 1 << COUNT_BITS * grade
            else:
                units[low, high] = units[high, low] = 0


@inner
def _flush_shifts(mask: int, held: int, left: Ints, units: Ints, flush_grades: Ints, shifts: Ints) -> None:
    """The effect of flushes in one suit, by rank of the turn card: row 0 if it is of another suit, row 1 if of this
    one.

    `mask` holds the suit's ranks among the five cards, `held` of them; each flush leaves the grade of its ranks.
    """
    for turn in range(RANKS):
        shifts[0, turn] = shifts[1, turn] = 0
        for river in range(RANKS):
            unseen = left[river] - (river == turn)
            suited = 1 - (mask >> river & 1)
            # another suit's turn card: the river card must complete the flush alone
            if held >= SEEN - 1 and suited:
                made = 1 << COUNT_BITS * flush_grades[mask | 1 << river]
                shifts[0, turn] += made - units[turn, river]
            if held == SEEN:
                others = unseen - suited
                shifts[0, turn] += others * ((1 << COUNT_BITS * flush_grades[mask]) - units[turn, river])
            # this suit's turn card
            own = mask | 1 << turn
            if river != turn and suited and held >= SEEN - 2:
                made = 1 << COUNT_BITS * flush_grades[own | 1 << river]
                shifts[1, turn] += made - units[turn, river]
            if held >= SEEN - 1:
                others = unseen - (suited if river != turn else 0)
                shifts[1, turn] += others * ((1 << COUNT_BITS * flush_grades[own]) - units[turn, river])


@compiled
def _histograms(hands: Ints, rank_grades: Ints, flush_grades: Ints, found: Ints) -> None:
    left, plain = np.empty(RANKS, np.int64), np.empty(RANKS, np.int64)
    units, shifts = np.empty((RANKS, RANKS), np.int64), np.empty((2, RANKS), np.int64)
    masks = np.empty(SUITS, np.int64)
    for number in range(len(hands)):
        left[:] = SUITS
        masks[:] = 0
        key, flush_suit, held = 0, -1, 0
        for card in hands[number]:
            key += RANK_KEYS[card >> 2]
            left[card >> 2] -= 1
            masks[card & 3] |= 1 << (card >> 2)
        for suit in range(SUITS):
            count = 0
            for card in hands[number]:
                count += card & 3 == suit
            if count >= SEEN - 2:
                flush_suit, held = suit, count
        _rank_units(key, left, rank_grades, units)
        for turn in range(RANKS):
            total = -units[turn, turn]  # the turn card itself is no longer a river card
            for river in range(RANKS):
                total += left[river] * units[turn, river]
            plain[turn] = total
        if held:
            _flush_shifts(masks[flush_suit], held, left, units, flush_grades, shifts)
        place = 0
        for card in range(RANKS * SUITS):
            rank, suit = card >> 2, card & 3
            if masks[suit] >> rank & 1:
                continue
            found[number, place] = plain[rank] + (shifts[1 if suit == flush_suit else 0, rank] if held else 0)
            place += 1


def river_histograms(hands: Ints, high_pair: int) -> Ints:
    """For each hand of five cards (rows) and each other card, ascending, as turn: packed counts of river grades."""
    found = np.empty((len(hands), TURNS), np.int64)
    _histograms(hands, *grade_tables(high_pair), found)
    return found


@inner
def turn_sum(histogram: int, nets: Ints) -> int:
    """What the 46 rivers pay together if each grade pays its net."""
    total = 0
    for grade in range(GRADES):
        total += (histogram >> COUNT_BITS * grade & _COUNT_MASK) * nets[grade]
    return total


@compiled
def best_play(histograms: Ints, nets: Ints, fold_turn: int, looks_ahead: bool, turn_bets: Bools) -> Ints:
    """Write where the best turn play bets; per hand, the value of betting the flop over all 47 × 46 cards to come.

    `nets` and the fold are whole numbers on one scale, for a single deal. Without looking ahead, the flop is valued as
    if there were no fold on the turn.
    """
    values = np.empty(len(histograms), np.int64)
    for number in range(len(histograms)):
        total, last, paid = 0, -1, 0
        for turn in range(TURNS):
            if histograms[number, turn] != last:  # cards of one rank are next to each other and mostly alike
                last = histograms[number, turn]
                paid = turn_sum(last, nets)
            bets = paid >= fold_turn * RIVERS
            turn_bets[number, turn] = bets
            total += paid if bets or not looks_ahead else fold_turn * RIVERS
        values[number] = total
    return values


@compiled
def tally(histograms: Ints, weights: Ints, flop_bets: Bools, turn_bets: Bools) -> Ints:
    """Deals by river grade of the hands that bet the flop: folded on the turn in row 0, bet to the river in row 1."""
    counts = np.zeros((2, GRADES), np.int64)
    hand = np.empty((2, GRADES), np.int64)
    for number in range(len(histograms)):
        if not flop_bets[number]:
            continue
        hand[:] = 0
        for turn in range(TURNS):
            row = 1 if turn_bets[number, turn] else 0
            for grade in range(GRADES):
                hand[row, grade] += histograms[number, turn] >> COUNT_BITS * grade & _COUNT_MASK
        for row in range(2):
            for grade in range(GRADES):
                counts[row, grade] += weights[number] * hand[row, grade]
    return counts


@compiled
def _count_flops(hands: Ints, weights: Ints, counts: Ints) -> None:
    for number in range(len(hands)):
        h = hands[number]
        counts[flop_grade(h[0], h[1], h[2])] += weights[number]


@compiled
def _count_boards(hands: Ints, weights: Ints, lowest_pair: int, counts: Ints) -> None:
    for number in range(len(hands)):
        h = hands[number]
        counts[best_four_grade(h[0], h[1], h[2], h[3], h[4], lowest_pair)] += weights[number]


@cache
def flop_counts() -> tuple[int, ...]:
    """Flops by 3 Card Flop Bonus grade."""
    counts = np.zeros(_FLOP_GRADES, np.int64)
    _count_flops(*suit_classes(3), counts)
    return tuple(counts.tolist())


@cache
def board_counts(lowest_pair: int) -> tuple[int, ...]:
    """Boards of five community cards by Best 4 of 5 grade."""
    counts = np.zeros(_BOARD_GRADES, np.int64)
    _count_boards(*suit_classes(5), lowest_pair, counts)
    return tuple(counts.tolist())


@compiled
def _count_finished_boards(board: Ints, unseen: Ints, lowest_pair: int, counts: Ints) -> None:
    for first in range(len(unseen)):
        if len(board) == 4:
            counts[best_four_grade(board[0], board[1], board[2], board[3], unseen[first], lowest_pair)] += 1
            continue
        for second in range(first + 1, len(unseen)):
            counts[best_four_grade(board[0], board[1], board[2], unseen[first], unseen[second], lowest_pair)] += 1


def finished_boards(board: Ints, unseen: Ints, lowest_pair: int) -> tuple[int, ...]:
    """How often a board of three or four cards, completed from the unseen cards, makes each Best 4 of 5 grade."""
    counts = np.zeros(_BOARD_GRADES, np.int64)
    _count_finished_boards(board, unseen, lowest_pair, counts)
    return tuple(counts.tolist())
