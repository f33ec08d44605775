"""Rounds of Low Four, millions a second: decisions, endings, and how often each ending occurs."""

from dataclasses import replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from feltlab.exact.engine import Paid, Seating, fresh_actions, own_decisions, sides
from feltlab.exact.seven_card_engine import (
    FOLD,
    HAND,
    LOSE,
    NO_QUALIFY,
    TIE,
    WIN,
    by_multiset,
    main_paid,
    rank_class,
)
from feltlab.exact.strategy_file import FileForm, Row, chosen
from feltlab.games.low_four import fast, round_kernels
from feltlab.games.low_four.rules import LowFour
from feltlab.hands.points import HIGHEST_TOTAL
from feltlab.kernels.dealing import Cards
from feltlab.kernels.lattice import HANDS, WEIGHTS, Ints


class LowFourEngine:
    tops: tuple[int, ...] = (5, HIGHEST_TOTAL + 1, 2 * HIGHEST_TOTAL + 1)

    def __init__(self, plan: Seating) -> None:
        self.seats = plan.seats
        self.deck = np.arange(52, dtype=np.uint8)
        self.cards = HAND * (plan.seats + 1)
        terms = plan.terms
        numbers: LowFour = terms.numbers
        self.qualifier = numbers.qualifier
        play = _played(plan)
        self.table = by_multiset(play[:, None].astype(np.int64))
        self.own = own_decisions(plan.own, HAND) if plan.own else None
        analysis = fast.analyze(terms, plan.strategy)
        main = replace(analysis.main, outcomes=fast.showdown(numbers).outcomes(play, numbers))
        columns = {"low-points": 1, "high-points": 1, fast.COMBO: 2}
        self.paid: tuple[Paid, ...] = (
            *main_paid(main, numbers),
            *sides(terms, analysis.wagers, columns, fast.progressive),
        )

    def decide(self, _: int, cards: Cards) -> Cards:
        actions = fresh_actions(len(cards), self.seats)
        if self.own:
            self.own(cards, self.seats, actions)
        else:
            round_kernels.look_up(cards, self.seats, self.table, actions)
        return actions

    def grade(self, first: int, cards: Cards, codes: Cards) -> None:
        round_kernels.grade(cards, self.seats, self.qualifier, self.decide(first, cards), codes)


def engine(plan: Seating) -> LowFourEngine:
    return LowFourEngine(plan)


def _played(plan: Seating) -> npt.NDArray[np.bool_]:
    """By class."""
    if plan.table is not None:
        return np.frombuffer(plan.table, np.bool_)
    return fast.choices(plan.strategy, plan.terms.numbers)


def choices_of(action: int, hand: list[int]) -> dict[str, Any]:
    """An action of the engine as the choices of a round."""
    return {"decision": "play" if action else "fold"}


def joint_counts(plan: Seating) -> Ints:
    """Deals by every combination of the engine's codes, one seat."""
    joint = np.zeros(LowFourEngine.tops, np.int64)
    numbers = plan.terms.numbers
    play = _played(plan)
    for own in range(1, joint.shape[1]):
        for played in (False, True):
            rows = (own == fast.TOTALS) & (play == played)
            for dealer, count in enumerate((WEIGHTS[rows] @ fast.dealer_totals()[rows]).tolist()):
                if dealer > numbers.qualifier:
                    outcome = NO_QUALIFY
                else:
                    outcome = WIN if own < dealer else TIE if own == dealer else LOSE
                if count:
                    joint[outcome if played else FOLD, own, own + dealer] += count
    return joint


def _decision(row: Row, _: int) -> int:
    return chosen({"fold": 0, "play": 1}, "decision", row["decision"])


FILE_FORM: Final = FileForm("ranks", rank_class, _decision, lambda _: np.ones(len(HANDS), np.bool_))
