"""Dealing without bias: several cards from each random word, and the word drawn again where it would not be even.

A word x of 32 bits times the number of cards left gives a card above and a new x below, so one word deals several
cards: together they are the top part of x · N, N the product of the numbers of cards left. That part is exactly
uniform if the words whose lower part is below 2³² mod N are drawn again (Lemire 2019), fewer than one in 500. A word drawn
again deals over the same places: what lies there is the same cards in another order, which changes nothing.

Word g of a round stands in block g ÷ 4; drawn again, it comes from the same place of the next attempt.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled
from feltlab.kernels.philox import block

Deck = npt.NDArray[np.uint8]

_MASK: Final = np.uint64(0xFFFF_FFFF)
_HALF: Final = np.uint64(32)
_RANGE: Final = np.uint64(1 << 32)
PER_WORD: Final = 4
"""Cards from a word, for decks of up to 64 cards; longer shoes take two, so that the product stays small beside 2³²."""
_SMALL: Final = 64


@compiled
def _swaps(word: np.uint64, deck: Deck, first: int, count: int) -> bool:
    """Deal `count` cards to the places from `first` on; whether the word was an even one."""
    left = np.uint64(len(deck) - first)
    product = np.uint64(1)
    x = word
    for step in range(count):
        x = (x & _MASK) * left
        place = first + step
        other = place + np.int64(x >> _HALF)
        deck[place], deck[other] = deck[other], deck[place]
        product *= left
        left -= np.uint64(1)
    low = x & _MASK
    return low >= product or low >= _RANGE % product


@compiled
def _again(key: np.uint64, round: np.uint64, group: int, deck: Deck, first: int, count: int) -> None:
    attempt = 1
    while True:
        words = block(key, round, np.uint64(group >> 2), np.uint64(attempt))
        place = group & 3
        word = words[0] if place == 0 else words[1] if place == 1 else words[2] if place == 2 else words[3]
        if _swaps(word, deck, first, count):
            return
        attempt += 1


@compiled
def deal(key: np.uint64, round: np.uint64, group: int, deck: Deck, first: int, cards: int) -> int:
    """Shuffle the places from `first` for so many cards, with the words from `group` on; the next group after them.

    `group` must be at the start of a block.
    """
    per_word = PER_WORD if len(deck) <= _SMALL else 2
    end = first + cards
    while first < end:
        w0, w1, w2, w3 = block(key, round, np.uint64(group >> 2), np.uint64(0))
        for place in range(4):
            if first >= end:
                break
            word = w0 if place == 0 else w1 if place == 1 else w2 if place == 2 else w3
            count = min(per_word, end - first)
            if not _swaps(word, deck, first, count):
                _again(key, round, group + place, deck, first, count)
            first += count
        group += 4
    return group
