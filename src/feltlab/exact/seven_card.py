"""Seven cards against the dealer's seven: the basis for solving any game of that kind.

A player class is a rank multiset; for each there is an exact number of dealer hands that don't qualify, lose to it, tie
it and beat it. Those counts do not depend on pays, so any odds can be solved from them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import comb, lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from feltlab.errors import RulesError
from feltlab.exact.figures import Outcome
from feltlab.kernels.lattice import WEIGHTS, Ints

DEALER_HANDS = comb(45, 7)
DEALS = comb(52, 7) * DEALER_HANDS
LARGEST_SUM = 2**62
Choices = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Showdown:
    """Dealer hands against each player class, in four columns that sum to C(45, 7)."""

    no_qualify: Ints
    win: Ints
    tie: Ints
    lose: Ints

    @classmethod
    def build(cls, no_qualify: Ints, weaker: Ints, equal: Ints) -> "Showdown":
        """From the numbers of dealer hands that don't qualify, are weaker than the player's and are as strong.

        Weaker hands that don't qualify are not beaten: they count as not qualified.
        """
        win = np.maximum(weaker - no_qualify, 0)
        tie = np.maximum(weaker + equal - np.maximum(weaker, no_qualify), 0)
        return cls(no_qualify, win, tie, DEALER_HANDS - no_qualify - win - tie)

    def nets(self, numbers: Any) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        """Net of Ante and Play together, by column, in antes."""
        return numbers.no_qualify_odds.net, 2 * numbers.win_odds.net, Fraction(0), Fraction(-2)

    def gains(self, numbers: Any, groups: Ints) -> dict[int, int]:
        """By group of classes, the gain of playing all its hands over folding them, in whole numbers for comparing."""
        values, scale = self.scaled(numbers)
        found: dict[int, int] = {}
        for group, hands, value in zip(groups.tolist(), WEIGHTS.tolist(), values.tolist(), strict=True):
            found[group] = found.get(group, 0) + hands * (value + scale * DEALER_HANDS)
        return found

    def scaled(self, numbers: Any) -> tuple[Ints, int]:
        """Expected net of playing × C(45, 7) × a scale, and the scale: whole numbers for comparing."""
        nets = self.nets(numbers)
        scale = lcm(*(net.denominator for net in nets))
        factors = [int(net * scale) for net in nets]
        if max(map(abs, (*factors, scale))) * DEALER_HANDS > LARGEST_SUM:
            raise RulesError("the odds are too long, or their fractions too fine, for sums in 64 bits")
        columns = (self.no_qualify, self.win, self.tie, self.lose)
        values = np.zeros_like(self.win)
        for factor, column in zip(factors, columns, strict=True):
            values += factor * column
        return values, scale

    def expectation(self, number: int, numbers: Any) -> Fraction:
        """Of playing one class, in antes."""
        values, scale = self.scaled(numbers)
        return Fraction(int(values[number]), scale * DEALER_HANDS)

    def best(self, numbers: Any) -> Choices:
        """Where playing is at least as good as folding: of equals, the one with more money at risk."""
        values, scale = self.scaled(numbers)
        best: Choices = values >= -scale * DEALER_HANDS
        return best

    def outcomes(self, play: Choices, numbers: Any) -> tuple[Outcome, ...]:
        one, two = Fraction(1), Fraction(2)
        folded = int(WEIGHTS[~play].sum()) * DEALER_HANDS
        names = ("dealer does not qualify", "player wins", "tie", "dealer wins")
        pays = (f"ante {numbers.no_qualify_odds}, play pushes", f"{numbers.win_odds} each", "push", "loses")
        columns = (self.no_qualify, self.win, self.tie, self.lose)
        played = [int((WEIGHTS * column)[play].sum()) for column in columns]
        return (
            *(
                Outcome(name, pay, count, two, net)
                for name, pay, count, net in zip(names, pays, played, self.nets(numbers), strict=True)
            ),
            Outcome("fold", "loses", folded, one, -one, folded=True),
        )

    def qualifies(self) -> Fraction:
        """How often the dealer qualifies, whatever the player does."""
        return 1 - Fraction(int((WEIGHTS * self.no_qualify).sum()), DEALS)


def graded(grades: Ints, top: int) -> list[int]:
    """How many seven-card hands of the deck have each grade, when the grade is a function of ranks."""
    return [int(WEIGHTS[grades == grade].sum()) for grade in range(top + 1)]


def disagreements(choices: Choices, best: Choices) -> tuple[int, int]:
    """Classes, and hands of the deck, for which a strategy does not choose the best option."""
    wrong = choices != best
    return int(wrong.sum()), int(WEIGHTS[wrong].sum())


def best_cut(gains: Mapping[int, int], groups: Iterable[int]) -> int:
    """How many groups, best first, the best one-line rule plays; of equals, the most."""
    sums = list(accumulate((gains[group] for group in groups), initial=0))
    return max(range(len(sums)), key=lambda played: (sums[played], played))
