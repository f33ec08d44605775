"""A one-file game with Jokers in its deck: settled and played as the docs say, and sampled because no plan counts it."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from feltlab.cards.names import card_names
from feltlab.errors import CardError
from feltlab.exact.figures import SAMPLED
from feltlab.exact.solving.parts import general_lab
from feltlab.games import GAMES, settle
from feltlab.games.loading import load_game
from feltlab.lab import advise, analyze
from feltlab.rules.game import Game
from feltlab.web.felt.hands import read_hand
from tests.table.driver import Table, replayed

ROOT = Path(__file__).parents[2]
FILE = ROOT / "examples" / "joker_duel.py"
LINE = {"game": "joker-duel", "dealer": "Ah Kd Qh", "choices": {"play": "play"}, "wagers": {"ante": 100}}


@pytest.fixture(scope="module", autouse=True)
def game() -> Iterator[Game]:
    found = load_game(FILE)
    yield found
    del GAMES[found.slug]


def test_the_docs_show_the_file() -> None:
    section = (ROOT / "docs" / "own-game.md").read_text("utf-8").partition("### Jokers")[2].partition("\n## ")[0]
    (shown,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    for part in shown.split("\n\n\n"):
        assert part.strip() in FILE.read_text("utf-8")
    assert "numbers=Jokers(seats=6)" in section


def test_it_is_sampled_from_a_deck_with_jokers_and_says_so(game: Game) -> None:
    lab = general_lab(game)
    assert lab.outlook().plan == SAMPLED
    assert "its deck has Jokers" in lab.outlook().reason
    found = analyze("joker-duel")
    assert found.main.method == SAMPLED
    assert found.main.margin > 0
    assert len(lab.sampler(game.terms(game.house())).deck) == 54  # type: ignore[attr-defined]
    advice = advise({"game": "joker-duel", "player": "Jo 9d 2s", "wagers": {"ante": 100}})
    assert advice.method == SAMPLED


def test_rounds_hold_as_many_jokers_as_the_deck(game: Game) -> None:
    assert settle({**LINE, "player": "Jo Jo 9s"}).net == 200
    assert read_hand(game, game.terms(game.house()), "Jo Jo 9s")["call"] == "straight flush, jack high"
    with pytest.raises(CardError, match="Jo is dealt 3 times; the deck holds it 2 times"):
        settle({**LINE, "player": "Jo Jo Jo"})
    with pytest.raises(CardError, match="9s is dealt twice"):
        settle({**LINE, "player": "Jo 9s 9s"})


def test_a_live_table_deals_them() -> None:
    met, rounds = 0, 40
    for number in range(rounds):
        table = Table("joker-duel", name=f"jokers-{number}").sit(*range(1, 7))
        table.lock(tuple(range(1, 7)), {seat: {"ante": 500} for seat in range(1, 7)})
        while table.table.round and table.round.phase == "play":
            table.decide(table.round.waiting[0], {"play": "play"})
        assert table.table.last is not None
        met += sum(card_names(hand.cards).count("Jo") for hand in table.table.last.hands.values())
        assert replayed(table.log) == table.state
    assert met == pytest.approx(float(Fraction(18 * 2, 54) * rounds), abs=20)
