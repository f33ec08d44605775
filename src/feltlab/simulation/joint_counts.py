"""How often each combination of codes comes up: exact where the lab can count it, simulated where it cannot.

The codes are those of the engines, so what any set of bets comes to in a round follows from them.
"""

from dataclasses import dataclass

import numpy as np

from feltlab.kernels.ace_odd_even_rounds import FOLD, LOSE, NO_QUALIFY, TIE, WIN
from feltlab.kernels.lattice import WEIGHTS, Ints
from feltlab.kernels.rule_out_rounds import TRADED
from feltlab.kernels.trades import CARDS, JOKER, KEEP
from feltlab.lab import low_four, odd_even_classes, rule_out
from feltlab.lab.joint import BEST_SIDE, OTHER_SIDE, action_grades, joint_plan
from feltlab.lab.joint import FOLD as FOLDED
from feltlab.lab.seven_card import DEALER_HANDS
from feltlab.simulation.plan import Plan
from feltlab.simulation.rounds import engine_of
from feltlab.simulation.tally import run_shard

SIMULATED_ROUNDS = 4_000_000


@dataclass(frozen=True)
class JointCounts:
    counts: Ints
    """In the shape of the engine's `tops`."""
    method: str
    """`exact`, or `simulated` with how many rounds."""

    @property
    def total(self) -> int:
        return int(self.counts.sum())


def joint_counts(plan: Plan) -> JointCounts:
    """One seat, on the plan's terms and strategy."""
    if plan.game == "ace-odd-even":
        return JointCounts(_ace_odd_even(plan), "exact")
    if plan.game == "low-four":
        return JointCounts(_low_four(plan), "exact")
    if plan.game == "rule-out":
        return JointCounts(_rule_out(plan), "exact")
    tops = engine_of(plan).tops
    counts = np.array(run_shard(plan, 0, SIMULATED_ROUNDS).counts).reshape(tops)
    return JointCounts(counts, f"simulated, {SIMULATED_ROUNDS:,} rounds of seed {plan.seed}")


def _ace_odd_even(plan: Plan) -> Ints:
    tops = engine_of(plan).tops
    suit_counts, _ = odd_even_classes.patterns()
    if plan.strategy == "joint":
        actions = joint_plan(plan.terms)
    else:
        play = odd_even_classes.choices(plan.strategy, plan.terms.numbers)
        actions = np.broadcast_to(np.where(play, BEST_SIDE, FOLDED)[:, None], suit_counts.shape)
    joint = np.zeros(tops, np.int64)
    for action in (BEST_SIDE, OTHER_SIDE, FOLDED):
        outcomes = np.zeros((len(WEIGHTS), tops[0]), np.int64)
        if action == FOLDED:
            outcomes[:, FOLD] = DEALER_HANDS
        else:
            against = odd_even_classes.showdown(plan.terms.numbers, best=action == BEST_SIDE)
            outcomes[:, NO_QUALIFY], outcomes[:, WIN] = against.no_qualify, against.win
            outcomes[:, TIE], outcomes[:, LOSE] = against.tie, against.lose
        grades = action_grades()[:, :, action]
        for poker in range(tops[2]):
            weights = (suit_counts * ((actions == action) & (grades == poker))).sum(axis=1)
            for bonus in range(tops[1]):
                rows = odd_even_classes.BONUS == bonus
                joint[:, bonus, poker] += weights[rows] @ outcomes[rows]
    return joint


def _low_four(plan: Plan) -> Ints:
    joint = np.zeros(engine_of(plan).tops, np.int64)
    numbers = plan.terms.numbers
    play = low_four.choices(plan.strategy, numbers)
    for own in range(1, joint.shape[1]):
        for played in (False, True):
            rows = (own == low_four.TOTALS) & (play == played)
            for dealer, count in enumerate((WEIGHTS[rows] @ low_four.dealer_totals()[rows]).tolist()):
                if dealer > numbers.qualifier:
                    outcome = NO_QUALIFY
                else:
                    outcome = WIN if own < dealer else TIE if own == dealer else LOSE
                if count:
                    joint[outcome if played else FOLD, own, own + dealer] += count
    return joint


def _rule_out(plan: Plan) -> Ints:
    tops = engine_of(plan).tops
    numbers = plan.terms.numbers
    shoe = rule_out.solve(numbers.decks, numbers.jokers)
    choices = rule_out.choices(plan.strategy, plan.terms).astype(np.int64)
    chosen = shoe.options[np.arange(len(choices)), choices - KEEP]
    weighted = shoe.weights[:, None] * chosen
    jokers = (CARDS == JOKER).sum(axis=1)
    joint = np.zeros(tops, np.int64)
    for natural in range(tops[0]):
        for traded in (False, True):
            rows = (jokers == natural) & ((choices != KEEP) == traded)
            joint[natural, TRADED * traded : TRADED * (traded + 1)] = weighted[rows].sum(axis=0)
    return joint
