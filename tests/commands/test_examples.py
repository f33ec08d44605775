"""Examples in the help of the commands, made from the registry; and the words to type at the table, from the questions."""

import re
from importlib import import_module
from inspect import getdoc

import pytest
import typer

from feltlab.cli import COMMANDS
from feltlab.commands.examples import seen
from feltlab.commands.play import _choice, _help
from feltlab.games import GAMES
from feltlab.lab import advise
from feltlab.table.config import Config

CALL = re.compile(r"Example: feltlab (\S+) ?(\S*)")


def _commands() -> list[str]:
    places = {name: place.split(":") for name, place in COMMANDS.items()}
    found = {
        name: getattr(import_module(f"feltlab.commands.{module}"), function)
        for name, (module, function) in places.items()
    }
    return [f"{name}\n{getdoc(command)}" for name, command in found.items() if not isinstance(command, typer.Typer)]


@pytest.mark.parametrize("text", _commands(), ids=lambda text: text.splitlines()[0])
def test_every_command_shows_calls_of_its_own_with_nothing_left_to_fill_in(text: str) -> None:
    name, _, words = text.partition("\n")
    calls = CALL.findall(words)
    assert calls
    assert {call for call, _ in calls} == {name}
    assert all(word in GAMES for _, word in calls if "-" in word and word[0].isalpha())
    assert not re.search(r"{\w+}", words)


@pytest.mark.parametrize("slug", GAMES)
def test_what_a_seat_sees_can_be_advised(slug: str) -> None:
    assert advise({"game": slug, **seen(GAMES[slug])}).options


ASKS = {(slug, stage): ask for slug, game in GAMES.items() for stage, ask in game.round.asks.items()}


@pytest.mark.parametrize(
    ("slug", "stage", "typed", "names", "choice"),
    [
        ("low-four", "play", "f", ["fold", "play"], {"decision": "fold"}),
        ("low-four", "play", "PLAY", ["fold", "play"], {"decision": "play"}),
        ("low-four", "play", "p as 2D 3c 10h", ["fold", "play"], {"decision": "play", "set": ["As", "2d", "3c", "Th"]}),
        ("low-four", "play", "fold as 2d 3c 4h", ["fold", "play"], {"decision": "fold"}),
        ("low-four", "play", "k", ["fold", "play"], None),
        ("low-four", "play", "", ["fold", "play"], None),
        ("ace-odd-even", "play", "p Odd", ["fold", "play odd", "play even"], {"decision": "play", "set": "odd"}),
        ("ace-odd-even", "play", "p", ["fold", "play odd", "play even"], {"decision": "play"}),
        ("quick-draw-holdem", "flop", "b", ["fold", "bet"], {"flop": "bet"}),
        ("quick-draw-holdem", "turn", "fold", ["fold", "bet"], {"turn": "fold"}),
        ("rule-out", "trade", "k", ["keep", "trade 2c"], {"trade": None}),
        ("rule-out", "trade", "keep it", ["keep", "trade 2c"], None),
        ("rule-out", "trade", "t 10s", ["keep", "trade Ts"], {"trade": "Ts"}),
        ("rule-out", "trade", "t", ["keep", "trade Ts"], None),
        ("rule-out", "trade", "t 2c", ["keep"], None),
    ],
)  # fmt: skip
def test_what_is_typed_at_the_table(slug: str, stage: str, typed: str, names: list[str], choice: object) -> None:
    assert _choice(ASKS[slug, stage], typed, names) == choice


def test_the_help_is_about_the_questions_of_the_game() -> None:
    said = {slug: _help(game, Config(slug).wagers) for slug, game in GAMES.items()}
    assert "`p As 2d 3c 4h`" in said["low-four"]
    assert "`ante 5, low-points 1`" in said["low-four"]
    assert "trades" in said["rule-out"]
    assert "As" not in said["quick-draw-holdem"]
