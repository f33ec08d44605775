"""What one seat bets each round, in units: the initial wager with the raises that follow from it, and any side bets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from feltlab.errors import FeltlabError, WagerError, shown
from feltlab.exact.engine import Engine, Paid
from feltlab.games import GAMES
from feltlab.kernels.tallies import Ints
from feltlab.money import plain_number
from feltlab.rules.house import House
from feltlab.rules.wagers import Role

MOST_UNITS = 10**6
PARTS = 100
"""A unit has this many parts: stakes and bankrolls have at most two decimals."""
_CODES = 128
_LARGEST = 2**62


def read_units(value: object, what: str) -> Fraction:
    """Units from outside: more than zero, two decimals at most."""
    known = isinstance(value, int | str | Fraction) and not isinstance(value, bool)
    units = plain_number(str(value).strip()) if known else None
    if units is None:
        raise WagerError(f"{what} must be a number of units such as 1 or 2.50, not {shown(value)}")
    if not 0 < units <= MOST_UNITS or (units * PARTS).denominator != 1:
        raise WagerError(f"{what} must be above 0 and up to {MOST_UNITS:,} units, in hundredths, not {shown(value)}")
    return units


@dataclass(frozen=True)
class Bets:
    """What one seat bets each round, in units."""

    game: str
    stakes: tuple[tuple[str, Fraction], ...]
    """In units, the initial wager first; raises follow from the play and are not listed."""

    @classmethod
    def read(cls, game: str, given: Mapping[str, object] | None = None, house: House | None = None) -> "Bets":
        """Check bets given in units; the initial wager is one unit by default."""
        rules = GAMES[game]
        house = house or rules.house()
        stakes = {rules.initial: Fraction(1)}
        for slug, value in (given or {}).items():
            wager = house.wagers.get(slug)
            if slug in house.left_off:
                raise WagerError(house.not_offered(slug))
            if wager is None:
                raise WagerError(f"{shown(slug)} is not a wager of {game}: choose from {', '.join(house.wagers)}")
            if wager.follows or (wager.role is Role.INITIAL and slug != rules.initial):
                of = "the play" if wager.follows else f"the {rules.initial}"
                raise WagerError(f"the {slug} stake follows from {of} and is not given")
            stakes[slug] = read_units(value, f"the {slug} stake")
        for slug, stake in stakes.items():
            above = rules.wagers[slug].not_above
            if above and stake > stakes[above]:
                raise WagerError(f"the {slug} bet must not be above the {above} bet")
        return cls(game, tuple(stakes.items()))

    @property
    def initial(self) -> Fraction:
        return self.stakes[0][1]

    @property
    def largest_stake(self) -> Fraction:
        """The most that a round can need: every raise made, every side bet on the table."""
        raised = GAMES[self.game].round.raised.values()
        units = sum(max(ask.raises.options.values()) for ask in raised if ask.raises)
        units += len(GAMES[self.game].opening_stakes(1)) - 1
        return sum((stake for _, stake in self.stakes), Fraction(0)) + units * self.initial

    def paid(self, engine: Engine) -> list[tuple[Paid, Fraction]]:
        """How the engine pays each bet; the initial wager stands for the main game with its raises."""
        by_wager = {paid.wager: paid for paid in engine.paid}
        names = ["main", *(wager for wager, _ in self.stakes[1:])]
        return [(by_wager[name], stake) for name, (_, stake) in zip(names, self.stakes, strict=True)]

    def expectation(self, engine: Engine) -> Fraction | None:
        """Exact expected net of a round, in units; None if the lab has only an estimate."""
        if any(paid.sampled for paid, _ in self.paid(engine)):
            return None
        return sum((stake * paid.exact for paid, stake in self.paid(engine)), Fraction(0))

    def to_dict(self) -> dict[str, str]:
        return {wager: str(stake) for wager, stake in self.stakes}


class WholeNets(NamedTuple):
    """Nets of every seat as whole numbers for the kernels."""

    columns: Ints
    nets: Ints
    """By seat, wager and code."""
    scale: int
    """How many make a unit."""


def whole_nets(engine: Engine, seats: Sequence[Bets], rounds: int) -> WholeNets:
    """Exact; refused where the sum over that many rounds might not fit 64 bits."""
    bets = [bet.paid(engine) for bet in seats]
    used = [paid for paid in engine.paid if any(paid is other for bet in bets for other, _ in bet)]
    values = {
        (seat, paid.wager): [stake * net for net in paid.nets] for seat, b in enumerate(bets) for paid, stake in b
    }
    scale = lcm(PARTS, *(value.denominator for row in values.values() for value in row))
    nets = np.zeros((len(seats), len(used), _CODES), np.int64)
    largest = sum(max(abs(value) for value in row) for row in values.values()) * scale
    if largest * rounds > _LARGEST:
        raise FeltlabError("the stakes are too large for that many rounds: their sum might not fit 64 bits")
    for row, paid in enumerate(used):
        for seat in range(len(seats)):
            whole = [int(value * scale) for value in values.get((seat, paid.wager), [])]
            nets[seat, row, : len(whole)] = whole
    return WholeNets(np.array([paid.column for paid in used]), nets, scale)
