"""Rounds of any game by tables: the state of the cards, the value of a set, the code of both.

No game's code runs in here.
"""

from itertools import permutations
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled
from feltlab.kernels.dealing import Cards
from feltlab.kernels.duels import Places
from feltlab.kernels.subsets import Ids, Ints, insert, set_number

RENAMINGS: Final = np.array(list(permutations(range(4))), np.int64)
_INVERSE: Final = np.array([[list(row).index(suit) for suit in range(4)] for row in RENAMINGS.tolist()], np.int64)

Numbers = npt.NDArray[np.int32]


class OwnSets(NamedTuple):
    """By the number of a set of a seat's cards."""

    first: Numbers
    """Its state, up to the names of suits."""
    renaming: Cards
    """The suit names that lead there."""


@compiled
def _classes(hands: Ints, found: OwnSets) -> None:
    cards = np.empty(hands.shape[1], np.int64)
    for hand in range(len(hands)):
        for renaming in range(len(RENAMINGS)):
            for at in range(len(cards)):
                card = hands[hand, at]
                insert(cards, at, (card & ~3) | RENAMINGS[renaming, card & 3])
            number = set_number(cards)
            found.first[number] = hand
            found.renaming[number] = renaming


def own_sets(hands: Ints, by_suit: bool) -> OwnSets:
    """For a hand of each class; if suits matter, every set is its own class."""
    sets = comb(52, hands.shape[1])
    if not by_suit:
        return OwnSets(np.arange(sets, dtype=np.int32), np.zeros(sets, np.uint8))
    found = OwnSets(np.empty(sets, np.int32), np.empty(sets, np.uint8))
    _classes(hands, found)
    return found


@compiled
def own_states(cards: Cards, seats: int, hand: int, size: int, up: int, own: OwnSets, states: Numbers) -> None:
    """By round and seat, the state of its cards; with the shared card in column `up`, if there is one."""
    held = np.empty(size, np.int64)
    for round in range(len(cards)):
        for seat in range(seats):
            for at in range(size):
                insert(held, at, cards[round, hand * seat + at])
            number = set_number(held)
            state = np.int64(own.first[number])
            if up >= 0:
                names = _INVERSE[own.renaming[number]]
                card = np.int64(cards[round, up])
                card = (card & ~3) | names[card & 3]
                place = card
                for at in range(size):
                    place -= ((held[at] & ~3) | names[held[at] & 3]) < card
                state = state * (52 - size) + place
            states[round * seats + seat] = state


@compiled
def set_numbers(cards: Cards, seats: int, hand: int, own: int, columns: Ints, numbers: Numbers) -> None:
    """By round and seat, the number of a set: some of the seat's cards and shared ones."""
    held = np.empty(own + len(columns), np.int64)
    for round in range(len(cards)):
        for seat in range(seats if own else 1):
            for at in range(own):
                insert(held, at, cards[round, hand * seat + at])
            for at in range(len(columns)):
                insert(held, own + at, cards[round, columns[at]])
            number = set_number(held)
            if own:
                numbers[round * seats + seat] = number
            else:
                for every in range(seats):
                    numbers[round * seats + every] = number


@compiled
def zone_codes(
    states: Numbers, own_of: Any, each: int, numbers: Numbers, places: Places, starts: Ints, ends: Cards,
    actions: Cards, codes: Any,
) -> None:  # fmt: skip
    """Codes by action, combination of own values and zone; a zone begins where the other side's value reaches it."""
    for row in range(len(states)):
        own = own_of[states[row] // each]
        place, zone = places[numbers[row]], 0
        while zone + 1 < starts.shape[1] and starts[own, zone + 1] <= place:
            zone += 1
        codes[row] = ends[actions[row], own, zone]


@compiled
def key_codes(leaves: Ints, ids: Ids, ends: Cards, actions: Cards, codes: Any) -> None:
    """Codes by action and key, if every deal is known by its number."""
    for row in range(len(leaves)):
        codes[row] = ends[actions[row], ids[leaves[row]]]


def compile_all() -> None:
    cards = np.arange(12, dtype=np.uint8).reshape(1, 12)
    states, numbers, codes = np.empty(1, np.int32), np.empty(1, np.int32), np.empty((1, 1), np.uint8)
    own_states(cards, 1, 1, 1, -1, own_sets(4 * np.arange(13)[:, None] + 3, True), states)
    set_numbers(cards, 1, 1, 0, np.array([1]), numbers)
    actions, starts, ends = np.zeros(1, np.uint8), np.zeros((13, 2), np.int64), np.zeros((1, 13, 2), np.uint8)
    places = np.zeros(52, np.uint16)
    for own_of in (np.arange(13), np.arange(13, dtype=np.int32)):
        zone_codes(states, own_of, 1, numbers, places, starts, ends, actions, codes[:, 0])
    key_codes(np.zeros(1, np.int64), np.zeros(1, np.uint32), ends[0], actions, codes[:, 0])
