"""Odd and even hands against the documents' words: sorted lists of ranks, compared as lists."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from math import comb, prod
from typing import Any

import numpy as np
import pytest

from feltlab.cards import DECK, RANKS, card_text, parse_cards
from feltlab.hands.jit import compiled
from feltlab.hands.parity import (
    EVEN,
    NEITHER,
    ODD,
    RANK_WORDS,
    SUIT_WORDS,
    best_side,
    best_strength,
    bonus_grade,
    has_ace,
    held_poker_grade,
    lowest_strength,
    poker_grade,
    rank_word,
    set_poker_grade,
    side_cards,
    side_count,
    side_strength,
    strength_ranks,
    suit_word,
)

MEMBERS = {ODD: "3579JKA", EVEN: "2468TQA"}
ALL_HANDS = comb(52, 7)
Side = tuple[int, list[int]]
"""How many cards, then their ranks from the highest down, the ace on top: as lists compare, so do hands."""


def side_of(ranks: str, side: int) -> Side:
    held = sorted((RANKS.index(rank) for rank in ranks if rank in MEMBERS[side]), reverse=True)
    return len(held), held


def best_of(ranks: str) -> Side:
    return max(side_of(ranks, ODD), side_of(ranks, EVEN))


def bonus_event(ranks: str) -> str:
    count = best_of(ranks)[0]
    if count < 5:
        return "nothing"
    return f"{count} cards" if "A" in ranks else f"{count} cards no ace"


def set_event(cards: list[str]) -> str:
    """The poker rank of cards of one parity."""
    suited = max(Counter(card[1] for card in cards).values(), default=0)
    if suited >= 5:
        return f"{suited} card flush"
    groups = sorted(Counter(card[0] for card in cards).values(), reverse=True)
    if groups[:1] == [4]:
        return "4 of a kind"
    if groups[:1] == [3]:
        return "full house" if groups[1:] and groups[1] >= 2 else "3 of a kind"
    return "2 pair" if groups[:2] == [2, 2] else "nothing"


POKER_EVENTS = [
    "nothing", "2 pair", "3 of a kind", "full house", "4 of a kind", "5 card flush", "6 card flush", "7 card flush",
]  # fmt: skip
BONUS_EVENTS = [
    "nothing",
    "5 cards",
    "5 cards no ace",
    "6 cards",
    "6 cards no ace",
    "7 cards",
    "7 cards no ace",
]


def poker_event(cards: list[str], aces_with: int) -> str:
    odd = [card for card in cards if card[0] in "3579JK" or (card[0] == "A" and aces_with != EVEN)]
    even = [card for card in cards if card[0] in "2468TQ" or (card[0] == "A" and aces_with != ODD)]
    return max(set_event(odd), set_event(even), key=POKER_EVENTS.index)


def weight(ranks: tuple[int, ...]) -> int:
    return prod(comb(4, count) for count in Counter(ranks).values())


def word_of(ranks: tuple[int, ...]) -> int:
    return sum(RANK_ONLY[rank] for rank in ranks)


RANK_ONLY = RANK_WORDS[::4].tolist()
SUITS_ONLY = SUIT_WORDS.tolist()
WORDS_OF_RANKS = RANK_WORDS.tolist()
MULTISETS = [ranks for ranks in combinations_with_replacement(range(13), 7) if max(Counter(ranks).values()) <= 4]


def text_of(ranks: tuple[int, ...]) -> str:
    return "".join(RANKS[rank] for rank in ranks)


def hands_worth_a_look(rng: random.Random, count: int) -> Iterator[list[str]]:
    """Random hands, four in five from decks short of suits or ranks, where poker ranks are common."""
    decks = [
        list(DECK),
        [card for card in DECK if card & 3 < 2],
        [card for card in DECK if card >> 2 in rng.sample(range(12), 4) or card >> 2 == 12],
        [card for card in DECK if card & 3 == 1 and RANKS[card >> 2] in MEMBERS[ODD]] + [0, 7],
        [card for card in DECK if card & 3 == 2 and RANKS[card >> 2] in MEMBERS[EVEN]] + [1, 4],
    ]
    for place in range(count):
        yield [card_text(card) for card in rng.sample(decks[place % len(decks)], 7)]


def test_every_multiset_of_ranks_has_its_sides() -> None:
    for ranks in MULTISETS:
        text, word = text_of(ranks), word_of(ranks)
        for side in (ODD, EVEN):
            strength = side_strength(word, side)
            assert (side_count(strength), strength_ranks(strength)) == side_of(text, side), text
            assert has_ace(strength) == ("A" in text), text


def test_strength_orders_all_sides_as_the_lists_compare() -> None:
    strengths: dict[tuple[int, ...], set[int]] = {}
    for ranks in MULTISETS:
        for side in (ODD, EVEN):
            count, held = side_of(text_of(ranks), side)
            strengths.setdefault((count, *held), set()).add(side_strength(word_of(ranks), side))
    in_order = [strengths[held] for held in sorted(strengths)]
    assert all(len(found) == 1 for found in in_order), "one strength a side"
    numbers = [found.pop() for found in in_order]
    assert all(lower < higher for lower, higher in pairwise(numbers))


def test_best_side_is_the_longer_then_the_higher_for_every_multiset() -> None:
    for ranks in MULTISETS:
        text, word = text_of(ranks), word_of(ranks)
        odd, even = side_of(text, ODD), side_of(text, EVEN)
        assert odd != even, f"{text}: seven cards are never all aces, so the sides differ"
        assert best_side(word) == (ODD if odd > even else EVEN), text
        assert best_strength(word) == side_strength(word, best_side(word)), text


def test_qualifier_of_four_cards_king_high_for_every_multiset() -> None:
    floor = lowest_strength(4, RANKS.index("K"))
    for ranks in MULTISETS:
        count, held = best_of(text_of(ranks))
        qualifies = count >= 5 or (count == 4 and RANKS[held[0]] in "KA")
        assert (best_strength(word_of(ranks)) >= floor) == qualifies, text_of(ranks)


@pytest.mark.parametrize("count", range(8))
def test_lowest_strength_is_a_floor_for_any_count_and_rank(count: int) -> None:
    for rank in range(13):
        floor = lowest_strength(count, rank)
        for ranks in MULTISETS[::101]:
            held_count, held = best_of(text_of(ranks))
            assert (best_strength(word_of(ranks)) >= floor) == ((held_count, held[0]) >= (count, rank))


def test_odd_even_bonus_event_of_every_multiset() -> None:
    for ranks in MULTISETS:
        assert BONUS_EVENTS[bonus_grade(word_of(ranks))] == bonus_event(text_of(ranks)), text_of(ranks)


@pytest.fixture(scope="module")
def hands_by_bonus_event() -> Counter[str]:
    counts: Counter[str] = Counter()
    for ranks in MULTISETS:
        counts[BONUS_EVENTS[bonus_grade(word_of(ranks))]] += weight(ranks)
    return counts


def printed_probability(hands: int) -> str:
    return f"0.{round(Fraction(hands, ALL_HANDS) * 10**8):08d}"


@pytest.mark.parametrize(
    ("event", "printed"),
    [
        ("7 cards no ace", "0.00517405"),
        ("7 cards", "0.01252665"),
        ("6 cards no ace", "0.04829113"),
        ("6 cards", "0.08687783"),
        ("5 cards no ace", "0.17537306"),
    ],
)
def test_table_5_odd_even_bonus_probabilities(hands_by_bonus_event: Counter[str], event: str, printed: str) -> None:
    assert printed_probability(hands_by_bonus_event[event]) == printed


def test_the_bonus_events_are_all_the_hands(hands_by_bonus_event: Counter[str]) -> None:
    assert hands_by_bonus_event.total() == ALL_HANDS == 133_784_560


@pytest.mark.parametrize("aces_with", [NEITHER, ODD, EVEN])
def test_poker_bonus_event_of_thousands_of_hands(aces_with: int) -> None:
    met = set()
    for cards in hands_worth_a_look(random.Random(20230519 + aces_with), 6_000):
        held = parse_cards(cards, 7, "hand")
        found = POKER_EVENTS[poker_grade(rank_word(held), suit_word(held), aces_with)]
        assert found == poker_event(cards, aces_with), cards
        met.add(found)
    assert met == set(POKER_EVENTS), "the hands tried hold every event"


def test_poker_bonus_event_of_a_hand_set_card_by_card() -> None:
    """A whole side as its name says; a part of it with the better of what is held and of what is not."""
    rng = random.Random(20261117)
    for cards in hands_worth_a_look(rng, 6_000):
        whole = parse_cards(cards, 7, "hand")
        ranks, suits = rank_word(whole), suit_word(whole)
        for side, held in ((NEITHER, ()), (ODD, side_cards(whole, ODD)), (EVEN, side_cards(whole, EVEN))):
            assert held_poker_grade(ranks, suits, rank_word(held), suit_word(held)) == poker_grade(ranks, suits, side)
        part = [card for card in side_cards(whole, rng.choice((ODD, EVEN))) if rng.random() < 0.6]
        kept = [card_text(card) for card in part]
        rest = [card for card in cards if card not in kept]
        event = max(poker_event(kept, NEITHER), poker_event(rest, NEITHER), key=POKER_EVENTS.index)
        assert POKER_EVENTS[held_poker_grade(ranks, suits, rank_word(part), suit_word(part))] == event, (cards, kept)


def test_poker_bonus_event_of_a_million_sides() -> None:
    """Set card by card or by its name: the same grade from the same compiled loops as a simulation has."""
    deals = np.random.default_rng(7).permuted(np.tile(np.arange(52), (250_000, 1)), axis=1)[:, :7]
    ranks, suits = RANK_WORDS[deals], SUIT_WORDS[deals]
    for side in (ODD, EVEN):
        on = np.isin(deals, side_cards(DECK, side))
        found = np.empty((len(deals), 2), np.int64)
        _grades(ranks.sum(1), suits.sum(1), (ranks * on).sum(1), (suits * on).sum(1), side, found)
        assert (found[:, 0] == found[:, 1]).all()
        assert set(found[:, 0]) == set(range(7))


@compiled
def _grades(ranks: Any, suits: Any, held: Any, held_suits: Any, side: int, found: Any) -> None:
    for number in range(len(ranks)):
        found[number, 0] = poker_grade(ranks[number], suits[number], side)
        found[number, 1] = held_poker_grade(ranks[number], suits[number], held[number], held_suits[number])


def side_grades(aces: int) -> list[Counter[int]]:
    """For aces of that many suits: odd sets by how many other odd cards they hold, then by poker grade."""
    cards = [card for card in DECK if RANKS[card >> 2] in "3579JK"]
    of_cards = [(WORDS_OF_RANKS[card], SUITS_ONLY[card]) for card in cards]
    fields = (1 << 39) - 1
    most = 7 - aces
    grades: list[Counter[int]] = [Counter() for _ in range(most + 1)]

    def walk(first: int, held: int, ranks: int, suits: int) -> None:
        grades[held][set_poker_grade(ranks & fields, suits)] += 1
        if held < most:
            for place in range(first, len(of_cards)):
                walk(place + 1, held + 1, ranks + of_cards[place][0], suits + of_cards[place][1])

    walk(
        0,
        0,
        sum(WORDS_OF_RANKS[48 + suit] for suit in range(aces)),
        sum(1 << 4 * suit for suit in range(aces)),
    )
    return grades


@pytest.fixture(scope="module")
def hands_by_poker_event() -> Counter[str]:
    """All seven-card hands: odd sets and even sets are alike, six ranks in four suits, and share the aces."""
    counts: Counter[str] = Counter()
    for aces in range(5):
        grades = side_grades(aces)
        for odd_cards in range(8 - aces):
            for (odd, ways), (even, others) in product(grades[odd_cards].items(), grades[7 - aces - odd_cards].items()):
                counts[POKER_EVENTS[max(odd, even)]] += comb(4, aces) * ways * others
    return counts


@pytest.mark.parametrize(
    ("event", "printed"),
    [
        ("7 card flush", "0.00000006"),
        ("6 card flush", "0.00001884"),
        ("5 card flush", "0.00124319"),
        ("4 of a kind", "0.00168067"),
        ("full house", "0.01421151"),
        ("3 of a kind", "0.06098480"),
        ("2 pair", "0.13770378"),
    ],
)
def test_table_7_poker_bonus_probabilities(hands_by_poker_event: Counter[str], event: str, printed: str) -> None:
    assert hands_by_poker_event.total() == ALL_HANDS
    assert printed_probability(hands_by_poker_event[event]) == printed


@pytest.mark.parametrize(
    ("cards", "event"),
    [
        ("Ah Kh Jh 9h 7h 2c 4d", "5 card flush"),
        ("Ah Kh Jh 9h 7c 2c 4d", "nothing"),
        ("Kh Jh 9h Qh Th 8h Ah", "nothing"),  # seven suited cards, four a side
        ("9c 9d 9h 8c 8d Qs 2h", "3 of a kind"),  # a full house across the parities
        ("9c 9d 8c 8d Qs 2h 4h", "nothing"),  # two pairs, one a side
        ("Ac Ad Ah As Kc Qd 2h", "4 of a kind"),
        ("9c 9d 9h 7c 7d 7h 2s", "full house"),  # two threes of a kind on one side
        ("9c 9d 7c 7d 5c 5d 2s", "2 pair"),
    ],
)
def test_poker_rank_lies_within_one_parity(cards: str, event: str) -> None:
    held = parse_cards(cards, 7, "hand")
    assert POKER_EVENTS[poker_grade(rank_word(held), suit_word(held), NEITHER)] == event


def test_aces_put_with_the_odd_cards_leave_the_even_set() -> None:
    held = parse_cards("Ac Ad 8c 8d 9c 7d 5h", 7, "hand")
    grades = {side: poker_grade(rank_word(held), suit_word(held), side) for side in (NEITHER, ODD, EVEN)}
    assert {side: POKER_EVENTS[grade] for side, grade in grades.items()} == {
        NEITHER: "2 pair",
        ODD: "nothing",
        EVEN: "2 pair",
    }
