"""Quick Draw Hold'em against players who know too much: hole cards shown, a board card seen too early."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from feltlab.exact.protection import Draw, Exposed, Samples, Threats
from feltlab.games.quick_draw_holdem.protection_kernels import exposed_board, quick_draw_gains
from feltlab.games.quick_draw_holdem.strategies import DRAWS, FOLD_FLOP, FOLD_TURN, classes, histograms, scaled_nets
from feltlab.kernels.protection import Floats
from feltlab.rules.game import Terms

CARDS: Final = (
    "the turn card, seen before the flop decision",
    "the river card, seen before the flop decision",
    "the river card, seen before the turn decision",
)


def known_hole_cards(terms: Terms, seed: int, most: int) -> Draw:
    nets = scaled_nets(terms)
    whole = np.array(nets.scaled, np.int64)

    def draw(first: int, count: int) -> Floats:
        gains = np.empty((count, most))
        folds = FOLD_FLOP * nets.scale, FOLD_TURN * nets.scale
        quick_draw_gains(np.uint64(seed), first, terms.numbers.high_pair, whole, *folds, gains)
        return gains / nets.scale

    return draw


def _samples(terms: Terms, seed: int, _: Sequence[int]) -> Iterator[Samples]:
    """One deal serves every number of seats known."""
    most = terms.numbers.seats - 1
    yield Samples(range(1, most + 1), known_hole_cards(terms, seed, most))


def _board_card(terms: Terms, alone: Fraction) -> list[Exposed]:
    nets = scaled_nets(terms)
    weights = classes().weights
    whole, folds = np.array(nets.scaled, np.int64), (FOLD_FLOP * nets.scale, FOLD_TURN * nets.scale)
    totals = exposed_board(histograms(terms.numbers.high_pair), weights, whole, *folds)
    deals = int(weights.sum()) * DRAWS * nets.scale
    return [
        Exposed(card, -Fraction(int(total), deals), alone) for card, total in zip(CARDS, totals.tolist(), strict=True)
    ]


THREATS: Final = Threats(
    samples=_samples,
    method="sampled cards, every turn and river counted in each; gain over the play of a lone seat",
    prevents_talk="the usual rule that hole cards are not shown is enough",
    exposed=_board_card,
    prevents_exposure="the community cards lie face down on their places, and each is turned only when all seats"
    " have decided; one seen earlier voids the round, and open bets are returned",
)
