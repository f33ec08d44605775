"""Suit patterns of a class against every suit assignment, one by one."""

from itertools import combinations, product

import numpy as np
import pytest

from feltlab.games.ace_odd_even.class_kernels import class_strengths, poker_patterns
from feltlab.hands.parity import best_strength, bonus_grade, poker_grade, rank_word, suit_word
from feltlab.kernels.lattice import HANDS, WEIGHTS

RNG = np.random.default_rng(11)
LONG_SIDES = np.flatnonzero(HANDS[:, 1:12:2].sum(axis=1) + HANDS[:, 12] >= 6)
SAMPLE = np.concatenate([RNG.choice(LONG_SIDES, 12, replace=False), RNG.choice(len(HANDS), 12, replace=False)])


@pytest.mark.parametrize("number", SAMPLE)
def test_patterns_count_every_suit_assignment(number: int) -> None:
    counts, grades = poker_patterns(HANDS[number : number + 1])
    held = [(rank, int(HANDS[number, rank])) for rank in range(13) if HANDS[number, rank]]
    found: dict[tuple[int, ...], int] = {}
    for suits in product(*(combinations(range(4), count) for _, count in held)):
        cards = [4 * rank + suit for (rank, _), chosen in zip(held, suits, strict=True) for suit in chosen]
        ranks, word = rank_word(cards), suit_word(cards)
        key = tuple(poker_grade(ranks, word, choice) for choice in range(3))
        found[key] = found.get(key, 0) + 1
    expected: dict[tuple[int, ...], int] = {}
    for pattern in range(counts.shape[1]):
        if counts[0, pattern]:
            key = tuple(int(grade) for grade in grades[0, pattern])
            expected[key] = expected.get(key, 0) + int(counts[0, pattern])
    assert expected == found


@pytest.mark.compiled("goes through every hand: minutes without machine code")
def test_patterns_are_all_the_hands() -> None:
    counts, _ = poker_patterns(HANDS)
    assert (counts >= 0).all()
    assert (counts.sum(axis=1) == WEIGHTS).all()


def test_class_strengths_are_those_of_the_hands() -> None:
    odd, even, bonus = class_strengths(HANDS)
    for number in SAMPLE:
        word = rank_word([4 * rank for rank in range(13) for _ in range(HANDS[number, rank])])
        assert max(odd[number], even[number]) == best_strength(word)
        assert bonus[number] == bonus_grade(word)
