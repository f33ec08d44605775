"""Rounds of Quick Draw Hold'em, graded: how the main bets ended, the flop's grade, the board's best-four grade."""

from typing import Final

import numpy as np
import numpy.typing as npt

from feltlab.games.quick_draw_holdem.decisions import bets_flop, bets_turn
from feltlab.hands.jit import compiled
from feltlab.hands.poker import best_four_grade, flop_grade, river_grade, seven_card_strength
from feltlab.kernels.dealing import Cards

FOLD_FLOP, FOLD_TURN, RIVER = range(3)
"""Codes of the main bets: folded on the flop, folded on the turn, then RIVER + the grade at the river."""
_MASK_BITS: Final = 13


@compiled
def grade(cards: Cards, seats: int, high_pair: int, best_four_pair: int, actions: Cards, codes: Cards) -> None:
    """`actions` says for each round and seat how many of Flop, Turn and River it bets."""
    board = 2 * seats
    for number in range(len(cards)):
        c = cards[number]
        flop = flop_grade(c[board], c[board + 1], c[board + 2])
        four = best_four_grade(c[board], c[board + 1], c[board + 2], c[board + 3], c[board + 4], best_four_pair)
        for seat in range(seats):
            place = number * seats + seat
            code = actions[place] - 1
            if code == RIVER:
                h0, h1 = c[2 * seat], c[2 * seat + 1]
                strength = seven_card_strength(h0, h1, c[board], c[board + 1], c[board + 2], c[board + 3], c[board + 4])
                code += river_grade(strength, high_pair)
            codes[place, 0] = code
            codes[place, 1] = flop
            codes[place, 2] = four


@compiled
def decide(cards: Cards, seats: int, way: int, high_pair: int, actions: Cards) -> None:
    """Actions by one of the ways to play that look at the cards."""
    board = 2 * seats
    for number in range(len(cards)):
        c = cards[number]
        for seat in range(seats):
            h0, h1, f0, f1, f2 = c[2 * seat], c[2 * seat + 1], c[board], c[board + 1], c[board + 2]
            bets = 1
            if bets_flop(way, h0, h1, f0, f1, f2, high_pair):
                bets = 3 if bets_turn(way, h0, h1, f0, f1, f2, c[board + 3], high_pair) else 2
            actions[number * seats + seat] = bets


@compiled
def packed(hand: npt.NDArray[np.int64]) -> int:
    """Five cards as their four suit masks, the largest first: the same number for all hands of a suit class."""
    masks = np.zeros(4, np.int64)
    for card in hand:
        masks[card & 3] |= 1 << (card >> 2)
    masks[:] = np.sort(masks)
    return int(masks[3] << 3 * _MASK_BITS | masks[2] << 2 * _MASK_BITS | masks[1] << _MASK_BITS | masks[0])


@compiled
def packed_all(hands: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    keys = np.empty(len(hands), np.int64)
    for number in range(len(hands)):
        keys[number] = packed(hands[number])
    return keys


@compiled
def _turn_place(hand: npt.NDArray[np.int64], turn: int) -> int:
    """Place of the turn among the 47 cards that the hand's class representative leaves, in ascending order."""
    masks = np.zeros(4, np.int64)
    for card in hand:
        masks[card & 3] |= 1 << (card >> 2)
    order = np.argsort(masks)  # as in the representative: the smallest mask in the lowest suit
    suit = 0
    for label in range(4):
        if order[label] == turn & 3:
            suit = label
    card = turn >> 2 << 2 | suit
    place = card
    for label in range(4):
        for rank in range(_MASK_BITS):
            if masks[order[label]] >> rank & 1 and (rank << 2 | label) < card:
                place -= 1
    return place


@compiled
def look_up(
    cards: Cards, seats: int, keys: npt.NDArray[np.int64], order: npt.NDArray[np.int64],
    flop_bets: npt.NDArray[np.bool_], turn_bets: npt.NDArray[np.bool_], actions: Cards,
) -> None:  # fmt: skip
    """Actions from tables by suit class: `keys` sorted, `order` the class of each."""
    board = 2 * seats
    hand = np.empty(5, np.int64)
    for number in range(len(cards)):
        c = cards[number]
        for seat in range(seats):
            hand[0], hand[1] = c[2 * seat], c[2 * seat + 1]
            hand[2], hand[3], hand[4] = c[board], c[board + 1], c[board + 2]
            of_class = order[np.searchsorted(keys, packed(hand))]
            bets = 1
            if flop_bets[of_class]:
                bets = 3 if turn_bets[of_class, _turn_place(hand, int(c[board + 3]))] else 2
            actions[number * seats + seat] = bets
