"""Rounds of Low Four, graded: what the main bets came to, the player's total, both totals together."""

from typing import Final

from feltlab.hands.jit import compiled, inner
from feltlab.hands.layout import CARD_KEYS
from feltlab.hands.low import low_points
from feltlab.hands.tables import multiset_index
from feltlab.kernels.dealing import Cards

HAND: Final = 7
FOLD, NO_QUALIFY, WIN, TIE, LOSE = range(5)


@inner
def _key(row: Cards, seat: int) -> int:
    key = 0
    for place in range(HAND * seat, HAND * seat + HAND):
        key += CARD_KEYS[row[place]]
    return key


@compiled
def grade(cards: Cards, seats: int, qualifier: int, actions: Cards, codes: Cards) -> None:
    """`actions` says for each round and seat whether it plays its lowest four."""
    for number in range(len(cards)):
        row = cards[number]
        dealer = low_points(_key(row, seats))
        for seat in range(seats):
            place = number * seats + seat
            own = low_points(_key(row, seat))
            result = NO_QUALIFY if dealer > qualifier else WIN if own < dealer else TIE if own == dealer else LOSE
            codes[place, 0] = result if actions[place] else FOLD
            codes[place, 1] = own
            codes[place, 2] = own + dealer


@compiled
def look_up(cards: Cards, seats: int, table: Cards, actions: Cards) -> None:
    """Actions from a table by rank class."""
    for number in range(len(cards)):
        for seat in range(seats):
            actions[number * seats + seat] = table[multiset_index(_key(cards[number], seat)), 0]
