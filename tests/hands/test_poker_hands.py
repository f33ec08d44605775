"""Poker with three, four and five cards, counted over all hands and against an evaluator that shares nothing with it."""

import random
import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations
from math import comb
from typing import Any

import numpy as np
import pytest

from feltlab.cards import DECK, parse_cards
from feltlab.errors import RulesError
from feltlab.exact.solving.tabulating import values_of
from feltlab.hands.flushes import longest_flush
from feltlab.hands.poker_hands import best_of, five_cards, four_cards, seven_cards, three_cards
from feltlab.hands.ranking import ClassedRanking, Ranking, category
from feltlab.hands.tables import POKER_FLUSH
from feltlab.kernels.subsets import all_sets
from feltlab.kernels.suit_classes import suit_classes
from feltlab.rules.codes import rule

PUBLISHED = {
    three_cards: (16_440, 3_744, 1_096, 720, 52, 48),
    four_cards: (177_408, 82_368, 2_808, 2_772, 2_816, 2_496, 44, 13),
    five_cards: (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40),
}
"""From the weakest category to the strongest."""
STRENGTHS = {three_cards: 741, four_cards: 2_535, five_cards: 7_462}
ORDER = {
    3: ("high card", "pair", "flush", "straight", "3 of a kind", "straight flush"),
    4: ("high card", "pair", "two pair", "straight", "flush", "3 of a kind", "straight flush", "4 of a kind"),
    5: ("high card", "pair", "two pair", "3 of a kind", "straight", "flush", "full house", "4 of a kind", "straight flush"),
}  # fmt: skip


BEST_OF = {
    (4, 5): (1_150_080, 1_047_552, 123_552, 101_808, 114_616, 58_656, 2_072, 624),
    (4, 6): (4_872_000, 8_194_320, 2_342_736, 1_744_080, 2_245_352, 897_616, 47_752, 14_664),
    (5, 6): (6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_844),
}
LEAST = [
    (three_cards, ("high card", "Q"), "queen-3 high"),
    (three_cards, ("straight",), "straight, 3 high"),
    (three_cards, ("mini royal",), "mini royal"),
    (three_cards, ("Pair", "10"), "pair of tens"),
    (four_cards, ("straight",), "straight, 4 high"),
    (four_cards, ("three of a kind", "A"), "3 of a kind, aces"),
    (four_cards, ("two pairs", "K"), "two pair, kings and 2s"),
    (four_cards, ("high card", "A"), "ace-5 high"),
    (five_cards, ("high card", "AK"), "ace-king high"),
    (five_cards, ("pair", "T"), "pair of tens"),
    (five_cards, ("two pair", "J"), "two pair, jacks and 2s"),
    (five_cards, ("full house", "2-A"), "full house, 2s over aces"),
    (five_cards, ("straight", "A"), "straight, ace high"),
    (five_cards, ("royal flush",), "royal flush"),
    (best_of(four_cards, 6), ("pair", "A"), "pair of aces"),
]
CALLS = [
    (three_cards, "Qs 9h 2d", "queen-9 high"),
    (three_cards, "Qs Qh 2d", "pair of queens"),
    (three_cards, "Ts 8s 2s", "flush, ten high"),
    (three_cards, "9s 8s 7d", "straight, 9 high"),
    (three_cards, "As 2s 3d", "straight, 3 high"),
    (three_cards, "7s 7d 7c", "3 of a kind, 7s"),
    (three_cards, "9s 8s 7s", "straight flush, 9 high"),
    (three_cards, "As Ks Qs", "mini royal"),
    (four_cards, "As Jh 9d 2c", "ace-jack high"),
    (four_cards, "8s 8h Ad 2c", "pair of 8s"),
    (four_cards, "8s 8h Ad Ac", "two pair, aces and 8s"),
    (four_cards, "As 2h 3d 4c", "straight, 4 high"),
    (four_cards, "As 2s 3s 9s", "flush, ace high"),
    (four_cards, "Ks Kh Kd 4c", "3 of a kind, kings"),
    (four_cards, "4s 3s 2s As", "straight flush, 4 high"),
    (four_cards, "As Ah Ad Ac", "4 of a kind, aces"),
    (five_cards, "As Kh 9d 4c 2c", "ace-king high"),
    (five_cards, "Js Jh 9d 4c 2c", "pair of jacks"),
    (five_cards, "Js Jh 9d 9c 2c", "two pair, jacks and 9s"),
    (five_cards, "6s 6h 6d 9c 2c", "3 of a kind, 6s"),
    (five_cards, "As 2h 3d 4c 5c", "straight, 5 high"),
    (five_cards, "Qs 2s 3s 4s 5s", "flush, queen high"),
    (five_cards, "Qs Qh Qd 5c 5s", "full house, queens over 5s"),
    (five_cards, "2s 2h 2d 2c 5s", "4 of a kind, 2s"),
    (five_cards, "9s Ks Qs Js Ts", "straight flush, king high"),
    (five_cards, "As Ks Qs Js Ts", "royal flush"),
    (seven_cards, "9s Ks Qs Js Ts 9d 9c", "straight flush, king high"),
]


def called(ranking: Ranking, cards: str) -> str:
    hand = parse_cards(cards, len(cards.split()), "hand")
    return ranking.text(ranking.of(hand), hand)


def slow(hand: Sequence[int]) -> tuple[int, list[int]]:
    """The category by its words, and the ranks that hands of it are compared by."""
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


@pytest.mark.compiled("goes through every hand: minutes without machine code")
@pytest.mark.parametrize("ranking", PUBLISHED, ids=lambda ranking: ranking.name)
def test_all_hands_fall_into_the_published_counts(ranking: ClassedRanking) -> None:
    values = values_of(ranking.value, all_sets(52, ranking.size))
    assert tuple(np.bincount(values >> 12)) == PUBLISHED[ranking]
    assert len(np.unique(values)) == len(ranking.classes()) == STRENGTHS[ranking]
    assert ranking.categories == ORDER[ranking.size]


@pytest.mark.parametrize("ranking", PUBLISHED, ids=lambda ranking: ranking.name)
def test_hands_of_every_strength_are_ordered_as_by_words(ranking: ClassedRanking) -> None:
    hands = suit_classes(ranking.size).hands
    values = values_of(ranking.value, hands)
    _, one_of_each = np.unique(values, return_index=True)
    chosen = sorted({*one_of_each.tolist(), *range(0, len(hands), 11)})
    by_words: dict[tuple[int, tuple[int, ...]], int] = {}
    for number in chosen:
        kind, order = slow(hands[number].tolist())
        assert category(int(values[number])) == kind, hands[number]
        assert by_words.setdefault((kind, tuple(order)), int(values[number])) == values[number]
    in_order = [by_words[words] for words in sorted(by_words)]
    assert in_order == sorted(set(in_order))
    assert len(in_order) == STRENGTHS[ranking]


@pytest.mark.compiled("goes through every hand: minutes without machine code")
@pytest.mark.parametrize(("of", "counts"), BEST_OF.items(), ids=str)
def test_the_best_of_more_cards_falls_into_the_published_counts(of: tuple[int, int], counts: tuple[int, ...]) -> None:
    """And is the best of every way to take the cards, one by one."""
    size, cards = of
    ranking = next(ranking for ranking in PUBLISHED if ranking.size == size)
    hands, weights = suit_classes(cards)
    values = values_of(best_of(ranking, cards).value, hands)
    assert tuple(np.bincount(values >> 12, weights).astype(int).tolist()) == counts
    assert sum(counts) == comb(52, cards)
    ways = [values_of(ranking.value, hands[:, way]) for way in map(list, combinations(range(cards), size))]
    assert (values == np.max(ways, axis=0)).all()


@pytest.mark.parametrize("cards", [5, 7, 9])
@pytest.mark.parametrize("ranking", PUBLISHED, ids=lambda ranking: ranking.name)
def test_the_best_of_some_cards_is_the_best_of_their_hands(ranking: ClassedRanking, cards: int) -> None:
    """Cards of few suits and few ranks, which make every kind of hand."""
    dice = random.Random(cards)
    best = best_of(ranking, cards)
    assert best.cards == cards
    for few in (4, 8, 13):
        deck = [card for card in DECK if card >> 2 < few or card & 3 < 2]
        for _ in range(25):
            hand = dice.sample(deck, cards)
            assert best.of(hand) == max(ranking.of(way) for way in combinations(hand, ranking.size))


def test_how_many_cards_a_best_hand_is_taken_from() -> None:
    assert best_of(five_cards, 7) is seven_cards
    assert seven_cards.cards == 7
    assert best_of(three_cards, 7).size == 3
    assert best_of(four_cards, 4).cards == 4
    for cards in (3, 10):
        with pytest.raises(RulesError, match="the best 4 can be taken from 4 to 9 cards"):
            best_of(four_cards, cards)


def test_the_best_four_of_five_by_hand() -> None:
    four = best_of(four_cards, 5)
    assert called(four, "Ac Ad 2s 3s 4s") == "straight, 4 high"
    assert called(four, "Ac Ad Ks Kd Kh") == "3 of a kind, kings"
    assert called(four, "Ac Kc Qc Jc Tc") == "royal flush"
    assert called(best_of(four_cards, 6), "Ac Ad Ks Kd Kh Ah") == "3 of a kind, aces"
    assert called(best_of(three_cards, 6), "2c 9c Jc As Qs 5s") == "flush, ace high"


@pytest.mark.compiled("goes through every hand: minutes without machine code")
@pytest.mark.parametrize("cards", [5, 6, 7, 8, 9])
def test_five_of_more_have_the_strengths_that_the_stored_tables_give(cards: int) -> None:
    dice = np.random.default_rng(cards)
    hands = np.sort(np.array([dice.choice(52, cards, replace=False) for _ in range(3_000)]), axis=1)
    if cards == 7:
        found = values_of(five_cards.value, hands)
        assert (found == values_of(seven_cards.value, hands)).all()
    else:
        ways = [values_of(five_cards.value, hands[:, way]) for way in map(list, combinations(range(cards), 5))]
        assert (values_of(five_cards.value, hands) == np.max(ways, axis=0)).all()
    assert best_of(five_cards, 7) is seven_cards


def test_flushes_are_worth_what_the_stored_table_says() -> None:
    for mask in range(1 << 13):
        ranks = [rank for rank in range(13) if mask >> rank & 1]
        if 5 <= len(ranks) <= 7:
            assert five_cards.of([4 * rank + 2 for rank in ranks]) == POKER_FLUSH[mask]


def test_the_order_of_the_cards_does_not_matter() -> None:
    dice = random.Random(5)
    for _ in range(30):
        hand = dice.sample(DECK, 5)
        assert len({five_cards.of(order) for order in permutations(hand)}) == 1


@pytest.mark.parametrize("ranking", PUBLISHED, ids=lambda ranking: ranking.name)
def test_every_strength_is_a_class(ranking: ClassedRanking) -> None:
    assert len(ranking.classes()) == STRENGTHS[ranking]
    assert all(rank in range(13) for ranks in ranking.classes().values() for rank in ranks)
    assert len(set(ranking.classes().items())) == STRENGTHS[ranking]
    assert len(ranking.ends()) == 2 * len(ranking.categories)
    assert (min(ranking.ends()), max(ranking.ends())) == (min(ranking.classes()), max(ranking.classes()))
    four = [4 * 12 + suit for suit in range(4)] + [0]
    assert ranking.classes()[ranking.of(four[-ranking.size :])] == (12, 0)


@pytest.mark.parametrize(("ranking", "asked", "text"), LEAST)
def test_the_least_of_a_category(ranking: ClassedRanking, asked: tuple[str, ...], text: str) -> None:
    least = ranking.least(*asked)
    assert least in ranking.classes()
    assert ranking.text(least, ()) == text


@pytest.mark.parametrize(
    ("said", "category"),
    [
        ("one pair", "pair"), ("Pairs", "pair"), ("two pair", "2 pair"), ("2-pairs", "two pair"),
        ("trips", "3 of a kind"), ("Three-of-a-Kind", "3 of a kind"), ("quads", "four of a kind"),
    ],
)  # fmt: skip
def test_a_category_may_be_said_in_other_words(said: str, category: str) -> None:
    assert five_cards.least(said) == five_cards.least(category)
    assert five_cards.text(five_cards.least(said), ()).startswith(category.replace("2", "two").replace("four", "4"))


def test_lengths_may_be_said_in_words() -> None:
    words = ("one", "two", "three", "four", "five", "six", "seven")
    lengths = [longest_flush.least(f"{word} card flush") for word in words[1:]]
    assert [category(strength) for strength in lengths] == [2, 3, 4, 5, 6, 7]
    assert (
        five_cards.least("high card", "A-K")
        == five_cards.least("high card", "a k")
        == five_cards.least("high card", "AK")
    )
    assert Ranking("mine", sum).text(7, ()) == "7"
    assert not five_cards.jokers
    assert not five_cards.ranks_alone
    assert (longest_flush.size, longest_flush.cards) == (0, 0)  # all cards that it is given


def test_the_least_is_the_weakest_of_all_hands_that_have_these_ranks() -> None:
    for hand in combinations(DECK, 3):
        strength = three_cards.of(hand)
        ranks = sorted((card >> 2 for card in hand), reverse=True)
        if category(strength) == 0:
            assert (strength >= three_cards.least("high card", "Q")) == (ranks[0] >= 10)
            assert (strength >= three_cards.least("high card", "K7")) == (ranks[:2] >= [11, 5])
        if category(strength) == 1:
            assert (strength >= three_cards.least("pair", "9")) == (ranks[1] >= 7)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("full hose",), "'full hose' is not a category: choose from high card, pair, two pair, 3 of a kind"),
        ((7,), "7 is not a category"),
        (("flush", "X"), "'X' are not ranks"),
        (("flush", 12), "12 are not ranks"),
        (("high card", "KA"), "no high card begins with KA"),
        (("high card", "6"), "no high card begins with 6: write ranks from the one that is compared first"),
        (("straight", "4"), "no straight begins with 4"),
        (("royal flush", "A"), "'royal flush' is not a category"),
    ],
)
def test_what_is_no_hand_is_told_in_a_sentence(asked: tuple[Any, ...], words: str) -> None:
    with pytest.raises(RulesError, match=re.escape(f"five cards: {words}")):
        five_cards.least(*asked)


@pytest.mark.parametrize(("ranking", "cards", "text"), CALLS)
def test_a_hand_is_called_as_a_dealer_would(ranking: ClassedRanking, cards: str, text: str) -> None:
    assert called(ranking, cards) == text


@rule
def _sum(cards: Any) -> int:
    return int((cards[0] >> 2) - (cards[1] >> 2))


def test_a_ranking_of_ones_own_is_taken_by_every_way_too() -> None:
    best = best_of(Ranking("difference", _sum), 4, size=2)
    assert best.of([0, 4, 8, 12]) == -1
    assert best.of([12, 0, 48, 4]) == 11
    hands = all_sets(20, 4)
    ways = [values_of(_sum, hands[:, way]) for way in map(list, combinations(range(4), 2))]
    assert (values_of(best.value, hands) == np.max(ways, axis=0)).all()
    with pytest.raises(RulesError, match="does not know how many cards a hand has: add size="):
        best_of(Ranking("difference", _sum), 4)  # type: ignore[call-overload]
    with pytest.raises(RulesError, match="the best 5 can be taken from 5 to 9 cards, not from 4"):
        best_of(five_cards, 4)
