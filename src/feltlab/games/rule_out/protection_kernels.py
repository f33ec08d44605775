"""The gain of a Rule Out! player who uses other seats' hands for the trade."""

import numpy as np

from feltlab.games.rule_out.decisions import look_up
from feltlab.games.rule_out.trades import DRAWN, JOKER, KEEP, TYPES, Choices, index_of
from feltlab.hands.jit import compiled
from feltlab.kernels.dealing import Cards, laid, shuffle
from feltlab.kernels.lattice import Ints
from feltlab.kernels.protection import Floats


@compiled
def rule_out_gains(key: np.uint64, first: int, deck: Cards, values: Ints, choices: Choices, gains: Floats) -> None:
    """For each sample (rows), the value to a trade of seeing 1, 2, … other hands (columns), on the scale of the values.

    `values` has the return of each final hand; `choices` the trade made by looking at the own hand alone.
    """
    cards = deck.copy()
    left = np.empty(TYPES, np.int64)
    sums = np.empty(DRAWN, np.int64)
    most = gains.shape[1]
    for number in range(len(gains)):
        laid(deck, cards)
        shuffle(key, np.uint64(first + number), 0, cards, DRAWN * (most + 1))
        left[:] = 0
        for card in deck:
            left[card] += 1
        for place in range(DRAWN):
            left[cards[place]] -= 1
        held = (int(cards[0]), int(cards[1]), int(cards[2]))
        keep = values[index_of(held[0], held[1], held[2])]
        chosen = look_up(choices, held[0], held[1], held[2])
        for place in range(DRAWN):
            one, two = held[1 if place == 0 else 0], held[1 if place == 2 else 2]
            sums[place] = 0
            for card in range(TYPES):
                if left[card]:
                    sums[place] += left[card] * values[index_of(one, two, card)]
        replacements = len(deck) - DRAWN
        for known in range(most):
            for dead in range(DRAWN * (known + 1), DRAWN * (known + 2)):
                for place in range(DRAWN):
                    one, two = held[1 if place == 0 else 0], held[1 if place == 2 else 2]
                    sums[place] -= values[index_of(one, two, int(cards[dead]))]
            replacements -= DRAWN
            kept = keep * replacements
            best = kept
            for place in range(DRAWN):
                if held[place] != JOKER:
                    best = max(best, sums[place])
            without = kept if chosen == KEEP else sums[chosen]
            gains[number, known] = (best - without) / replacements
