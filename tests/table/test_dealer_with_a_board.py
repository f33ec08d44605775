"""The call when a dealer's hand that shares the board is turned; none while a card of it is face down."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from feltlab.games import GAMES, Game
from feltlab.games.loading import load_game
from feltlab.rules.round import Script
from feltlab.rules.steps import DEALER, Close, Turn
from feltlab.table import Config
from feltlab.table.events import Turned
from tests.table.driver import Table

SLUG = "ultimate-texas-holdem"
RAISED = {1: {"preflop": "4x"}}


@pytest.fixture
def game() -> Iterator[Game]:
    yield load_game(Path(__file__).parents[2] / "examples" / "games" / "ultimate_texas_holdem.py")
    del GAMES[SLUG]


def calls() -> dict[str, tuple[str, str]]:
    """By what is turned: the call, and what the dealer's cards and the board make."""
    table = Table(Config(SLUG)).sit(1)
    table.lock((1,), {1: {"ante": 500, "blind": 500}})
    table.play_out(lambda _, seat, stage: RAISED[seat] if stage == "preflop" else {stage: "check"})
    last = table.table.last
    assert last is not None
    hand = GAMES[SLUG].hands[DEALER]
    cards = (*last.places[DEALER], *last.places["board"])
    made = hand.ranking.text(hand.ranking.of(cards), cards)
    return {event.what: (event.call, made) for event in table.log if isinstance(event, Turned)}


def test_the_hand_is_called_that_all_cards_make(game: Game) -> None:
    said, made = calls()[DEALER]
    assert said == f"Dealer: {made}"


def test_nothing_is_said_while_the_board_lies_face_down(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [step for step in game.round.steps if not isinstance(step, Close)]
    first = next(step for step in steps if isinstance(step, Turn) and step.place == DEALER)
    last = next(step for step in steps if isinstance(step, Turn) and step.place == "last")
    order = [step for step in steps if step not in (first, last)]
    closing = [step for step in game.round.steps if isinstance(step, Close)]
    monkeypatch.setitem(GAMES, SLUG, replace(game, round=Script((*order, first, last, *closing))))
    assert calls()[DEALER][0] == ""
