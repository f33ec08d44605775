"""Poker with two cards, counted over all hands."""

from itertools import combinations, pairwise
from math import comb

import numpy as np
import pytest

from feltlab.cards import parse_cards
from feltlab.errors import RulesError
from feltlab.exact.solving.tabulating import values_of
from feltlab.hands.poker_hands import best_of
from feltlab.hands.ranking import ClassedRanking, category
from feltlab.hands.two_cards import two_cards, two_cards_suited
from feltlab.hands.wild import with_wild
from feltlab.kernels.subsets import all_sets

COUNTS = {
    two_cards: {"high card": 16 * comb(13, 2), "pair": 13 * comb(4, 2)},
    two_cards_suited: {
        "high card": 780, "flush": 4 * comb(13, 2) - 52, "straight": 13 * 12, "pair": 78, "straight flush": 13 * 4,
    },
}  # fmt: skip
"""From the weakest category to the strongest."""
LEAST = [
    (two_cards, ("high card", "Q"), "queen-2 high"),
    (two_cards, ("pair",), "pair of 2s"),
    (two_cards, ("pair", "A"), "pair of aces"),
    (two_cards, ("high card", "A"), "ace-2 high"),
    (two_cards_suited, ("high card", "A"), "ace-3 high"),
    (two_cards_suited, ("flush", "KJ"), "flush, king high"),
    (two_cards_suited, ("straight",), "straight, 2 high"),
    (two_cards_suited, ("straight flush", "K"), "straight flush, king high"),
    (two_cards_suited, ("royal flush",), "royal flush"),
]


def slow(cards: tuple[int, ...], suited: bool) -> tuple[str, list[int]]:
    """The category in words, and the ranks that hands of it are compared by."""
    ranks, one_suit = sorted((card >> 2 for card in cards), reverse=True), cards[0] % 4 == cards[1] % 4
    if ranks[0] == ranks[1]:
        return "pair", ranks
    run = ranks[0] if ranks[0] == ranks[1] + 1 else ranks[1] if ranks == [12, 0] else -1
    if suited and run >= 0:
        return "straight flush" if one_suit else "straight", [run]
    return "flush" if suited and one_suit else "high card", ranks


@pytest.mark.parametrize("ranking", COUNTS, ids=lambda ranking: ranking.name)
def test_all_hands_fall_into_the_counts_and_are_ordered_as_by_words(ranking: ClassedRanking) -> None:
    hands = all_sets(52, 2)
    values = values_of(ranking.value, hands)
    counts = np.bincount(values >> 12).tolist()
    assert dict(zip(ranking.categories, counts, strict=True)) == COUNTS[ranking]
    assert sum(counts) == comb(52, 2)
    assert set(values.tolist()) == set(ranking.classes())
    words = [slow(tuple(hand), ranking is two_cards_suited) for hand in hands.tolist()]
    keys = [(ranking.categories.index(kind), order) for kind, order in words]
    by_words = sorted(range(len(hands)), key=lambda at: keys[at])
    for one, next_one in pairwise(by_words):
        assert (values[one] < values[next_one]) == (keys[one] < keys[next_one])


def test_cards_may_lie_either_way() -> None:
    for ranking in COUNTS:
        assert all(ranking.of(hand) == ranking.of(hand[::-1]) for hand in combinations(range(52), 2))


@pytest.mark.parametrize(("ranking", "least", "words"), LEAST, ids=lambda of: getattr(of, "name", str(of)))
def test_thresholds_by_name(ranking: ClassedRanking, least: tuple[str, ...], words: str) -> None:
    assert ranking.text(ranking.least(*least), ()) == words


def test_two_cards_make_the_hand_and_a_pair_has_one_rank() -> None:
    for ranking in COUNTS:
        assert (ranking.size, ranking.cards) == (2, 2)
        assert ranking.classes()[ranking.least("pair", "A")] == (12,)
    assert two_cards.ranks_alone
    assert not two_cards_suited.ranks_alone


def test_what_no_hand_of_two_cards_is() -> None:
    with pytest.raises(RulesError, match=r"two cards: .flush. is not a category: choose from high card, pair$"):
        two_cards.least("flush")
    with pytest.raises(RulesError, match="no high card begins with AK"):
        two_cards_suited.least("high card", "AK")


def test_the_best_two_of_more_and_a_joker() -> None:
    hand = parse_cards("2c 9d 9h Ks", 4, "hand")
    best = best_of(two_cards, 4)
    assert best.text(best.of(hand), hand) == "pair of 9s"
    wild = with_wild(two_cards_suited)
    assert wild.categories[category(wild.of(parse_cards("Ks Jo", 2, "hand")))] == "straight flush"
