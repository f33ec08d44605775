"""Low Four totals against the definition: the lowest of the 35 ways to choose four cards, each rank counted once."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, prod

import pytest

from feltlab.cards import DECK, RANKS, card_text, cards_text, parse_cards
from feltlab.hands.layout import RANK_KEYS
from feltlab.hands.low import hand_key, low_points, lowest_four
from feltlab.hands.points import HIGHEST_TOTAL, four_points

VALUE = {"A": 1} | {str(number): number for number in range(2, 10)} | dict.fromkeys("TJQK", 10)
"""Ace = 1 point, 2-10 = face value, Jack, Queen, King = 10 points."""
ALL_HANDS = comb(52, 7)


def by_definition(ranks: str) -> int:
    """Duplicate cards are counted only once."""
    return min(sum(VALUE[rank] for rank in set(four)) for four in combinations(ranks, 4))


def ranks_of(cards: tuple[int, ...]) -> str:
    return "".join(card_text(card)[0] for card in cards)


def points(text: str) -> int:
    return low_points(hand_key(parse_cards(text, 7, "hand")))


def multisets() -> list[tuple[int, ...]]:
    chosen = combinations_with_replacement(range(13), 7)
    return [ranks for ranks in chosen if max(Counter(ranks).values()) <= 4]


def weight(ranks: tuple[int, ...]) -> int:
    """Hands of seven cards with these ranks."""
    return prod(comb(4, count) for count in Counter(ranks).values())


MULTISETS = multisets()
KEYS = RANK_KEYS.tolist()


@pytest.fixture(scope="module")
def hands_by_total() -> dict[int, int]:
    counts: dict[int, int] = {}
    for ranks in MULTISETS:
        total = low_points(sum(KEYS[rank] for rank in ranks))
        counts[total] = counts.get(total, 0) + weight(ranks)
    return counts


@pytest.mark.parametrize(
    ("hand", "total"),
    [
        ("2c 2d 6h 8s Jc Qd Kh", 16),
        ("3c 3d 4h 5s 5c 7d 9h", 8),
        ("2c 2d 2h 2s 9c 9d Kh", 2),
        ("7c 8d 9h Ts Jc Qd Kh", 34),
        ("Ac Ad Ah As Kc Qd Jh", 1),
        ("Tc Td Th Js Jc Jd 4h", 14),
    ],
)
def test_documents_examples_and_extremes(hand: str, total: int) -> None:
    assert points(hand) == total


def test_a_duplicate_counts_once_so_it_may_beat_lower_cards() -> None:
    assert points("7c 7d 7h As Kc Qd Jh") == 8  # 7-7-7-A, not A-7-J-Q
    assert points("Kc Kd Kh Ks 2c 3d 4h") == 10  # the four kings, below K-K-3-2 and the like


def test_ten_jack_queen_king_are_no_duplicates_of_each_other() -> None:
    assert points("Tc Jd Qh Ks 9c 8d 7h") == 34
    assert points("Tc Td Qh Ks 9c 8d 7h") == 25


def test_all_49205_rank_multisets_by_definition() -> None:
    for ranks in MULTISETS:
        text = "".join(RANKS[rank] for rank in ranks)
        assert low_points(sum(KEYS[rank] for rank in ranks)) == by_definition(text), text


def test_random_hands_with_suits_by_definition() -> None:
    rng = random.Random(20231002)
    for _ in range(3_000):
        cards = tuple(rng.sample(DECK, 7))
        assert low_points(hand_key(cards)) == by_definition(ranks_of(cards)), cards


def test_a_hand_of_any_order_has_one_key() -> None:
    cards = parse_cards("6c 6d 5h 4s Kc Qd Jh", 7, "hand")
    assert {hand_key(order) for order in permutations(cards)} == {hand_key(cards)}


def test_of_several_lowest_fours_it_is_the_one_with_the_highest_cards() -> None:
    cards = parse_cards("2d Kc 3h 2s Qd 2h 3s", 7, "player")
    assert cards_text(lowest_four(cards)) == "3s 3h 2s 2h"


def test_lowest_four_are_four_of_the_seven_with_the_lowest_total() -> None:
    rng = random.Random(1)
    for _ in range(1_000):
        cards = tuple(rng.sample(DECK, 7))
        four = lowest_four(cards)
        assert len(set(four)) == 4
        assert set(four) <= set(cards)
        assert four_points([card >> 2 for card in four]) == by_definition(ranks_of(cards)), cards
        assert list(four) == sorted(four, reverse=True), "arranged from the highest card to the lowest"


def test_the_multisets_are_all_the_hands() -> None:
    assert len(MULTISETS) == 49_205
    assert sum(weight(ranks) for ranks in MULTISETS) == ALL_HANDS == 133_784_560


def test_every_total_from_1_to_34_is_made_and_no_other(hands_by_total: dict[int, int]) -> None:
    assert sorted(hands_by_total) == list(range(1, HIGHEST_TOTAL + 1))
    assert sum(hands_by_total.values()) == ALL_HANDS


@pytest.mark.parametrize(
    ("totals", "printed"),
    [
        ((1, 2), "0.000259"),
        ((3, 4), "0.013911"),
        ((5, 6), "0.044871"),
        ((7, 7), "0.032657"),
        ((7, 8), "0.075711"),
    ],
)
def test_table_4a_low_points_probabilities(
    hands_by_total: dict[int, int], totals: tuple[int, int], printed: str
) -> None:
    assert printed_probability(hands_by_total, totals) == printed


@pytest.mark.parametrize(
    ("totals", "printed"),
    [((33, 34), "0.000245"), ((28, 32), "0.004531"), ((24, 27), "0.020819"), ((19, 23), "0.119997")],
)
def test_table_5a_high_points_probabilities(
    hands_by_total: dict[int, int], totals: tuple[int, int], printed: str
) -> None:
    assert printed_probability(hands_by_total, totals) == printed


def printed_probability(hands_by_total: dict[int, int], totals: tuple[int, int]) -> str:
    first, last = totals
    hands = sum(hands_by_total[total] for total in range(first, last + 1))
    return f"0.{round(Fraction(hands, ALL_HANDS) * 10**6):06d}"
