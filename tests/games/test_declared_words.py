"""Words that a declaration is turned into: what a dealer and a player would say, and the author's own names."""

from pathlib import Path

import pytest

from feltlab.cards import parse_cards
from feltlab.games import GAMES
from feltlab.games.loading import load_game
from feltlab.rules.allowing import options_with
from feltlab.rules.game import Game
from feltlab.rules.round import Script
from feltlab.rules.steps import SEATS, Close, Deal, Turn
from feltlab.rules.turning import on_stage, turned
from feltlab.web.site.round_words import told_round

pytestmark = pytest.mark.compiled("a game file is tried with the numbers that machine code gives")

FILE = '''"""Quay: three cards each, one of the dealer's up.

1. Fold or play.
"""

from feltlab.sdk import *


@rule
def settle(own, dealer, play):
    if play == 0:
        return LOSE, NONE
    return (WIN, WIN) if own > dealer else (LOSE, LOSE)


@rule
def crate(own):
    return 2 if own >= three_cards.least("pair", "A") else 1 if own >= three_cards.least("pair") else 0


GAME = declare(
    "quay-in-words", "Quay", __doc__,
    wagers=[opening("ante"), raised("play"), side("crate")],
    round=[
        Deal("player", 3, SEATS),
        Deal("dealer", 3, parts={"up": 1, "hole": 2}),
        Turn("up"),
        Ask("street 1", "Well?", Raise("play", "ante", {"fold": 0, "once": 1, "twice": 2})),
        Turn("hole"),
    ],
    hands={"own": Hand(three_cards, "player"), "dealer": Hand(three_cards, "dealer")},
    settle=settle,
    sides={"crate": crate},
    pays={"crate": {"felt": "Pair of two aces 4 to 1\\n one pair 1 to 1", "other": "pair of 2 aces 5 to 1"}},
)
'''


@pytest.fixture
def game(tmp_path: Path) -> Game:
    file = tmp_path / "quay.py"
    file.write_text(
        FILE.replace('three_cards.least("pair", "A")', "ACES")
        .replace('three_cards.least("pair")', "PAIR")
        .replace(
            "@rule\ndef crate",
            'ACES = three_cards.least("pair", "A")\nPAIR = three_cards.least("pair")\n\n\n@rule\ndef crate',
        )
    )
    found = load_game(file)
    del GAMES[found.slug]
    return found


def test_cards_of_the_dealer_are_called_as_a_dealer_calls_them(game: Game) -> None:
    said = told_round(game)
    assert "The dealer's up card is turned over." in said
    assert "The rest of the dealer's hand is turned over." in said
    steps = [step.words for step in game.book.procedure.steps]
    assert "Turn the dealer's up card." in steps
    assert "Turn the rest of the dealer's hand." in steps


def test_parts_of_a_board_that_are_counted_or_named() -> None:
    board = Deal("board", 5, parts={"flop": 3, "one": 1, "two": 1})
    script = Script((Deal("player", 2, SEATS), board, Turn("flop"), Turn("one"), Turn("two"), Close()))
    turns = [turned(script, step) for step in script.steps if isinstance(step, Turn)]
    assert turns == ["the flop", "the first card of the board", "the second card of the board"]


def test_options_are_told_simply(game: Game) -> None:
    assert "Well: fold; once (a Play bet equal to the Ante); twice (a Play bet of two times the Ante)." in told_round(
        game
    )
    assert (on_stage("street 1"), on_stage("flop")) == ("on street 1", "on the flop")


def test_a_hand_is_offered_what_allow_lets_it_take() -> None:
    game = load_game(Path(__file__).resolve().parents[2] / "examples" / "games" / "crazy_four_poker.py")
    (stage,) = game.allows
    aces, rags = parse_cards("As Ad 9c 4h 2d", 5, "own"), parse_cards("Ks Jd 9c 4h 2d", 5, "own")
    assert options_with(game, stage, aces, (), game.numbers) == game.round.asks[stage].options
    few = options_with(game, stage, rags, (), game.numbers)
    assert set(few) < set(game.round.asks[stage].options)
    assert "fold" in few


def test_events_keep_the_name_that_their_author_gave_them(game: Game) -> None:
    felt, other = game.book.pay_tables["crate"].values()
    assert [line.event for line in felt.lines] == ["Pair of two aces", "one pair"]
    assert [line.event for line in other.lines] == ["Pair of two aces"]
    assert game.book.scales["crate"].grades("pair of 2 aces") == range(2, 3)
