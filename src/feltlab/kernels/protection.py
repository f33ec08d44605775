"""What a player gains by knowing more: dealt samples of hands of seven against the dealer's, one dealer card exposed.

A sample is settled exactly: everything that the cards seen leave open is enumerated. Its gain is what the best choice
given those cards brings over the choice made without them, valued on the same cards, so it is never negative.
"""

from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled, inner
from feltlab.hands.layout import RANK_KEYS
from feltlab.hands.tables import multiset_index
from feltlab.kernels.dealing import shuffle
from feltlab.kernels.lattice import CHOOSE, COPIES, COUNTS, HAND, HANDS, RANKS, Counts, Ints, sub_multisets

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

_NODES: Final = len(COUNTS)
_DECK: Final = 52


@cache
def _places() -> Ints:
    return np.array([multiset_index(int(key)) for key in HANDS.astype(np.int64) @ RANK_KEYS])


def by_multiset(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Values of the seven-card classes, put in the order of `multiset_index`."""
    ordered = np.empty_like(values)
    ordered[_places()] = values
    return ordered


@inner
def against_dealer(
    left: Ints, own: Ints, strengths: Ints, qualifier: int, stack: Ints, counts: Ints
) -> tuple[int, int]:
    """How many hands the cards left make, and how many don't qualify; counts: weaker than each own one, as strong.

    A walk over the rank multisets of the cards left, with the product of the ways to deal each.
    """
    size, hands, no_qualify = 0, 0, 0
    counts[:] = 0
    held, key, after, taken, need, ways, word = stack
    for rank in range(RANKS):
        if left[rank]:
            held[size], key[size] = left[rank], RANK_KEYS[rank]
            size += 1
    after[size - 1] = 0
    for place in range(size - 2, -1, -1):
        after[place] = after[place + 1] + held[place + 1]
    level = 0
    need[0], ways[0], word[0] = HAND, 1, 0
    taken[0] = max(0, HAND - after[0]) - 1
    while level >= 0:
        taken[level] += 1
        count = taken[level]
        if count > held[level] or count > need[level]:
            level -= 1
            continue
        way = ways[level] * CHOOSE[held[level], count]
        cards = word[level] + count * key[level]
        rest = need[level] - count
        if rest:
            level += 1
            need[level], ways[level], word[level] = rest, way, cards
            taken[level] = max(0, rest - after[level]) - 1
            continue
        strength = strengths[multiset_index(cards)]
        hands += way
        if strength < qualifier:
            no_qualify += way
            continue
        for hand in range(len(own)):
            counts[0, hand] += way if strength < own[hand] else 0
            counts[1, hand] += way if strength == own[hand] else 0
    return hands, no_qualify


@compiled
def seven_card_gains(
    key: np.uint64, first: int, strengths: Ints, plays: Bools, qualifier: int, nets: Ints, fold: int, gains: Floats
) -> None:
    """For each deal (rows) and each of its hands of seven (columns) what knowing the others is worth to it.

    In antes times the scale of the nets: of a dealer who does not qualify, of a win, a tie and a loss. `plays` is what
    a player does without knowing, by class; strengths and plays are in the order of `multiset_index`.
    """
    seats = gains.shape[1]
    deck = np.empty(_DECK, np.uint8)
    left = np.empty(RANKS, np.int64)
    stack = np.empty((7, RANKS), np.int64)
    classes, own, counts = np.empty(seats, np.int64), np.empty(seats, np.int64), np.empty((2, seats), np.int64)
    for number in range(len(gains)):
        for card in range(_DECK):
            deck[card] = card
        shuffle(key, np.uint64(first + number), seats, deck, HAND * seats)
        left[:] = COPIES
        for hand in range(seats):
            word = 0
            for place in range(HAND * hand, HAND * (hand + 1)):
                rank = deck[place] >> 2
                left[rank] -= 1
                word += RANK_KEYS[rank]
            classes[hand] = multiset_index(word)
            own[hand] = strengths[classes[hand]]
        hands, no_qualify = against_dealer(left, own, strengths, qualifier, stack, counts)
        for hand in range(seats):
            won, tied = counts[0, hand], counts[1, hand]
            value = no_qualify * nets[0] + won * nets[1] + tied * nets[2] + (hands - no_qualify - won - tied) * nets[3]
            without = value if plays[classes[hand]] else fold * hands
            gains[number, hand] = (max(value, fold * hands) - without) / hands


@compiled
def _exposed(
    hands: Counts, strengths: Ints, order: Ints, floors: Ints, asking: Ints, weaker: Ints, equal: Ints
) -> None:
    holding = np.zeros((_NODES, RANKS), np.int64)
    nodes, factors = np.empty(1 << HAND, np.int64), np.empty(1 << HAND, np.int64)
    let_in, first = 0, 0
    while first < len(asking):
        floor = floors[asking[first]]
        last = first
        while last < len(asking) and floors[asking[last]] == floor:
            last += 1
        for column in range(2):
            while let_in < len(order) and strengths[order[let_in]] < floor + column:
                hand = hands[order[let_in]]
                for i in range(sub_multisets(hand, False, nodes, factors)):
                    for rank in range(RANKS):
                        holding[nodes[i], rank] += factors[i] * hand[rank]
                let_in += 1
            counts = equal if column else weaker
            for place in range(first, last):
                question = asking[place]
                for i in range(sub_multisets(hands[question], True, nodes, factors)):
                    for rank in range(RANKS):
                        counts[question, rank] += factors[i] * holding[nodes[i], rank]
        first = last


def exposed_sweep(strengths: Ints, floors: Ints) -> tuple[Ints, Ints]:
    """For each player class and rank: cards of that rank in dealer hands below the class's floor, and level with it.

    Each hand counts once for every card of the rank that it holds: once for each way to have it exposed.
    """
    weaker, equal = np.zeros((len(HANDS), RANKS), np.int64), np.zeros((len(HANDS), RANKS), np.int64)
    order, asking = np.argsort(strengths, kind="stable"), np.argsort(floors, kind="stable")
    _exposed(HANDS, strengths, order, floors, asking, weaker, equal)
    return weaker, equal - weaker
