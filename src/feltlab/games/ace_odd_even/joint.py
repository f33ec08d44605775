"""Ace Odd Even with Ante and Poker Bonus at once: one decision for two bets that may want different hands.

The packet prices each bet alone: the Ante on its own, the Poker Bonus with the aces wherever they help. A player with
both bets must set the aces on one side, so both edges cannot be reached together. This module finds what can.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from feltlab.errors import PayTableError
from feltlab.exact.figures import Figures, Outcome
from feltlab.exact.seven_card import DEALER_HANDS, DEALS, LARGEST_SUM
from feltlab.exact.side_bets import pay_nets
from feltlab.games.ace_odd_even.classes import EVEN_SIDE, ODD_SIDE, choices, patterns, poker_bets, showdown, side_bets
from feltlab.games.ace_odd_even.rules import GAME, POKER_RANKS, AceOddEven
from feltlab.hands.parity import EVEN, NEITHER, ODD
from feltlab.kernels.lattice import Ints
from feltlab.rules.game import Terms
from feltlab.wire import exact

BEST_SIDE, OTHER_SIDE, FOLD = range(3)


@dataclass(frozen=True)
class Joint:
    """Both bets under one plan: for each class and suit pattern the best side, the other side, or a fold."""

    main: Figures
    bonuses: Mapping[str, Figures]
    """The Poker Bonus and its progressive, if offered, as the same plan settles them."""
    poker_stake: Fraction
    """In antes."""

    @property
    def expectation(self) -> Fraction:
        return self.main.expectation + self.poker_stake * self.bonuses["poker"].expectation


def action_grades() -> Ints:
    """Poker Bonus grade by class, pattern and action."""
    _, grades = patterns()
    odd_is_best = (ODD_SIDE > EVEN_SIDE)[:, None]
    best = np.where(odd_is_best, grades[:, :, ODD], grades[:, :, EVEN])
    other = np.where(odd_is_best, grades[:, :, EVEN], grades[:, :, ODD])
    return np.stack([best, other, grades[:, :, NEITHER]], axis=2).astype(np.int64)


def joint_plan(terms: Terms, poker_stake: Fraction = Fraction(1)) -> Ints:
    """The action with the highest expectation of both bets; of equals the earlier one, which has more at risk."""
    numbers: AceOddEven = terms.numbers
    nets = [poker_stake * net for net in pay_nets(terms.pays["poker"])]
    (best, scale), (other, _) = showdown(numbers).scaled(numbers), showdown(numbers, best=False).scaled(numbers)
    common = lcm(scale, *(net.denominator for net in nets))
    if (max(map(abs, nets)) + 2) * common * DEALER_HANDS > LARGEST_SUM:
        raise PayTableError("the poker pays are too large, or their fractions too fine, for sums in 64 bits")
    bonus = np.array([int(net * common) for net in nets])[action_grades()] * DEALER_HANDS
    factor = common // scale
    main = np.stack([best * factor, other * factor, np.full_like(best, -common * DEALER_HANDS)], axis=1)
    plan: Ints = np.argmax(main[:, None, :] + bonus, axis=2)
    return plan


def separate_plan(terms: Terms) -> Ints:
    """The Ante on its own; the Poker Bonus takes what that leaves."""
    play = choices("optimal", terms.numbers)
    counts, _ = patterns()
    return np.where(play, BEST_SIDE, FOLD)[:, None].repeat(counts.shape[1], axis=1)


def priced(terms: Terms, plan: Ints, strategy: str, poker_stake: Fraction = Fraction(1)) -> Joint:
    """Both bets under a plan, exactly."""
    numbers: AceOddEven = terms.numbers
    counts, _ = patterns()
    weights = [(counts * (plan == action)).sum(axis=1) for action in (BEST_SIDE, OTHER_SIDE, FOLD)]
    totals: dict[str, Outcome] = {}
    for action in (BEST_SIDE, OTHER_SIDE):
        against = showdown(numbers, best=action == BEST_SIDE)
        columns = (against.no_qualify, against.win, against.tie, against.lose)
        template = against.outcomes(np.ones(len(plan), np.bool_), numbers)
        for column, outcome in zip(columns, template, strict=False):
            count = int((weights[action] * column).sum())
            before = totals[outcome.event].combinations if outcome.event in totals else 0
            totals[outcome.event] = Outcome(outcome.event, outcome.pays, before + count, outcome.staked, outcome.net)
    folded = int(weights[FOLD].sum()) * DEALER_HANDS
    fold = Outcome("fold", "loses", folded, Fraction(1), Fraction(-1), folded=True)
    ids = {wager: table.id for wager, table in terms.pays.items()}
    main = Figures(GAME.slug, "main", strategy, ids, (*totals.values(), fold), DEALS)
    chosen = np.take_along_axis(action_grades(), plan[:, :, None], axis=2)[:, :, 0]
    grades = [int(counts[chosen == grade].sum()) for grade in range(POKER_RANKS.top + 1)]
    return Joint(main, poker_bets(terms, grades), poker_stake)


def comparison(terms: Terms, poker_stake: Fraction = Fraction(1)) -> dict[str, Any]:
    """What the two printed edges promise together, and what is possible, in antes."""
    best = priced(terms, joint_plan(terms, poker_stake), "joint", poker_stake)
    ante_first = priced(terms, separate_plan(terms), "ante first", poker_stake)
    promised = ante_first.main.expectation + poker_stake * side_bets(terms)["poker"].expectation
    return exact(
        promised_by_separate_edges=promised,
        joint_optimum=best.expectation,
        hidden_cost=promised - best.expectation,
        ante_played_for_itself=ante_first.expectation,
        gained_by_joint_play=best.expectation - ante_first.expectation,
    )
