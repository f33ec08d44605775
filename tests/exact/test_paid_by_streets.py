"""A game of three streets without a dealer's hand, from the gallery: exact, as published, and as it is simulated."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from feltlab.games import GAMES
from feltlab.games.loading import load_game
from feltlab.lab import analyze, claims_of
from feltlab.rules.game import Game

FILE = Path(__file__).parents[2] / "examples" / "games" / "mississippi_stud.py"


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    yield load_game(FILE)
    del GAMES["mississippi-stud"]


def test_it_costs_what_is_published(game: Game) -> None:
    assert len(FILE.read_text().splitlines()) <= 150
    main = analyze(game.slug).main
    assert main.house_edge == Fraction(53_223, 1_082_900)
    assert all(claim.matches for claim in claims_of(game.slug))
    assert "1x, 3x, 3x: every bet royal flush 500 to 1" in {outcome.event for outcome in main.outcomes}
