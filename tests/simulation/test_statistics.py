"""Means, errors and z from integer tallies, against plain Python over the rounds themselves."""

from dataclasses import replace
from fractions import Fraction
from math import sqrt
from statistics import mean, stdev
from typing import Any

import pytest

from feltlab.games import GAMES
from feltlab.simulation.plan import Plan
from feltlab.simulation.replay import replayed
from feltlab.simulation.rounds import coded_rounds, engine_of
from feltlab.simulation.statistics import NORMAL_95, Statistics, main_z, statistics
from feltlab.simulation.tally import run_shard

MILLION = 10**6


def results_by_round(plan: Plan, rounds: int, row: int) -> list[Fraction]:
    """What all seats of each round came to on a wager, from its codes."""
    paid = engine_of(plan).paid[row]
    seats: list[Fraction] = []
    for codes in coded_rounds(plan, 0, rounds):
        seats += [paid.nets[code] for code in codes[:, paid.column].tolist()]
    return [sum(seats[place : place + plan.seats], Fraction(0)) for place in range(0, len(seats), plan.seats)]


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seats", [1, 3])
def test_mean_and_error_are_those_of_the_rounds(slug: str, seats: int) -> None:
    plan, rounds = Plan(slug, 5, seats=seats), 3000
    found = statistics(plan, run_shard(plan, 0, rounds))
    assert list(found) == [paid.wager for paid in engine_of(plan).paid]
    for row, figures in enumerate(found.values()):
        results = results_by_round(plan, rounds, row)
        assert figures.net == sum(results)
        assert figures.seat_rounds == rounds * seats
        assert figures.mean == pytest.approx(float(mean(results)) / seats)
        error = stdev(map(float, results)) / sqrt(rounds) / seats
        assert figures.sample_standard_error == pytest.approx(error)


@pytest.mark.parametrize("slug", GAMES)
def test_hits_are_seats_that_the_rule_book_pays(slug: str) -> None:
    plan, rounds = Plan(slug, 8, seats=2), 300
    found = statistics(plan, run_shard(plan, 0, rounds))
    hits = dict.fromkeys(found, 0)
    for number in range(rounds):
        for round in replayed(plan, number):
            for result in round.settle().results:
                if result.wager in hits:
                    hits[result.wager] += result.returned > result.staked
    del hits["main"]
    assert hits == {wager: figures.hits for wager, figures in found.items() if wager != "main"}


@pytest.mark.parametrize("slug", GAMES)
def test_a_million_rounds_agree_with_the_lab(slug: str) -> None:
    plan = Plan(slug, 2024)
    tally = run_shard(plan, 0, MILLION)
    found = statistics(plan, tally)
    assert all(abs(figures.z or 0) < 4 for figures in found.values())
    assert main_z(plan, tally) == found["main"].z
    assert found["main"].net == sum(found[wager].net for wager in GAMES[slug].wagers if wager in MAIN_WAGERS[slug])


MAIN_WAGERS = {
    "ace-odd-even": {"ante", "play"},
    "low-four": {"ante", "play"},
    "quick-draw-holdem": {"flop", "turn", "river"},
    "rule-out": {"main"},
}


@pytest.mark.parametrize("slug", GAMES)
def test_several_seats_agree_with_the_lab_too(slug: str) -> None:
    plan = Plan(slug, 7, seats=4)
    assert all(abs(figures.z or 0) < 4 for figures in statistics(plan, run_shard(plan, 0, 200_000)).values())


def test_seats_that_share_a_board_have_a_larger_error() -> None:
    """Four seats see one flop: four times the bets are no more information."""
    one, four = (
        statistics(plan, run_shard(plan, 0, 100_000))
        for plan in [Plan("quick-draw-holdem", 3, seats=s) for s in (1, 4)]
    )
    assert four["flop-bonus"].standard_error == pytest.approx(one["flop-bonus"].standard_error, rel=0.05)
    assert four["main"].standard_error > one["main"].standard_error / 1.9


def test_the_error_of_a_rare_award_does_not_wait_for_it_to_be_hit() -> None:
    plan = Plan("low-four", 2)
    found = statistics(plan, run_shard(plan, 0, 10_000))["combo-progressive"]
    assert list(found.events) == ["3 or 4 points", "5 or 6 points", "7 to 11 points"]
    assert found.events["3 or 4 points"] == 0
    assert found.standard_error > 2 * found.sample_standard_error
    assert sum(found.events.values()) == found.hits


def folds(cards: Any) -> int:
    return 0


def test_own_decisions_have_no_exact_value() -> None:
    plan = Plan("low-four", 1, own=folds)
    found = statistics(plan, run_shard(plan, 0, 5000))["ante"]
    assert (found.mean, found.exact, found.z) == (-1, None, None)
    assert found.to_dict()["exact"] is None
    assert plan.fingerprint != Plan("low-four", 1).fingerprint


def test_a_wager_as_json() -> None:
    figures = Statistics("ante", 4, Fraction(-1), 0.25, 0.2, Fraction(-1, 8), 2)
    assert figures.to_dict() == {
        "mean": -0.25,
        "net": "-1",
        "standard_error": 0.25,
        "sample_standard_error": 0.2,
        "confidence_interval": [-0.25 - NORMAL_95 / 4, -0.25 + NORMAL_95 / 4],
        "exact": "-1/8",
        "exact_float": -0.125,
        "z": -0.5,
        "hits": 2,
    }
    assert replace(figures, standard_error=0.0).z is None
