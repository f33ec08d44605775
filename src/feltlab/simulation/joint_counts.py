"""How often each combination of codes comes up: exact where the game can count it, simulated where it cannot.

The codes are those of the engines, so what any set of bets comes to in a round follows from them.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from feltlab.exact.solving.parts import rounds_of
from feltlab.kernels.lattice import Ints
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
    counted = getattr(rounds_of(plan.rules), "joint_counts", None)
    if counted:
        return JointCounts(counted(plan), "exact")
    return JointCounts(
        _simulated(plan, plan.fingerprint), f"simulated, {SIMULATED_ROUNDS:,} rounds of seed {plan.seed}"
    )


@lru_cache(maxsize=8)
def _simulated(plan: Plan, _: str) -> Ints:
    """Kept: the sections of a report ask for the same again. Plans compare equal whatever their house."""
    return np.array(run_shard(plan, 0, SIMULATED_ROUNDS).counts).reshape(engine_of(plan).tops)
