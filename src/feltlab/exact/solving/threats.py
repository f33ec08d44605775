"""What a player who knows too much can take from a game whose folder does not say it."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import Final

from feltlab.exact.protection import METHOD, PREVENTS_TALK, Exposed, Samples, Shown, Threats, kept_face_down
from feltlab.exact.solving.board_lab import BoardLab
from feltlab.exact.solving.duel import Duel
from feltlab.exact.solving.knowing import Knowing, counting_of
from feltlab.exact.solving.lab import GeneralLab
from feltlab.exact.solving.sampled_knowing import CHUNK, Informed, hidden_places
from feltlab.exact.solving.sampled_lab import SampledLab
from feltlab.exact.solving.trade_lab import TradeLab
from feltlab.exact.solving.tree_knowing import exposed_in, is_counted
from feltlab.exact.solving.tree_lab import TreeLab
from feltlab.rules.game import Terms
from feltlab.rules.steps import DEALER

QUICK: Final = 30_000
"""Dealer hands per sample, up to which any number of samples is drawn."""
MOST_COUNTED: Final = 150_000_000
LEAST_SAMPLES: Final = 200
PLAYED_ON: Final = (
    "sampled deals, played as a lone seat would play them except where the remaining cards suggest otherwise, question"
    " by question; gain over the play of a lone seat"
)


def unpriced(lab: GeneralLab) -> str:
    """Why no knowledge is priced; empty if it is."""
    if isinstance(lab, SampledLab):
        return f"{lab.game.title} is sampled by a named strategy, so there is no best play that knowledge could change"
    if isinstance(lab, TradeLab):
        return f"{lab.game.title} has a trade: the value of knowing other cards is computed only for games without one"
    return ""


def general_threats(lab: GeneralLab) -> Threats:
    """A duel with one question by counting; every other solved game by sampled rounds."""
    if isinstance(lab, TreeLab | BoardLab) or not isinstance(lab.plan, Duel) or len(lab.game.round.asks) > 1:
        return _played_on(lab)
    return _duel(lab, lab.plan)


def _called(lab: GeneralLab, field: str) -> str:
    place, part = lab.game.round.part(field)
    many, name = part.stop - part.start, field.replace("_", " ")
    of = f" of the {place.replace('_', ' ')}" if place not in (field, DEALER) else ""
    return f"one of the {many} {name} cards{of}" if many > 1 else f"the {name} card{of}"


def _played_on(lab: GeneralLab) -> Threats:
    places = hidden_places(lab.game)
    hidden = places[0] if places else ""
    counted = [name for name in places if isinstance(lab, TreeLab) and is_counted(lab, name)]

    def samples(terms: Terms, seed: int, wanted: Sequence[int]) -> Iterator[Samples]:
        informed = (Informed(lab, terms, known) for known in wanted)
        return (Samples((one.others,), one.draw(seed), one.most, CHUNK) for one in informed)

    def exposed(terms: Terms, alone: Fraction) -> list[Exposed]:
        seen = [(name, f"{_called(lab, name)}, seen before the decision") for name in counted]
        return [exposed_in(lab, terms, *each, alone) for each in seen if isinstance(lab, TreeLab)]

    unseen = "" if hidden or not lab.game.round.asks else "no card that decides a round is hidden"
    shown = _shown(lab, hidden) if hidden and hidden not in counted else None
    guarded = kept_face_down(f"the {hidden.replace('_', ' ')} cards" if hidden else "cards")
    return Threats(samples, PLAYED_ON, PREVENTS_TALK, exposed, guarded, unseen, shown=shown, perfect=False)


def _shown(lab: GeneralLab, field: str) -> Shown:
    def draw(terms: Terms, seed: int) -> Samples:
        informed = Informed(lab, terms, shown=field)
        return Samples((0,), informed.draw(seed), informed.most, CHUNK)

    return Shown(f"{_called(lab, field)}, seen before the decision", draw)


def _most(plan: Duel, hands: int) -> int:
    """The samples whose dealer hands can be counted in a few seconds."""
    left = len(plan.seeing.deck) - hands * plan.seeing.first.shape[1] - plan.up
    each = comb(left, plan.other_size - plan.up)
    return Samples.most if each <= QUICK else max(LEAST_SAMPLES, MOST_COUNTED // each)


def _duel(lab: GeneralLab, plan: Duel) -> Threats:
    hidden = list(plan.seeing.groups)[1 + plan.up :]
    too_long = counting_of(plan).too_long(plan) if hidden else ""
    unseen = "" if hidden else "no card that decides a round is hidden"

    def samples(terms: Terms, seed: int, wanted: Sequence[int]) -> Iterator[Samples]:
        knowing = Knowing(lab.solved(terms), plan)
        return (Samples((known,), knowing.draw(seed, known + 1), _most(plan, known + 1)) for known in wanted)

    def exposed(terms: Terms, alone: Fraction) -> list[Exposed]:
        if unseen or too_long:
            return []
        card = f"{_called(lab, hidden[0])}, seen before the decision"
        return [Knowing(lab.solved(terms), plan).exposed(card, alone)]

    shown = _shown(lab, hidden[0]) if too_long else None
    guarded = kept_face_down(f"the {hidden[0].replace('_', ' ') if hidden else 'hidden'} cards")
    return Threats(samples, METHOD, PREVENTS_TALK, exposed, guarded, unseen, shown=shown)
