"""Rounds of Quick Draw Hold'em, graded: how the main bets ended, the flop's grade, the board's best-four grade."""

import numpy as np
import numpy.typing as npt

from feltlab.games.quick_draw_holdem.decisions import bets_flop, bets_turn
from feltlab.hands.jit import compiled, inner
from feltlab.hands.poker import best_four_grade, flop_grade, river_grade, seven_card_strength
from feltlab.kernels.dealing import Cards
from feltlab.kernels.subsets import Ints, key_place, suit_key

FOLD_FLOP, FOLD_TURN, RIVER = range(3)
"""Codes of the main bets: folded on the flop, folded on the turn, then RIVER + the grade at the river."""


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


@inner
def _turn_place(hand: Ints, names: Ints, turn: int) -> int:
    """Place of the turn among the 47 cards that the hand's class representative leaves, in ascending order."""
    card = (turn & ~3) | names[turn & 3]
    place = card
    for held in hand:
        place -= ((held & ~3) | names[held & 3]) < card
    return int(place)


@compiled
def look_up(
    cards: Cards, seats: int, keys: Ints, order: Ints, flop_bets: npt.NDArray[np.bool_],
    turn_bets: npt.NDArray[np.bool_], actions: Cards,
) -> None:  # fmt: skip
    """Actions from tables by suit class: `keys` sorted, `order` the class of each."""
    board = 2 * seats
    hand, names = np.empty(5, np.int64), np.empty(4, np.int64)
    for number in range(len(cards)):
        c = cards[number]
        for seat in range(seats):
            hand[0], hand[1] = c[2 * seat], c[2 * seat + 1]
            hand[2], hand[3], hand[4] = c[board], c[board + 1], c[board + 2]
            of_class = order[key_place(keys, suit_key(hand, names))]
            bets = 1
            if flop_bets[of_class]:
                bets = 3 if turn_bets[of_class, _turn_place(hand, names, c[board + 3])] else 2
            actions[number * seats + seat] = bets
