"""Decisions looked up by suit class are those of the hand itself, however its suits are named."""

from random import Random

import numpy as np

from feltlab.games.quick_draw_holdem.round_kernels import look_up
from feltlab.games.quick_draw_holdem.strategies import classes
from feltlab.kernels.subsets import suit_keys

CLASSES = 2_000
FOLDS_TURN, BETS_ALL = 2, 3


def without_names(hand: list[int], turn: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Five cards and the turn, suit by suit, in an order that forgets which suit is which."""
    by_suit = [
        (tuple(card >> 2 for card in hand if card & 3 == suit), (turn >> 2,) if turn & 3 == suit else ())
        for suit in range(4)
    ]
    return tuple(sorted(by_suit))


def test_the_turn_is_looked_up_under_the_same_names_of_suits() -> None:
    """A table that sets apart all turns that are not the same under other names, so that no mistake goes unseen."""
    rng = Random(3)
    hands = classes().hands
    keys = suit_keys(hands)
    order = np.argsort(keys)
    chosen = rng.sample(range(len(hands)), CLASSES)
    flop_bets, turn_bets = np.ones(len(hands), np.bool_), np.zeros((len(hands), 47), np.bool_)
    cards, expected = [], []
    for number in chosen:
        hand = sorted(hands[number].tolist())
        left = [card for card in range(52) if card not in hand]
        bets = {names: rng.random() < 0.5 for names in sorted({without_names(hand, turn) for turn in left})}
        for place, turn in enumerate(left):
            turn_bets[number, place] = bets[without_names(hand, turn)]
            suits = rng.sample(range(4), 4)
            shown = [card & ~3 | suits[card & 3] for card in (*rng.sample(hand, 5), turn)]
            cards.append([*shown, next(card for card in range(52) if card not in shown)])
            expected.append(BETS_ALL if turn_bets[number, place] else FOLDS_TURN)
    actions = np.empty(len(cards), np.uint8)
    look_up(np.array(cards, np.uint8), 1, keys[order], order, flop_bets, turn_bets, actions)
    assert actions.tolist() == expected
