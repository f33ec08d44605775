"""The outcome of a round: the stake of each wager and what is handed back, never negative."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from feltlab.errors import WagerError
from feltlab.money import Odds
from feltlab.rules.pay_table import Pay


class Result(NamedTuple):
    """What happened to one wager, in cents."""

    wager: str
    staked: int
    returned: int
    why: str
    share: Fraction | None = None
    """The share of a progressive meter that the wager won, if any."""


made = partial(tuple.__new__, Result)
"""A Result from a tuple of all its fields: a round has several, and to make one so takes a third less time."""


class Settlement(NamedTuple):
    """A settled round: the result of each wager, and the hands in words."""

    results: tuple[Result, ...]
    """In the order in which the dealer takes and pays."""
    hands: Mapping[str, str] = MappingProxyType({})

    @property
    def staked(self) -> int:
        return sum([result.staked for result in self.results])

    @property
    def returned(self) -> int:
        return sum([result.returned for result in self.results])

    @property
    def net(self) -> int:
        return self.returned - self.staked


def void(stakes: Mapping[str, int], why: str = "the hand is void: every stake is returned") -> Settlement:
    """The settlement after a misdeal or another irregularity: every stake is returned."""
    return Settlement(tuple(Result(wager, stake, stake, why) for wager, stake in stakes.items()))


def paid(wager: str, stake: int, pays: Pay | None, why: str, meters: Mapping[str, int]) -> Result:
    """What a stake gets at those pays; None if it loses; a share of a meter is paid in whole cents."""
    if pays is None:
        return Result(wager, stake, 0, why)
    if isinstance(pays, Odds):
        return Result(wager, stake, pays.returned(stake), why)
    if wager not in meters:
        raise WagerError(f"the {wager} meter is needed to pay {pays}: give it under meters, in cents")
    share = pays.of_meter
    return Result(wager, stake, meters[wager] * share.numerator // share.denominator, why, share)


def bonus(wager: str, stake: int, pays: Odds, why: str) -> Result:
    """A bonus has no stake of its own: it returns only what is paid on another wager's stake."""
    return Result(wager, 0, stake * pays.pays // pays.per, why)
