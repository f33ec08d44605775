"""Rounds of Quick Draw Hold'em, graded: how the main bets ended, the flop's grade, the board's best-four grade."""

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled, inlined, inner
from feltlab.hands.poker import best_four_grade, flop_grade, river_grade, seven_card_strength
from feltlab.kernels.dealing import Cards
from feltlab.kernels.subsets import Ints, key_place, suit_key

FOLD_FLOP, FOLD_TURN, RIVER = range(3)
"""Codes of the main bets: folded on the flop, folded on the turn, then RIVER + the grade at the river."""


@inlined
def _card(cards: Cards, number: int, place: int) -> int:
    """One by one: a view of the row would be counted in and out, which takes longer than to read its cards."""
    return int(cards[number, place])


@inlined
def _board(cards: Cards, number: int, seats: int) -> tuple[int, int, int, int, int]:
    first = 2 * seats
    return (
        _card(cards, number, first), _card(cards, number, first + 1), _card(cards, number, first + 2),
        _card(cards, number, first + 3), _card(cards, number, first + 4),
    )  # fmt: skip


@compiled
def grade(cards: Cards, seats: int, high_pair: int, best_four_pair: int, actions: Cards, codes: Cards) -> None:
    """`actions` says for each round and seat how many of Flop, Turn and River it bets.

    Folded hands are read too: that takes less time than to guess wrong which are.
    """
    for number in range(len(cards)):
        b0, b1, b2, b3, b4 = _board(cards, number, seats)
        flop, four = flop_grade(b0, b1, b2), best_four_grade(b0, b1, b2, b3, b4, best_four_pair)
        for seat in range(seats):
            place = number * seats + seat
            h0, h1 = _card(cards, number, 2 * seat), _card(cards, number, 2 * seat + 1)
            strength = seven_card_strength(h0, h1, b0, b1, b2, b3, b4)
            code = actions[place] - 1
            codes[place, 0] = code + (code == RIVER) * river_grade(strength, high_pair)
            codes[place, 1] = flop
            codes[place, 2] = four


@inner
def _enough(suits: int, lacks: int) -> bool:
    """Whether some suit's counter, of four bits, reaches eight with what `suits_to_bet` says that it lacks."""
    return (suits + lacks * 0x1111) & 0x8888 != 0


@compiled
def decide(cards: Cards, seats: int, to_bet: Cards, high_pair: int, actions: Cards) -> None:
    """Actions by one of the ways to play that look at the cards, as `suits_to_bet` has it."""
    for number in range(len(cards)):
        b0, b1, b2, turn, _ = _board(cards, number, seats)
        for seat in range(seats):
            once, twice, suits = 0, 0, 0
            for card in (_card(cards, number, 2 * seat), _card(cards, number, 2 * seat + 1), b0, b1, b2):
                rank = 1 << (card >> 2)
                once, twice, suits = once | rank, twice | once & rank, suits + (1 << 4 * (card & 3))
            flop = (twice >> high_pair != 0) | _enough(suits, int(to_bet[once]) & 15)
            once, suits = once | 1 << (turn >> 2), suits + (1 << 4 * (turn & 3))
            actions[number * seats + seat] = 1 + flop + (flop & _enough(suits, int(to_bet[once]) >> 4))


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
