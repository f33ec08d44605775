"""Trades: three cards, one of which may be exchanged; what keeping and each trade leads to, counted exactly.

A hand is a multiset of three of the 53 card types, so one table of 26,235 rows serves every shoe. What a trade
leads to is a sum over replacements that splits into the whole shoe and the three cards that are out of it:

    Σ_r (n_r − held_r) · H(pair + r)  =  Σ_r n_r · H(pair + r)  −  Σ_{h held} H(pair + h)

The first term depends on the pair only, of which there are 1,431. The discard is out of play: it is held.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled, inner
from feltlab.hands.survivors import LOWEST, STRUCK_BY, struck

Ints = npt.NDArray[np.int64]
Choices = npt.NDArray[np.int8]

TYPES: Final = len(STRUCK_BY)
JOKER: Final = TYPES - 1
RULES: Final = LOWEST + 1
HANDS: Final = TYPES * (TYPES + 1) * (TYPES + 2) // 6
OPTIONS: Final = 4
"""Keep, or trade the first, second or third card of the sorted hand."""
KEEP: Final = -1
DRAWN: Final = 3
OUTCOMES: Final = DRAWN + 1
"""None, one, two or three cards survive."""


def rule_masks(dealt: int = DRAWN, known: int = 0) -> Ints:
    """Every set of Rule Cards that may be dealt, as masks; those in the mask `known` are sure to be among them."""
    deck = [rule for rule in range(RULES) if not known >> rule & 1]
    unknown = dealt - known.bit_count()
    return np.array([known | sum(1 << rule for rule in rules) for rules in combinations(deck, unknown)], np.int64)


@compiled
def hand_index(low: int, middle: int, high: int) -> int:
    """Number of a sorted hand, 0 to 26,234."""
    return low + middle * (middle + 1) // 2 + high * (high + 1) * (high + 2) // 6


@compiled
def index_of(c0: int, c1: int, c2: int) -> int:
    """Number of a hand whose cards lie in any order."""
    low, high = min(c0, c1, c2), max(c0, c1, c2)
    return hand_index(low, c0 + c1 + c2 - low - high, high)


def _all_hands() -> Ints:
    high, middle, low = np.indices((TYPES, TYPES, TYPES)).reshape(3, -1)
    wanted = (low <= middle) & (middle <= high)
    return np.ascontiguousarray(np.stack([low[wanted], middle[wanted], high[wanted]], axis=1))


CARDS: Final = _all_hands()
"""The sorted cards of each hand, in the order of `hand_index`."""

_JOKERS_OUT: Final = 1 << RULES
"""A rule that is always out and takes Jokers only."""


@compiled
def _histograms(cards: Ints, masks: Ints) -> Ints:
    counts = np.zeros((len(cards), OUTCOMES), np.int64)
    rules = masks.astype(np.int32)
    for hand in range(len(cards)):
        c0, c1, c2 = int(cards[hand, 0]), int(cards[hand, 1]), int(cards[hand, 2])
        by0, by1, by2 = np.int32(0), np.int32(0), np.int32(0)
        for rule in range(RULES + 1):  # rules act independently: those that take a card make a mask
            out = struck(c0, c1, c2, (1 << rule) & ~_JOKERS_OUT)
            by0 |= np.int32((out & 1) << rule)
            by1 |= np.int32((out >> 1 & 1) << rule)
            by2 |= np.int32((out >> 2) << rule)
        one, two, three = 0, 0, 0
        for place in range(len(rules)):  # no branch and no call inside: it runs on wide registers
            dealt = rules[place] | np.int32(_JOKERS_OUT)
            left = np.int32((by0 & dealt) == 0) + np.int32((by1 & dealt) == 0) + np.int32((by2 & dealt) == 0)
            one += left == 1
            two += left == 2
            three += left == 3
        counts[hand, 0] = len(rules) - one - two - three
        counts[hand, 1], counts[hand, 2], counts[hand, 3] = one, two, three
    return counts


def survivor_counts(masks: Ints) -> Ints:
    """For each hand, in how many of the given deals of Rule Cards 0, 1, 2 and 3 of its cards survive."""
    return _histograms(CARDS, masks)


@inner
def _pair_sums(counts: Ints, shoe: Ints) -> Ints:
    """For each sorted pair the outcome counts summed over a third card, each type as often as the shoe has it."""
    sums = np.zeros((TYPES, TYPES, OUTCOMES), np.int64)
    for low in range(TYPES):
        for high in range(low, TYPES):
            for card in range(TYPES):
                row = index_of(low, high, card)
                for left in range(OUTCOMES):
                    sums[low, high, left] += shoe[card] * counts[row, left]
    return sums


@compiled
def _option_counts(cards: Ints, weights: Ints, counts: Ints, shoe: Ints) -> Ints:
    options = np.zeros((len(cards), OPTIONS, OUTCOMES), np.int64)
    replacements = -DRAWN
    for card in range(TYPES):
        replacements += shoe[card]
    sums = _pair_sums(counts, shoe)
    for hand in range(len(cards)):
        if weights[hand] == 0:
            continue
        held = (int(cards[hand, 0]), int(cards[hand, 1]), int(cards[hand, 2]))
        for left in range(OUTCOMES):
            options[hand, 0, left] = replacements * counts[hand, left]
        for place in range(DRAWN):
            if held[place] == JOKER:
                continue
            low, high = held[1 if place == 0 else 0], held[1 if place == 2 else 2]
            rows = (index_of(low, high, held[0]), index_of(low, high, held[1]), index_of(low, high, held[2]))
            for left in range(OUTCOMES):
                out = counts[rows[0], left] + counts[rows[1], left] + counts[rows[2], left]
                options[hand, 1 + place, left] = sums[low, high, left] - out
    return options


def hand_weights(shoe: Ints) -> Ints:
    """How many ways the shoe can deal each hand; `shoe` has the number of cards of each type."""
    low, middle, high = (shoe[CARDS[:, place]] for place in range(DRAWN))
    pair_low, pair_high = CARDS[:, 0] == CARDS[:, 1], CARDS[:, 1] == CARDS[:, 2]
    trips = pair_low & pair_high
    weights: Ints = low * (middle - pair_low) * (high - pair_high - trips)
    return np.where(trips, weights // 6, np.where(pair_low | pair_high, weights // 2, weights))


def option_counts(counts: Ints, shoe: Ints, weights: Ints) -> Ints:
    """For each hand and option in how many ways 0, 1, 2 and 3 cards survive, over replacements and Rule Cards.

    Keeping counts each outcome once for every replacement, so that all options have one total. A hand that the shoe
    cannot deal, and a trade of a Joker, have no outcomes. The shoe holds four cards or more.
    """
    return _option_counts(CARDS, weights, counts, shoe)


def option_values(options: Ints, pays: Sequence[int]) -> Ints:
    """The total return of each option, for whole non-negative pays by survivors; −1 if it is not offered."""
    values = options @ np.array(pays, np.int64)
    return np.where(options.any(axis=-1), values, -1)


def best_choices(values: Ints) -> Choices:
    """The place to trade, or `KEEP`; of equal options keeping, then the card that comes first."""
    chosen: Choices = (values.argmax(axis=1) + KEEP).astype(np.int8)
    return chosen
