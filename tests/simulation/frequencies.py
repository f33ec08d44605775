"""Counts of dealt cards, and how far they are from what a fair deal leads to.

Every score is a chi-square turned into a standard normal number, so one limit serves all of them.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import prod, sqrt

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.int64]
Chances = npt.NDArray[np.float64]
Cards = npt.NDArray[np.uint8]

LEAST_EXPECTED = 20.0


def score(counts: Counts, chances: Chances) -> float:
    """Wilson and Hilferty's normal form of chi-square; rare cells are put together, impossible ones must be empty."""
    seen, expected = counts.ravel().astype(np.float64), chances.ravel() * counts.sum()
    if seen[expected == 0].any():
        return float("inf")
    rare = expected < LEAST_EXPECTED
    if rare.any() and expected[rare].sum() >= LEAST_EXPECTED:
        seen = np.append(seen[~rare], seen[rare].sum())
        expected = np.append(expected[~rare], expected[rare].sum())
    else:
        seen, expected = seen[~rare], expected[~rare]
    degrees = len(seen) - 1
    chi_square = float(((seen - expected) ** 2 / expected).sum())
    spread = 2 / (9 * degrees)
    return float((chi_square / degrees) ** (1 / 3) - (1 - spread)) / sqrt(spread)


def _falling(number: int, times: int) -> int:
    return prod(range(number, number - times, -1))


def run_chances(of_class: Sequence[int], longest: int) -> Chances:
    """How likely the first run of cards of one class is to have 1, 2, … cards, `longest` meaning that many or more."""
    total = sum(of_class)
    lasts = [
        sum(_falling(number, length) for number in of_class) / _falling(total, length)
        for length in range(1, longest + 1)
    ]
    return np.array([*(a - b for a, b in pairwise(lasts)), lasts[-1]])


class Frequencies:
    """What comes where, what follows what, and how long runs are, over any number of rounds of one deck."""

    def __init__(self, deck: Sequence[int], count: int) -> None:
        self.copies = np.bincount(deck)
        self.count = count
        self.faces = len(self.copies)
        self.rounds = 0
        self.places = np.zeros((count, self.faces), np.int64)
        apart = {(0, 1), (count - 2, count - 1), (0, count - 1), *((0, step) for step in (4, 5, 7, 8) if step < count)}
        self.pairs = {pair: np.zeros((self.faces, self.faces), np.int64) for pair in sorted(apart)}
        self.next_round = np.zeros((self.faces, self.faces), np.int64)
        self.longest = min(count, 5)
        self.classes = {"suit": _suits(self.faces), "rank": np.arange(self.faces) >> 2}
        self.runs = {name: np.zeros(self.longest, np.int64) for name in self.classes}

    def add(self, cards: Cards) -> None:
        """Rounds that follow one another, a row each."""
        self.rounds += len(cards)
        for place in range(self.count):
            self.places[place] += np.bincount(cards[:, place], minlength=self.faces)
        for (one, other), table in self.pairs.items():
            table += self._table(cards[:, one], cards[:, other])
        self.next_round += self._table(cards[:-1, 0], cards[1:, 0])
        for name, classes in self.classes.items():
            of_card = classes[cards[:, : self.longest]]
            alike = np.logical_and.accumulate(of_card[:, 1:] == of_card[:, :1], axis=1)
            self.runs[name] += np.bincount(alike.sum(axis=1), minlength=self.longest)

    def _table(self, one: Cards, other: Cards) -> Counts:
        both = one.astype(np.int64) * self.faces + other
        return np.bincount(both, minlength=self.faces**2).reshape(self.faces, self.faces)

    def scores(self) -> dict[str, float]:
        total = int(self.copies.sum())
        chances = self.copies / total
        pairs = np.outer(self.copies, self.copies) - np.diag(self.copies)
        found = {f"place {place}": score(row, chances) for place, row in enumerate(self.places)}
        for (one, other), table in self.pairs.items():
            found[f"pair {one}, {other}"] = score(table, pairs / (total * (total - 1)))
        found["next round"] = score(self.next_round, np.outer(chances, chances))
        for name, classes in self.classes.items():
            of_class = [int(self.copies[classes == number].sum()) for number in np.unique(classes)]
            found[f"{name} runs"] = score(self.runs[name], run_chances(of_class, self.longest))
        return found

    def worst(self) -> tuple[float, str]:
        return max((abs(value), name) for name, value in self.scores().items())


def _suits(faces: int) -> Counts:
    """Jokers have a suit of their own."""
    suits = np.arange(faces) & 3
    suits[52:] = 4
    return suits
