"""Shifts: against theo and exact variance, against the rule book, shared cards, pictures."""

from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from feltlab.errors import FeltlabError
from feltlab.games import GAMES
from feltlab.lab import analyze
from feltlab.simulation.bets import Bets
from feltlab.simulation.plan import Plan
from feltlab.simulation.plots import plot_paths, plot_sessions, plot_shifts, save
from feltlab.simulation.replay import STAKE, replayed
from feltlab.simulation.rounds import engine_of
from feltlab.simulation.sessions import SessionRules, simulate_sessions
from feltlab.simulation.shift import ShiftRules, play_shifts, simulate_shifts


def rules(
    slug: str, seats: int = 3, per_hour: int = 40, hours: str = "2.5", bets: dict[str, object] | None = None
) -> ShiftRules:
    return ShiftRules(Plan(slug, 9, seats=seats), (Bets.read(slug, bets),) * seats, per_hour, Fraction(hours))


@pytest.mark.parametrize("slug", GAMES)
def test_the_house_wins_theo_on_average(slug: str) -> None:
    found = simulate_shifts(rules(slug), 2_000)
    main = analyze(slug).main
    assert found.rules.rounds == 100
    assert found.theo == 300 * main.house_edge
    assert found.z is not None
    assert abs(found.z) < 4
    assert found.normal is not None
    assert found.normal.standard_deviation == pytest.approx(sqrt(300 * main.variance))


@pytest.mark.parametrize("slug", GAMES)
def test_one_seat_has_the_exact_deviation_and_several_share_the_dealer(slug: str) -> None:
    alone = simulate_shifts(rules(slug, seats=1), 3_000)
    assert alone.shared_cards == pytest.approx(1, abs=0.1)
    full = simulate_shifts(rules(slug, seats=6), 3_000)
    assert full.shared_cards is not None
    assert full.shared_cards > (1.02 if slug == "rule-out" else 1.2)
    assert full.house_loses.chance > 0
    assert full.measured_normal is not None
    assert full.house_loses.chance == pytest.approx(full.measured_normal.chance_of_loss, abs=0.04)


def test_a_seat_with_several_bets_has_their_exact_deviation_together() -> None:
    """A good hand wins the Ante and the bonus: as if independent, they would seem to swing less than they do."""
    plan, bets = Plan("ace-odd-even", 4), Bets.read("ace-odd-even", {"odd-even": 1})
    found = simulate_shifts(ShiftRules(plan, (bets,), 50, Fraction(2)), 5_000)
    apart = sum(stake**2 * (paid.variance or 0) for paid, stake in bets.paid(engine_of(plan)))
    assert found.normal is not None
    assert found.normal.standard_deviation > 1.05 * sqrt(100 * apart)
    error = found.win.standard_deviation_standard_error
    assert abs(found.win.standard_deviation - found.normal.standard_deviation) < 4 * error


def test_a_shift_walked_by_hand_with_different_bets_at_each_seat() -> None:
    given: list[dict[str, object]] = [{"main": 1}, {"main": 5, "joker": "2.5"}, {"main": "0.5", "joker": "0.5"}]
    bets = tuple(Bets.read("rule-out", stakes) for stakes in given)
    asked = ShiftRules(Plan("rule-out", 4, seats=3), bets, 7, Fraction(1))
    wins, scale = play_shifts(asked, 0, 3)
    for shift in range(3):
        won = Fraction(0)
        for number in range(7 * shift, 7 * shift + 7):
            for seat, round in enumerate(replayed(asked.plan, number)):
                for row in round.settle().results:
                    stake = dict(bets[seat].stakes).get(row.wager, Fraction(0))
                    won -= stake * Fraction(row.returned - row.staked, STAKE)
        assert Fraction(int(wins[shift]), scale) == won
    again, _ = play_shifts(asked, 2, 1)
    assert again.tolist() == wins[2:].tolist()


def test_theo_is_handle_times_edge_for_each_wager() -> None:
    asked = rules("low-four", seats=2, bets={"ante": 2, "low-points": 1})
    found = simulate_shifts(asked, 50)
    by_wager = {row.wager: row for row in found.theos}
    assert by_wager["main"].handle == 2 * 2 * 100
    assert by_wager["low-points"].handle == 2 * 100
    figures = analyze("low-four")
    assert by_wager["low-points"].edge == figures.wagers["low-points"].house_edge
    assert found.theo == 400 * figures.main.house_edge + 200 * figures.wagers["low-points"].house_edge


def test_hold_is_win_over_drop() -> None:
    asked = rules("rule-out")
    dropped = ShiftRules(asked.plan, asked.bets, asked.rounds_per_hour, asked.hours, Fraction(500))
    found = simulate_shifts(dropped, 100).to_dict()
    assert found["hold"] == pytest.approx(found["win"]["mean"] / 500)
    assert simulate_shifts(asked, 100).to_dict()["hold"] is None


def test_a_wrong_edge_would_be_seen() -> None:
    found = simulate_shifts(rules("rule-out", seats=7), 3_000)
    wrong = float(found.theo) * 1.5
    assert abs(found.win.mean - wrong) > 4 * found.win.mean_standard_error


def test_rules_that_make_no_sense_are_refused() -> None:
    with pytest.raises(FeltlabError, match="rounds per hour"):
        rules("low-four", per_hour=0)
    with pytest.raises(FeltlabError, match="hours"):
        rules("low-four", hours="0")
    with pytest.raises(FeltlabError, match="at least one round"):
        rules("low-four", per_hour=1, hours="0.5")
    with pytest.raises(FeltlabError, match="seats"):
        ShiftRules(Plan("low-four", 1, seats=3), (Bets.read("low-four"),), 45, Fraction(8))
    with pytest.raises(FeltlabError, match="number of shifts"):
        simulate_shifts(rules("low-four"), 1)


def test_pictures_are_drawn_and_the_same_results_give_the_same_bytes(tmp_path: Path) -> None:
    sessions = simulate_sessions(SessionRules(Plan("rule-out", 1), Bets.read("rule-out"), 50, Fraction(8)), 200)
    jackpots: dict[str, object] = {"combo-progressive": 1}
    skewed = simulate_sessions(SessionRules(Plan("low-four", 1), Bets.read("low-four", jackpots), 100), 300)
    shifts = simulate_shifts(rules("low-four"), 100)
    figures = {
        "sessions": plot_sessions(sessions),
        "skewed": plot_sessions(skewed),
        "paths": plot_paths(sessions),
        "free": plot_paths(skewed, 3),
        "shift": plot_shifts(shifts),
    }
    for name, figure in figures.items():
        axes = figure.axes[0]
        assert "unit" in axes.get_xlabel() + axes.get_ylabel(), name
    for kind, start in (("svg", b"<?xml"), ("png", b"\x89PNG")):
        save(figures["shift"], tmp_path / f"one.{kind}")
        save(plot_shifts(simulate_shifts(rules("low-four"), 100)), tmp_path / f"two.{kind}")
        assert (tmp_path / f"one.{kind}").read_bytes() == (tmp_path / f"two.{kind}").read_bytes()
        assert (tmp_path / f"one.{kind}").read_bytes().startswith(start)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.png", "one.svg", "two.png", "two.svg"]


def test_every_session_in_a_picture_is_in_a_bar_or_counted_beyond() -> None:
    found = simulate_sessions(SessionRules(Plan("low-four", 2), Bets.read("low-four"), 100), 2_000)
    axes = plot_sessions(found).axes[0]
    shown = sum(bar.get_height() for container in axes.containers for bar in container) / 100 * 2_000
    label = axes.get_xlabel()
    beyond = int(label.split("; ")[1].split()[0]) if "beyond" in label else 0
    assert np.isclose(shown + beyond, 2_000)


def test_a_picture_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    figure = plot_shifts(simulate_shifts(rules("rule-out"), 50))
    with pytest.raises(FeltlabError, match="written as"):
        save(figure, tmp_path / "picture.pdf")
    with pytest.raises(FeltlabError, match="cannot write"):
        save(figure, tmp_path / "no" / "picture.png")
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(FeltlabError, match="cannot write"):
        save(figure, tmp_path / "folder.png")
    assert [path.name for path in tmp_path.iterdir()] == ["folder.png"]
