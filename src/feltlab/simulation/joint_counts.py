"""In how many deals each combination of codes comes up: what any set of bets comes to in a round follows from them."""

from dataclasses import replace
from functools import lru_cache

from feltlab.errors import FeltlabError
from feltlab.exact.solving.parts import rounds_of
from feltlab.kernels.lattice import Ints
from feltlab.simulation.plan import Plan


def joint_counts(plan: Plan) -> Ints:
    """One seat, on the plan's terms and strategy, in the shape of the engine's `tops`."""
    if plan.own:
        raise FeltlabError("deals are not counted for decisions by a function: give a strategy or a file")
    alone = replace(plan, seed=0, seats=1)  # which no count depends on
    return _counted(alone, alone.fingerprint)


@lru_cache(maxsize=32)
def _counted(plan: Plan, _: str) -> Ints:
    """Kept: the sections of a report ask for the same again. Plans compare equal whatever their house."""
    counts: Ints = rounds_of(plan.rules).joint_counts(plan)
    return counts
