import json
from fractions import Fraction
from itertools import combinations
from math import exp, sqrt
from typing import Any

import numpy as np
import pytest

from feltlab.cards import parse_cards
from feltlab.errors import FeltlabError
from feltlab.games import GAMES
from feltlab.games.quick_draw_holdem.joint_kernels import PlayedClasses, count_flops
from feltlab.games.quick_draw_holdem.river import grade_tables
from feltlab.games.quick_draw_holdem.strategies import classes, play
from feltlab.kernels.lattice import Ints
from feltlab.kernels.subsets import suit_keys
from feltlab.lab import analyze, what_if
from feltlab.lab.what_if import pay_cases, rule_cases
from feltlab.simulation.bets import Bets
from feltlab.simulation.joint_counts import joint_counts
from feltlab.simulation.plan import Plan
from feltlab.simulation.risk import risk_of
from feltlab.simulation.rounds import engine_of
from feltlab.simulation.tally import run_shard
from tests.conftest import Feltlab

COUNTED = [
    ("ace-odd-even", "optimal"), ("ace-odd-even", "joint"), ("ace-odd-even", "never-fold"), ("low-four", "optimal"),
    ("low-four", "never-fold"), ("quick-draw-holdem", "optimal"), ("quick-draw-holdem", "no-look-ahead"),
    ("quick-draw-holdem", "chase-any-draw"), ("rule-out", "optimal"), ("rule-out", "diversify"),
    ("rule-out", "trade-random"),
]  # fmt: skip


def _by_code(joint: Ints, column: int) -> list[int]:
    counts: list[int] = joint.sum(axis=tuple(axis for axis in range(joint.ndim) if axis != column)).tolist()
    return counts


@pytest.mark.parametrize(("slug", "strategy"), COUNTED)
def test_joint_counts_have_the_exact_expectation_and_variance_of_every_wager(slug: str, strategy: str) -> None:
    plan = Plan(slug, 1, strategy)
    joint = joint_counts(plan)
    total = int(joint.sum())
    for paid in engine_of(plan).paid:
        pairs = list(zip(_by_code(joint, paid.column), paid.nets, strict=False))
        mean = sum((count * net for count, net in pairs), Fraction(0)) / total
        square = sum((count * net**2 for count, net in pairs), Fraction(0)) / total
        assert (mean, square - mean**2) == (paid.exact, paid.variance)


@pytest.mark.parametrize("slug", GAMES)
def test_rounds_end_as_often_together_as_is_counted(slug: str) -> None:
    """Each combination that is met thirty times or more, and that none is met which cannot be."""
    plan, rounds = Plan(slug, 4), 500_000
    joint = joint_counts(plan)
    met = np.array(run_shard(plan, 0, rounds).counts).reshape(joint.shape)
    chances = joint / joint.sum()
    often = rounds * chances >= 30
    z = (met - rounds * chances)[often] / np.sqrt(rounds * chances * (1 - chances))[often]
    assert often.sum() > 5
    assert abs(z).max() < 4
    assert not met[joint == 0].any()


@pytest.mark.parametrize("flop", ["As Ah Ad", "9s 8s 7s", "Qs Qh 4s", "Ks 7s 2h", "Ts 6h 3d"])
def test_every_deal_after_a_flop_ends_as_the_rounds_do(flop: str) -> None:
    """The 2,542,512 deals of one flop, dealt one by one to the engine that plays simulated rounds."""
    plan = Plan("quick-draw-holdem", 1, "no-look-ahead")  # looked up by class, the turn as well
    cards = parse_cards(flop, 3, "flop")
    holes = np.array([hole for hole in combinations(range(52), 2) if not {*hole} & {*cards}], np.uint8)
    deals = np.empty((len(holes), 47, 46, 7), np.uint8)
    deals[..., :2], deals[..., 2:5] = holes[:, None, None], cards
    for number, hole in enumerate(holes.tolist()):
        left = np.array([card for card in range(52) if card not in (*hole, *cards)], np.uint8)
        deals[number, ..., 5] = left[:, None]
        deals[number, ..., 6] = np.stack([np.delete(left, place) for place in range(47)])
    engine = engine_of(plan)
    codes = np.empty((deals.size // 7, 3), np.uint8)
    engine.grade(0, deals.reshape(-1, 7), codes)
    dealt = np.zeros(engine.tops, np.int64)
    np.add.at(dealt, tuple(codes.T.astype(np.int64)), 1)
    keys = suit_keys(classes().hands)
    order = np.argsort(keys)
    played = PlayedClasses(keys[order], order, *play(plan.strategy, plan.terms))
    counted, numbers = np.zeros_like(dealt), plan.terms.numbers
    tables = grade_tables(numbers.high_pair)
    count_flops(np.array([cards]), np.ones(1, np.int64), played, *tables, numbers.best_four_pair, counted)
    assert (counted == dealt).all()


def test_a_strategy_file_is_counted_as_it_decides_and_a_function_is_refused() -> None:
    never = np.zeros(len(classes().hands), np.bool_).tobytes()
    joint = joint_counts(Plan("quick-draw-holdem", 1, table=never))
    assert _by_code(joint, 0)[1:] == [0] * 10
    with pytest.raises(FeltlabError, match="deals are not counted"):
        joint_counts(Plan("quick-draw-holdem", 1, own=lambda cards: True))


@pytest.mark.parametrize("slug", GAMES)
def test_the_main_game_alone_has_the_labs_own_variance(slug: str) -> None:
    risk, main = risk_of(Plan(slug, 1)), analyze(slug).main
    assert (risk.expectation, risk.variance) == (main.expectation, main.variance)


@pytest.mark.parametrize("slug", GAMES)
def test_variance_of_two_bets_is_theirs_and_twice_their_covariance(slug: str) -> None:
    plan = Plan(slug, 1)
    variances = {paid.wager: paid.variance for paid in engine_of(plan).paid}
    with_main = [one for one in risk_of(plan).correlations if one.first == "main"]
    assert {one.second for one in with_main} == {
        wager.slug for wager in GAMES[slug].wagers.values() if not wager.in_main_game
    }
    for one in with_main:
        main, other = variances["main"], variances[one.second]
        assert main is not None
        assert other is not None
        both = risk_of(plan, Bets.read(slug, {one.second: 1}))
        assert both.variance == main + other + 2 * one.covariance
        assert one.value == pytest.approx(float(one.covariance) / sqrt(main * other))
        assert abs(one.value) < 1


def test_low_and_high_points_pull_apart() -> None:
    risk = risk_of(Plan("low-four", 1))
    assert next(one for one in risk.correlations if one[:2] == ("low-points", "high-points")).covariance < 0


def test_the_adjustment_coefficient_solves_its_equation() -> None:
    risk = risk_of(Plan("low-four", 1), Bets.read("low-four", {"low-points": 1}))
    theta = risk._adjustment
    assert sum(count / risk.total * exp(theta * float(net)) for net, count in risk.results) == pytest.approx(
        1, abs=1e-9
    )
    assert exp(-theta * risk.house_bankroll(Fraction(1, 100))) == pytest.approx(0.01)


def test_more_rounds_make_the_house_surer() -> None:
    risk = risk_of(Plan("quick-draw-holdem", 1))
    chances = [risk.house_behind(rounds) for rounds in (1, 100, 10_000, 1_000_000)]
    assert chances == sorted(chances, reverse=True)
    assert risk.house_behind(round(risk.n0)) == pytest.approx(0.1587, abs=1e-3)


def test_a_house_without_an_edge_needs_endless_money() -> None:
    risk = risk_of(Plan("low-four", 1, house=GAMES["low-four"].house().changed({"qualifier": 11})))
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
    found = json.loads(feltlab("risk", "quick-draw-holdem", "--bet", "best-four=2", "--json").stdout)
    assert found["bets"] == {"flop": "1", "best-four": "2"}
    assert found["method"] == "exact"
    assert {(row["first"], row["second"]) for row in found["correlations"]} == {
        ("main", "flop-bonus"), ("main", "best-four"), ("flop-bonus", "best-four"),
    }  # fmt: skip
    both = sum(Fraction(row["net"]) * row["combinations"] for row in found["distribution"])
    assert both / sum(row["combinations"] for row in found["distribution"]) == Fraction(found["expectation"])
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
