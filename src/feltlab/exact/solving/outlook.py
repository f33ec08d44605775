"""What it will take to solve a game, before starting: sizes are counted; times and memory follow from them."""

from dataclasses import dataclass
from math import comb
from typing import Any

from feltlab.errors import RulesError
from feltlab.exact.figures import EXACT, SAMPLED
from feltlab.exact.solving.duel import Duel
from feltlab.exact.solving.paths import paths
from feltlab.exact.solving.ranks import Ranks
from feltlab.exact.solving.solver import GeneralPlan, plan_of
from feltlab.exact.solving.walk import Walk
from feltlab.rules.game import Game

_MOST_VALUES = 7500
"""Different values of a hand, about as many as five cards have."""
_START_MB = 180


@dataclass(frozen=True)
class Outlook:
    plan: str
    """Empty if no plan fits."""
    states: int
    """The states in which a player decides, up to the names of suits; the most of any question."""
    deals: int
    """All deals; for a plan that samples, its rounds."""
    seconds: float
    """On one core, with nothing kept from before."""
    megabytes: int
    reason: str
    """What the plan does, or why there is none."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "plan": self.plan,
            "method": SAMPLED if self.plan == SAMPLED else EXACT if self.plan else None,
            "classes": self.states,
            "deals": self.deals,
            "expected_seconds": round(self.seconds, 2),
            "expected_megabytes": self.megabytes,
            "why": self.reason,
        }


def outlook_of(game: Game, plan: GeneralPlan | None = None) -> Outlook:
    try:
        plan = plan or plan_of(game)
    except RulesError as error:
        return Outlook("", 0, 0, 0.0, 0, str(error))
    states, deals = plan.seeing.states(-1), plan.seeing.deals
    if isinstance(plan, Ranks):
        told = f"{states:,} sets of ranks on both sides; the dealer's hands are counted for all of them at once"
        return Outlook(plan.name, states, deals, 0.4, _START_MB + 120, told)
    if isinstance(plan, Duel):
        return _duel(plan, states, deals)
    if isinstance(plan, Walk):
        leaves = plan.seeing.leaves
        told = f"each of {leaves:,} deals, up to a renaming of suits, is visited"
        return Outlook(plan.name, states, deals, 0.2 + leaves * 1.5e-7, _START_MB + leaves * 8 // 10**6, told)
    raise TypeError(f"nothing is known of the plan {plan.name!r}")


def _duel(plan: Duel, states: int, deals: int) -> Outlook:
    seeing, other = plan.seeing, plan.other_size
    own, classes = seeing.first.shape[1], len(seeing.first)
    sets = comb(len(seeing.deck), other)
    values = min(_MOST_VALUES, classes, sets)
    read = classes * 2**own * (1.4e-7 if plan.up else 1.5e-8)
    seconds = 0.2 + sets * 2**other * 8e-9 + read + states * 1.2e-7 + values**2 * len(paths(seeing.game)) * 7e-9
    up = ", by the card that is face up" if plan.up else ""
    told = f"{classes:,} hands up to a renaming of suits, against the dealer's {sets:,}, added in order of strength{up}"
    return Outlook(plan.name, states, deals, seconds, _START_MB + (states * 100 + sets * 11) // 10**6, told)
