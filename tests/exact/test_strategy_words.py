"""Best play in words: thresholds that go one way, answers that are allowed, streets in order."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from feltlab.exact.solving.remembered import in_order
from feltlab.games import GAMES
from feltlab.games.loading import load_game
from feltlab.lab import lab_of, terms_of
from feltlab.rules.game import Game

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """The whole game at the end of the tutorial, by a name of its own."""
    whole = re.findall(r"```(?:python|text)\n(.*?)```", (ROOT / "docs" / "tutorial.md").read_text("utf-8"), re.DOTALL)
    file = tmp_path_factory.mktemp("words") / "ferry_words.py"
    file.write_text(whole[-1].replace('    "ferry",\n', '    "ferry-in-words",\n'))
    yield (game := load_game(file))
    del GAMES[game.slug]


def test_one_threshold_for_each_option_brings_the_most_that_can_be() -> None:
    rng = np.random.default_rng(5)
    for options, values in product((2, 3, 4), (1, 3, 6)):
        worth = rng.integers(-9, 9, (options, values)).astype(float)
        ways = [way for way in product(range(options), repeat=values) if list(way) == sorted(way)]
        most = max(sum(worth[option, at] for at, option in enumerate(way)) for way in ways)
        taken = in_order(worth).tolist()
        assert taken == sorted(taken)
        assert sum(worth[option, at] for at, option in enumerate(taken)) == most


def test_a_line_ends_where_allow_changes(ferry: Game) -> None:
    said = lab_of(ferry.slug).strategy_text(terms_of(ferry))
    runs = [re.sub(r" \(.*?\)", "", line).strip() for line in said if line.startswith("  from")]
    assert [run.rpartition(": ")[2] for run in runs] == ["fold", "play", "double"]
    assert runs[1:] == ["from ace-6 high: play", "from straight, 3 high: double"]
    assert not any("may not take" in line for line in said)


def test_streets_come_in_their_order_with_the_hands_that_get_there() -> None:
    game = load_game(ROOT / "examples" / "games" / "mississippi_stud.py")
    lab, terms = lab_of(game.slug), terms_of(game)
    shares = lab.solved(terms).shares(lab.chooser("optimal", terms))  # type: ignore[attr-defined]
    assert sum(shares[0]) == 1
    assert [sum(later) for later in shares[1:]] == [sum(before) - before[0] for before in shares[:-1]]
    assert sum(street[0] for street in shares) == lab.analyze(terms).main.fold_frequency
    said = lab.strategy_text(terms)
    assert [line.partition(":")[0].lower() for line in said[: len(shares)]] == list(game.round.asks)
    assert "of the hands that get there, which are" in said[1]
    del GAMES[game.slug]
