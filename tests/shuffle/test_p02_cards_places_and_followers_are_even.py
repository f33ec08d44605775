"""Whole decks through the path that deals rounds: seed, context, stream, shuffle."""

from itertools import permutations

import numpy as np
import pytest

from tests.shuffle.decks import LIMIT, Decks, counted, production_decks


@pytest.mark.parametrize("cards", [4, 5, 6])
def test_p02_the_chi_squares_have_the_mean_that_all_orders_have(cards: int) -> None:
    """Each order once, as a sample of one deck: the mean chi-square is the degrees of freedom."""
    places, followers = [], []
    for order in permutations(range(cards)):
        one = Decks(cards)
        one.add(np.array([order], np.uint8))
        places.append(one.place_chi_square())
        followers.append(one.follower_chi_square())
    for found in (places, followers):
        assert np.mean([chi_square for chi_square, _ in found]) == pytest.approx(found[0][1])


def test_p02_200_000_decks() -> None:
    scores = counted(production_decks(200_000)).scores()
    print(scores)
    assert all(abs(score) < LIMIT for score in scores.values()), scores


@pytest.mark.soak
def test_p02_10_000_000_decks() -> None:
    scores = counted(production_decks(10_000_000, first=1_000_000)).scores()
    print(scores)
    assert all(abs(score) < LIMIT for score in scores.values()), scores
