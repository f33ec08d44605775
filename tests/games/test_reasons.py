"""What is said of a game of one file: why a bet won or lost, equal pay tables once, hands that are not whole yet."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from feltlab.games import GAMES, settle
from feltlab.games.loading import load_game
from feltlab.rules.game import Game
from feltlab.web.felt.hands import read_hand
from tests.conftest import Feltlab

pytestmark = pytest.mark.compiled("a game file is tried with the numbers that machine code gives")

FILE = '''"""Sedge: two cards, then a third.

 1. Fold or play on two cards.
"""

from feltlab.sdk import *

PAIR = three_cards.least("pair")


@rule
def settle(own, dealer, play):
    if play == 0:
        return LOSE, NONE
    if own == dealer:
        return PUSH, PUSH
    return (WIN, WIN) if own > dealer else (LOSE, LOSE)


@rule
def pairs(own):
    return 1 if own >= PAIR else 0


GAME = declare(
    "sedge", "Sedge", __doc__,
    wagers=[opening("ante"), raised("play"), side("pairs")],
    round=[
        Deal("player", 2, SEATS),
        Deal("dealer", 3),
        Ask("play", "Play?", Raise("play", "ante", {"fold": 0, "play": 1})),
        Deal("last", 1, SEATS),
    ],
    hands={
        "two": Hand(high_cards, "player"), "own": Hand(three_cards, "player", "last"),
        "dealer": Hand(three_cards, "dealer"),
    },
    settle=settle,
    sides={"pairs": pairs},
    pays={"pairs": {"felt": "pair 4 to 1", "same": "pair 4 to 1", "other": "pair 3 to 1"}},
)
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "sedge.py"
    made.write_text(FILE)
    return made


@pytest.fixture
def game(file: Path) -> Iterator[Game]:
    yield load_game(file)
    del GAMES["sedge"]


@pytest.mark.parametrize(
    ("cards", "dealer", "main", "pairs"),
    [
        (("Ks Kd", "5s"), "Qh 9d 4c", "wins: pair of kings against queen-9 high", "pair: 4 to 1"),
        (("2s 3d", "5s"), "Qh 9d 4c", "loses: 5-3 high against queen-9 high", "5-3 high: not a winning hand"),
        (("Qs 9c", "4d"), "Qh 9d 4c", "push: queen-9 high against queen-9 high", "queen-9 high: not a winning hand"),
    ],
)
def test_a_result_says_which_hands_met(game: Game, cards: tuple[str, str], dealer: str, main: str, pairs: str) -> None:
    line = {"game": game.slug, "player": cards[0], "last": cards[1], "dealer": dealer, "choices": {"play": "play"}}
    settled = settle(line | {"wagers": {"ante": 1000, "pairs": 500}})
    assert {result.wager: result.why for result in settled.results} == {"ante": main, "play": main, "pairs": pairs}


def test_a_seat_that_is_asked_before_its_last_card_has_a_reading(game: Game) -> None:
    terms = game.terms(game.house())
    two, three = (read_hand(game, terms, cards) for cards in ("As Kd", "As Kd 2c"))
    assert (two["call"], two["options"]) == ("ace-king", {"play": ["fold", "play"]})
    assert (three["call"], three["options"]) == ("ace-king high", {})  # nothing is asked any more


def test_equal_pay_tables_are_listed_once(feltlab: Feltlab, file: Path) -> None:
    said = feltlab("rules", str(file))
    assert said.returncode == 0
    (head,) = [line for line in said.stdout.splitlines() if "felt *" in line]
    assert [cell.strip() for cell in head.strip("┃ ").split("┃")] == ["event", "felt *, same", "other"]


def test_the_coach_can_be_asked_before_a_bet(feltlab: Feltlab, file: Path) -> None:
    said = feltlab("play", str(file), stdin="c\nq\n")
    assert said.returncode == 0, said.stderr
    assert "write an amount like" not in said.stdout
    assert "When you have a decision, c shows what each choice is worth." in said.stdout
