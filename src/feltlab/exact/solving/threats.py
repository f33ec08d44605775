"""What can be taken by who knows too much from a game whose folder does not say it: a duel is priced as declared."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import Final

from feltlab.errors import RulesError
from feltlab.exact.protection import METHOD, PREVENTS_TALK, Exposed, Samples, Threats, kept_face_down
from feltlab.exact.solving.duel import Duel
from feltlab.exact.solving.knowing import Knowing, counting_of
from feltlab.exact.solving.lab import GeneralLab
from feltlab.rules.game import Terms

QUICK: Final = 30_000
"""Dealer hands of a sample, up to which any number of samples is drawn."""
MOST_COUNTED: Final = 150_000_000
LEAST_SAMPLES: Final = 200


def duel_of(lab: GeneralLab) -> Duel:
    """The plan of a game that can be priced; refused with the reason why another cannot."""
    plan = lab.plan
    if not isinstance(plan, Duel):
        raise RulesError(f"{lab.game.slug} is not priced as a duel: {Duel.unfit(plan.seeing)}")
    if len(lab.game.round.asks) > 1:
        raise RulesError(f"{lab.game.slug} is not priced: it asks {len(lab.game.round.asks)} questions")
    return plan


def _most(plan: Duel, hands: int) -> int:
    """Samples whose dealer hands are counted in some seconds."""
    left = len(plan.seeing.deck) - hands * plan.seeing.first.shape[1] - plan.up
    each = comb(left, plan.other_size - plan.up)
    return Samples.most if each <= QUICK else max(LEAST_SAMPLES, MOST_COUNTED // each)


def general_threats(lab: GeneralLab) -> Threats:
    plan = duel_of(lab)
    hidden = list(plan.seeing.groups)[1 + plan.up :]
    place, many = (hidden[0].replace("_", " "), plan.seeing.groups[hidden[0]]) if hidden else ("hidden", 0)
    card = f"one of the {many} {place} cards" if many > 1 else f"the {place} card"
    unpriced = counting_of(plan).too_long(plan) if hidden else "no card that decides a round is hidden"

    def samples(terms: Terms, seed: int, wanted: Sequence[int]) -> Iterator[Samples]:
        knowing = Knowing(lab.solved(terms), plan)
        return (Samples((known,), knowing.draw(seed, known + 1), _most(plan, known + 1)) for known in wanted)

    def exposed(terms: Terms, alone: Fraction) -> list[Exposed]:
        if unpriced:
            return []
        return [Knowing(lab.solved(terms), plan).exposed(f"{card}, seen before the decision", alone)]

    return Threats(samples, METHOD, PREVENTS_TALK, exposed, kept_face_down(f"the {place} cards"), unpriced)
