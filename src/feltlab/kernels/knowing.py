"""The value of knowing other seats' cards: samples are dealt, and every hand the remaining cards make is counted.

The value of such a hand is looked up by its number, and only the order of these values matters: an own hand cuts it
into zones, and each option has another result in each. No game's code runs in here.
"""

from typing import NamedTuple

import numpy as np

from feltlab.hands.jit import compiled, inner
from feltlab.kernels.dealing import shuffle
from feltlab.kernels.lattice import CHOOSE as COPIES_CHOOSE
from feltlab.kernels.lattice import COPIES, HANDS, RANKS, Counts
from feltlab.kernels.protection import Floats
from feltlab.kernels.subsets import CHOOSE, Ids, Ints


class DealtHands(NamedTuple):
    """Samples: rows are deals, columns the hands dealt in them; each hand in turn is the player's."""

    places: Ints
    """Of the cards of each hand in the deck."""
    own: Ints
    """Which combination of own values each hand has."""
    taken: Ints
    """The option it takes without the knowledge."""
    up: Ints
    """By deal, the place of the dealer's face-up card; -1 if none."""


class Zones(NamedTuple):
    """The results of the options for each combination of own values."""

    starts: Ints
    """By combination and zone, the first of the other side's values in it."""
    nets: Ints
    """By option, combination and zone."""


@compiled
def dealt_places(key: np.uint64, first: int, deck: int, turned: bool, places: Ints, up: Ints) -> None:
    """By deal and hand, that many different places of a deck; the words follow from the key and the deal's number.

    One more for the face-up card, if there is one.
    """
    deals, hands, size = places.shape
    cards = np.empty(deck, np.uint8)
    for number in range(deals):
        for card in range(deck):
            cards[card] = card
        shuffle(key, np.uint64(first + number), hands, cards, hands * size + turned)
        if turned:
            up[number] = cards[hands * size]
        for hand in range(hands):
            for at in range(size):
                places[number, hand, at] = cards[hand * size + at]


@compiled
def _count_sets(left: Ints, size: int, values: Ids, at: Ints, counts: Ints) -> None:
    """How often each value occurs among the sets of the remaining places, given by set number.

    It walks all but the lowest place of a set; the sets that differ only in that one have neighboring numbers.
    """
    if size < 2:
        for number in left if size else left[:0]:
            counts[values[number]] += 1
        counts[values[0]] += size == 0
        return
    for place in range(size):
        at[place] = place
    while at[size - 1] < len(left):
        number = 0
        for place in range(1, size):
            number += CHOOSE[left[at[place]], place + 1]
        for lowest in range(at[1]):
            counts[values[number + left[lowest]]] += 1
        place = 1
        while place + 1 < size and at[place] + 1 == at[place + 1]:
            at[place] = place
            place += 1
        at[place] += 1


@inner
def _count_sets_with(up: int, left: Ints, size: int, values: Ids, at: Ints, counts: Ints) -> None:
    """The same for sets with one card more than are chosen from the remaining places: the face-up card."""
    for place in range(size):
        at[place] = place
    while size == 0 or at[size - 1] < len(left):
        number, held, placed = 0, 0, False
        for place in range(size):
            card = left[at[place]]
            if not placed and up < card:
                held += 1
                number += CHOOSE[up, held]
                placed = True
            held += 1
            number += CHOOSE[card, held]
        counts[values[number if placed else number + CHOOSE[up, size + 1]]] += 1
        if size == 0:
            return
        place = 0
        while place + 1 < size and at[place] + 1 == at[place + 1]:
            at[place] = place
            place += 1
        at[place] += 1


@inner
def _count_ranks(left: Ints, hands: Counts, values: Ids, counts: Ints) -> None:
    """How often each value occurs among the hands that the remaining cards of each rank make."""
    for hand in range(len(hands)):
        ways = 1
        for rank in range(RANKS):
            ways *= COPIES_CHOOSE[left[rank], hands[hand, rank]]
            if not ways:
                break
        counts[values[hand]] += ways


@inner
def _gains(below: Ints, dealt: DealtHands, zones: Zones, number: int, gains: Floats) -> None:
    """For one deal, by hand. `below` is, by value, how many of the possible hands are worth less."""
    width, ways = zones.starts.shape[1], below[-1]
    for hand in range(gains.shape[1]):
        own = dealt.own[number, hand]
        best, without = 0, 0
        for option in range(len(zones.nets)):
            value = 0
            for zone in range(width):
                end = below[zones.starts[own, zone + 1]] if zone + 1 < width else ways
                value += zones.nets[option, own, zone] * (end - below[zones.starts[own, zone]])
            best = value if option == 0 else max(best, value)
            if option == dealt.taken[number, hand]:
                without = value
        gains[number, hand] = (best - without) / ways


@inner
def _summed_up(counts: Ints, below: Ints) -> None:
    for value in range(len(counts)):
        below[value + 1] = below[value] + counts[value]


@inner
def _most(values: Ids) -> int:
    most = 0
    for value in values:
        most = max(most, int(value))
    return most


@compiled
def set_gains(deck: int, size: int, values: Ids, dealt: DealtHands, zones: Zones, gains: Floats) -> None:
    """By deal and hand, the gain from knowing the others, against sets of the remaining places."""
    different = _most(values) + 1
    counts, below = np.empty(different, np.int64), np.zeros(different + 1, np.int64)
    left, at, gone = np.empty(deck, np.int64), np.empty(size, np.int64), np.empty(deck, np.bool_)
    for number in range(len(gains)):
        gone[:] = False
        for hand in dealt.places[number]:
            for place in hand:
                gone[place] = True
        up = dealt.up[number]
        if up >= 0:
            gone[up] = True
        many = 0
        for place in range(deck):
            if not gone[place]:
                left[many] = place
                many += 1
        counts[:] = 0
        if up >= 0:
            _count_sets_with(up, left[:many], size - 1, values, at, counts)
        else:
            _count_sets(left[:many], size, values, at, counts)
        _summed_up(counts, below)
        _gains(below, dealt, zones, number, gains)


@compiled
def _rank_gains(hands: Counts, values: Ids, dealt: DealtHands, zones: Zones, gains: Floats) -> None:
    different = _most(values) + 1
    counts, below = np.empty(different, np.int64), np.zeros(different + 1, np.int64)
    left = np.empty(RANKS, np.int64)
    for number in range(len(gains)):
        left[:] = COPIES
        for hand in dealt.places[number]:
            for place in hand:
                left[place // COPIES] -= 1
        counts[:] = 0
        _count_ranks(left, hands, values, counts)
        _summed_up(counts, below)
        _gains(below, dealt, zones, number, gains)


def rank_gains(values: Ids, dealt: DealtHands, zones: Zones, gains: Floats) -> None:
    """Like `set_gains`, against hands of seven whose value, by class, is the same in all suits."""
    _rank_gains(HANDS, values, dealt, zones, gains)


def compile_all() -> None:
    places, up = np.empty((1, 1, 1), np.int64), np.empty(1, np.int64)
    zones = Zones(np.zeros((1, 1), np.int64), np.zeros((1, 1, 1), np.int64))
    one = np.zeros((1, 1), np.int64)
    for turned in (False, True):
        up[0] = -1
        dealt_places(np.uint64(1), 0, 4, turned, places, up)
        set_gains(4, 2, np.zeros(6, np.uint32), DealtHands(places, one, one, up), zones, np.empty((1, 1)))
