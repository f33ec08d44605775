"""Quick Draw Hold'em: each strategy's choice for every class of hands; the best one looks ahead from the flop.

Only the weights of the histograms depend on the pay table, so another pay table is solved from what is already known.
All sums are whole numbers: pays are scaled by their common denominator, and divided once at the end.
"""

from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Final, NamedTuple

import numpy as np

from feltlab.errors import FeltlabError, PayTableError, shown
from feltlab.exact.side_bets import pay_nets
from feltlab.games.quick_draw_holdem import decisions as by_cards
from feltlab.games.quick_draw_holdem.river import RIVERS, TURNS, Bools, best_play, river_histograms
from feltlab.kernels.suit_classes import Ints, SuitClasses, suit_classes
from feltlab.rules.game import Terms

STRATEGIES: Final = {
    "optimal": "the exact optimum of every hand, both decisions together",
    "human": "four clauses for the flop, one for the turn",
    "human-full": "the same with the two clauses for the flop that make it exact",
    "never-fold": "bet everything",
    "never-fold-turn": "the full rules on the flop, then every river bet",
    "fold-without-a-pair": "bet a pair or better, fold every draw",
    "chase-any-draw": "bet a pair or better, a four-flush and any straight draw, gutshots included",
    "no-look-ahead": "the text's own procedure: value the flop as if the turn could not be folded",
}
BY_CARDS: Final = {
    "human": by_cards.HUMAN,
    "human-full": by_cards.HUMAN_FULL,
    "never-fold": by_cards.NEVER_FOLD,
    "never-fold-turn": by_cards.FLOP_ONLY,
    "fold-without-a-pair": by_cards.MADE_HANDS,
    "chase-any-draw": by_cards.ANY_DRAW,
}
DRAWS: Final = TURNS * RIVERS
"""Turn and river cards that can follow five seen cards, in order."""
FOLD_FLOP: Final = -1
FOLD_TURN: Final = -2
_LARGEST_SUM: Final = 2**62


class Nets(NamedTuple):
    """The net of a hand taken to the river, by grade, times a scale that makes it whole."""

    scaled: tuple[int, ...]
    scale: int


class Play(NamedTuple):
    flop_bets: Bools
    """By class."""
    turn_bets: Bools
    """By class and turn card, the 47 other cards ascending."""


class Best(NamedTuple):
    play: Play
    flop_values: Ints
    """The value of betting the flop and playing on best, per class: times the scale, over all turn and river cards."""


class BetsAgainstBest(NamedTuple):
    """Where a strategy differs from best play; on the turn for all hands, including those best folded on the flop."""

    flop_classes: int
    flop_hands: int
    turn_hands: int


def classes() -> SuitClasses:
    """Every hand of five seen cards, up to the names of the suits."""
    return suit_classes(5)


@lru_cache(maxsize=2)
def histograms(high_pair: int) -> Ints:
    return river_histograms(classes().hands, high_pair)


def river_nets(terms: Terms) -> list[Fraction]:
    """Net of Flop, Turn and River together by grade, in Flop bets; a win without a line still loses the River bet."""
    won = terms.numbers.win_odds.net
    return [Fraction(-3), *(2 * won + net for net in pay_nets(terms.pays["river"])[1:])]


def scaled_nets(terms: Terms) -> Nets:
    nets = river_nets(terms)
    scale = lcm(*(net.denominator for net in nets))
    whole = [int(net * scale) for net in nets]
    if max(map(abs, (*whole, scale))) * DRAWS > _LARGEST_SUM:
        raise PayTableError("the river pays are too large, or their fractions too fine, for sums in 64 bits")
    return Nets(tuple(whole), scale)


def best(terms: Terms, looks_ahead: bool = True) -> Best:
    """Bet wherever that is worth at least as much as folding: of equals, the one with more money at risk."""
    return _best(terms.numbers.high_pair, scaled_nets(terms), looks_ahead)


@lru_cache(maxsize=4)
def _best(high_pair: int, nets: Nets, looks_ahead: bool) -> Best:
    counts = histograms(high_pair)
    turn_bets = np.empty(counts.shape, np.bool_)
    values = best_play(counts, np.array(nets.scaled, np.int64), FOLD_TURN * nets.scale, looks_ahead, turn_bets)
    return Best(Play(values >= FOLD_FLOP * nets.scale * DRAWS, turn_bets), values)


@lru_cache(maxsize=2)
def _by_cards(way: int, high_pair: int) -> Play:
    hands = classes().hands
    flop_bets, turn_bets = np.empty(len(hands), np.bool_), np.empty((len(hands), TURNS), np.bool_)
    by_cards.decisions(way, hands, high_pair, flop_bets, turn_bets)
    return Play(flop_bets, turn_bets)


def forget() -> None:
    """Drop every class, histogram and solution kept so far."""
    for cached in (suit_classes, histograms, _best, _by_cards):
        cached.cache_clear()


def play(strategy: str, terms: Terms) -> Play:
    """A strategy's choices for every class, on these terms."""
    if strategy not in STRATEGIES:
        raise FeltlabError(
            f"{shown(strategy)} is not a strategy of quick-draw-holdem: choose from {', '.join(STRATEGIES)}"
        )
    if strategy in ("optimal", "no-look-ahead"):
        return best(terms, strategy == "optimal").play
    return _by_cards(BY_CARDS[strategy], terms.numbers.high_pair)


def disagreements(strategy: str, terms: Terms) -> BetsAgainstBest:
    """How many classes, and hands of the deck, a strategy plays differently from best play; ties count as bets."""
    chosen, optimal = play(strategy, terms), best(terms).play
    weights = classes().weights
    flop = chosen.flop_bets != optimal.flop_bets
    turn = (chosen.turn_bets != optimal.turn_bets).sum(axis=1)
    return BetsAgainstBest(int(flop.sum()), int(weights[flop].sum()), int((weights * turn).sum()))
