"""The generator as it is used: its words, the deals made of them, and that the same tests find planted biases."""

from collections import Counter
from collections.abc import Callable
from itertools import permutations, product
from math import perm
from typing import Any, cast

import numba
import numpy as np
import pytest

from feltlab.cards import DECK, JOKER, joker_shoe
from feltlab.games.rule_out.round_kernels import KEEP, TRADE_STREAM, decide_at_random
from feltlab.games.rule_out.rounds import RULE_STREAM, rule_cards
from feltlab.kernels import dealing
from feltlab.kernels.dealing import SPARE, Cards, deal, draw, number_below, shuffle
from feltlab.kernels.philox import block, first_blocks, philox
from tests.simulation import plain_dealing as plain
from tests.simulation.frequencies import Frequencies, run_chances, score

LIMIT = 4.5
"""Of a score: exceeded by chance once in 150,000."""
CHUNK = 250_000
KEY = 0x0123_4567_89AB_CDEF

ANSWERS = [
    ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
]
"""Counter, key and words that the generator's authors print (Random123, kat_vectors)."""


def _words(text: str) -> list[int]:
    return [int(word, 16) for word in text.split()]


def _key(words: list[int]) -> np.uint64:
    return np.uint64(words[0] | words[1] << 32)


@pytest.mark.parametrize(("counter", "key", "words"), ANSWERS)
def test_the_authors_answers(counter: str, key: str, words: str) -> None:
    c0, c1, c2, c3 = _words(counter)
    of_kernel = philox(_key(_words(key)), np.uint64(c0), np.uint64(c1), np.uint64(c2), np.uint64(c3))
    assert [int(word) for word in of_kernel] == _words(words)
    assert [int(word) for word in block(_key(_words(key)), np.uint64(c0 | c1 << 32), c3, c2)] == _words(words)
    assert plain.philox(_words(key), (c0, c1, c2, c3)) == _words(words)


@pytest.mark.parametrize("first", [0, 2**32 - 3, 2**40 + 5])
def test_first_blocks_are_the_blocks_numbered_zero(first: int) -> None:
    words = np.empty((4, 8), np.uint32)
    first_blocks(np.uint64(KEY), np.uint64(first), 3, words)
    assert words.T.tolist() == [plain.block(KEY, first + number, 3, 0) for number in range(8)]


# The deal, beside its plain twin.

DECKS: dict[str, tuple[int, ...]] = {
    "52 cards": DECK,
    "54 cards": joker_shoe(1),
    "4 decks": joker_shoe(4),
    "8 decks": joker_shoe(8),
    "8 decks with 4 Jokers each": joker_shoe(8, 4),
}


def dealt(deck: tuple[int, ...], count: int, first: int, rounds: int, key: int = KEY) -> Cards:
    words, cards = np.empty((4, rounds), np.uint32), np.empty((rounds, count + SPARE), np.uint8)
    deal(np.uint64(key), np.uint64(first), np.array(deck, np.uint8), count, words, cards)
    return cards[:, :count]


@pytest.mark.parametrize("count", [1, 3, 4, 7, 8, 14, 20, 21, 49])
@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_deals_are_those_of_the_twin(deck: tuple[int, ...], count: int) -> None:
    rounds, first = 200, 2**32 - 100
    drawing = count <= dealing.MOST_DRAWN and len(deck) <= dealing.LONGEST_DRAWN
    rows = dealt(deck, count, first, rounds).tolist()
    for number, row in enumerate(rows, first):
        if drawing:
            assert row == [deck[place] for place in plain.drawn(KEY, number, 0, len(deck), count)]
        else:
            assert row == plain.shuffled(KEY, number, 0, deck, count)


@pytest.mark.parametrize("size", [15, 52, 54])
def test_thousands_of_draws_are_those_of_the_twin(size: int) -> None:
    """Enough rounds that many words are passed over, and many rounds go on to further blocks."""
    for count in (3, 7, 14):
        words, cards = np.empty((4, 3000), np.uint32), np.empty((3000, count + SPARE), np.uint8)
        draw(np.uint64(KEY), np.uint64(0), 1, size, count, words, cards)
        assert cards[:, :count].tolist() == [plain.drawn(KEY, number, 1, size, count) for number in range(3000)]
    if size > 15:
        passed = sum(
            not plain.numbers(word, size, 5) for number in range(3000) for word in plain.block(KEY, number, 1, 0)
        )
        assert passed > 100


def test_thousands_of_shuffles_are_those_of_the_twin() -> None:
    rows = dealt(DECK, 30, 0, 2000).tolist()
    assert rows == [plain.shuffled(KEY, number, 0, DECK, 30) for number in range(2000)]


def test_a_shuffle_passes_over_words_like_the_twin() -> None:
    """With 52 cards one word in 10^8 is passed over; with a deck of millions, one in a few hundred."""
    size, count, rounds = 16_700_000, 300, 8
    assert 2**32 % size > size // 8
    passed = 0
    deck = np.arange(size, dtype=np.int32)
    for number in range(rounds):
        shuffle(np.uint64(KEY), np.uint64(number), 2, cast(Any, deck), count)
        found = plain.choices(KEY, number, 2, size, count)
        cards: dict[int, int] = {}
        for place, choice in enumerate(found):
            other = place + choice
            cards[place], cards[other] = cards.get(other, other), cards.get(place, place)
        assert deck[:count].tolist() == [cards[place] for place in range(count)]
        words = [word for turn in range(count // 4) for word in plain.block(KEY, number, 2, turn)]
        passed += sum(word * size % 2**32 < 2**32 % size for word in words)
        touched = np.array(list(cards))
        deck[touched] = touched
    assert passed > 0


def test_rule_cards_are_drawn_from_a_stream_of_their_own() -> None:
    rules = rule_cards(5, 100, 500)[:, :3].tolist()
    assert rules == [plain.drawn(5, number, RULE_STREAM, 15, 3) for number in range(100, 600)]


def random_trades(hands: Cards, first: int, seats: int) -> Cards:
    actions = np.empty(len(hands) * seats, np.uint8)
    decide_at_random(np.uint64(KEY), np.uint64(first), hands, seats, actions)
    return actions.reshape(len(hands), seats)


def test_a_card_traded_at_random_is_the_twins_and_never_a_joker() -> None:
    seats, first, rounds = 7, 2**32 - 400, 800
    hands = dealt(joker_shoe(2), 4 * seats, first, rounds)
    jokers = Counter[int]()
    for number, (cards, actions) in enumerate(
        zip(hands.tolist(), random_trades(hands, first, seats).tolist(), strict=True), first
    ):
        for seat, action in enumerate(actions):
            offered = [place for place in range(3) if cards[3 * seat + place] != JOKER]
            jokers[3 - len(offered)] += 1
            assert action == offered[plain.one_below(KEY, number, TRADE_STREAM + seat, len(offered))]
    assert set(jokers) == {0, 1, 2}
    assert random_trades(np.full((5, 3), JOKER, np.uint8), 0, 1).tolist() == [[KEEP]] * 5


def test_one_number_passes_over_words_like_the_twin() -> None:
    """Of three cards one word in 2^32 is passed over; here two in five are, and some rounds go on to a second block."""
    size = 2_600_000_000
    assert 2**32 % size > 2**32 // 3
    found = [number_below(np.uint64(KEY), np.uint64(number), 3, size) for number in range(2000)]
    assert found == [plain.one_below(KEY, number, 3, size) for number in range(2000)]
    further = [
        all(word * size % 2**32 < 2**32 % size for word in plain.block(KEY, number, 3, 0)) for number in range(2000)
    ]
    assert sum(further) > 10


def test_cards_traded_at_random_are_even_and_independent_of_what_is_dealt() -> None:
    """Between seats of a round, from round to round, and against the cards dealt and the Rule Cards."""
    rounds, third = 500_000, np.full(3, 1 / 3)
    hands = dealt(DECK, 8, 0, rounds)
    trades = random_trades(hands, 0, 2).astype(np.int64)
    one, other = trades[:, 0], trades[:, 1]
    pairs: dict[str, tuple[Any, Any]] = {
        "the other seat's": (other, third),
        "the next round's": (np.roll(one, 1), third),
        "the card dealt first": (hands[:, 0], np.full(52, 1 / 52)),
        "the next card": (hands[:, 6], np.full(52, 1 / 52)),
        "the first Rule Card": (rule_cards(KEY, 0, rounds)[:, 0], np.full(15, 1 / 15)),
    }
    for name, (beside, chances) in pairs.items():
        seen = np.bincount(one * len(chances) + beside, minlength=3 * len(chances))
        assert abs(score(seen, np.outer(third, chances))) < LIMIT, name


def test_a_round_does_not_depend_on_the_rounds_dealt_with_it() -> None:
    for deck, count in ((DECK, 14), (DECK, 49), (joker_shoe(6), 4)):
        together = dealt(deck, count, 1000, 50)
        alone = np.concatenate([dealt(deck, count, number, 1) for number in range(1000, 1050)])
        assert together.tolist() == alone.tolist()


# Why the deals are exactly even: the same arithmetic on all words of a small width.


@pytest.mark.parametrize(
    ("width", "size", "count"),
    [
        (width, size, count)
        for width in (8, 12)
        for size, count in ((3, 1), (3, 2), (3, 5), (5, 2), (5, 3), (7, 2), (13, 2), (15, 2), (52, 1), (54, 1))
        if size**count <= 2**width
    ],
)
def test_numbers_of_one_word_are_exactly_even(width: int, size: int, count: int) -> None:
    ways = size**count
    even = Counter(tuple(plain.numbers(word, size, count, width)) for word in range(2**width))
    assert even.pop((), 0) == 2**width % ways
    assert set(even) == set(product(range(size), repeat=count))
    assert set(even.values()) == {2**width // ways}
    biased = Counter(tuple(plain.numbers(word, size, count, width, rejecting=False)) for word in range(2**width))
    assert len(set(biased.values())) > 1


def test_a_word_gives_no_more_numbers_than_it_can_hold() -> None:
    """Five numbers below 64 need 30 bits; a sixth would be taken from what is left of the word."""
    assert dealing.LONGEST_DRAWN**plain.NUMBERS_PER_WORD <= 2**plain.WIDTH
    assert 52 ** (plain.NUMBERS_PER_WORD + 1) > 2**plain.WIDTH


def test_leaving_out_numbers_that_came_before_is_exactly_even() -> None:
    """All sequences of eight numbers below four, for deals of three: each as often as any other."""
    deals: Counter[tuple[int, ...]] = Counter()
    for sequence in product(range(4), repeat=8):
        if len(set(sequence)) >= 3:
            deals[tuple(plain.first_different(iter(sequence), 3))] += 1
    assert set(deals) == set(permutations(range(4), 3))
    assert len(set(deals.values())) == 1


@pytest.mark.parametrize(("size", "count"), [(4, 4), (5, 3), (6, 6)])
def test_swaps_reach_each_deal_exactly_once(size: int, count: int) -> None:
    """And the naive swap with any card, placed or not, does not."""
    offered = [range(size - place) for place in range(count)]
    deals = Counter(tuple(plain.swapped(range(size), chosen)) for chosen in product(*offered))
    assert len(deals) == perm(size, count)
    assert set(deals.values()) == {1}
    naive: Counter[tuple[int, ...]] = Counter()
    for chosen in product(range(size), repeat=count):
        cards = list(range(size))
        for place, other in enumerate(chosen):
            cards[place], cards[other] = cards[other], cards[place]
        naive[tuple(cards[:count])] += 1
    assert len(set(naive.values())) > 1


# Frequencies of what is dealt.

CASES: dict[str, tuple[tuple[int, ...], int]] = {
    "52 cards, 14 drawn": (DECK, 14),
    "52 cards, 7 drawn": (DECK, 7),
    "52 cards, 28 swapped": (DECK, 28),
    "54 cards, 4 drawn": (joker_shoe(1), 4),
    "54 cards, 28 swapped": (joker_shoe(1), 28),
    "4 decks, 4 swapped": (joker_shoe(4), 4),
    "8 decks, 4 swapped": (joker_shoe(8), 4),
}


def frequencies(deck: tuple[int, ...], count: int, rounds: int) -> Frequencies:
    found = Frequencies(deck, count)
    for first in range(0, rounds, CHUNK):
        found.add(dealt(deck, count, first, min(CHUNK, rounds - first), key=11))
    return found


@pytest.mark.parametrize("case", CASES)
def test_dealt_cards_places_pairs_and_runs(case: str) -> None:
    deck, count = CASES[case]
    found = frequencies(deck, count, 2_000_000 if count <= 14 else 500_000)
    assert found.worst()[0] < LIMIT, found.worst()


@pytest.mark.soak
@pytest.mark.parametrize("case", CASES)
def test_dealt_cards_places_pairs_and_runs_over_a_hundred_million_draws(case: str) -> None:
    deck, count = CASES[case]
    rounds = -(-120_000_000 // count)
    found = frequencies(deck, count, rounds)
    print(f"{case}: {rounds * count:,} draws, worst {found.worst()[0]:.2f} ({found.worst()[1]})")
    assert found.worst()[0] < LIMIT, found.worst()


def of_rule_cards(rounds: int) -> Frequencies:
    found = Frequencies(tuple(range(15)), 3)
    for first in range(0, rounds, CHUNK):
        found.add(rule_cards(11, first, CHUNK)[:, :3])
    return found


def test_rule_cards_places_and_pairs() -> None:
    assert of_rule_cards(2_000_000).worst()[0] < LIMIT


@pytest.mark.soak
def test_rule_cards_places_and_pairs_over_a_hundred_million_draws() -> None:
    assert of_rule_cards(40_000_000).worst()[0] < LIMIT


def test_streams_and_seeds_are_independent() -> None:
    """The first card dealt against the first Rule Card of the round, and against the same round of the next seed."""
    rounds = 1_000_000
    shoe, rules = dealt(joker_shoe(1), 4, 0, rounds)[:, 0].astype(np.int64), rule_cards(KEY, 0, rounds)[:, 0]
    copies = np.bincount(joker_shoe(1)) / 54
    assert abs(score(np.bincount(shoe * 15 + rules, minlength=53 * 15), np.outer(copies, np.full(15, 1 / 15)))) < LIMIT
    one, other = dealt(DECK, 14, 0, rounds, key=1)[:, 0].astype(np.int64), dealt(DECK, 14, 0, rounds, key=2)[:, 0]
    assert abs(score(np.bincount(one * 52 + other, minlength=52**2), np.full(52**2, 1 / 52**2))) < LIMIT


def test_run_chances_against_every_order_of_a_small_deck() -> None:
    lengths: Counter[int] = Counter()
    for order in permutations(["a", "a", "a", "b", "b"]):
        lengths[next((place for place, card in enumerate(order) if card != order[0]), 5)] += 1
    assert run_chances([3, 2], 3) == pytest.approx([lengths[1] / 120, lengths[2] / 120, lengths[3] / 120])


# Planted biases: the very same frequencies must find each of them.

PLANTED = (
    "none", "naive swap", "off by one, the last card is never chosen", "off by one, no card stays", "modulo of 8 bits",
    "modulo of 12 bits", "a counter for two rounds", "a block for all cards", "a card dealt twice",
)  # fmt: skip
_HONEST, _NAIVE, _NOT_LAST, _NOT_STAYING, _MODULO_8, _MODULO_12, _COUNTER, _BLOCK, _TWICE = range(len(PLANTED))


def _planted_deal() -> Callable[[int, int, Cards], None]:
    """A shuffle as in the kernels but for one thing done wrong."""

    def deal_wrongly(bias: int, first: int, cards: Any) -> None:
        size, count = 52, cards.shape[1]
        deck = np.empty(52, np.uint8)
        for row in range(len(cards)):
            for card in range(size):
                deck[card] = card
            round = (first + row) // 2 if bias == _COUNTER else first + row
            words = block(np.uint64(11), np.uint64(round), 0, 0)
            for place in range(count):
                if place % 4 == 0 and bias != _BLOCK:
                    words = block(np.uint64(11), np.uint64(round), 0, place // 4)
                word = np.int64(words[place % 4])
                start, left = place, size - place
                if bias in (_NAIVE, _TWICE):
                    start, left = 0, size
                elif bias == _NOT_LAST:
                    left -= 1
                elif bias == _NOT_STAYING:
                    start, left = place + 1, left - 1
                other = start + (word * left >> 32)
                if bias == _MODULO_8:
                    other = start + (word & 0xFF) % left
                elif bias == _MODULO_12:
                    other = start + (word & 0xFFF) % left
                if bias == _TWICE:
                    cards[row, place] = other
                else:
                    deck[place], deck[other] = deck[other], deck[place]
            if bias != _TWICE:
                cards[row] = deck[:count]

    return cast("Callable[[int, int, Cards], None]", numba.njit(deal_wrongly))


@pytest.fixture(scope="module")
def deal_wrongly() -> Callable[[int, int, Cards], None]:
    return _planted_deal()


@pytest.mark.parametrize("bias", range(len(PLANTED)), ids=PLANTED)
def test_a_planted_bias_is_found(bias: int, deal_wrongly: Callable[[int, int, Cards], None]) -> None:
    found = Frequencies(DECK, 14)
    for first in range(0, 2_000_000, CHUNK):
        cards = np.empty((CHUNK, 14), np.uint8)
        deal_wrongly(bias, first, cards)
        found.add(cards)
    worst, where = found.worst()
    print(f"{PLANTED[bias]}: {worst:.1f} ({where})")
    assert (worst < LIMIT) == (bias == _HONEST), (worst, where)


def test_the_planted_deal_without_its_bias_is_the_kernels(deal_wrongly: Callable[[int, int, Cards], None]) -> None:
    """So that what the biases change is all that differs."""
    cards = np.empty((500, 28), np.uint8)
    deal_wrongly(_HONEST, 0, cards)
    assert cards.tolist() == dealt(DECK, 28, 0, 500, key=11).tolist()
