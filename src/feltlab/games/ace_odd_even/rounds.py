"""Rounds of Ace Odd Even, millions a second: decisions, endings, and how often each ending occurs."""

from typing import Any, Final

import numpy as np

from feltlab.exact.engine import Paid, Seating, fresh_actions, own_decisions, sides
from feltlab.exact.seven_card import DEALER_HANDS
from feltlab.exact.seven_card_engine import FOLD as FOLDED
from feltlab.exact.seven_card_engine import (
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
from feltlab.games.ace_odd_even import classes, round_kernels
from feltlab.games.ace_odd_even.joint import BEST_SIDE, FOLD, OTHER_SIDE, action_grades, joint_plan, priced
from feltlab.games.ace_odd_even.rules import AceOddEven
from feltlab.hands.parity import ODD, best_side, rank_word
from feltlab.kernels.dealing import Cards
from feltlab.kernels.lattice import HANDS, WEIGHTS, Ints


class AceOddEvenEngine:
    tops: tuple[int, ...] = (5, 7, 8)

    def __init__(self, plan: Seating) -> None:
        self.seats = plan.seats
        self.deck = np.arange(52, dtype=np.uint8)
        self.cards = HAND * (plan.seats + 1)
        terms = plan.terms
        numbers: AceOddEven = terms.numbers
        self.qualifier = numbers.qualifier
        actions = _actions(plan)
        self.floor = _floor(actions)
        self.table = by_multiset(actions)
        self.own = own_decisions(plan.own, HAND) if plan.own else None
        both = priced(terms, np.broadcast_to(actions, classes.patterns()[0].shape), plan.strategy)
        figures = {**classes.side_bets(terms), **both.bonuses}
        self.paid: tuple[Paid, ...] = (
            *main_paid(both.main, numbers),
            *sides(terms, figures, {"odd-even": 1, "poker": 2, "poker-progressive": 2}, classes.progressive),
        )

    def decide(self, _: int, cards: Cards) -> Cards:
        actions = fresh_actions(len(cards), self.seats)
        if self.own:
            self.own(cards, self.seats, actions)
        else:
            round_kernels.look_up(cards, self.seats, self.table, actions)
        return actions

    def grade(self, first: int, cards: Cards, codes: Cards) -> None:
        if self.floor is not None and not self.own:
            round_kernels.grade_by_floor(cards, self.seats, self.qualifier, self.floor, codes)
        else:
            round_kernels.grade(cards, self.seats, self.qualifier, self.decide(first, cards), codes)


def engine(plan: Seating) -> AceOddEvenEngine:
    return AceOddEvenEngine(plan)


def _actions(plan: Seating) -> Ints:
    """By class, and by suit pattern if the strategy looks at suits."""
    if plan.table is not None:
        return np.frombuffer(plan.table, np.uint8).astype(np.int64)[:, None]
    if plan.strategy == "joint":
        return joint_plan(plan.terms)
    play = classes.choices(plan.strategy, plan.terms.numbers)
    return np.where(play, BEST_SIDE, FOLD)[:, None]


def _floor(actions: Ints) -> int | None:
    """The weakest hand played, if the strategy plays every hand from there up: then no table is needed."""
    if actions.shape[1] > 1 or (actions == OTHER_SIDE).any():
        return None
    play = actions[:, 0] == BEST_SIDE
    floor = int(classes.BEST[play].min(initial=np.iinfo(np.int64).max))
    return floor if (play == (classes.BEST >= floor)).all() else None


def choices_of(action: int, hand: list[int]) -> dict[str, Any]:
    """An action of the engine as the choices of a round."""
    if action == FOLD:
        return {"decision": "fold"}
    return {
        "decision": "play",
        "set": "odd" if (best_side(rank_word(hand)) == ODD) == (action == BEST_SIDE) else "even",
    }


def joint_counts(plan: Seating) -> Ints:
    """Deals by every combination of the engine's codes, one seat."""
    suit_counts, _ = classes.patterns()
    actions = np.broadcast_to(_actions(plan), suit_counts.shape)
    joint = np.zeros(AceOddEvenEngine.tops, np.int64)
    for action in (BEST_SIDE, OTHER_SIDE, FOLD):
        outcomes = np.zeros((len(WEIGHTS), AceOddEvenEngine.tops[0]), np.int64)
        if action == FOLD:
            outcomes[:, FOLDED] = DEALER_HANDS
        else:
            against = classes.showdown(plan.terms.numbers, best=action == BEST_SIDE)
            outcomes[:, NO_QUALIFY], outcomes[:, WIN] = against.no_qualify, against.win
            outcomes[:, TIE], outcomes[:, LOSE] = against.tie, against.lose
        grades = action_grades()[:, :, action]
        for poker in range(AceOddEvenEngine.tops[2]):
            weights = (suit_counts * ((actions == action) & (grades == poker))).sum(axis=1)
            for bonus in range(AceOddEvenEngine.tops[1]):
                rows = bonus == classes.BONUS
                joint[:, bonus, poker] += weights[rows] @ outcomes[rows]
    return joint


def _decision(row: Row, number: int) -> int:
    """A file without a set, or with none in this row, sets the best hand."""
    if chosen({"fold": 0, "play": 1}, "decision", row["decision"]) == 0:
        return FOLD
    if not (row.get("set") or "").strip():
        return BEST_SIDE
    odd = chosen({"even": 0, "odd": 1}, "set", row["set"])
    return BEST_SIDE if odd == (classes.ODD_SIDE[number] > classes.EVEN_SIDE[number]) else OTHER_SIDE


FILE_FORM: Final = FileForm("ranks", rank_class, _decision, lambda _: np.ones(len(HANDS), np.bool_))
