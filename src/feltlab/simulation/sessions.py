"""Sessions at one seat: how a player stands after so many rounds, and how often the bankroll does not last.

Session s is rounds s·L to s·L + L − 1 of the plan, so any of its rounds can be replayed. A session ends early, ruined,
when the bankroll cannot cover the largest total stake of the next round (every raise made, every side bet placed).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from feltlab import __version__
from feltlab.errors import FeltlabError, shown
from feltlab.kernels.sessions import fresh_state, walk
from feltlab.kernels.tallies import Ints, net_rounds
from feltlab.simulation.bets import Bets, WholeNets, whole_nets
from feltlab.simulation.plan import MOST_ROUNDS, Plan
from feltlab.simulation.risk import variance_of
from feltlab.simulation.rounds import coded_rounds, engine_of
from feltlab.simulation.spread import Proportion, Spread, spread_of
from feltlab.wire import exact

MOST_SESSIONS = 10**7
MOST_PATH_ROUNDS = 10**7
_NO_LIMIT = -(2**63) + 1

Progress = Callable[[int], None]
"""Told how many rounds have been played."""


@dataclass(frozen=True)
class SessionRules:
    """What a session is: rounds, bets, and the starting bankroll (None: unlimited)."""

    plan: Plan
    bets: Bets
    length: int
    bankroll: Fraction | None = None

    def __post_init__(self) -> None:
        if self.plan.seats != 1:
            raise FeltlabError("a session is played at one seat; `feltlab shift` plays a full table")
        whole_number(self.length, 1, MOST_ROUNDS, "the length of a session in rounds")
        if self.bankroll is not None and self.bankroll < self.bets.largest_stake:
            need = float(self.bets.largest_stake)
            raise FeltlabError(f"the bankroll must cover a round's largest total stake, {need:g} units")

    def whole(self) -> WholeNets:
        return whole_nets(engine_of(self.plan), [self.bets], self.length)


class PlayedSessions(NamedTuple):
    """One entry for each session; nets in parts of which `scale` make a unit."""

    results: Ints
    survived: Ints
    losing_runs: Ints
    scale: int


def whole_number(value: object, least: int, most: int, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise FeltlabError(f"{what} must be a whole number from {least:,} to {most:,}, not {shown(value)}")
    return value


def play_sessions(rules: SessionRules, first: int, count: int, progress: Progress | None = None) -> PlayedSessions:
    """The sessions from `first` on: a pure function of its arguments; shards stand one after the other."""
    columns, nets, scale = rules.whole()
    start = int((rules.bankroll or 0) * scale)
    need = _NO_LIMIT if rules.bankroll is None else int(rules.bets.largest_stake * scale)
    results, survived, runs = (np.empty(count, np.int64) for _ in range(3))
    state, done = fresh_state(), 0
    for codes in coded_rounds(rules.plan, first * rules.length, count * rules.length):
        totals = np.empty(len(codes), np.int64)
        net_rounds(codes, columns, nets[0], totals)
        walk(totals, rules.length, start, need, state, results, survived, runs)
        done += len(codes)
        if progress:
            progress(done)
    return PlayedSessions(results, survived, runs, scale)


@dataclass(frozen=True)
class Sessions:
    """The results of the sessions, in units."""

    rules: SessionRules
    sessions: int
    result: Spread
    ahead: Proportion
    even: Proportion
    ruin: Proportion | None
    """The share of sessions that ended early; None if the bankroll is unlimited."""
    survived: Spread
    losing_run: Spread
    losing_run_counts: tuple[tuple[int, int], ...]
    """How many sessions had each longest losing run."""
    expectation: Fraction | None
    """Exact expectation of a round; None for your own decisions."""
    variance: Fraction | None
    """Exact variance of a round with all of its bets."""
    z: float | None
    """Of result − rounds played × exact expectation, which is zero on average with and without ruin."""
    played: PlayedSessions = field(repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        rules, length = self.rules, self.rules.length
        expected: dict[str, Any] = {}
        if self.expectation is not None:
            expected |= exact(per_round=self.expectation, without_ruin=length * self.expectation)
        if self.variance is not None:
            expected["standard_deviation_without_ruin_float"] = sqrt(length * self.variance)
        return {
            "method": "simulated",
            "version": __version__,
            "plan": rules.plan.to_dict(),
            "sessions": self.sessions,
            "length": length,
            "bets": rules.bets.to_dict(),
            "bankroll": None if rules.bankroll is None else str(rules.bankroll),
            "largest_stake": str(rules.bets.largest_stake),
            "result": self.result.to_dict(),
            "ahead": self.ahead.to_dict(),
            "even": self.even.to_dict(),
            "ruin": self.ruin.to_dict() if self.ruin else None,
            "rounds_survived": self.survived.to_dict(),
            "longest_losing_run": {
                **self.losing_run.to_dict(),
                "counts": {str(run): count for run, count in self.losing_run_counts},
            },
            "exact": expected or None,
            "z": self.z,
        }


def simulate_sessions(rules: SessionRules, sessions: int, progress: Progress | None = None) -> Sessions:
    """Simulate that many sessions."""
    whole_number(sessions, 2, MOST_SESSIONS, "the number of sessions")
    if sessions * rules.length > MOST_ROUNDS:
        raise FeltlabError(f"{sessions:,} sessions of {rules.length:,} rounds are more than {MOST_ROUNDS:,} rounds")
    return summed_up(rules, play_sessions(rules, 0, sessions, progress))


def summed_up(rules: SessionRules, played: PlayedSessions) -> Sessions:
    results, survived, runs, scale = played
    count, engine, known = len(results), engine_of(rules.plan), rules.plan.own is None
    expectation = rules.bets.expectation(engine) if known else None
    numbers, times = np.unique(runs, return_counts=True)
    return Sessions(
        rules, count, spread_of(results, scale),
        ahead=Proportion(int((results > 0).sum()), count),
        even=Proportion(int((results == 0).sum()), count),
        ruin=None if rules.bankroll is None else Proportion(int((survived < rules.length).sum()), count),
        survived=spread_of(survived),
        losing_run=spread_of(runs),
        losing_run_counts=tuple(zip(numbers.tolist(), times.tolist(), strict=True)),
        expectation=expectation,
        variance=None if expectation is None else variance_of(rules.plan, rules.bets),
        z=None if expectation is None else _z(results / scale - float(expectation) * survived),
        played=played,
    )  # fmt: skip


def _z(differences: npt.NDArray[np.float64]) -> float | None:
    error = float(differences.std(ddof=1)) / sqrt(len(differences))
    return float(differences.mean()) / error if error else None


def bankroll_paths(rules: SessionRules, sessions: int) -> list[npt.NDArray[np.float64]]:
    """Of the first sessions: the bankroll before the first round and after each, as far as it lasted.

    Without a bankroll the paths start at zero.
    """
    columns, nets, scale = rules.whole()
    rounds = whole_number(sessions, 1, MOST_SESSIONS, "the number of paths") * rules.length
    if rounds > MOST_PATH_ROUNDS:
        raise FeltlabError(f"paths of {rounds:,} rounds cannot be drawn: the limit is {MOST_PATH_ROUNDS:,}")
    totals = np.empty(rounds, np.int64)
    done = 0
    for codes in coded_rounds(rules.plan, 0, rounds):
        net_rounds(codes, columns, nets[0], totals[done : done + len(codes)])
        done += len(codes)
    start = np.full((sessions, 1), int((rules.bankroll or 0) * scale))
    walks = np.cumsum(np.hstack([start, totals.reshape(sessions, rules.length)]), axis=1)
    need = int(rules.bets.largest_stake * scale)
    return [_until_ruin(path, need if rules.bankroll is not None else None) / scale for path in walks]


def _until_ruin(path: Ints, need: int | None) -> Ints:
    short = np.flatnonzero(path < need) if need is not None else path[:0]
    return path[: int(short[0]) + 1] if len(short) else path
