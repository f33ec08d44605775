from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlab.kernels.lattice import CLASSES, COUNTS, HANDS, SIZES, WEIGHTS, class_of, dealer_weights, sweep, transform

SAMPLE = np.random.default_rng(7).choice(len(HANDS), 40, replace=False)


def test_the_lattice_holds_every_multiset_of_up_to_seven_cards_once() -> None:
    assert len(COUNTS) == 76_155
    assert len({tuple(row) for row in COUNTS}) == 76_155
    assert COUNTS.max() == 4
    assert SIZES.max() == 7


def test_the_classes_are_all_the_hands_of_the_deck() -> None:
    assert len(CLASSES) == 49_205
    assert WEIGHTS.sum() == comb(52, 7) == 133_784_560


def test_class_of_finds_every_class() -> None:
    for number in SAMPLE:
        cards = [4 * rank + copy for rank in range(13) for copy in range(HANDS[number, rank])]
        assert class_of(cards) == number


@settings(max_examples=40, deadline=None)
@given(st.sets(st.integers(0, 51), min_size=0, max_size=30))
def test_dealer_weights_are_all_hands_of_the_cards_left(seen: set[int]) -> None:
    out = np.bincount([card >> 2 for card in seen], minlength=13)
    assert dealer_weights(out).sum() == comb(52 - len(seen), 7)


@pytest.mark.parametrize("seed", range(3))
def test_the_transform_equals_the_pair_by_pair_count(seed: int) -> None:
    """A second, slower route: every dealer class against a player class, weight by weight."""
    label = np.random.default_rng(seed).integers(0, 5, len(HANDS))
    counted = transform(label[:, None] == np.arange(5))
    for number in SAMPLE:
        weights = dealer_weights(HANDS[number])
        assert [int(weights[label == column].sum()) for column in range(5)] == counted[number].tolist()


@pytest.mark.compiled("goes through every hand: minutes without machine code")
@pytest.mark.parametrize("levels", [3, 200, 50_000])
def test_the_sweep_equals_the_pair_by_pair_count(levels: int) -> None:
    rng = np.random.default_rng(levels)
    strengths, floors = rng.integers(0, levels, len(HANDS)), rng.integers(-1, levels + 1, len(SAMPLE))
    weaker, equal = sweep(strengths, SAMPLE, floors)
    for place, number in enumerate(SAMPLE):
        weights = dealer_weights(HANDS[number])
        assert weaker[place] == weights[strengths < floors[place]].sum()
        assert equal[place] == weights[strengths == floors[place]].sum()
