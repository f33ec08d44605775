"""Simulation and exact lab agree, for every wager, pay table and named strategy, the better the more rounds are played.

One run counts how often each combination of codes comes up, so it serves every pay table that leaves play as it is;
where a pay table changes what the strategy does, its rounds are played anew.
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from hashlib import blake2b
from itertools import pairwise
from math import sqrt
from operator import add
from typing import NamedTuple

import numpy as np
import pytest

from feltlab.exact.engine import Paid
from feltlab.games import GAMES
from feltlab.lab import lab_of
from feltlab.simulation.plan import Plan
from feltlab.simulation.rounds import engine_of
from feltlab.simulation.tally import Tally, run_shard
from tests.simulation.plans import strategies, tables

ROUNDS = int(os.environ.get("FELTLAB_SOAK_ROUNDS", 10**8))
FEW = 400_000
PIECE = 10**6
SHOES = (1, 4, 6)
LARGEST_Z = 4.0
LARGEST_Z_OF_FEW = 4.5
"""In so few rounds the rarest awards come once or not at all, which no normal curve describes."""
PLAYED_BY_TABLE = {
    ("ace-odd-even", "joint"): "poker",
    ("quick-draw-holdem", "optimal"): "river",
    ("quick-draw-holdem", "no-look-ahead"): "river",
    ("rule-out", "optimal"): "main",
}
"""Strategies that depend on the pay table of a wager."""


class Played(NamedTuple):
    game: str
    strategy: str
    decks: int | None
    table: tuple[tuple[str, str], ...]
    """The pay table that the strategy depends on, if it does."""

    @property
    def plan(self) -> Plan:
        seed = int.from_bytes(blake2b(repr(tuple(self)).encode(), digest_size=7).digest(), "little")
        return Plan(self.game, seed, self.strategy, 1, self.table, self.decks)

    def __str__(self) -> str:
        parts = [self.game, self.strategy, *([f"{self.decks} decks"] if self.decks else [])]
        return " ".join([*parts, *(f"{wager} {id}" for wager, id in self.table)])


def played() -> list[Played]:
    found = []
    for game in GAMES:
        for decks in SHOES if game == "rule-out" else (None,):
            for strategy in strategies(game):
                wager = PLAYED_BY_TABLE.get((game, strategy))
                chosen = [((wager, id),) for id in tables(game, wager, decks)] if wager else [()]
                found += [Played(game, strategy, decks, table) for table in chosen]
    return found


def priced_plans(plan: Plan) -> list[Plan]:
    """The plan with each pay table of each wager that its strategy does not depend on."""
    fixed = dict(plan.pay_tables)
    return [
        replace(plan, pay_tables=(*plan.pay_tables, (wager, id)))
        for wager in GAMES[plan.game].house().pay_tables
        if wager not in fixed
        for id in tables(plan.game, wager, plan.decks)
    ]


def z_score(plan: Plan, paid: Paid, tally: Tally) -> float:
    """A side bet's spread is the lab's, since a run may have missed its rarest awards; a main bet's is the run's."""
    tops = engine_of(plan).tops
    others = tuple(column for column in range(len(tops)) if column != paid.column)
    counts = np.array(tally.counts).reshape(tops).sum(axis=others).tolist()
    pairs = list(zip(counts, paid.nets, strict=True))
    mean = sum((count * net for count, net in pairs), Fraction(0)) / tally.rounds
    side_bets = lab_of(plan.game).analyze(plan.terms, plan.strategy).wagers
    if paid.wager in side_bets:
        variance = side_bets[paid.wager].variance
    else:
        variance = sum((count * net**2 for count, net in pairs), Fraction(0)) / tally.rounds - mean**2
    return float(mean - paid.exact) / sqrt(variance / tally.rounds)


def z_scores(plan: Plan, tally: Tally) -> dict[str, float]:
    """By wager and the pay table that it depends on: of Quick Draw's main bets, that of the river."""
    found = {}
    for priced in priced_plans(plan):
        for paid in engine_of(priced).paid:
            pays = priced.terms.pays
            table = pays.get(paid.wager) or pays.get("river")
            name = f"{paid.wager} {table.id}" if table else paid.wager
            if name not in found:
                found[name] = z_score(priced, paid, tally)
    return found


def tallied(plan: Plan, first: int, last: int, threads: int = 1) -> Tally:
    starts = range(first, last, PIECE)
    with ThreadPoolExecutor(threads) as pool:
        return reduce(add, pool.map(lambda start: run_shard(plan, start, min(PIECE, last - start)), starts))


def drifts(scores: Sequence[float]) -> bool:
    """Away from zero, to one side, further with each tenfold of rounds, and already far: what a bias looks like."""
    sizes = [abs(score) for score in scores]
    one_side = len({score > 0 for score in scores}) == 1
    return one_side and sizes[-1] > 3 and all(2 * small < large for small, large in pairwise(sizes))


def marks(rounds: int) -> list[int]:
    return [rounds // 100, rounds // 10, rounds]


def some_played() -> list[Played]:
    """Best play in every way; any other strategy once, the shoes by turns. The long runs have all."""
    found: dict[tuple[str, str], list[Played]] = {}
    for one in played():
        found.setdefault((one.game, one.strategy), []).append(one)
    ways = enumerate(found.items())
    return [one for at, ((_, name), all) in ways for one in (all if name == "optimal" else [all[at % len(all)]])]


@pytest.mark.parametrize("one", some_played(), ids=str)
def test_a_short_run_agrees_with_the_lab(one: Played) -> None:
    scores = z_scores(one.plan, run_shard(one.plan, 0, FEW))
    assert {wager: z for wager, z in scores.items() if abs(z) >= LARGEST_Z_OF_FEW} == {}


def test_every_pay_table_is_scored() -> None:
    for game in GAMES:
        scored = {
            (wager, id)
            for one in played()
            if one.game == game
            for plan in (one.plan, *priced_plans(one.plan))
            for wager, id in plan.pay_tables
        }
        expected = {(wager, id) for wager, of_wager in GAMES[game].house().pay_tables.items() for id in of_wager}
        assert scored == expected


def test_a_bias_is_taken_for_a_drift_and_chance_is_not() -> None:
    assert drifts([0.4, 1.3, 4.1])
    assert drifts([-0.9, -2.9, -9.1])
    assert not drifts([-0.4, 1.3, 3.1])
    assert not drifts([2.0, 2.5, 3.1])
    assert not drifts([0.1, 0.3, 0.9])


def test_a_thousandth_on_a_common_pay_is_seen_by_the_scores() -> None:
    """What the comparison with the rule book finds in one round, agreement finds where the line is common enough."""
    plan = Plan("ace-odd-even", 5)
    tally = tallied(plan, 0, 10 * FEW)
    paid = next(paid for paid in engine_of(plan).paid if paid.wager == "ante")
    assert abs(z_score(plan, paid, tally)) < LARGEST_Z
    wrong = replace(paid, nets=tuple(net + (net + 1) * Fraction(3, 1000) for net in paid.nets))
    assert abs(z_score(plan, wrong, tally)) > LARGEST_Z


@pytest.mark.soak
@pytest.mark.parametrize("one", played(), ids=str)
def test_a_long_run_agrees_with_the_lab_and_does_not_drift(one: Played) -> None:
    tally, path = None, []
    for first, last in pairwise([0, *marks(ROUNDS)]):
        piece = tallied(one.plan, first, last, threads=os.cpu_count() or 1)
        tally = tally + piece if tally else piece
        path.append(z_scores(one.plan, tally))
    for wager, z in path[-1].items():
        scores = [step[wager] for step in path]
        print(f"{one}: {wager}: z {' '.join(f'{score:+.2f}' for score in scores)}")
        assert abs(z) < LARGEST_Z, (wager, scores)
        assert not drifts(scores), (wager, scores)
