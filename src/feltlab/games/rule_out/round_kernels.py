"""Rounds of Rule Out!, graded: natural Jokers, and survivors with whether a card was traded."""

from typing import Final

import numpy as np

from feltlab.games.rule_out.decisions import look_up as look_up_trade
from feltlab.games.rule_out.trades import TYPES, Choices
from feltlab.hands.jit import compiled
from feltlab.hands.survivors import JOKER, survivors
from feltlab.kernels.dealing import Cards, number_below

HAND: Final = 3
RULES: Final = 15
TRADED: Final = 4
"""Added to the number of survivors where a card was traded."""
KEEP: Final = 3
"""The action that trades nothing; others are the place of the card."""
TRADE_STREAM: Final = 2
"""Where the card to trade is left to chance, seat s draws from the s-th stream from here on: beside shoe and rules."""


@compiled
def grade(cards: Cards, seats: int, rules: Cards, actions: Cards, codes: Cards) -> None:
    """Seats trade in turn, each for the next card after the hands dealt."""
    for number in range(len(cards)):
        mask = 1 << int(rules[number, 0]) | 1 << int(rules[number, 1]) | 1 << int(rules[number, 2])
        following = HAND * seats
        for seat in range(seats):
            place = number * seats + seat
            first = HAND * seat
            c0, c1, c2 = int(cards[number, first]), int(cards[number, first + 1]), int(cards[number, first + 2])
            codes[place, 0] = (c0 == JOKER) + (c1 == JOKER) + (c2 == JOKER)
            action, new = actions[place], int(cards[number, following])
            traded = int(action != KEEP)
            following += traded
            # Sums, as the compiler makes branches of conditions, and these would be guessed wrong too often.
            c0 += (new - c0) * (action == 0)
            c1 += (new - c1) * (action == 1)
            c2 += (new - c2) * (action == 2)
            codes[place, 1] = survivors(c0, c1, c2, mask) + traded * TRADED


@compiled
def by_cards(choices: Choices, table: Cards) -> None:
    """The table of trades by sorted hand as actions by the three cards in the order dealt."""
    for c0 in range(TYPES):
        for c1 in range(TYPES):
            for c2 in range(TYPES):
                place = look_up_trade(choices, c0, c1, c2)
                table[c0, c1, c2] = KEEP if place < 0 else place


@compiled
def decide(cards: Cards, seats: int, table: Cards, actions: Cards) -> None:
    """Actions from the table that `by_cards` makes: to sort each hand here would take longer than its look-up."""
    for number in range(len(cards)):
        for seat in range(seats):
            first = HAND * seat
            actions[number * seats + seat] = table[
                cards[number, first], cards[number, first + 1], cards[number, first + 2]
            ]


@compiled
def decide_at_random(key: np.uint64, first: np.uint64, cards: Cards, seats: int, actions: Cards) -> None:
    """Trade a card of every hand, any but a Joker as likely as another; the rounds are those from `first` on."""
    for number in range(len(cards)):
        row = cards[number]
        for seat in range(seats):
            offered = 0
            for place in range(HAND):
                offered += row[HAND * seat + place] != JOKER
            action = KEEP
            if offered:
                left = number_below(key, first + np.uint64(number), TRADE_STREAM + seat, offered)
                for place in range(HAND):
                    if row[HAND * seat + place] != JOKER:
                        action = place if left == 0 else action
                        left -= 1
            actions[number * seats + seat] = action
