"""Sessions: against exact values, against the rule book round by round, and on constructed walks."""

from dataclasses import replace
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from feltlab.errors import FeltlabError
from feltlab.games import GAMES
from feltlab.kernels.sessions import fresh_state, walk
from feltlab.lab import analyze
from feltlab.simulation import sessions as module
from feltlab.simulation.bets import Bets, whole_nets
from feltlab.simulation.plan import Plan
from feltlab.simulation.replay import STAKE, replayed
from feltlab.simulation.rounds import engine_of
from feltlab.simulation.sessions import SessionRules, bankroll_paths, play_sessions, simulate_sessions, summed_up
from feltlab.simulation.spread import Proportion, spread_of

SIDES: dict[str, dict[str, object]] = {
    "ace-odd-even": {"ante": 2, "odd-even": "1.5", "poker": 1},
    "low-four": {"low-points": 1, "high-points": "0.25"},
    "quick-draw-holdem": {"flop-bonus": 1, "best-four": 3},
    "rule-out": {"main": 5, "joker": 2},
}


def rules(slug: str, length: int = 100, bankroll: int | None = None, bets: dict[str, object] | None = None, seed: int = 11) -> SessionRules:  # fmt: skip
    limit = None if bankroll is None else Fraction(bankroll)
    return SessionRules(Plan(slug, seed), Bets.read(slug, bets), length, limit)


@pytest.mark.parametrize("slug", GAMES)
def test_mean_and_deviation_are_those_of_the_lab(slug: str) -> None:
    found = simulate_sessions(rules(slug), 10_000)
    main = analyze(slug).main
    assert found.expectation == main.expectation
    assert found.variance == main.variance
    assert abs(found.result.mean - 100 * float(main.expectation)) < 4 * found.result.mean_standard_error
    exact = sqrt(100 * main.variance)
    assert abs(found.result.standard_deviation - exact) < 4 * found.result.standard_deviation_standard_error
    assert found.z is not None
    assert abs(found.z) < 4


@pytest.mark.parametrize("slug", GAMES)
def test_several_bets_with_a_bankroll_that_often_fails(slug: str) -> None:
    """Stopping cannot change the mean per round played: result − rounds × expectation is zero on average."""
    need = Bets.read(slug, SIDES[slug]).largest_stake
    found = simulate_sessions(rules(slug, 100, int(3 * need), SIDES[slug]), 5_000)
    assert found.ruin is not None
    assert found.ruin.chance > 0.05
    assert found.survived.mean < 100
    assert found.z is not None
    assert abs(found.z) < 4


def test_wins_paid_one_percent_too_much_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = rules("low-four", 200)
    engine = engine_of(asked.plan)
    honest = simulate_sessions(asked, 20_000)
    main = next(paid for paid in engine.paid if paid.wager == "main")
    planted = replace(main, nets=tuple(net * Fraction(101, 100) if net > 0 else net for net in main.nets))

    def wrong(*arguments: object) -> object:
        engine.paid = tuple(planted if paid.wager == "main" else paid for paid in engine.paid)
        return whole_nets(*arguments)  # type: ignore[arg-type]

    kept = engine.paid
    monkeypatch.setattr(module, "whole_nets", wrong)
    try:
        found = simulate_sessions(asked, 20_000)
    finally:
        engine.paid = kept
    assert honest.z is not None
    assert found.z is not None
    assert abs(honest.z) < 4 < abs(found.z)


@pytest.mark.parametrize("slug", GAMES)
def test_sessions_walked_by_hand_through_the_rule_book(slug: str) -> None:
    length, bets = 12, Bets.read(slug, SIDES[slug])
    bankroll = 2 * bets.largest_stake
    asked = SessionRules(Plan(slug, 5), bets, length, bankroll)
    played = play_sessions(asked, 0, 12)
    paths = bankroll_paths(asked, 12)
    stakes = dict(bets.stakes)
    for session in range(12):
        money, run, longest, rounds = bankroll, 0, 0, 0
        for number in range(session * length, session * length + length):
            if money < bets.largest_stake:
                break
            net = Fraction(0)
            for row in replayed(asked.plan, number)[0].settle().results:
                wager = GAMES[slug].wagers[row.wager]
                unit = bets.initial if wager.role.value == "raise" else stakes.get(row.wager, Fraction(0))
                net += unit * Fraction(row.returned - row.staked, STAKE)
            money += net
            run = run + 1 if net < 0 else 0
            longest, rounds = max(longest, run), rounds + 1
            assert paths[session][rounds] == pytest.approx(float(money))
        assert Fraction(int(played.results[session]), played.scale) == money - bankroll
        assert (int(played.survived[session]), int(played.losing_runs[session])) == (rounds, longest)
        assert len(paths[session]) == rounds + 1


def walked(nets: list[int], length: int, start: int, need: int, chunks: int = 1) -> list[list[int]]:
    sessions = len(nets) // length
    outs = [np.zeros(sessions, np.int64) for _ in range(3)]
    state = fresh_state()
    for part in np.array_split(np.array(nets), chunks):
        walk(part, length, start, need, state, *outs)
    return [out.tolist() for out in outs]


def test_ruin_on_constructed_walks() -> None:
    dies = [-2, -2, 9, 9]  # 5 → 3 → 1: the third round cannot be covered, its win is not had
    lives = [
        -2,
        -1,
        -2,
        0,
    ]  # 5 → 3 → 2 → 0 is never asked: the round before it left just enough, the last is not started
    exact = [-3, -1, 1, 1]  # 5 → 2, which still covers a stake of 2, → 1: stopped
    results, survived, longest = walked([*dies, *lives, *exact], 4, 5, 2)
    assert survived == [2, 3, 2]
    assert results == [-4, -5, -4]
    assert longest == [2, 3, 2]


def test_a_bankroll_gone_with_the_last_round_is_no_ruin() -> None:
    assert walked([-1, -1, -1, -1], 4, 5, 2) == [[-4], [4], [4]]


def test_a_push_ends_a_losing_run() -> None:
    assert walked([-1, -1, 0, -1, -1, -1, 1, -1], 8, 100, 1)[2] == [3]


@pytest.mark.parametrize("chunks", [2, 3, 5, 24])
def test_chunks_of_any_size_make_the_same_walk(chunks: int) -> None:
    nets = np.random.default_rng(3).integers(-3, 4, 24).tolist()
    assert walked(nets, 6, 7, 2, chunks) == walked(nets, 6, 7, 2)


def test_sessions_are_the_same_whole_or_in_shards() -> None:
    asked = rules("rule-out", 37, 10)
    whole = play_sessions(asked, 0, 300)
    parts = [play_sessions(asked, first, count) for first, count in ((0, 1), (1, 199), (200, 100))]
    for place in range(3):
        assert np.concatenate([part[place] for part in parts]).tolist() == np.array(whole[place]).tolist()
    assert summed_up(asked, whole).to_dict() == simulate_sessions(asked, 300).to_dict()
    assert simulate_sessions(rules("rule-out", 37, 10, seed=12), 300).to_dict() != summed_up(asked, whole).to_dict()


def test_longest_losing_run_has_the_exact_distribution() -> None:
    """By a plain walk over the states of a run, with the lab's chance to lose a round."""
    lose, length = float(analyze("low-four").main.loss_frequency), 60
    found = simulate_sessions(rules("low-four", length), 20_000)
    counts = dict(found.losing_run_counts)
    for most in (3, 5, 8):
        chances = np.zeros(most + 1)
        chances[0] = 1.0
        for _ in range(length):
            chances = np.concatenate([[chances.sum() * (1 - lose)], chances[:-1] * lose])
        share = Proportion(sum(count for run, count in counts.items() if run <= most), found.sessions)
        assert abs(share.chance - chances.sum()) < 4 * share.standard_error


def test_spread_of_known_numbers() -> None:
    spread = spread_of(np.arange(1, 101), 10)
    assert [found.value for found in spread.percentiles] == [0.1, 0.5, 2.5, 5.0, 7.5, 9.5, 9.9]
    assert spread.mean == pytest.approx(5.05)
    assert spread.standard_deviation == pytest.approx(np.arange(1, 101).std(ddof=1) / 10)
    assert Proportion(0, 100).standard_error > 0


def test_provenance_is_in_the_dictionary() -> None:
    found = simulate_sessions(rules("ace-odd-even", 50, 20), 500).to_dict()
    assert found["method"] == "simulated"
    assert (found["sessions"], found["length"], found["bankroll"], found["bets"]) == (500, 50, "20", {"ante": "1"})
    assert found["plan"]["game"] == "ace-odd-even"
    assert found["largest_stake"] == "2"
    assert Fraction(found["exact"]["without_ruin"]) == 50 * analyze("ace-odd-even").main.expectation
    assert sum(found["longest_losing_run"]["counts"].values()) == 500


@pytest.mark.parametrize(
    ("slug", "bets"),
    [
        ("low-four", {"joker": 1}),
        ("low-four", {"play": 1}),
        ("low-four", {"ante": 0}),
        ("low-four", {"ante": -1}),
        ("low-four", {"ante": "nan"}),
        ("low-four", {"ante": "1/3"}),
        ("low-four", {"ante": "0.001"}),
        ("low-four", {"ante": 1.5}),
        ("low-four", {"ante": True}),
        ("low-four", {"ante": "9" * 30}),
        ("low-four", {"ante": 10**7}),
        ("rule-out", {"joker": 2}),
    ],
    ids=str,
)
def test_bets_that_cannot_be_made_are_refused(slug: str, bets: dict[str, object]) -> None:
    with pytest.raises(FeltlabError):
        Bets.read(slug, bets)


def test_rules_that_make_no_sense_are_refused() -> None:
    with pytest.raises(FeltlabError, match="largest total stake, 3"):
        rules("quick-draw-holdem", 10, 2)
    with pytest.raises(FeltlabError, match="length"):
        rules("low-four", 0)
    with pytest.raises(FeltlabError, match="number of sessions"):
        simulate_sessions(rules("low-four"), 0)
    with pytest.raises(FeltlabError, match="more than"):
        simulate_sessions(rules("low-four", 10**12), 10**5)
    with pytest.raises(FeltlabError, match="one seat"):
        SessionRules(Plan("low-four", 1, seats=2), Bets.read("low-four"), 10)
    with pytest.raises(FeltlabError, match="64 bits"):
        play_sessions(rules("low-four", 10**13, bets={"ante": 10**6}), 0, 1)
