"""Ways to play Quick Draw Hold'em, looked up by ranks and suits in a loop over rounds, are those of the rule."""

from functools import cache

import numpy as np
import pytest

from feltlab.games.quick_draw_holdem.decisions import bets_flop, bets_turn, decisions, suits_to_bet
from feltlab.games.quick_draw_holdem.round_kernels import decide, grade
from feltlab.games.quick_draw_holdem.strategies import BY_CARDS, classes
from feltlab.hands.poker import best_four_grade, flop_grade, river_grade, seven_card_strength
from feltlab.kernels.dealing import Cards
from feltlab.kernels.suit_classes import RANKS, Ints

SEVEN, JACK, TURNS = 5, 9, 47
EVERY = 2_003
"""Of the hands that are dealt, one in so many is asked about alone as well."""


@cache
def rounds() -> tuple[Cards, Ints]:
    """Every class of hands with a turn card at random, then a river that nobody looks at; the turn's place."""
    hands = classes().hands
    left = np.ones((len(hands), 52), np.bool_)
    np.put_along_axis(left, hands, False, axis=1)
    others = np.nonzero(left)[1].reshape(-1, TURNS)
    places = np.random.default_rng(5).integers(TURNS, size=len(hands))
    rows = np.arange(len(hands))
    after = np.stack([others[rows, places], others[rows, places - 1]], axis=1)
    return np.concatenate([hands, after], axis=1).astype(np.uint8), places


def decided(way: int, high_pair: int, cards: Cards) -> Cards:
    to_bet, actions = np.empty(1 << RANKS, np.uint8), np.empty(len(cards), np.uint8)
    suits_to_bet(way, high_pair, to_bet)
    decide(cards, 1, to_bet, high_pair, actions)
    return actions


@pytest.mark.compiled("decides every class of hands")
@pytest.mark.parametrize("way", BY_CARDS.values())
def test_every_class_of_hands_is_decided_as_by_the_rule(way: int) -> None:
    hands, (cards, places) = classes().hands, rounds()
    flop_bets, turn_bets = np.empty(len(hands), np.bool_), np.empty((len(hands), TURNS), np.bool_)
    for high_pair in (0, SEVEN, RANKS - 1):
        decisions(way, hands, high_pair, flop_bets, turn_bets)
        expected = 1 + flop_bets + (flop_bets & turn_bets[np.arange(len(hands)), places])
        assert (decided(way, high_pair, cards) == expected).all(), high_pair


@pytest.mark.parametrize("way", BY_CARDS.values())
def test_a_few_hands_are_decided_as_by_the_rule(way: int) -> None:
    cards = rounds()[0][::EVERY]
    for (a, b, c, d, e, turn, _), action in zip(cards.tolist(), decided(way, SEVEN, cards).tolist(), strict=True):
        flop = bets_flop(way, a, b, c, d, e, SEVEN)
        assert action == 1 + flop + (flop and bets_turn(way, a, b, c, d, e, turn, SEVEN)), (a, b, c, d, e, turn)


def test_rounds_are_graded_hand_by_hand() -> None:
    """Whatever is bet, folded hands included."""
    cards = rounds()[0][::EVERY]
    actions, codes = (
        np.array([1 + number % 3 for number in range(len(cards))], np.uint8),
        np.empty((len(cards), 3), np.uint8),
    )
    grade(cards, 1, SEVEN, JACK, actions, codes)
    for (h0, h1, a, b, c, d, e), bets, found in zip(cards.tolist(), actions.tolist(), codes.tolist(), strict=True):
        made = river_grade(seven_card_strength(h0, h1, a, b, c, d, e), SEVEN) if bets == 3 else 0
        assert found == [bets - 1 + made, flop_grade(a, b, c), best_four_grade(a, b, c, d, e, JACK)]
