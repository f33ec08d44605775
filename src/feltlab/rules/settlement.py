"""What a round comes to: for each wager what was staked and what is handed back, never negative."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from feltlab.errors import WagerError
from feltlab.money import Odds
from feltlab.rules.pay_table import PayTable, Share


class Result(NamedTuple):
    wager: str
    staked: int
    returned: int
    why: str
    share: Fraction | None = None
    """Of a progressive meter, where that is what the wager won."""


@dataclass(frozen=True)
class Settlement:
    results: tuple[Result, ...]
    """In the order in which the dealer takes and pays."""
    hands: Mapping[str, str] = field(default_factory=dict)

    @property
    def staked(self) -> int:
        return sum([result.staked for result in self.results])

    @property
    def returned(self) -> int:
        return sum([result.returned for result in self.results])

    @property
    def net(self) -> int:
        return self.returned - self.staked


def void(stakes: Mapping[str, int], why: str = "the hand is void: every stake goes back") -> Settlement:
    """A misdeal or an irregularity that stops the round: no money changes hands."""
    return Settlement(tuple(Result(wager, stake, stake, why) for wager, stake in stakes.items()))


def wins(wager: str, stake: int, odds: Odds, why: str) -> Result:
    return Result(wager, stake, odds.returned(stake), why)


def pushes(wager: str, stake: int, why: str) -> Result:
    return Result(wager, stake, stake, why)


def loses(wager: str, stake: int, why: str) -> Result:
    return Result(wager, stake, 0, why)


def by_table(table: PayTable, stake: int, grade: int, hand: str, meters: Mapping[str, int]) -> Result:
    """Settle a wager that is paid by a pay table; a share of a meter is paid in whole cents."""
    line = table.line(grade)
    if line is None:
        return loses(table.wager, stake, f"{hand}: not a winning hand")
    if isinstance(line.pays, Share):
        if table.wager not in meters:
            raise WagerError(f"the {table.wager} meter is needed to pay {line.pays}: give it under meters, in cents")
        share = line.pays.of_meter
        return Result(
            table.wager, stake, meters[table.wager] * share.numerator // share.denominator,
            f"{line.event}: {line.pays}", share,
        )  # fmt: skip
    return wins(table.wager, stake, line.pays, f"{line.event}: {line.pays}")
