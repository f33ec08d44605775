import json
from fractions import Fraction
from math import exp
from typing import Any

import pytest

from feltlab.games import GAMES
from feltlab.lab import analyze, what_if
from feltlab.lab.what_if import pay_cases, rule_cases
from feltlab.rules.house import House
from feltlab.simulation.bets import Bets
from feltlab.simulation.joint_counts import joint_counts
from feltlab.simulation.plan import Plan
from feltlab.simulation.risk import risk_of
from feltlab.simulation.rounds import engine_of
from tests.conftest import Feltlab

EXACT = [
    ("ace-odd-even", "optimal"), ("ace-odd-even", "joint"), ("ace-odd-even", "never-fold"), ("low-four", "optimal"),
    ("low-four", "never-fold"), ("rule-out", "optimal"), ("rule-out", "diversify"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "strategy"), EXACT)
def test_exact_joint_counts_have_the_exact_expectation_of_every_wager(slug: str, strategy: str) -> None:
    plan = Plan(slug, 1, strategy)
    joint = joint_counts(plan)
    assert joint.method == "exact"
    for paid in engine_of(plan).paid:
        others = tuple(axis for axis in range(joint.counts.ndim) if axis != paid.column)
        counts = joint.counts.sum(axis=others).tolist()
        pairs = zip(counts, paid.nets, strict=False)
        assert sum((count * net for count, net in pairs), Fraction(0)) / joint.total == paid.exact


@pytest.mark.parametrize("slug", GAMES)
def test_the_main_game_alone_has_the_labs_own_variance(slug: str) -> None:
    risk, main = risk_of(Plan(slug, 1)), analyze(slug).main
    assert risk.method == "exact"
    assert (risk.expectation, risk.variance) == (main.expectation, main.variance)


@pytest.mark.parametrize("slug", GAMES)
def test_variance_of_two_bets_is_theirs_and_twice_their_covariance(slug: str) -> None:
    side = {
        "ace-odd-even": "odd-even",
        "low-four": "high-points",
        "quick-draw-holdem": "best-four",
        "rule-out": "joker",
    }[slug]
    plan = Plan(slug, 1)
    both = risk_of(plan, Bets.read(slug, {side: 1}))
    correlation = next(r for a, b, r in both.correlations if (a, b) == ("main", side))
    main, other = analyze(slug).main, analyze(slug).wagers[side]
    expected = (
        float(main.variance + other.variance) + 2 * correlation * main.standard_deviation * other.standard_deviation
    )
    assert float(both.variance) == pytest.approx(expected, rel=0.02)
    assert abs(correlation) < 1


def test_low_and_high_points_pull_apart() -> None:
    risk = risk_of(Plan("low-four", 1))
    assert next(r for a, b, r in risk.correlations if (a, b) == ("low-points", "high-points")) < 0


def test_the_adjustment_coefficient_solves_its_equation() -> None:
    risk = risk_of(Plan("low-four", 1), Bets.read("low-four", {"low-points": 1}))
    theta = risk._adjustment
    assert sum(count / risk.total * exp(theta * float(net)) for net, count in risk.results) == pytest.approx(
        1, abs=1e-9
    )
    assert risk.house_ruin(risk.house_bankroll(Fraction(1, 100))) == pytest.approx(0.01)


def test_more_rounds_make_the_house_surer() -> None:
    risk = risk_of(Plan("quick-draw-holdem", 1))
    chances = [risk.house_behind(rounds) for rounds in (1, 100, 10_000, 1_000_000)]
    assert chances == sorted(chances, reverse=True)
    assert risk.house_behind(round(risk.n0)) == pytest.approx(0.1587, abs=1e-3)


def test_a_house_without_an_edge_needs_endless_money() -> None:
    numbers = GAMES["low-four"].numbers.changed({"qualifier": 11})
    risk = risk_of(Plan("low-four", 1, house=House(numbers, GAMES["low-four"].book.pay_tables)))
    assert risk.expectation > 0
    assert risk.house_bankroll(Fraction(1, 100)) == float("inf")


@pytest.mark.parametrize("slug", GAMES)
def test_what_ifs_are_the_labs_own_edges(slug: str) -> None:
    cases = list(rule_cases(GAMES[slug])) + list(pay_cases(GAMES[slug]))
    assert len(cases) >= 10
    assert any(case.after != case.before for case in cases)


def test_a_game_that_names_no_houses_is_looked_at_one_step_around(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(what_if, "part_of", lambda game, name: None)

    def changes(slug: str) -> list[Any]:
        return list(what_if._changes(GAMES[slug], GAMES[slug].house()))

    odds = [{"win_odds": "push"}, {"win_odds": "2 to 1"}, {"no_qualify_odds": "push"}, {"no_qualify_odds": "2 to 1"}]
    assert changes("low-four") == [{"qualifier": 15}, {"qualifier": 17}, *odds]
    assert {"high_pair": "6"} in changes("quick-draw-holdem")
    assert {"high_pair": "8"} in changes("quick-draw-holdem")
    assert changes("rule-out") == [
        {"decks": 2},
        {"jokers": 1},
    ]  # no pay for the three Jokers that three a deck can deal
    assert any(case.wager == "main" for case in rule_cases(GAMES["low-four"]))


def test_a_dollar_more_on_a_line_costs_its_probability() -> None:
    chance = analyze("low-four").wagers["low-points"].probability("1 or 2 points")
    case = next(case for case in pay_cases(GAMES["low-four"]) if case.change == "1 or 2 points pays 301 to 1")
    assert case.before - case.after == chance


def test_the_single_deck_table_on_three_decks_is_warned_of() -> None:
    cases = {case.change: case for case in rule_cases(GAMES["rule-out"])}
    assert not cases["the single-deck main table on 2 decks"].warning
    assert "edge" in cases["the single-deck main table on 3 decks"].warning


def test_the_commands(feltlab: Feltlab) -> None:
    found = json.loads(feltlab("risk", "low-four", "--bet", "low-points=2", "--json").stdout)
    assert found["bets"] == {"ante": "1", "low-points": "2"}
    assert "N0" in feltlab("risk", "rule-out").stdout
    found = json.loads(feltlab("what-if", "rule-out", "--json").stdout)
    assert any(case["warning"] for case in found["cases"])
    assert "difference" in feltlab("what-if", "low-four", "--pays").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("risk", "poker"),
        ("risk", "low-four", "--bet", "tips=1"),
        ("risk", "low-four", "--bet", "play=1"),
        ("risk", "low-four", "--bet", "ante"),
        ("risk", "low-four", "--bet", "ante=-1"),
        ("risk", "rule-out", "--bet", "joker=2"),
        ("risk", "low-four", "--strategy", "brave"),
        ("what-if", "poker"),
    ],
)
def test_wrong_calls_are_one_line_and_exit_2(feltlab: Feltlab, arguments: tuple[str, ...]) -> None:
    done = feltlab(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
