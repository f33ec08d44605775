"""Hands against hands where suits matter: how many of the other side's hands are weaker, without dealing every pair.

The other side's hands are let in from the weakest up, and N[T] counts how many of those in hold all cards of T. Hands
that avoid a hand h are then a signed sum over the subsets of h, by inclusion and exclusion. Sets of cards are numbered
in colexicographic order, smaller sets first.
"""

from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled

Ints = npt.NDArray[np.int64]

DECK: Final = 52
MOST: Final = 5
"""Cards of a hand."""
_CHOOSE: Final = np.array([[comb(n, k) for k in range(MOST + 2)] for n in range(DECK + 1)], np.int64)
_STARTS: Final = np.cumsum([0, *(comb(DECK, size) for size in range(MOST + 1))])


@compiled
def all_hands(size: int, hands: Ints) -> None:
    """Every hand of that many cards, ascending within a hand, in the order of their numbers."""
    cards = np.arange(size)
    for number in range(len(hands)):
        for place in range(size):
            hands[number, place] = cards[place]
        place = 0
        while place + 1 < size and cards[place] + 1 == cards[place + 1]:
            cards[place] = place
            place += 1
        cards[place] += 1


def hands_of(size: int) -> Ints:
    hands = np.empty((comb(DECK, size), size), np.int64)
    all_hands(size, hands)
    return hands


@compiled
def _subsets(hand: Ints, numbers: Ints) -> int:
    """The number of every subset of an ascending hand, and its size in the bits above; how many there are."""
    count = 1 << len(hand)
    for chosen in range(count):
        number, size = 0, 0
        for place in range(len(hand)):
            if chosen >> place & 1:
                size += 1
                number += _CHOOSE[hand[place], size]
        numbers[chosen] = _STARTS[size] + number
    return count


@compiled
def _avoiding(held: Ints, hand: Ints, most: int, numbers: Ints) -> int:
    total = 0
    for chosen in range(_subsets(hand, numbers)):
        size = 0
        rest = chosen
        while rest:
            rest &= rest - 1
            size += 1
        if size <= most:
            total += -held[numbers[chosen]] if size & 1 else held[numbers[chosen]]
    return total


@compiled
def _sweep(
    own: Ints, owns: Ints, own_order: Ints, other: Ints, others: Ints, order: Ints, cuts: Ints, floors: Ints, counts: Ints
) -> None:
    most = other.shape[1]
    held = np.zeros(_STARTS[most + 1], np.int64)
    numbers = np.empty(1 << max(most, own.shape[1]), np.int64)
    let_in, asked = 0, 0
    for cut in cuts:
        for upto in range(2):
            while let_in < len(order) and others[order[let_in]] < cut + upto:
                for chosen in range(_subsets(other[order[let_in]], numbers)):
                    held[numbers[chosen]] += 1
                let_in += 1
            last = asked
            while last < len(own_order) and owns[own_order[last]] == cut:
                counts[own_order[last], upto] = _avoiding(held, own[own_order[last]], most, numbers)
                last += 1
            if upto:
                asked = last
            else:
                for column in range(len(floors)):
                    if floors[column] == cut:
                        for hand in range(len(own)):
                            counts[hand, 2 + column] = _avoiding(held, own[hand], most, numbers)


def sweep(own: Ints, owns: Ints, other: Ints, others: Ints, floors: Ints) -> Ints:
    """For each own hand of its value: other hands below it, up to it, and below each floor, that share no card with it."""
    counts = np.zeros((len(own), 2 + len(floors)), np.int64)
    cuts = np.unique(np.concatenate([owns, floors]))
    own_order, order = np.argsort(owns, kind="stable"), np.argsort(others, kind="stable")
    _sweep(own, owns, own_order, other, others, order, cuts, floors, counts)
    return counts
