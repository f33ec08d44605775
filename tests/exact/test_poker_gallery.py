"""Poker games of the gallery: exact, as published, and as simulated."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from feltlab.games import GAMES
from feltlab.games.loading import load_game
from feltlab.lab import analyze, claims_of
from feltlab.rules.game import Game
from feltlab.simulation.joint_counts import joint_counts
from feltlab.simulation.plan import Plan
from feltlab.simulation.statistics import statistics
from feltlab.simulation.tally import run_shard

FOLDER = Path(__file__).parents[2] / "examples" / "games"
EDGES = {
    "mississippi_stud": Fraction(53_223, 1_082_900),
    "crazy_four_poker": Fraction(264_142_729, 7_726_058_340),
}


@pytest.fixture(scope="module", params=EDGES)
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    loaded = load_game(FOLDER / f"{request.param}.py")
    yield loaded
    del GAMES[loaded.slug]


def test_it_is_a_short_file_that_imports_one_module(game: Game) -> None:
    lines = Path(game.source).read_text("utf-8").splitlines()
    assert len(lines) <= 150
    assert [line for line in lines if line.startswith(("import", "from"))] == ["from feltlab.sdk import ("]


def test_it_costs_what_is_published(game: Game) -> None:
    assert analyze(game.slug).main.house_edge == EDGES[Path(game.source).stem]
    assert len(claims_of(game.slug)) >= 1
    assert all(claim.matches for claim in claims_of(game.slug))


def test_simulated_rounds_agree(game: Game) -> None:
    plan = Plan(game.slug, 1)
    found = statistics(plan, run_shard(plan, 0, 50_000))
    assert all(abs(wager.z or 0) < 4 for wager in found.values())
    assert found["main"].z


def test_of_more_ends_than_a_tally_has_the_strategy_comes_to_few() -> None:
    game = load_game(FOLDER / "mississippi_stud.py")
    counts = joint_counts(Plan(game.slug, 1))
    assert len(counts) == 50
    assert (counts > 0).all()
    assert counts.sum() == comb(52, 2) * 50 * 49 * 48
    assert "1x, 3x, 3x: every bet royal flush 500 to 1" in {one.event for one in analyze(game.slug).main.outcomes}
    del GAMES[game.slug]
