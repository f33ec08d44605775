"""Dealing without bias from the words of a round.

A 32-bit word x times n gives a number below n above and a new x below, so one word gives several numbers: together they
are the top part of x · N, N = n to their power, exactly uniform once words whose lower part is below 2³² mod N are
skipped (Lemire 2019). Few cards are dealt by drawing from the whole deck and skipping those already dealt, which needs
no shuffled deck; many cards, or a long shoe, by swaps (Fisher–Yates), one word per card.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled, inlined, inner
from feltlab.kernels.philox import block, first_blocks

Cards = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint32]

_MASK: Final = np.uint64(0xFFFF_FFFF)
_HALF: Final = np.uint64(32)
_ONE: Final = np.uint64(1)
_RANGE: Final = 1 << 32
_PER_WORD: Final = 5
LONGEST_DRAWN: Final = 64
"""The largest deck to draw numbers from: to the fifth power it is still below 2³²."""
MOST_DRAWN: Final = 20
"""With more cards than this, swaps are faster than drawing again."""
FACES: Final = 52
"""Up to this size a card of a deck is its own number."""
SPARE: Final = 4 * _PER_WORD
"""Places that a row of cards needs beyond the cards dealt; up to three are dealt word by word and need fewer:"""
SPARE_OF_THREE: Final = _PER_WORD - 1
AT_ONCE: Final = 1024
"""Rounds whose words are made together: few enough to stay in a core's nearest cache."""


@inlined
def _keep(
    x: np.uint64, good: np.uint64, cards: Cards, row: int, dealt: np.uint64, seen: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Keep the number above x if it is new, and good is one and not zero. No branch: see `_take`."""
    number = x >> _HALF
    cards[row, dealt] = number
    return dealt + (good & ~(seen >> number)), seen | (good << number)


@inlined
def _take(
    word: np.uint64, size: np.uint64, passed: np.uint64, cards: Cards, row: int, dealt: np.uint64, seen: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """The new cards among five numbers below `size` from one word, unless the word is passed over.

    No branch: it would be guessed wrong too often. Worse, between branches numba counts who uses the array, which takes
    twice as long as the rest.
    """
    x0 = word * size
    x1 = (x0 & _MASK) * size
    x2 = (x1 & _MASK) * size
    x3 = (x2 & _MASK) * size
    x4 = (x3 & _MASK) * size
    good = np.uint64((x4 & _MASK) >= passed)
    dealt, seen = _keep(x0, good, cards, row, dealt, seen)
    dealt, seen = _keep(x1, good, cards, row, dealt, seen)
    dealt, seen = _keep(x2, good, cards, row, dealt, seen)
    dealt, seen = _keep(x3, good, cards, row, dealt, seen)
    return _keep(x4, good, cards, row, dealt, seen)


@inner
def _draw_on(
    key: np.uint64, round: np.uint64, stream: int, size: np.uint64, passed: np.uint64, cards: Cards, row: int,
    dealt: np.uint64, seen: np.uint64, wanted: np.uint64,
) -> None:  # fmt: skip
    """Go on with the blocks after the first until there are enough cards."""
    number = 1
    while dealt < wanted:
        for word in block(key, round, stream, number):
            dealt, seen = _take(word, size, passed, cards, row, dealt, seen)
            if dealt >= wanted:
                return
        number += 1


@compiled
def draw(key: np.uint64, first: np.uint64, stream: int, size: int, count: int, words: Words, cards: Cards) -> None:
    """For each round from `first` on, a row of `count` different numbers below `size`, with SPARE places after them.

    `words` is room for the words of any number of rounds.
    """
    n, wanted, passed = np.uint64(size), np.uint64(count), np.uint64(_RANGE % size**_PER_WORD)
    for start in range(0, len(cards), words.shape[1]):
        first_blocks(key, first + np.uint64(start), stream, words)
        for row in range(start, min(start + words.shape[1], len(cards))):
            at = row - start
            dealt, seen = _take(np.uint64(words[0, at]), n, passed, cards, row, np.uint64(0), np.uint64(0))
            if count > 3:
                dealt, seen = _take(np.uint64(words[1, at]), n, passed, cards, row, dealt, seen)
            if count > 7:
                dealt, seen = _take(np.uint64(words[2, at]), n, passed, cards, row, dealt, seen)
                dealt, seen = _take(np.uint64(words[3, at]), n, passed, cards, row, dealt, seen)
            if dealt < wanted:
                _draw_on(key, first + np.uint64(row), stream, n, passed, cards, row, dealt, seen, wanted)


@compiled
def number_below(key: np.uint64, round: np.uint64, stream: int, size: int) -> int:
    """One number below `size`, from the first word of the stream that is not skipped."""
    number = 0
    while True:
        for word in block(key, round, stream, number):
            x = word * np.uint64(size)
            if (x & _MASK) >= np.uint64(_RANGE % size):
                return int(x >> _HALF)
        number += 1


@compiled
def shuffle(key: np.uint64, round: np.uint64, stream: int, deck: Cards, count: int) -> None:
    """Bring `count` random cards of a deck of any size to its front, in random order."""
    number = 0
    place = 0
    while place < count:
        words = block(key, round, stream, number)
        number += 1
        for word in words:
            left = len(deck) - place
            x = word * np.uint64(left)
            if place < count and (x & _MASK) >= np.uint64(_RANGE % left):
                other = place + np.int64(x >> _HALF)
                deck[place], deck[other] = deck[other], deck[place]
                place += 1


@inner
def laid(cards: Cards, into: Cards) -> None:
    """One by one: setting a slice would compile the code that says why it does not fit."""
    for place in range(len(cards)):
        into[place] = cards[place]


@compiled
def deal(key: np.uint64, first: np.uint64, deck: Cards, count: int, words: Words, cards: Cards) -> None:
    """For each round from `first` on, the first `count` cards of the shuffled deck, a row per round."""
    if count <= MOST_DRAWN and len(deck) <= LONGEST_DRAWN:
        draw(key, first, 0, len(deck), count, words, cards)
        if len(deck) > FACES:
            for number in range(len(cards)):
                for place in range(count):
                    cards[number, place] = deck[cards[number, place]]
        return
    fresh = deck.copy()
    for number in range(len(cards)):
        laid(fresh, deck)
        shuffle(key, first + np.uint64(number), 0, deck, count)
        laid(deck[:count], cards[number])
    laid(fresh, deck)
