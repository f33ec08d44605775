"""River histograms against every pair of cards, and counts of boards against every board."""

import random
from collections import Counter
from functools import cache
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt
import pytest

from feltlab.games.quick_draw_holdem.river import (
    COUNT_BITS,
    GRADES,
    RIVERS,
    TURNS,
    best_play,
    board_counts,
    finished_boards,
    flop_counts,
    river_histograms,
    tally,
)
from feltlab.hands.jit import compiled
from feltlab.hands.poker import best_four_grade, flop_grade, river_grade, seven_card_strength
from feltlab.kernels.suit_classes import Ints, suit_classes

needs_machine_code = pytest.mark.compiled("the loop over all hands is only for machine code")
SEVEN: Final = 5
JACK: Final = 9
NETS: Final = [-3, 3, 4, 5, 6, 7, 27, 52, 202]
SEVEN_CARD_HANDS: Final = {8: 4_324, 7: 37_260, 6: 224_848, 5: 3_473_184, 4: 4_047_644, 3: 6_180_020, 2: 6_461_620}
"""Seven-card hands by river grade, from the usual tables of poker frequencies; two pair is split here."""


def unpacked(histogram: int) -> list[int]:
    return [histogram >> COUNT_BITS * grade & 63 for grade in range(GRADES)]


def others(hand: list[int]) -> list[int]:
    return [card for card in range(52) if card not in hand]


@cache
def samples(count: int) -> list[int]:
    """Classes of every kind: by the most cards of a suit, two to five."""
    dice = random.Random(20)
    kinds: dict[int, list[int]] = {}
    for number, hand in enumerate(suit_classes(5).hands.tolist()):
        kinds.setdefault(max(Counter(card & 3 for card in hand).values()), []).append(number)
    return [number for kind in sorted(kinds) for number in dice.sample(kinds[kind], count)]


@compiled
def wrong_turns(hands: Ints, histograms: Ints, high_pair: int, weights: Ints) -> tuple[int, Ints]:
    """Turn cards whose histogram is not that of all their rivers, card by card; and all deals by grade."""
    wrong, totals = 0, np.zeros(9, np.int64)
    found, rest = np.empty(47, np.int64), np.empty(47, np.int64)
    for number in range(len(hands)):
        a, b, c, d, e = hands[number]
        size = 0
        for card in range(52):
            if card not in (a, b, c, d, e):
                rest[size] = card
                size += 1
        found[:] = 0
        for i in range(47):
            for j in range(i):
                grade = river_grade(seven_card_strength(a, b, c, d, e, rest[i], rest[j]), high_pair)
                found[i] += 1 << 6 * grade
                found[j] += 1 << 6 * grade
                totals[grade] += 2 * weights[number]
        for i in range(47):
            wrong += found[i] != histograms[number, i]
    return wrong, totals


@needs_machine_code
def test_every_histogram_of_every_class_is_that_of_its_1081_pairs_of_cards() -> None:
    hands, weights = suit_classes(5)
    wrong, totals = wrong_turns(hands, river_histograms(hands, SEVEN), SEVEN, weights)
    assert wrong == 0
    assert totals.sum() == comb(52, 5) * 47 * 46
    pairs_of_seven = 7 * 6
    assert {grade: totals[grade] for grade in SEVEN_CARD_HANDS} == {
        grade: count * pairs_of_seven for grade, count in SEVEN_CARD_HANDS.items()
    }


@pytest.mark.parametrize("high_pair", [0, 5, 12])
def test_a_sample_of_every_kind_for_other_winning_pairs(high_pair: int) -> None:
    chosen = suit_classes(5).hands[samples(5)]
    for hand, row in zip(chosen.tolist(), river_histograms(chosen, high_pair).tolist(), strict=True):
        (a, b, c, d, e), rest = hand, others(hand)
        for turn, histogram in list(zip(rest, row, strict=True))[::5]:
            grades = Counter(
                river_grade(seven_card_strength(a, b, c, d, e, turn, river), high_pair)
                for river in rest
                if river != turn
            )
            assert unpacked(histogram) == [grades[grade] for grade in range(GRADES)]


@pytest.mark.parametrize("looks_ahead", [True, False])
def test_best_play_is_a_plain_maximum(looks_ahead: bool) -> None:
    histograms = river_histograms(suit_classes(5).hands[samples(20)], SEVEN)
    turn_bets = np.empty(histograms.shape, np.bool_)
    values = best_play(histograms, np.array(NETS), -2, looks_ahead, turn_bets)
    for row, value, bets in zip(histograms.tolist(), values.tolist(), turn_bets.tolist(), strict=True):
        sums = [sum(count * net for count, net in zip(unpacked(histogram), NETS, strict=True)) for histogram in row]
        assert bets == [paid >= -2 * RIVERS for paid in sums]
        assert value == sum(max(paid, -2 * RIVERS) if looks_ahead else paid for paid in sums)


def test_an_exact_tie_on_the_turn_is_a_bet() -> None:
    half_and_half = 23 | 23 << COUNT_BITS
    row = np.full((1, TURNS), half_and_half)
    turn_bets = np.empty(row.shape, np.bool_)
    nets = np.array([-3, -1, 0, 0, 0, 0, 0, 0, 0])
    assert best_play(row, nets, -2, True, turn_bets).tolist() == [-2 * RIVERS * TURNS]
    assert turn_bets.all()


def test_a_tally_weighs_what_was_bet_and_what_was_folded() -> None:
    chosen = samples(10)
    hands, weights = suit_classes(5).hands[chosen], suit_classes(5).weights[chosen]
    histograms = river_histograms(hands, SEVEN)
    dice = np.random.default_rng(4)
    flop_bets, turn_bets = dice.random(len(hands)) < 0.5, dice.random(histograms.shape) < 0.5
    expected = np.zeros((2, GRADES), np.int64)
    for number in np.flatnonzero(flop_bets):
        for turn in range(TURNS):
            counts = np.array(unpacked(int(histograms[number, turn])))
            expected[int(turn_bets[number, turn])] += weights[number] * counts
    assert tally(histograms, weights, flop_bets, turn_bets).tolist() == expected.tolist()


def test_flops_are_counted_as_one_by_one() -> None:
    plain = Counter(flop_grade(*flop) for flop in combinations(range(52), 3))
    assert flop_counts() == tuple(plain[grade] for grade in range(6))


@compiled
def count_every_board(lowest_pair: int) -> npt.NDArray[np.int64]:
    counts = np.zeros(9, np.int64)
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        counts[best_four_grade(a, b, c, d, e, lowest_pair)] += 1
    return counts


@needs_machine_code
@pytest.mark.parametrize("lowest_pair", [0, JACK, 12])
def test_boards_are_counted_as_one_by_one(lowest_pair: int) -> None:
    assert board_counts(lowest_pair) == tuple(count_every_board(lowest_pair).tolist())


@pytest.mark.parametrize("shown", [3, 4])
def test_a_board_in_play_is_filled_up_from_the_cards_not_seen(shown: int) -> None:
    dice = random.Random(shown)
    for _ in range(5):
        cards = dice.sample(range(52), 2 + shown)
        board, unseen = cards[2:], others(cards)
        boards = [(*board, *rest) for rest in combinations(unseen, 5 - shown)]
        plain = Counter(best_four_grade(a, b, c, d, e, JACK) for a, b, c, d, e in boards)
        found = finished_boards(np.array(board, np.int64), np.array(unseen, np.int64), JACK)
        assert found == tuple(plain[grade] for grade in range(9))
