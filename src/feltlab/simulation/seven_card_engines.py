"""Engines of Ace Odd Even and Low Four."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from feltlab.games.ace_odd_even import AceOddEven
from feltlab.games.low_four import LowFour
from feltlab.hands.layout import COLUMN_BITS, RANK_KEYS, ROW_BITS
from feltlab.hands.points import HIGHEST_TOTAL
from feltlab.hands.tables import COLUMN, ROW_START
from feltlab.kernels import ace_odd_even_rounds, low_four_rounds
from feltlab.kernels.dealing import Cards
from feltlab.kernels.lattice import HANDS, Ints
from feltlab.lab import low_four, odd_even_classes
from feltlab.lab.figures import Figures
from feltlab.lab.joint import BEST_SIDE, FOLD, OTHER_SIDE, joint_plan, priced
from feltlab.simulation.engine import Paid, fresh_actions, own_decisions, paid, side, whole_meter
from feltlab.simulation.plan import Plan

_HAND = 7
_OUTCOMES = ("fold", "dealer does not qualify", "player wins", "tie", "dealer wins")
"""In the order of the kernels' codes."""


def by_multiset(table: Ints) -> Cards:
    """A table by lattice class, in the order in which the kernels number seven-card multisets."""
    keys = HANDS.astype(np.int64) @ RANK_KEYS
    rows, columns = keys >> COLUMN_BITS & (1 << ROW_BITS) - 1, keys & (1 << COLUMN_BITS) - 1
    ordered = np.empty((len(HANDS), table.shape[1]), np.uint8)
    ordered[ROW_START[rows] + COLUMN[columns]] = table
    return ordered


def _main_paid(main: Figures, numbers: Any) -> list[Paid]:
    win, no_qualify, one, zero = numbers.win_odds.net, numbers.no_qualify_odds.net, Fraction(1), Fraction(0)
    ante, play = (-one, no_qualify, win, zero, -one), (zero, zero, win, zero, -one)
    nets = {"ante": ante, "play": play, "main": tuple(a + p for a, p in zip(ante, play, strict=True))}
    chances = [main.probability(event) for event in _OUTCOMES]
    return [paid(wager, 0, net, chances) for wager, net in nets.items()]


class AceOddEvenEngine:
    tops: tuple[int, ...] = (5, 7, 8)

    def __init__(self, plan: Plan) -> None:
        self.seats = plan.seats
        self.deck = np.arange(52, dtype=np.uint8)
        self.cards = _HAND * (plan.seats + 1)
        terms = plan.terms
        numbers: AceOddEven = terms.numbers
        self.qualifier = numbers.qualifier
        actions = self._actions(plan)
        self.floor = _floor(actions)
        self.table = by_multiset(actions)
        self.own = own_decisions(plan.own, _HAND) if plan.own else None
        both = priced(terms, np.broadcast_to(actions, odd_even_classes.patterns()[0].shape), plan.strategy)
        meter = whole_meter(odd_even_classes.progressive(terms).mean_meter)
        self.paid: tuple[Paid, ...] = (
            *_main_paid(both.main, numbers),
            side(terms.pays["odd-even"], 1, odd_even_classes.side_bets(terms)["odd-even"]),
            side(terms.pays["poker"], 2, both.poker),
            side(terms.pays["poker-progressive"], 2, both.progressive, meter),
        )

    @staticmethod
    def _actions(plan: Plan) -> Ints:
        """By class, and by suit pattern where the strategy looks at suits."""
        if plan.table is not None:
            return np.frombuffer(plan.table, np.uint8).astype(np.int64)[:, None]
        if plan.strategy == "joint":
            return joint_plan(plan.terms)
        play = odd_even_classes.choices(plan.strategy, plan.terms.numbers)
        return np.where(play, BEST_SIDE, FOLD)[:, None]

    def decide(self, _: int, cards: Cards) -> Cards:
        actions = fresh_actions(len(cards), self.seats)
        if self.own:
            self.own(cards, self.seats, actions)
        else:
            ace_odd_even_rounds.look_up(cards, self.seats, self.table, actions)
        return actions

    def grade(self, first: int, cards: Cards, codes: Cards) -> None:
        if self.floor is not None and not self.own:
            ace_odd_even_rounds.grade_by_floor(cards, self.seats, self.qualifier, self.floor, codes)
        else:
            ace_odd_even_rounds.grade(cards, self.seats, self.qualifier, self.decide(first, cards), codes)


def _floor(actions: Ints) -> int | None:
    """The weakest hand played, if the strategy plays just the hands from there up: then no table is needed."""
    if actions.shape[1] > 1 or (actions == OTHER_SIDE).any():
        return None
    play = actions[:, 0] == BEST_SIDE
    floor = int(odd_even_classes.BEST[play].min(initial=np.iinfo(np.int64).max))
    return floor if (play == (odd_even_classes.BEST >= floor)).all() else None


class LowFourEngine:
    tops: tuple[int, ...] = (5, HIGHEST_TOTAL + 1, 2 * HIGHEST_TOTAL + 1)

    def __init__(self, plan: Plan) -> None:
        self.seats = plan.seats
        self.deck = np.arange(52, dtype=np.uint8)
        self.cards = _HAND * (plan.seats + 1)
        terms = plan.terms
        numbers: LowFour = terms.numbers
        self.qualifier = numbers.qualifier
        play = low_four.choices(plan.strategy, numbers)
        if plan.table is not None:
            play = np.frombuffer(plan.table, np.bool_)
        self.table = by_multiset(play[:, None].astype(np.int64))
        self.own = own_decisions(plan.own, _HAND) if plan.own else None
        analysis = low_four.analyze(terms, plan.strategy)
        main = replace(analysis.main, outcomes=low_four.showdown(numbers).outcomes(play, numbers))
        meter = whole_meter(low_four.progressive(terms).mean_meter)
        self.paid: tuple[Paid, ...] = (
            *_main_paid(main, numbers),
            side(terms.pays["low-points"], 1, analysis.wagers["low-points"]),
            side(terms.pays["high-points"], 1, analysis.wagers["high-points"]),
            side(terms.pays["combo-progressive"], 2, analysis.wagers["combo-progressive"], meter),
        )

    def decide(self, _: int, cards: Cards) -> Cards:
        actions = fresh_actions(len(cards), self.seats)
        if self.own:
            self.own(cards, self.seats, actions)
        else:
            low_four_rounds.look_up(cards, self.seats, self.table, actions)
        return actions

    def grade(self, first: int, cards: Cards, codes: Cards) -> None:
        low_four_rounds.grade(cards, self.seats, self.qualifier, self.decide(first, cards), codes)
