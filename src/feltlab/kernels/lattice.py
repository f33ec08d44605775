"""The lattice of rank multisets: every hand of up to seven cards, suits left out, in one array.

The number of dealer hands of multiset d that avoid a player's cards p is the product over ranks of C(4−p, d), and

    C(4−p, d) = Σ_s (−1)^s C(p, s) · C(4−s, d−s)

splits that into "how many dealer hands hold these s cards" and a signed sum over the sub-multisets s of p.
`transform` does both for all players at once, for any function of the dealer's ranks, one rank axis at a time.
`sweep` does it for a threshold that differs from player to player, by letting the dealer's hands in by strength.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled, inner

Ints = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int8]

RANKS: Final = 13
HAND: Final = 7
COPIES: Final = 4
_LOW: Final = 6
_LOW_WORDS: Final = 5**_LOW
_LOW_BITS: Final = 14
_NODES: Final = 76_155

CHOOSE: Final = np.array([[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]])
"""CHOOSE[n, k] for n, k ≤ 4."""


def _digits(count: int) -> tuple[Ints, Ints]:
    """All count vectors of that many ranks with at most seven cards, smaller hands first; and their words."""
    words = np.arange(5**count)
    digits = np.stack([words // 5**place % 5 for place in range(count)], axis=1)
    order = np.argsort(digits.sum(axis=1), kind="stable")
    order = order[digits.sum(axis=1)[order] <= HAND]
    return digits[order], words[order]


def _build() -> tuple[Ints, Ints, Ints]:
    """Counts of every multiset, and where the words of its high and low ranks lead."""
    low, low_words = _digits(_LOW)
    high, high_words = _digits(RANKS - _LOW)
    place = np.full(_LOW_WORDS, -1)
    place[low_words] = np.arange(len(low))
    fitting = np.searchsorted(low.sum(axis=1), HAND - high.sum(axis=1), side="right")
    starts = np.concatenate(([0], np.cumsum(fitting)[:-1]))
    start = np.full(5 ** (RANKS - _LOW), -1)
    start[high_words] = starts
    rows = np.repeat(np.arange(len(high)), fitting)
    counts = np.concatenate([low[np.arange(len(rows)) - starts[rows]], high[rows]], axis=1)
    return counts, start, place


_COUNTS, _START, _PLACE = _build()
COUNTS: Final = np.ascontiguousarray(_COUNTS.astype(np.int8))
"""Cards of each rank, for each of the 76,155 multisets of up to seven cards."""
SIZES: Final = _COUNTS.sum(axis=1)
CLASSES: Final = np.flatnonzero(SIZES == HAND)
"""Places of the 49,205 seven-card multisets in the lattice."""
HANDS: Final = COUNTS[CLASSES]
WEIGHTS: Final = CHOOSE[COPIES, HANDS].prod(axis=1)
"""How many hands of the deck make each seven-card multiset."""
CLASS_NUMBERS: Final = np.full(len(COUNTS), -1)
CLASS_NUMBERS[CLASSES] = np.arange(len(CLASSES))
START: Final = _START.astype(np.int32)
PLACE: Final = _PLACE.astype(np.int16)
_STEP: Final = np.array([5**rank if rank < _LOW else 5 ** (rank - _LOW) for rank in range(RANKS)])
_WORDS: Final = np.stack([(_COUNTS[:, :_LOW] @ _STEP[:_LOW]), (_COUNTS[:, _LOW:] @ _STEP[_LOW:])], axis=1)


_HOLDING: Final = np.array([[CHOOSE[4 - s, d - s] if d >= s else 0 for d in range(5)] for s in range(5)])
_AVOIDING: Final = np.array([[(-1) ** s * CHOOSE[p, s] for s in range(5)] for p in range(5)])


@inner
def _chain(counts: Counts, words: Ints, node: int, rank: int, chain: Ints) -> int:
    """The multisets that differ from a node without that rank only in their count of it; returns how many there are."""
    size = 0
    for other in range(RANKS):
        size += counts[node, other]
    length = min(COPIES, HAND - size) + 1
    for count in range(length):
        step = count * _STEP[rank]
        low, high = words[node, 0], words[node, 1]
        chain[count] = START[high] + PLACE[low + step] if rank < _LOW else START[high + step] + PLACE[low]
    return length


@compiled
def _apply(table: npt.NDArray[np.int32], counts: Counts, words: Ints, holding: bool) -> None:
    """Multiply by a triangular matrix along each rank axis in place: `_HOLDING` from the first row, or `_AVOIDING`."""
    chain = np.empty(COPIES + 1, np.int64)
    for rank in range(RANKS):
        for node in range(len(counts)):
            if counts[node, rank]:
                continue
            length = _chain(counts, words, node, rank, chain)
            for step in range(length):
                row = step if holding else length - 1 - step
                into = table[chain[row]]
                if not holding and row % 2:
                    for column in range(into.size):
                        into[column] = -into[column]
                others = range(row + 1, length) if holding else range(row)
                for count in others:
                    factor = np.int32(_HOLDING[row, count] if holding else _AVOIDING[row, count])
                    source = table[chain[count]]
                    for column in range(into.size):
                        into[column] += factor * source[column]


def transform(columns: npt.NDArray[np.bool_]) -> npt.NDArray[np.int32]:
    """For each seven-card player class (rows, as CLASSES), how many dealer hands fall into each column.

    `columns` says for each seven-card dealer class whether it belongs to the column. Every value on the way is a number
    of hands, at most C(52, 7): 32 bits are exact.
    """
    table = np.zeros((len(COUNTS), columns.shape[1]), np.int32)
    table[CLASSES] = columns
    _apply(table, COUNTS, _WORDS, True)
    _apply(table, COUNTS, _WORDS, False)
    return table[CLASSES]


@inner
def sub_multisets(hand: Counts, signed: bool, nodes: Ints, factors: Ints) -> int:
    """Every sub-multiset of a hand: its place in the lattice and its factor; returns how many there are.

    Signed factors are a player's, (−1)^s C(p, s); the others a dealer's, C(4−s, d−s): both as products over ranks.
    """
    found = 1
    nodes[0] = 0
    factors[0] = 1
    for rank in range(RANKS):
        held = hand[rank]
        if held == 0:
            continue
        step = _STEP[rank] if rank < _LOW else _STEP[rank] << _LOW_BITS
        before = found
        for taken in range(1, held + 1):
            factor = _AVOIDING[held, taken] if signed else _HOLDING[taken, held]
            for i in range(before):
                nodes[found] = nodes[i] + taken * step
                factors[found] = factors[i] * factor
                found += 1
        if not signed:
            for i in range(before):
                factors[i] *= _HOLDING[0, held]
    for i in range(found):
        nodes[i] = START[nodes[i] >> _LOW_BITS] + PLACE[nodes[i] & (1 << _LOW_BITS) - 1]
    return found


@inner
def _let_in(seen: Ints, hand: Counts, nodes: Ints, factors: Ints) -> None:
    for i in range(sub_multisets(hand, False, nodes, factors)):
        seen[nodes[i]] += factors[i]


@inner
def _avoiding(seen: Ints, hand: Counts, nodes: Ints, factors: Ints) -> int:
    total = 0
    for i in range(sub_multisets(hand, True, nodes, factors)):
        total += factors[i] * seen[nodes[i]]
    return total


@compiled
def _sweep(hands: Counts, strengths: Ints, order: Ints, asked: Ints, floors: Ints, asking: Ints, counts: Ints) -> None:
    seen = np.zeros(_NODES, np.int64)
    nodes = np.empty(1 << HAND, np.int64)
    factors = np.empty(1 << HAND, np.int64)
    let_in = 0
    first = 0
    while first < len(asking):
        floor = floors[asking[first]]
        last = first
        while last < len(asking) and floors[asking[last]] == floor:
            last += 1
        for column in range(2):
            while let_in < len(order) and strengths[order[let_in]] < floor + column:
                _let_in(seen, hands[order[let_in]], nodes, factors)
                let_in += 1
            for place in range(first, last):
                question = asking[place]
                counts[question, column] = _avoiding(seen, hands[asked[question]], nodes, factors)
        first = last


def sweep(strengths: Ints, asked: Ints, floors: Ints) -> tuple[Ints, Ints]:
    """For each question (a player class, a floor): how many dealer hands are weaker, and how many are equal.

    `strengths` has one number for each seven-card class; the player's own cards are out of the dealer's deck.
    """
    counts = np.zeros((len(asked), 2), np.int64)
    order, asking = np.argsort(strengths, kind="stable"), np.argsort(floors, kind="stable")
    _sweep(HANDS, strengths, order, asked, floors, asking, counts)
    return counts[:, 0], counts[:, 1] - counts[:, 0]


def dealer_weights(seen: npt.ArrayLike) -> Ints:
    """How many hands of each seven-card class remain when that many cards of each rank are out of the deck."""
    left = COPIES - np.asarray(seen)
    weights = np.ones(len(HANDS), np.int64)
    for rank in range(RANKS):
        weights *= CHOOSE[left[rank], HANDS[:, rank]]
    return weights


def class_of(cards: npt.ArrayLike) -> int:
    """Number, in the order of CLASSES, of the class of seven cards."""
    counts = np.bincount(np.asarray(cards) >> 2, minlength=RANKS)
    return int(CLASS_NUMBERS[START[counts[_LOW:] @ _STEP[_LOW:]] + PLACE[counts[:_LOW] @ _STEP[:_LOW]]])


def classes_of(hands: Ints) -> Ints:
    """The same for many hands, one per row."""
    counts = np.stack([(hands >> 2 == rank).sum(axis=1) for rank in range(RANKS)], axis=1)
    found: Ints = CLASS_NUMBERS[START[counts[:, _LOW:] @ _STEP[_LOW:]] + PLACE[counts[:, :_LOW] @ _STEP[:_LOW]]]
    return found
