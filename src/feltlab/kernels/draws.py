"""Simulated trades: which cards a seat keeps, by the class of its hand, and the hand it ends up with."""

from typing import Any

import numpy as np

from feltlab.hands.jit import compiled, inner
from feltlab.kernels.subsets import Ints, key_place, set_number, suit_key


@inner
def _ascending(cards: Ints, order: Ints) -> None:
    """The places of cards from the lowest card up."""
    for at in range(len(cards)):
        left = at
        while left and cards[order[left - 1]] > cards[at]:
            order[left] = order[left - 1]
            left -= 1
        order[left] = at


@inner
def _number(hand: Ints, order: Ints, spare: Ints) -> int:
    """The number of a hand among all hands of its size."""
    for at in range(len(hand)):
        spare[at] = hand[order[at]]
    return int(set_number(spare))


@inner
def trade(hand: Ints, drawn: Any, keys: Ints, classes: Ints, kept: Any, found: Any) -> None:
    """Trades cards of a hand in place; records its class, a mask of the places kept, and the final hand's number.

    `kept` has by class a mask of its cards from the lowest up. Without `keys` a class is a hand by its number.
    """
    renamed, order, named = np.arange(4), np.empty(len(hand), np.int64), np.empty(len(hand), np.int64)
    key = suit_key(hand, renamed) if len(keys) else 0
    for at in range(len(hand)):
        named[at] = hand[at] - (hand[at] & 3) + renamed[hand[at] & 3]
    _ascending(named, order)
    found[0] = classes[key_place(keys, key)] if len(keys) else _number(hand, order, named)
    found[1] = 0
    for at in range(len(hand)):
        if kept[found[0]] >> at & 1:
            found[1] |= 1 << order[at]
    new = 0
    for at in range(len(hand)):
        if not found[1] >> at & 1:
            hand[at] = drawn[new]
            new += 1
    _ascending(hand, order)
    found[2] = _number(hand, order, named)


@compiled
def trades(
    cards: Any, seats: int, size: int, ready: int, most: int, keys: Ints, classes: Ints, kept: Any, found: Any
) -> None:
    """A row for each round and seat: hands come first in a round's cards, the seats' draws from `ready` on."""
    hand = np.empty(size, np.int64)
    for number in range(len(cards)):
        for seat in range(seats):
            for at in range(size):
                hand[at] = cards[number, size * seat + at]
            first = ready + most * seat
            trade(hand, cards[number, first : first + most], keys, classes, kept, found[number * seats + seat])


def compile_all() -> None:
    """Run every kernel once, on a hand of two."""
    cards, kept = np.arange(4, dtype=np.uint8)[None], np.zeros(6, np.uint8)
    trades(cards, 1, 2, 2, 2, np.empty(0, np.int64), np.empty(0, np.int64), kept, np.empty((1, 3), np.int32))
