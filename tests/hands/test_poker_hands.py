"""Poker of three, four and five cards, counted over all hands and against an evaluator that shares nothing with it."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np
import pytest

from feltlab.cards import DECK, parse_cards
from feltlab.errors import RulesError
from feltlab.exact.solving.tabulating import values_of
from feltlab.hands.poker_hands import best_of, five_cards, four_cards, seven_cards, three_cards
from feltlab.hands.ranking import ClassedRanking, Ranking, category
from feltlab.hands.tables import POKER_FLUSH
from feltlab.kernels.subsets import all_sets
from feltlab.kernels.suit_classes import suit_classes
from feltlab.rules.codes import rule
from feltlab.sdk import __all__ as offered

PUBLISHED = {
    three_cards: (16_440, 3_744, 1_096, 720, 52, 48),
    four_cards: (177_408, 82_368, 2_808, 2_772, 2_816, 2_496, 44, 13),
    five_cards: (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40),
}
"""From the weakest category to the strongest."""
SEVEN = (23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584)
STRENGTHS = {three_cards: 741, four_cards: 2_535, five_cards: 7_462}
ORDER = {
    3: ("high card", "pair", "flush", "straight", "3 of a kind", "straight flush"),
    4: ("high card", "pair", "two pair", "straight", "flush", "3 of a kind", "straight flush", "4 of a kind"),
    5: ("high card", "pair", "two pair", "3 of a kind", "straight", "flush", "full house", "4 of a kind", "straight flush"),
}  # fmt: skip


def slow(hand: Sequence[int]) -> tuple[int, list[int]]:
    """The category by its words and what hands of it are compared by."""
    ranks = sorted((card >> 2 for card in hand), reverse=True)
    shape = sorted(Counter(ranks).values(), reverse=True)
    flush = len({card % 4 for card in hand}) == 1
    run = [top for top in range(12, -1, -1) if sorted(ranks) == sorted((top - step) % 13 for step in range(len(hand)))]
    run = [top for top in run if top >= len(hand) - 2]
    if run:
        return ORDER[len(hand)].index("straight flush" if flush else "straight"), run
    kinds = {"4": "4 of a kind", "32": "full house", "3": "3 of a kind", "22": "two pair", "2": "pair", "": "high card"}
    kind = "flush" if flush else kinds["".join(str(count) for count in shape if count > 1)]
    return ORDER[len(hand)].index(kind), sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)


@pytest.mark.parametrize("ranking", PUBLISHED, ids=lambda ranking: ranking.name)
def test_all_hands_fall_into_the_published_counts(ranking: ClassedRanking) -> None:
    values = values_of(ranking.value, all_sets(52, ranking.size))
    assert tuple(np.bincount(values >> 12)) == PUBLISHED[ranking]
    assert len(np.unique(values)) == len(ranking.classes()) == STRENGTHS[ranking]
    assert ranking.categories == ORDER[ranking.size]


@pytest.mark.parametrize("ranking", PUBLISHED, ids=lambda ranking: ranking.name)
def test_every_class_of_hands_is_ordered_as_by_words(ranking: ClassedRanking) -> None:
    hands = suit_classes(ranking.size).hands
    values = values_of(ranking.value, hands).tolist()
    by_words: dict[tuple[int, tuple[int, ...]], set[int]] = {}
    for hand, value in zip(hands.tolist(), values, strict=True):
        kind, order = slow(hand)
        assert category(value) == kind, hand
        by_words.setdefault((kind, tuple(order)), set()).add(value)
    found = [by_words[order] for order in sorted(by_words)]
    assert all(len(values) == 1 for values in found)
    assert [max(values) for values in found] == sorted(max(values) for values in found)
    assert len(set.union(*found)) == len(found)
