"""Suit classes against the plain definition: all ways to rename the suits of a hand."""

import random
from itertools import combinations, permutations
from math import comb
from typing import Final

import numpy as np
import pytest

from feltlab.kernels.suit_classes import suit_classes

RENAMINGS: Final = list(permutations(range(4)))
Hand = tuple[int, ...]


def renamed(hand: Hand, suits: tuple[int, ...]) -> Hand:
    return tuple(sorted(card & ~3 | suits[card & 3] for card in hand))


def orbit(hand: Hand) -> set[Hand]:
    return {renamed(hand, suits) for suits in RENAMINGS}


def times(left: list[int], right: list[int], size: int) -> list[int]:
    return [sum(left[k] * right[n - k] for k in range(n + 1)) for n in range(size + 1)]


def binomial(exponent: int, step: int, size: int) -> list[int]:
    """(1 + x^step)^exponent up to x^size."""
    return [comb(exponent, n // step) if n % step == 0 else 0 for n in range(size + 1)]


def orbits_by_burnside(size: int) -> int:
    """A renaming leaves alone the hands that are whole on each of its cycles of suits, rank by rank."""
    total = 0
    for cycles, how_many in (((1, 1, 1, 1), 1), ((2, 1, 1), 6), ((2, 2), 3), ((3, 1), 8), ((4,), 6)):
        fixed = [1] + [0] * size
        for length in cycles:
            fixed = times(fixed, binomial(13, length, size), size)
        total += how_many * fixed[size]
    assert total % 24 == 0
    return total // 24


@pytest.mark.parametrize("size", range(1, 6))
def test_there_are_as_many_classes_as_burnside_counts_and_they_stand_for_the_whole_deck(size: int) -> None:
    hands, weights = suit_classes(size)
    assert len(hands) == len(weights) == orbits_by_burnside(size)
    assert weights.sum() == comb(52, size)


def test_the_published_number_of_distinct_five_card_hands() -> None:
    assert len(suit_classes(5).hands) == 134_459


@pytest.mark.parametrize("size", [1, 2, 3])
def test_every_hand_of_the_deck_belongs_to_exactly_one_class(size: int) -> None:
    hands, weights = suit_classes(size)
    found: set[Hand] = set()
    for row, weight in zip(hands.tolist(), weights.tolist(), strict=True):
        members = orbit(tuple(row))
        assert len(members) == weight
        assert not members & found
        found |= members
    assert found == set(combinations(range(52), size))


@pytest.mark.parametrize("size", [4, 5])
def test_a_class_weighs_what_it_stands_for(size: int) -> None:
    hands, weights = suit_classes(size)
    for number in random.Random(size).sample(range(len(hands)), 2_000):
        assert len(orbit(tuple(hands[number].tolist()))) == weights[number]


def test_hands_are_written_in_ascending_order() -> None:
    hands = suit_classes(5).hands
    assert np.all(hands[:, 1:] > hands[:, :-1])
    assert hands.min() == 0
    assert hands.max() == 51
