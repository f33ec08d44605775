"""Ace Odd Even by rank class: strengths, dealer hands against each, Poker Bonus grades, each bet alone.

The Ante looks at ranks only, the Poker Bonus at suits too. Both are kept by rank class; a class splits into suit
patterns if a flush inside one parity is possible.
"""

from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from feltlab.cards import RANKS
from feltlab.exact.figures import Figures
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.exact.seven_card import Choices, Showdown, graded
from feltlab.exact.side_bets import paid_by_table
from feltlab.games.ace_odd_even.class_kernels import class_strengths, poker_patterns
from feltlab.games.ace_odd_even.rules import GAME, POKER_RANKS, SCALES, AceOddEven
from feltlab.hands.parity import NEITHER, lowest_strength
from feltlab.kernels.lattice import HANDS, Ints, sweep, transform
from feltlab.rules.game import Terms

ACE: Final = RANKS.index("A")
PROGRESSIVE: Final = "poker-progressive"

ODD_SIDE, EVEN_SIDE, BONUS = class_strengths(HANDS)
BEST: Final = np.maximum(ODD_SIDE, EVEN_SIDE)
"""Strength of the best hand of each class, the dealer's and the player's."""


@cache
def weaker_and_equal(best: bool = True) -> tuple[Ints, Ints]:
    """Dealer hands below and level with the best side of each class, or with its other side."""
    floors = BEST if best else np.minimum(ODD_SIDE, EVEN_SIDE)
    return sweep(BEST, np.arange(len(BEST)), floors)


@cache
def not_qualified(qualifier: int) -> Ints:
    return transform((BEST < qualifier)[:, None])[:, 0].astype(np.int64)


def showdown(numbers: AceOddEven, best: bool = True) -> Showdown:
    return Showdown.build(not_qualified(numbers.qualifier), *weaker_and_equal(best))


def choices(strategy: str, numbers: AceOddEven) -> Choices:
    """For each class whether the strategy plays its best hand."""
    if strategy == "optimal":
        return showdown(numbers).best(numbers)
    rules: dict[str, Choices] = {
        "ace-high": lowest_strength(4, ACE) <= BEST,
        "mimic-dealer": numbers.qualifier <= BEST,
        "five-cards": lowest_strength(5, 0) <= BEST,
        "never-fold": BEST > 0,
    }
    return rules[strategy]


@cache
def patterns() -> tuple[Ints, npt.NDArray[np.int8]]:
    return poker_patterns(HANDS)


@cache
def poker_counts() -> list[int]:
    """Hands by Poker Bonus grade for the bonus alone: aces serve both sets."""
    counts, grades = patterns()
    return [int(counts[grades[:, :, NEITHER] == grade].sum()) for grade in range(POKER_RANKS.top + 1)]


def side_bets(terms: Terms) -> dict[str, Figures]:
    """Each side bet alone."""
    odd_even = {"odd-even": graded(BONUS, SCALES["odd-even"].top)} if "odd-even" in terms.pays else {}
    alone = {wager: paid_by_table(GAME, terms.pays[wager], counts) for wager, counts in odd_even.items()}
    return alone | poker_bets(terms, poker_counts())


def poker_bets(terms: Terms, counts: list[int]) -> dict[str, Figures]:
    """The Poker Bonus and its progressive, if offered, with that many hands for each grade."""
    found = {}
    if "poker" in terms.pays:
        found["poker"] = paid_by_table(GAME, terms.pays["poker"], counts)
    if PROGRESSIVE in terms.pays:
        found[PROGRESSIVE] = paid_by_table(GAME, terms.pays[PROGRESSIVE], counts, progressive(terms).mean_meter)
    return found


def progressive(terms: Terms) -> ProgressiveFigures:
    return ProgressiveFigures.from_pay_table(terms.progressives[PROGRESSIVE], terms.pays[PROGRESSIVE], poker_counts())
