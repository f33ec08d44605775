"""Poker hands against plain readings of the rules, and against every published count.

The oracles class three, four and five cards by the words of the documents, on ranks 2 to 14, and share nothing
with the package. The best of more cards is the best of all the smaller hands in them.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt
import pytest

from feltlab.cards import DECK, RANKS, parse_cards
from feltlab.hands.jit import compiled
from feltlab.hands.poker import (
    CATEGORIES,
    COUNTABLE,
    ROYAL,
    best_four_grade,
    flop_grade,
    four_of_five,
    rank_name,
    river_grade,
    seven_card_strength,
    strength_text,
    two_pair_floor,
)
from feltlab.hands.ranking import category

needs_machine_code = pytest.mark.compiled("the loop over all hands is only for machine code")

Order = tuple[int, ...]

FIVE_CARD_CLASSES: Final = {
    "high card": 1277, "pair": 2860, "two pair": 858, "3 of a kind": 858, "straight": 10, "flush": 1277,
    "full house": 156, "4 of a kind": 156, "straight flush": 10,
}  # fmt: skip
"""The 7,462 classes of five cards."""
SEVEN_CARD_HANDS: Final = {
    "high card": 23_294_460, "pair": 58_627_800, "two pair": 31_433_400, "3 of a kind": 6_461_620,
    "straight": 6_180_020, "flush": 4_047_644, "full house": 3_473_184, "4 of a kind": 224_848,
    "straight flush": 41_584,
}  # fmt: skip
"""The well-known counts of the best five of seven cards, royals among the straight flushes."""
FLOP_PERCENT: Final = {5: "0.2172", 4: "0.2353", 3: "3.2579", 2: "4.9593", 1: "16.9412", 0: "74.3891"}
BEST_FOUR_PERCENT: Final = {
    8: "0.007388", 7: "0.024010", 6: "0.072337", 5: "2.256903", 4: "4.410072", 3: "3.917259", 2: "4.753902",
    1: "12.438360", 0: "72.119771",
}  # fmt: skip
"""As printed in the analysis."""
JACK: Final = RANKS.index("J")
SEVEN: Final = RANKS.index("7")


def percent(count: int, total: int, digits: int) -> str:
    return f"{float(round(Fraction(100 * count, total), digits)):.{digits}f}"


def rank(card: int) -> int:
    """2 to 14."""
    return card // 4 + 2


def runs_up(ranks: Sequence[int]) -> int:
    """The top card of a straight, 0 if there is none; the ace may also stand below the deuce."""
    for values in (sorted(ranks), sorted(1 if value == 14 else value for value in ranks)):
        if all(upper == lower + 1 for lower, upper in pairwise(values)):
            return values[-1]
    return 0


def suited(cards: Sequence[int]) -> bool:
    return len({card % 4 for card in cards}) == 1


def oracle_flop(cards: Sequence[int]) -> int:
    ranks = [rank(card) for card in cards]
    pairs = sorted(Counter(ranks).values())
    if runs_up(ranks) and suited(cards):
        return 5
    if pairs == [3]:
        return 4
    if runs_up(ranks):
        return 3
    if suited(cards):
        return 2
    return 1 if pairs == [1, 2] else 0


def oracle_four(cards: Sequence[int]) -> int:
    """Four cards by the lines of the Best 4 of 5 table, the top line first."""
    ranks = [rank(card) for card in cards]
    pairs = sorted(Counter(ranks).values())
    if suited(cards) and sorted(ranks) == [11, 12, 13, 14]:
        return 8
    if pairs == [4]:
        return 7
    if suited(cards) and runs_up(ranks):
        return 6
    if pairs == [1, 3]:
        return 5
    if suited(cards):
        return 4
    if runs_up(ranks):
        return 3
    if pairs == [2, 2]:
        return 2
    return 1 if any(count == 2 and value >= 11 for value, count in Counter(ranks).items()) else 0


@cache
def oracle_five(ranks: tuple[int, ...], flush: bool) -> Order:
    """Category, then the ranks by which hands of one category compare."""
    groups = sorted(((count, value) for value, count in Counter(ranks).items()), reverse=True)
    shape = [count for count, _ in groups]
    values = tuple(value for _, value in groups)
    top = runs_up(ranks)
    if top:
        return (8 if flush else 4, top)
    if shape == [4, 1]:
        return (7, *values)
    if shape == [3, 2]:
        return (6, *values)
    if flush:
        return (5, *values)
    kinds = {(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
    return (kinds[tuple(shape)], *values)


def oracle_seven(cards: Sequence[int]) -> Order:
    return max(oracle_five(tuple(sorted(map(rank, five))), suited(five)) for five in combinations(cards, 5))


@pytest.fixture(scope="module")
def strengths() -> dict[Order, int]:
    """What each class of five cards must be worth: its category over its place in it, from the weakest."""
    multisets = combinations_with_replacement(range(2, 15), 5)
    classes = {oracle_five(ranks, False) for ranks in multisets if max(Counter(ranks).values()) <= 4}
    classes |= {oracle_five(ranks, True) for ranks in combinations(range(2, 15), 5)}
    places: Counter[int] = Counter()
    found = {}
    for order in sorted(classes):
        found[order] = order[0] * 4096 + places[order[0]]
        places[order[0]] += 1
    assert {name: places[number] for number, name in enumerate(CATEGORIES)} == FIVE_CARD_CLASSES
    return found


def rank_multisets() -> Iterator[list[int]]:
    """Seven cards for each of the 49,205 rank multisets, no suit more than twice."""
    for ranks in combinations_with_replacement(range(13), 7):
        if max(Counter(ranks).values()) <= 4:
            yield [4 * value + place % 4 for place, value in enumerate(ranks)]


def suited_sets() -> Iterator[list[int]]:
    """Seven cards for each set of five, six or seven ranks in one suit, every suit in turn."""
    dice = random.Random(7)
    for size in (5, 6, 7):
        for number, ranks in enumerate(combinations(range(13), size)):
            suit = number % 4
            others = dice.sample([card for card in DECK if card % 4 != suit], 7 - size)
            yield [*others, *(4 * value + suit for value in ranks)]


def test_all_49205_rank_multisets_have_the_strength_of_their_best_five_of_seven(strengths: dict[Order, int]) -> None:
    hands = list(rank_multisets())
    assert len(hands) == 49_205
    for cards in hands:
        ranks = [rank(card) for card in cards]
        best = max(oracle_five(five, False) for five in set(combinations(ranks, 5)))
        assert seven_card_strength(*cards) == strengths[best], cards


def test_all_sets_of_ranks_in_one_suit_have_the_strength_of_their_best_five_of_seven(
    strengths: dict[Order, int],
) -> None:
    hands = list(suited_sets())
    assert len(hands) == comb(13, 5) + comb(13, 6) + comb(13, 7)
    for cards in hands:
        assert seven_card_strength(*cards) == strengths[oracle_seven(cards)], cards


def test_shuffled_deals_have_the_strength_of_the_best_of_their_21_hands(strengths: dict[Order, int]) -> None:
    dice = random.Random(20_240_611)
    for _ in range(3_000):
        cards = dice.sample(DECK, 7)
        assert seven_card_strength(*cards) == strengths[oracle_seven(cards)], cards


def test_the_category_is_above_the_place(strengths: dict[Order, int]) -> None:
    assert all(category(strength) == order[0] for order, strength in strengths.items())
    assert max(strengths.values()) == ROYAL < 1 << 16


@pytest.mark.parametrize("high_pair", range(1, 13), ids=list(RANKS[1:]))
def test_the_two_pair_floor_is_the_weakest_two_pair_with_that_rank_on_top(
    high_pair: int, strengths: dict[Order, int]
) -> None:
    weakest = min(value for order, value in strengths.items() if order[0] == 2 and order[1] == high_pair + 2)
    assert two_pair_floor(high_pair) == weakest


@pytest.mark.parametrize("high_pair", range(1, 13), ids=list(RANKS[1:]))
def test_the_river_event_of_every_class(high_pair: int, strengths: dict[Order, int]) -> None:
    for order, strength in strengths.items():
        kind = CATEGORIES[order[0]]
        if order == (8, 14):
            expected = 8
        elif kind in ("high card", "pair"):
            expected = 0
        elif kind == "two pair":
            expected = 1 if order[1] >= high_pair + 2 else 0
        else:
            events = ("3 of a kind", "straight", "flush", "full house", "4 of a kind", "straight flush")
            expected = 2 + events.index(kind)
        assert river_grade(strength, high_pair) == expected, order


@compiled
def count_sevens(high_pair: int) -> npt.NDArray[np.int64]:
    """All hands of seven cards: by category in the first row, by River Bonus event in the second."""
    counts = np.zeros((2, 9), np.int64)
    for a in range(52):
        for b in range(a + 1, 52):
            for c in range(b + 1, 52):
                for d in range(c + 1, 52):
                    for e in range(d + 1, 52):
                        for f in range(e + 1, 52):
                            for g in range(f + 1, 52):
                                strength = seven_card_strength(a, b, c, d, e, f, g)
                                counts[0, strength >> 12] += 1
                                counts[1, river_grade(strength, high_pair)] += 1
    return counts


@needs_machine_code
def test_all_133784560_hands_of_seven_cards_fall_into_the_published_counts() -> None:
    by_category, by_event = count_sevens(SEVEN).tolist()
    assert dict(zip(CATEGORIES, by_category, strict=True)) == SEVEN_CARD_HANDS
    assert sum(by_category) == sum(by_event) == comb(52, 7)
    royals = 4 * comb(47, 2)
    assert by_event[8] == royals == 4_324
    assert by_event[2:8] == [*by_category[3:8], by_category[8] - royals]
    assert by_event[0] > by_category[0] + by_category[1]


def test_every_flop_is_classed_by_the_words_of_the_rules() -> None:
    for flop in combinations(DECK, 3):
        assert flop_grade(*flop) == oracle_flop(flop), flop


def test_the_order_of_the_flop_cards_does_not_matter() -> None:
    dice = random.Random(3)
    for _ in range(2_000):
        a, b, c = dice.sample(DECK, 3)
        assert len({flop_grade(a, b, c), flop_grade(b, c, a), flop_grade(c, b, a)}) == 1


def test_all_22100_flops_fall_into_the_printed_percentages() -> None:
    counts = Counter(flop_grade(*flop) for flop in combinations(DECK, 3))
    assert counts == {5: 48, 4: 52, 3: 720, 2: 1_096, 1: 3_744, 0: 16_440}
    assert {event: percent(count, comb(52, 3), 4) for event, count in counts.items()} == FLOP_PERCENT


def test_the_flop_hits_as_often_as_printed() -> None:
    hits = sum(flop_grade(*flop) > 0 for flop in combinations(DECK, 3))
    assert percent(hits, comb(52, 3), 4) == "25.6109"


@compiled
def count_boards(four: npt.NDArray[np.int8], lowest_pair: int) -> npt.NDArray[np.int64]:
    """All boards by Best 4 of 5 event, and in the last place how many differ from the best of their five fours."""
    counts = np.zeros(10, np.int64)
    for a in range(52):
        for b in range(a + 1, 52):
            for c in range(b + 1, 52):
                for d in range(c + 1, 52):
                    for e in range(d + 1, 52):
                        grade = best_four_grade(a, b, c, d, e, lowest_pair)
                        best = max(four[a, b, c, d], four[a, b, c, e], four[a, b, d, e], four[a, c, d, e])
                        counts[grade] += 1
                        counts[9] += grade != max(best, four[b, c, d, e])
    return counts


@pytest.fixture(scope="module")
def board_counts() -> list[int]:
    four = np.zeros((52, 52, 52, 52), np.int8)
    for cards in combinations(DECK, 4):
        four[cards] = oracle_four(cards)
    counts: list[int] = count_boards(four, JACK).tolist()
    return counts


@needs_machine_code
def test_each_of_the_2598960_boards_is_worth_the_best_of_its_five_fours(board_counts: list[int]) -> None:
    assert sum(board_counts[:9]) == comb(52, 5)
    assert board_counts[9] == 0


@needs_machine_code
def test_all_2598960_boards_fall_into_the_printed_percentages(board_counts: list[int]) -> None:
    printed = {event: percent(count, comb(52, 5), 6) for event, count in enumerate(board_counts[:9])}
    assert printed == BEST_FOUR_PERCENT


@needs_machine_code
def test_the_best_four_hits_as_often_as_printed(board_counts: list[int]) -> None:
    assert percent(sum(board_counts[1:9]), comb(52, 5), 4) == "27.8802"


def test_shuffled_boards_are_worth_the_best_of_their_five_fours_in_any_order() -> None:
    dice = random.Random(4)
    for _ in range(3_000):
        a, b, c, d, e = board = dice.sample(DECK, 5)
        assert best_four_grade(a, b, c, d, e, JACK) == max(map(oracle_four, combinations(board, 4))), board


@pytest.mark.parametrize("lowest", range(13), ids=list(RANKS))
def test_the_lowest_pair_that_the_best_four_pays_is_a_number_of_the_rules(lowest: int) -> None:
    for pair in range(13):
        others = [value for value in (0, 3, 5, 9, 11) if value != pair][:3]
        board = (4 * pair, 4 * pair + 1, 4 * others[0] + 2, 4 * others[1] + 3, 4 * others[2] + 2)
        assert best_four_grade(*board, lowest) == (1 if pair >= lowest else 0)


@pytest.mark.parametrize("pair", range(13), ids=list(RANKS))
def test_the_ranking_of_boards_has_the_highest_pair_below_its_event(pair: int) -> None:
    others = [value for value in (0, 3, 5, 9, 11) if value != pair][:3]
    board = (4 * others[0] + 2, 4 * pair, 4 * others[1] + 3, 4 * pair + 1, 4 * others[2] + 2)
    assert four_of_five.of(board) == 1 << 4 | pair
    lower = others[0]
    two_pair = (*board[:4], 4 * lower + 1)
    assert four_of_five.of(two_pair) == 2 << 4 | max(pair, lower)


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("As Ks Qs Js Ts 2c 3d", "royal flush"),
        ("9s Ks Qs Js Ts 2c 3d", "straight flush, king high"),
        ("As 2s 3s 4s 5s Kd Qh", "straight flush, 5 high"),
        ("2s 2h 2c 2d As Ah Ad", "4 of a kind, 2s"),
        ("Ks Kh Kc Ad As Ah 2c", "full house, aces over kings"),
        ("6s 6h 5c 5d 5s 4h 4c", "full house, 5s over 6s"),
        ("2s 3s 4s 6s 8s Ad Kh", "flush, 8 high"),
        ("As 2h 3c 4d 5s Kd Qh", "straight, 5 high"),
        ("Ts 9h 8c 7d 6s 6d 6h", "straight, ten high"),
        ("Js Jh Jc 9d 7s 5h 2c", "3 of a kind, jacks"),
        ("6s 6h 5c 5d 4d 4h Ac", "two pair, 6s and 5s"),
        ("Ts Th Kd Js 9h 7c 2d", "pair of tens"),
        ("Qs Jh 9d 8s 6h 4c 2d", "queen high"),
    ],
)
def test_a_hand_is_called_as_a_dealer_would(cards: str, text: str) -> None:
    seven = parse_cards(cards, 7, "hand")
    assert strength_text(seven_card_strength(*seven), seven) == text


def test_every_rank_has_a_name_for_one_and_for_many() -> None:
    one = ["2", "3", "4", "5", "6", "7", "8", "9", "ten", "jack", "queen", "king", "ace"]
    assert [rank_name(rank) for rank in range(13)] == one
    assert [rank_name(rank, plural=True) for rank in range(13)] == [f"{name}s" for name in one]


def test_categories_are_called_as_dealers_call_them() -> None:
    assert [f"a {name}" if name in COUNTABLE else name for name in CATEGORIES] == [
        "high card", "a pair", "two pair", "3 of a kind", "a straight", "a flush", "a full house", "4 of a kind",
        "a straight flush",
    ]  # fmt: skip
