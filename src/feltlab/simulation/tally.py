"""Integer tallies of a shard: they add up to the same integers however the rounds are split."""

from dataclasses import dataclass
from math import lcm, prod
from typing import Any

import numpy as np

from feltlab.exact.engine import Engine
from feltlab.kernels.tallies import Ints, count_codes, sum_rounds
from feltlab.simulation.plan import Plan
from feltlab.simulation.rounds import coded_rounds, engine_of

_CODES = 128


@dataclass(frozen=True)
class Tally:
    rounds: int
    counts: tuple[int, ...]
    """How often each combination of codes came up, over all seats: an array of the shape of the engine's `tops`."""
    sums: tuple[int, ...] = ()
    """Where there are several seats: by wager, the scaled net of all rounds, and of its square round by round."""
    squares: tuple[int, ...] = ()

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.rounds + other.rounds,
            _added(self.counts, other.counts),
            _added(self.sums, other.sums),
            _added(self.squares, other.squares),
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "rounds": self.rounds,
            "counts": {str(place): count for place, count in enumerate(self.counts) if count},
            "sums": list(self.sums),
            "squares": list(self.squares),
        }


def _added(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def scaled_nets(engine: Engine) -> tuple[Ints, Ints, int]:
    """Columns and nets of the wagers as whole numbers for the kernels, and the scale that makes them whole."""
    scale = lcm(*(net.denominator for paid in engine.paid for net in paid.nets))
    nets = np.zeros((len(engine.paid), _CODES), np.int64)
    for row, paid in enumerate(engine.paid):
        nets[row, : len(paid.nets)] = [int(net * scale) for net in paid.nets]
    return np.array([paid.column for paid in engine.paid]), nets, scale


def run_shard(plan: Plan, first: int, count: int) -> Tally:
    """Play the rounds from `first` on: a pure function of its arguments, on any machine."""
    engine = engine_of(plan)
    columns, nets, _ = scaled_nets(engine)
    counts = np.zeros(prod(engine.tops), np.int64)
    strides = tuple(prod(engine.tops[column + 1 :]) for column in range(len(engine.tops)))
    sums, squares = np.zeros(len(engine.paid), np.int64), np.zeros(len(engine.paid), np.int64)
    for codes in coded_rounds(plan, first, count):
        count_codes(codes, strides, counts)
        if plan.seats > 1:
            sum_rounds(codes, plan.seats, columns, nets, sums, squares)
    several = plan.seats > 1
    return Tally(
        count,
        tuple(counts.tolist()),
        tuple(sums.tolist()) if several else (),
        tuple(squares.tolist()) if several else (),
    )
