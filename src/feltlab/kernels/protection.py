"""The gain from knowing more: sampled deals of seven-card hands against the dealer's, or with one dealer card exposed.

A sample is settled exactly: it enumerates everything that the known cards leave open. Its gain is the value of the best
choice given those cards less that of the choice made without them, on the same cards, so it is never negative.
"""

from functools import cache
from itertools import combinations_with_replacement
from math import perm, prod
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled, inner
from feltlab.hands.layout import LOW_RANKS, RANK_KEYS
from feltlab.hands.tables import multiset_index
from feltlab.kernels.dealing import Cards, shuffle
from feltlab.kernels.lattice import CHOOSE, COPIES, COUNTS, HAND, HANDS, RANKS, START, Counts, Ints, sub_multisets

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Strengths = npt.NDArray[np.int32]

_NODES: Final = len(COUNTS)
_DECK: Final = 52
_HALVES: Final = int((START >= 0).sum())
"""Ways to take up to seven cards of the high ranks; the low ranks are fewer and have fewer ways."""


@cache
def _places() -> Ints:
    return np.array([multiset_index(int(key)) for key in HANDS.astype(np.int64) @ RANK_KEYS])


def by_multiset(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Values of the seven-card classes, in the order of `multiset_index`."""
    ordered = np.empty_like(values)
    ordered[_places()] = values
    return ordered


@inner
def _deal(key: np.uint64, number: int, hands: int, deck: Cards, left: Ints) -> None:
    """That many hands of seven at the front of the deck, and how many cards of each rank are left."""
    for card in range(_DECK):
        deck[card] = card
    shuffle(key, np.uint64(number), hands, deck, HAND * hands)
    left[:] = COPIES
    for place in range(HAND * hands):
        left[deck[place] >> 2] -= 1


@inner
def _take(left: Ints, first: int, last: int, taken: Ints) -> int:
    """All sets of up to seven cards of some ranks: their places in `multiset_index`, ways to deal them and sizes."""
    places, ways, sizes = taken
    places[0], ways[0], sizes[0] = 0, 1, 0
    found = 1
    for rank in range(first, last):
        before = found
        for count in range(1, left[rank] + 1):
            for i in range(before):
                if sizes[i] + count <= HAND:
                    places[found] = places[i] + count * RANK_KEYS[rank]
                    ways[found] = ways[i] * CHOOSE[left[rank], count]
                    sizes[found] = sizes[i] + count
                    found += 1
    for i in range(found):
        places[i] = multiset_index(places[i])
    return found


@inner
def _by_size(many: int, taken: Ints, places: Ints, ways: Ints, starts: Ints) -> None:
    starts[:] = 0
    for i in range(many):
        starts[taken[2, i] + 2] += 1
    for size in range(1, len(starts)):
        starts[size] += starts[size - 1]
    for i in range(many):
        size = taken[2, i] + 1
        places[starts[size]], ways[starts[size]] = taken[0, i], taken[1, i]
        starts[size] += 1


@inner
def _count_dealers(left: Ints, strengths: Strengths, halves: Ints, starts: Ints, counts: Ints) -> None:
    """By strength, how many of the hands that the remaining cards make have it.

    A hand's place in `multiset_index` is that of its high ranks plus that of its low ranks. So the sets of each half
    are listed once, and the work for each hand is to add up a pair of them.
    """
    lows, highs, places, ways = halves[:3], halves[3:6], halves[6], halves[7]
    _by_size(_take(left, 0, LOW_RANKS, lows), lows, places, ways, starts)
    for i in range(_take(left, LOW_RANKS, RANKS, highs)):
        place, way, need = highs[0, i], highs[1, i], HAND - highs[2, i]
        for low in range(starts[need], starts[need + 1]):
            counts[strengths[place + places[low]]] += way * ways[low]


@inner
def _gains(
    dealt: Cards, dealers: Ints, strengths: Strengths, plays: Bools, qualifier: int, nets: Ints, gains: Floats
) -> None:
    """For each hand of seven dealt. `dealers` is, by strength, how many of the dealer's hands are weaker."""
    hands, no_qualify, fold = dealers[-1], dealers[qualifier], nets[4] * dealers[-1]
    for hand in range(len(gains)):
        word = 0
        for place in range(HAND * hand, HAND * (hand + 1)):
            word += RANK_KEYS[dealt[place] >> 2]
        own = multiset_index(word)
        weaker = max(dealers[strengths[own]], no_qualify)
        up_to = max(dealers[strengths[own] + 1], no_qualify)
        value = no_qualify * nets[0] + (weaker - no_qualify) * nets[1] + (up_to - weaker) * nets[2]
        value += (hands - up_to) * nets[3]
        without = value if plays[own] else fold
        gains[hand] = (max(value, fold) - without) / hands


@compiled
def seven_card_gains(
    key: np.uint64, first: int, hands: int, strengths: Strengths, plays: Bools, qualifier: int, nets: Ints,
    gains: Floats,
) -> None:  # fmt: skip
    """For each deal (rows) and each of its hands of seven (columns), the value of knowing the others.

    Further groups of as many columns deal the cards of all hands among them again; the dealer's hands, which take the
    time, stay the same. Strengths are numbered from 0 up; strengths and `plays`, the player's choices without the
    knowledge, are in the order of `multiset_index`. In antes times the scale of the nets: of a dealer who does not
    qualify, of a win, a tie, a loss and a fold.
    """
    deck, left = np.empty(_DECK, np.uint8), np.empty(RANKS, np.int64)
    halves, starts = np.empty((8, _HALVES), np.int64), np.empty(HAND + 3, np.int64)
    counts = np.empty(strengths.max() + 1, np.int64)
    dealers = np.zeros(len(counts) + 1, np.int64)
    dealt = HAND * hands
    for number in range(len(gains)):
        _deal(key, first + number, hands, deck, left)
        counts[:] = 0
        _count_dealers(left, strengths, halves, starts, counts)
        for strength in range(len(counts)):
            dealers[strength + 1] = dealers[strength] + counts[strength]
        for column in range(0, gains.shape[1], hands):
            if column:
                shuffle(key, np.uint64(first + number), HAND * RANKS + column, deck[:dealt], dealt - 1)
            row = gains[number, column : column + hands]
            _gains(deck, dealers, strengths, plays, qualifier, nets, row)


@compiled
def ways_to_take(key: np.uint64, first: int, hands: int, ways: Floats) -> None:
    """For each deal, how often the remaining cards have each sequence of one, two and, if there are columns, three
    ranks.

    Ranks never rise within a sequence, and the ace is left out: its cards are those that the others are not.
    """
    deck, left = np.empty(_DECK, np.uint8), np.empty(RANKS, np.int64)
    for number in range(len(ways)):
        _deal(key, first + number, hands, deck, left)
        at = 0
        for one in range(RANKS - 1):
            ways[number, at] = left[one]
            at += 1
        for one in range(RANKS - 1):
            for two in range(one + 1):
                ways[number, at] = left[one] * (left[two] - (two == one))
                at += 1
        if at < ways.shape[1]:
            for one in range(RANKS - 1):
                for two in range(one + 1):
                    pairs = left[one] * (left[two] - (two == one))
                    for three in range(two + 1):
                        ways[number, at] = pairs * (left[three] - (three == one) - (three == two))
                        at += 1


def mean_ways(hands: int, most: int) -> Floats:
    """The same on average over all deals: each card is equally likely to remain. Up to that many ranks."""
    found = []
    for size in range(1, most + 1):
        left, deck = perm(_DECK - HAND * hands, size), perm(_DECK, size)
        for ranks in combinations_with_replacement(range(RANKS - 1), size):
            ordered = ranks[::-1]
            whole = prod(COPIES - ordered[:at].count(rank) for at, rank in enumerate(ordered))
            found.append((ordered, whole * left / deck))
    return np.array([mean for _, mean in sorted(found, key=lambda taken: (len(taken[0]), taken[0]))])


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

    Each hand counts once for every card of the rank it holds: once for each way to expose it.
    """
    weaker, equal = np.zeros((len(HANDS), RANKS), np.int64), np.zeros((len(HANDS), RANKS), np.int64)
    order, asking = np.argsort(strengths, kind="stable"), np.argsort(floors, kind="stable")
    _exposed(HANDS, strengths, order, floors, asking, weaker, equal)
    return weaker, equal - weaker
