"""Flushes by length, points, ranks alone and Jokers: counted over all hands, and against plain words for them."""

import doctest
import random
from collections import Counter
from dataclasses import dataclass
from itertools import combinations, product
from math import comb, prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from feltlab import sdk
from feltlab.cards import DECK, JOKER, parse_card, parse_cards
from feltlab.errors import RulesError
from feltlab.exact.solving.tabulating import values_of
from feltlab.hands.flushes import longest_flush, longest_straight_flush
from feltlab.hands.poker_hands import best_of, five_cards, four_cards, seven_cards, three_cards
from feltlab.hands.ranking import Ranking, category
from feltlab.hands.totals import baccarat_points, blackjack_points, high_cards
from feltlab.hands.wild import with_bug, with_wild
from feltlab.kernels.subsets import all_sets
from feltlab.kernels.valuing import STORED
from feltlab.rules.declaring import declare, opening
from feltlab.rules.house import Numbers, whole
from feltlab.rules.settling import Hand
from feltlab.rules.steps import SEATS, Deal

PAGE = Path(__file__).parents[2] / "docs" / "rankings.md"
WILD, BUG = with_wild(five_cards), with_bug(five_cards)
JOKER_COUNTS = {
    WILD: (1_302_540, 1_268_088, 123_552, 137_280, 20_532, 7_804, 6_552, 3_120, 204, 13),
    BUG: (1_418_964, 1_215_024, 138_600, 63_360, 20_532, 7_804, 4_368, 828, 204, 1),
}
"""Of a deck with one Joker, as published for it wild and as a bug."""
CALLS = [
    (longest_flush, "As 2s 3s Kd Qd 9d 2h", "3 card flush, ace high"),
    (longest_flush, "2c 3c 4c 5c 6c 7c 9c", "7 card flush, 9 high"),
    (longest_straight_flush, "As 2s 3s Kd Qd 9d 2h", "3 card straight flush, 3 high"),
    (longest_straight_flush, "Ts 2s 3h Kd Ad Qd 2h", "3 card straight flush, ace high"),
    (longest_straight_flush, "Ks Kd 2s 4d 6h 8c Tc", "1 card straight flush, king high"),
    (blackjack_points, "As Ks", "blackjack"),
    (blackjack_points, "Ks 6d 5h", "21"),
    (blackjack_points, "As Ah 5d", "soft 17"),
    (blackjack_points, "As 6d Th", "17"),
    (blackjack_points, "Kd Qd 2c", "bust"),
    (baccarat_points, "9d 9c", "natural 8"),
    (baccarat_points, "Ks 2c 7h", "9"),
    (baccarat_points, "Ks Tc", "0"),
    (high_cards, "9d As Th", "ace-ten-9"),
    (WILD, "As Ah Ac Ad Jo", "5 of a kind, aces"),
    (WILD, "2s 2h 2c Jo Jo", "5 of a kind, 2s"),
    (WILD, "As Ks Qs Jo Jo", "royal flush"),
    (WILD, "Ks 8h 7s 2d Jo", "pair of kings"),
    (WILD, "Ks 8h 7s Jo Jo", "3 of a kind, kings"),
    (WILD, "2s 2h 7s 7d Jo", "full house, 7s over 2s"),
    (WILD, "As Ks 9s 7s Jo", "flush, ace high"),
    (WILD, "2s 3h 4d 5c 7s", "7-5 high"),
    (BUG, "As Ah Ac Ad Jo", "5 of a kind, aces"),
    (BUG, "Ks Kh Kc Kd Jo", "4 of a kind, kings"),
    (BUG, "Ks Kh Qc Qd Jo", "two pair, kings and queens"),
    (BUG, "2s 3h 4s 6d Jo", "straight, 6 high"),
    (BUG, "2s 5s 7s 9s Jo", "flush, ace high"),
    (BUG, "As Ks 9s 7s Jo", "flush, ace high"),
    (BUG, "2s 5s 7s 9d Jo", "ace-9 high"),
    (BUG, "Ks Kh 7d Jo Jo", "two pair, aces and kings"),
    (with_wild(three_cards), "As 2h Jo", "straight, 3 high"),
    (with_wild(three_cards), "9s 2h Jo", "pair of 9s"),
    (with_wild(seven_cards), "9s 9h 9d 2c 3d 9c Jo", "5 of a kind, 9s"),
    (with_wild(best_of(four_cards, 6)), "9s 9h 9d 9c Kd Jo", "4 of a kind, 9s"),
]


@pytest.mark.parametrize(("ranking", "cards", "text"), CALLS)
def test_a_hand_is_called_as_a_dealer_would(ranking: Ranking, cards: str, text: str) -> None:
    hand = parse_cards(cards, len(cards.split()), "hand")
    assert ranking.text(ranking.of(hand), hand) == text


def flush_by_words(hand: tuple[int, ...]) -> tuple[int, list[int]]:
    suits = [sorted((card >> 2 for card in hand if card & 3 == suit), reverse=True) for suit in range(4)]
    return max((len(suit), suit) for suit in suits)


def run_by_words(hand: tuple[int, ...]) -> int:
    held = set(hand)
    runs = ([(4 * (low + step) + suit) % 52 for step in range(length)] for length in range(7, 0, -1)
            for low in range(-1, 14 - length) for suit in range(4))  # fmt: skip
    return next(len(run) for run in runs if held.issuperset(run))


def test_flushes_are_ordered_by_length_and_then_by_rank() -> None:
    dice = random.Random(7)
    hands = [tuple(dice.sample(DECK, 7)) for _ in range(2_000)]
    ranked = sorted({(longest_flush.of(hand), tuple(flush_by_words(hand)[1])) for hand in hands})
    assert ranked == sorted(ranked, key=lambda entry: (len(entry[1]), entry[1]))
    assert len({strength for strength, _ in ranked}) == len(ranked)
    assert all(category(longest_flush.of(hand)) == flush_by_words(hand)[0] for hand in hands)


def test_straight_flushes_are_as_long_as_by_words() -> None:
    dice = random.Random(8)
    for _ in range(500):
        hand = tuple(dice.sample(DECK[dice.randrange(30) :], 7))
        assert category(longest_straight_flush.of(hand)) == run_by_words(hand), hand


def test_straight_flushes_are_ordered_by_length_and_then_by_their_highest_card() -> None:
    """A single ace is above the others; with a deuce it is below."""
    runs = {(1, (rank,)) for rank in range(13)}
    runs |= {(length, (highest,)) for length in range(2, 8) for highest in range(length - 2, 13)}
    by_strength = sorted(longest_straight_flush.classes().items())
    assert [(category(strength), leading) for strength, leading in by_strength] == sorted(runs)


def test_every_flush_is_a_class() -> None:
    by_length = Counter(category(strength) for strength in longest_flush.classes())
    assert by_length == {length: comb(13, length) for length in range(1, 8)}
    lengths = ("no flush", *[f"{length} card flush" for length in range(1, 8)])
    assert longest_flush.categories == lengths
    assert longest_straight_flush.categories == tuple(length.replace("flush", "straight flush") for length in lengths)


@pytest.mark.parametrize("ranking", [longest_flush, longest_straight_flush], ids=lambda ranking: ranking.name)
def test_no_cards_have_no_flush(ranking: Ranking) -> None:
    none = np.empty(0, np.int64)
    assert ranking.text(ranking.value(none), ()) == ranking.name.replace("longest", "no")


def test_all_hands_of_seven_cards_by_the_length_of_their_flush() -> None:
    """By how many cards each suit has: a hand of each, and how many there are."""
    counts: Counter[int] = Counter()
    for lengths in product(range(8), repeat=4):
        if sum(lengths) == 7:
            hand = [4 * rank + suit for suit, length in enumerate(lengths) for rank in range(length)]
            counts[category(longest_flush.of(hand))] += prod(comb(13, length) for length in lengths)
    assert counts == {7: 6_864, 6: 267_696, 5: 3_814_668, 4: 26_137_540, 3: 78_881_088, 2: 24_676_704}
    assert counts.total() == comb(52, 7)


def test_a_dealer_qualifies_with_three_cards_nine_high() -> None:
    least = longest_flush.least("three card flush", "9")
    assert longest_flush.text(least, ()) == "3 card flush, 9 high"
    assert longest_flush.classes()[least] == (7, 1, 0)
    assert longest_flush.classes()[longest_flush.least("4 card flush", "AK")] == (12, 11, 1, 0)
    assert longest_straight_flush.least("3 card straight flush", "3") == longest_straight_flush.least(
        "3 card straight flush"
    )
    with pytest.raises(RulesError, match="no hand is a no flush"):
        longest_flush.least("no flush")


@pytest.mark.compiled("goes through every hand: minutes without machine code")
@pytest.mark.parametrize("ranking", JOKER_COUNTS, ids=lambda ranking: ranking.name)
def test_all_hands_with_a_joker_fall_into_the_published_counts(ranking: Any) -> None:
    values = values_of(ranking.value, all_sets(53, 5))
    assert tuple(np.bincount(values >> 12)) == JOKER_COUNTS[ranking]
    assert (values == ranking.least("royal flush")).sum() == 24
    assert set(np.unique(values)) == set(ranking.classes())


def test_two_jokers_stand_for_the_best_two_cards() -> None:
    dice = random.Random(9)
    for _ in range(25):
        held = [4 * rank + dice.randrange(4) for rank in dice.sample(range(13), 3)]
        rest = [card for card in DECK if card not in held]
        best = max(five_cards.of((*held, *two)) for two in combinations(rest, 2))
        assert WILD.of((*held, JOKER, JOKER)) == best


def test_of_seven_cards_a_joker_is_the_best_card() -> None:
    seven = with_wild(seven_cards)
    dice = random.Random(10)
    for _ in range(25):
        held = dice.sample(DECK, 6)
        best = max(seven_cards.of((*held, card)) for card in DECK if card not in held)
        assert seven.of((*held, JOKER)) == best
    assert seven.of(range(7)) == seven_cards.of(range(7))
    assert seven.cards == 7


def test_five_of_a_kind_is_a_class_of_five_cards_alone() -> None:
    top = len(five_cards.categories)
    for ranking, ranks in ((WILD, range(13)), (BUG, [12])):
        assert ranking.classes() == {**five_cards.classes(), **{top << 12 | rank: (rank,) for rank in ranks}}
        assert ranking.categories == (*five_cards.categories, "5 of a kind")
    for ranking in (three_cards, four_cards):
        assert with_wild(ranking).classes() == ranking.classes()
        assert with_bug(ranking).categories == ranking.categories


def blackjack_by_words(hand: tuple[int, ...]) -> int:
    totals = {0}
    for card in hand:
        points = (1, 11) if card >> 2 == 12 else (min(card // 4 + 2, 10),)
        totals = {total + point for total in totals for point in points}
    return max((total for total in totals if total <= 21), default=0)


def test_points_of_three_cards() -> None:
    worth = (2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1)
    for hand in combinations(DECK[::2], 3):
        assert blackjack_points.of(hand) == blackjack_by_words(hand)
        assert baccarat_points.of(hand) == sum(worth[card // 4] for card in hand) % 10


def test_a_hand_is_soft_while_one_ace_counts_eleven() -> None:
    for aces in range(2, 22):  # of many decks
        hand = [parse_card("As")] * aces
        called = f"soft {aces + 10}" if aces <= 11 else str(aces)
        assert blackjack_points.text(blackjack_points.of(hand), hand) == called
    for cards, called in (("As 2h 2d 6c", "soft 21"), ("As 2h 2d 6c Th", "21"), ("As 2h 2d 7c", "12")):
        hand = list(parse_cards(cards, len(cards.split()), "hand"))
        assert blackjack_points.text(blackjack_points.of(hand), hand) == called


def test_all_deals_of_two_cards_by_their_points() -> None:
    twos = list(combinations(DECK, 2))
    assert Counter(map(blackjack_points.of, twos))[21] == 4 * 16
    baccarat = Counter(map(baccarat_points.of, twos))
    assert (baccarat[9], baccarat[8], baccarat[0]) == (128, 124, 190)


def test_highest_cards_are_compared_from_the_top() -> None:
    hands = list(combinations(DECK[::3], 3))
    by_words = {hand: sorted((card >> 2 for card in hand), reverse=True) for hand in hands}
    assert [by_words[hand] for hand in sorted(hands, key=high_cards.of)] == sorted(by_words.values())
    assert [high_cards.of([card]) for card in (0, 51)] == [0, 12]
    assert high_cards.of(DECK[-15:]) < 1 << 60  # four bits a card


@pytest.mark.parametrize("ranking", [blackjack_points, baccarat_points, high_cards], ids=lambda ranking: ranking.name)
def test_compiled_points_are_the_plain_ones(ranking: Ranking) -> None:
    hands = all_sets(52, 3)[::97]
    assert ranking.ranks_alone
    assert values_of(ranking.value, hands).tolist() == [ranking.of(hand) for hand in hands.tolist()]


@pytest.mark.parametrize(
    "ranking", [three_cards, four_cards, five_cards, seven_cards, longest_flush], ids=lambda ranking: ranking.name
)
def test_what_is_stored_with_the_package_gives_the_same_values(ranking: Any) -> None:
    hands = all_sets(30, ranking.cards or 7)[::2_003]
    found = np.empty(len(hands), np.int64)
    STORED[ranking.value](hands, found)
    assert found.tolist() == [ranking.of(hand) for hand in hands.tolist()]


@dataclass(frozen=True)
class _WithJoker(Numbers):
    jokers: int = whole(1, 0, 2, "Jokers in the deck")


def test_a_hand_that_its_ranking_does_not_know_is_refused() -> None:
    with pytest.raises(RulesError, match="mine: hand 'own' has 5 cards, and three cards takes 3: see best_of"):
        _declared(three_cards)
    assert _declared(best_of(three_cards, 5)).hands["own"].ranking.cards == 5
    with pytest.raises(
        RulesError, match="mine: hand 'own' may hold a Joker, which five cards does not know: see with_wild"
    ):
        _declared(five_cards, _WithJoker(seats=1))
    assert _declared(WILD, _WithJoker(seats=1)).hands["own"].ranking is WILD
    with pytest.raises(ValueError, match="up to two Jokers"):
        WILD.of([JOKER, JOKER, JOKER, 1, 2])


def _declared(ranking: Any, numbers: Numbers | None = None) -> Any:
    return declare(
        "mine",
        "Mine",
        "Mine: one hand.",
        wagers=[opening("ante")],
        round=[Deal("player", 2, SEATS), Deal("board", 3, parts={"flop": 2, "last": 1})],
        hands={"own": Hand(ranking, "player", "flop", "last")},
        settle=lambda own: 3,
        numbers=numbers,
    )


@pytest.mark.compiled("the page shows numbers as machine code gives them")
def test_the_page_for_authors_shows_what_happens() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted >= 20
    assert result.failed == 0


def test_the_page_for_authors_names_every_ranking_with_its_categories() -> None:
    words = " ".join(PAGE.read_text("utf-8").split())
    rankings = {name: getattr(sdk, name) for name in sdk.__all__ if isinstance(getattr(sdk, name), Ranking)}
    assert {"three_cards", "lowest_of_seven"} < rankings.keys()
    for name, ranking in rankings.items():
        assert f"| `{name}` |" in words
        if ranking in (three_cards, four_cards, five_cards):
            assert ", ".join(ranking.categories) in words
