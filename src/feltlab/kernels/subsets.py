"""Sets of cards by number, and the hands that can follow a hand. No game's code runs in here.

Sets of places in a deck are numbered in colexicographic order, so that those of a smaller deck come first.
"""

from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled, inner

Ints = npt.NDArray[np.int64]
Ids = npt.NDArray[np.uint32]
Small = npt.NDArray[np.uint8]

LONGEST: Final = 60
"""Cards of the largest deck."""
MOST: Final = 7
"""Cards of the largest set."""
CHOOSE: Final = np.array([[comb(n, k) for k in range(MOST + 2)] for n in range(LONGEST + 1)], np.int64)


@compiled
def _all_sets(size: int, sets: Small) -> None:
    places = np.empty(size, np.int64)
    for at in range(size):
        places[at] = at
    for number in range(len(sets)):
        for at in range(size):
            sets[number, at] = places[at]
        at = 0
        while at + 1 < size and places[at] + 1 == places[at + 1]:
            places[at] = at
            at += 1
        if size:
            places[at] += 1


def small_sets(deck: int, size: int) -> Small:
    """Every set of that many places of a deck, ascending within a set, in the order of their numbers, in bytes."""
    if deck > 1 << 8:
        raise ValueError(f"a place is a byte, and a deck of {deck} cards has more")
    sets = np.empty((comb(deck, size), size), np.uint8)
    _all_sets(size, sets)
    return sets


def all_sets(deck: int, size: int) -> Ints:
    """The same as whole numbers."""
    return small_sets(deck, size).astype(np.int64)


@inner
def insert(places: Ints, count: int, place: int) -> None:
    """Insert one more place into an ascending row."""
    left = count
    while left and places[left - 1] > place:
        places[left] = places[left - 1]
        left -= 1
    places[left] = place


@compiled
def set_number(places: Ints) -> int:
    """The number of an ascending set."""
    number = 0
    for at in range(len(places)):
        number += CHOOSE[places[at], at + 1]
    return number


@compiled
def extended(deck: Ints, states: Ints, sets: Ints) -> Ints:
    """Each state of cards followed by every set of cards left in the deck, in the order of their numbers."""
    held, more = states.shape[1], sets.shape[1]
    found = np.empty((len(states) * len(sets), held + more), np.int64)
    rest = np.empty(len(deck), np.int64)
    for state in range(len(states)):
        left = 0
        for card in deck:
            new = True
            for at in range(held):
                new &= states[state, at] != card
            if new:
                rest[left] = card
                left += 1
        for number in range(len(sets)):
            row = state * len(sets) + number
            for at in range(held):
                found[row, at] = states[state, at]
            for at in range(more):
                found[row, held + at] = rest[sets[number, at]]
    return found


@inner
def place_left(deck: Ints, gone: Ints, card: int) -> int:
    """The place of a card among those still in the deck."""
    place = 0
    for other in deck:
        if other >= card:
            break
        left = True
        for out in gone:
            left &= out != other
        place += left
    return place


@compiled
def interned(rows: Ints, known: Ints, slots: Ints, count: int, ids: Ids) -> int:
    """Number equal rows alike: new ones are added to `known` and found again through `slots`. Returns how many are
    known.

    Stops when half of the slots are full and returns -1 minus the number of rows done.
    """
    mask = len(slots) - 1
    for row in range(len(rows)):
        mixed = np.uint64(1469598103934665603)
        for at in range(rows.shape[1]):
            mixed = (mixed ^ np.uint64(rows[row, at])) * np.uint64(1099511628211)
            mixed ^= mixed >> np.uint64(29)
        slot = np.int64(mixed & np.uint64(mask))
        while slots[slot] >= 0:
            same = True
            for at in range(rows.shape[1]):
                same &= known[slots[slot], at] == rows[row, at]
            if same:
                break
            slot = (slot + 1) & mask
        if slots[slot] < 0:
            if 2 * count >= len(slots):
                return -1 - row
            for at in range(rows.shape[1]):
                known[count, at] = rows[row, at]
            slots[slot] = count
            count += 1
        ids[row] = slots[slot]
    return count


@compiled
def summed(ids: Ids, values: Ints) -> Ints:
    """For each row, the sum of the values of its ids."""
    found = np.zeros(len(ids), np.int64)
    for row in range(len(ids)):
        for number in ids[row]:
            found[row] += values[number]
    return found


@compiled
def counted(ids: Ids, weights: Ints, counts: Ints) -> None:
    """How often each id occurs, each row counted that many times."""
    for row in range(len(ids)):
        if weights[row]:
            for number in ids[row]:
                counts[number] += weights[row]


@inner
def _masks(hand: Ints) -> Ints:
    masks = np.zeros(4, np.int64)
    for card in hand:
        masks[card & 3] |= 1 << (card >> 2)
    return masks


@compiled
def suit_key(hand: Ints, renamed: Ints) -> int:
    """One number for all hands that differ only by the names of suits; `renamed` receives each suit's name in the
    class.
    """
    masks = _masks(hand)
    key = 0
    for place in range(4):
        most = 0
        for suit in range(4):
            if masks[suit] >= masks[most]:  # of equals the last one: a class's own hand keeps its names
                most = suit
        key = key << 13 | masks[most]
        masks[most] = -1
        renamed[most] = 3 - place
    return key


@inner
def key_place(keys: Ints, key: int) -> int:
    """The place of a key among ascending ones."""
    first, last = 0, len(keys)
    while first < last:
        middle = (first + last) // 2
        if keys[middle] < key:
            first = middle + 1
        else:
            last = middle
    return first


@compiled
def suit_keys(hands: Ints) -> Ints:
    renamed = np.empty(4, np.int64)
    found = np.empty(len(hands), np.int64)
    for number in range(len(hands)):
        found[number] = suit_key(hands[number], renamed)
    return found


@compiled
def located(
    deck: Ints, keys: Ints, order: Ints, by_suit: bool, sizes: Ints, branches: Ints, cards: Ints, found: Ints
) -> None:
    """For each row of cards, beginning with those seen in the order of the groups, the number of its state.

    The first group is looked up by its class; each further one is a set of the remaining deck.
    """
    renamed = np.empty(4, np.int64)
    for suit in range(4):
        renamed[suit] = suit
    gone = np.empty(cards.shape[1], np.int64)
    places = np.empty(MOST, np.int64)
    for row in range(len(cards)):
        first = sizes[0]
        state = 0
        if by_suit:
            key = suit_key(cards[row, :first], renamed)
            state = order[key_place(keys, key)]
        else:
            for at in range(first):
                insert(places, at, place_left(deck, gone[:0], cards[row, at]))
            state = set_number(places[:first])
        for at in range(cards.shape[1]):
            gone[at] = cards[row, at] - (cards[row, at] & 3) + renamed[cards[row, at] & 3]
        start = first
        for group in range(1, len(sizes)):
            size = sizes[group]
            for at in range(size):
                insert(places, at, place_left(deck, gone[:start], gone[start + at]))
            state = state * branches[group] + set_number(places[:size])
            start += size
        found[row] = state


def compile_all() -> None:
    """Run every kernel once, on five cards."""
    deck, hands = np.arange(5), all_sets(5, 2)
    values = np.arange(len(hands))
    states = extended(deck, hands[:2], all_sets(3, 1))
    ids = np.empty(len(states), np.uint32)
    interned(states, np.empty((8, 3), np.int64), np.full(16, -1), 0, ids)
    summed(ids.reshape(2, -1), values)
    counted(ids.reshape(2, -1), values[:2], np.zeros(8, np.int64))
    keys = suit_keys(hands)
    order = np.argsort(keys)
    located(deck, keys[order], order, True, np.array([2]), np.array([10]), hands, np.empty(len(hands), np.int64))
