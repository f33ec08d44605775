"""Philox 4×32-10: four random words as a pure function of a key and a counter.

The generator is that of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011). Round i of
a simulation asks for block b of stream s as counter (i, b, s): no state is carried, so any round can be played alone.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled, inlined

_MASK: Final = np.uint64(0xFFFF_FFFF)
_HALF: Final = np.uint64(32)
_MULTIPLIERS: Final = (np.uint64(0xD251_1F53), np.uint64(0xCD9E_8D57))
_WEYL: Final = (np.uint64(0x9E37_79B9), np.uint64(0xBB67_AE85))
_M0, _M1 = _MULTIPLIERS
_W0, _W1 = _WEYL


@inlined
def philox(
    key: np.uint64, c0: np.uint64, c1: np.uint64, c2: np.uint64, c3: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Four 32-bit words, each in a 64-bit one; the counter's words have 32 bits too."""
    k0, k1 = key & _MASK, key >> _HALF
    for _ in range(10):
        p0 = _M0 * c0
        p1 = _M1 * c2
        c0 = (p1 >> _HALF) ^ c1 ^ k0
        c1 = p1 & _MASK
        c2 = (p0 >> _HALF) ^ c3 ^ k1
        c3 = p0 & _MASK
        k0 = (k0 + _W0) & _MASK
        k1 = (k1 + _W1) & _MASK
    return c0, c1, c2, c3


@compiled
def block(
    key: np.uint64, round: np.uint64, stream: int, number: int
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """The words of one block of a round: each stream of a round is independent of the others."""
    return philox(key, round & _MASK, round >> _HALF, np.uint64(number), np.uint64(stream))


@compiled
def first_blocks(key: np.uint64, first: np.uint64, stream: int, words: npt.NDArray[np.uint32]) -> None:
    """The first block of each round from `first` on, one column per round; one loop, which runs in vector registers."""
    for number in range(words.shape[1]):
        round = first + np.uint64(number)
        w0, w1, w2, w3 = philox(key, round & _MASK, round >> _HALF, np.uint64(0), np.uint64(stream))
        words[0, number] = w0
        words[1, number] = w1
        words[2, number] = w2
        words[3, number] = w3
