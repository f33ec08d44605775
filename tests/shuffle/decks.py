"""Counts over whole decks of different cards: which card comes where, and which card follows which.

Both scores are a chi-square turned into a standard normal number. The counts of one deck depend on each other, so the
chi-squares are those of the exact covariances; a test deals every order of a small deck to confirm them.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from math import sqrt

import numpy as np
import numpy.typing as npt

from feltlab.cards import DECK
from feltlab.cards.shuffle import Shape, Stream, context, shuffled, shuffled_packs

Cards = npt.NDArray[np.uint8]
LIMIT = 4.5
"""Of a score: exceeded by chance once in 150,000."""
BATCH = 20_000
SHAPE = Shape("low-four", 6)


class Decks:
    def __init__(self, size: int = 52) -> None:
        self.size = size
        self.decks = 0
        self.places = np.zeros((size, size), np.int64)
        self.followers = np.zeros((size, size), np.int64)

    def add(self, decks: Cards) -> None:
        self.decks += len(decks)
        size = self.size
        row = decks.astype(np.int64) * size
        self.places += np.bincount((row + np.arange(size)).ravel(), minlength=size**2).reshape(size, size)
        after = np.roll(decks, -1, axis=1)
        self.followers += np.bincount((row + after).ravel(), minlength=size**2).reshape(size, size)

    def place_chi_square(self) -> tuple[float, int]:
        """A card's places and a place's cards sum up: (n − 1)² degrees are free, each of variance 1 / (n − 1) a deck."""
        n = self.size
        apart = self.places - self.decks / n
        return float((apart**2).sum()) * (n - 1) / self.decks, (n - 1) ** 2

    def follower_chi_square(self) -> tuple[float, int]:
        """The deck as a ring, so that each card has one follower and is one.

        b follows a with chance 1 / (n − 1); that d follows c too, with chance 1 / (n − 1)(n − 2) if both can be, and
        never if a is c, or b is d, or they are each other's turned round. So what is the same turned round has variance
        1 / (n − 1) a deck and n(n − 3) / 2 degrees free; what changes its sign, n / (n − 1)(n − 2), and a degree more.
        """
        n = self.size
        apart = self.followers - self.decks / (n - 1)
        np.fill_diagonal(apart, 0)
        same, turned = (apart + apart.T) / 2, (apart - apart.T) / 2
        chi_square = float((same**2).sum()) * (n - 1) + float((turned**2).sum()) * (n - 1) * (n - 2) / n
        return chi_square / self.decks, n * (n - 3) + 1

    def scores(self) -> dict[str, float]:
        return {
            "card and place": normal(*self.place_chi_square()),
            "card and follower": normal(*self.follower_chi_square()),
        }

    def worst(self) -> float:
        return max(map(abs, self.scores().values()))


def normal(chi_square: float, degrees: int) -> float:
    """Wilson and Hilferty's normal form."""
    spread = 2 / (9 * degrees)
    return float((chi_square / degrees) ** (1 / 3) - (1 - spread)) / sqrt(spread)


def round_seed(number: int) -> bytes:
    return sha256(b"seed %d" % number).digest()


def production_decks(count: int, first: int = 0) -> Iterator[list[int] | tuple[int, ...]]:
    """As a table deals them: a seed of its own and a context for each round."""
    for number in range(first, first + count):
        yield shuffled_packs(round_seed(number), context("table", number, SHAPE, {}), DECK)[0]


def stream_decks(kind: type[Stream], count: int) -> Iterator[list[int]]:
    """The same rounds, their numbers drawn by a stream of another kind."""
    for number in range(count):
        yield shuffled(DECK, kind(round_seed(number), context("table", number, SHAPE, {})))


def counted(decks: Iterable[list[int] | tuple[int, ...]]) -> Decks:
    found = Decks()
    rows = iter(decks)
    while batch := b"".join(bytes(deck) for _, deck in zip(range(BATCH), rows, strict=False)):
        found.add(np.frombuffer(batch, np.uint8).reshape(-1, 52))
    return found
