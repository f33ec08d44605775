"""Names of strategies, pay tables and rule numbers on paper: for people, never the words of the code."""

from collections.abc import Iterable, Mapping
from typing import Final

from feltlab.report.numerals import capital
from feltlab.report.words import told
from feltlab.rules.game import Game
from feltlab.rules.words import words_of

_STRATEGIES: Final[Mapping[str, str]] = {
    "optimal": "Best play",
    "mimic-dealer": "Mimic the dealer",
    "never-fold": "Never fold",
    "human": "Rules to remember",
}
"""Those that several games share."""
_NUMBERS: Final[Mapping[str, str]] = {"seats": "Seats", "decks": "Decks"}


def plainly(name: str) -> str:
    """A name of the code, if nobody gave another."""
    return capital(name.replace("-", " ").replace("_", " "))


def strategy_name(game: Game, name: str) -> str:
    own: Mapping[str, str] = words_of(game, "web").get("strategies", {})
    return own.get(name) or _STRATEGIES.get(name) or plainly(name)


def table_name(game: Game, id: str) -> str:
    """A pay table's name below that heading: 3, or Primary, four decks."""
    titles: Mapping[str, str] = words_of(game, "web").get("titles", {})
    return titles.get(id, id)


def the_table(game: Game, id: str) -> str:
    """The same in a sentence."""
    name = table_name(game, id)
    return f"pay table {name}" if name == id else f"the pay table “{name}”"


def number_name(game: Game, name: str) -> str:
    own: Mapping[str, str] = told(game)["numbers"]
    return own.get(name) or _NUMBERS.get(name) or plainly(name)


def changed_numbers(game: Game, changes: Iterable[tuple[str, str]]) -> str:
    """Rule numbers with other values: Points to qualify: 15."""
    return ", ".join(f"{number_name(game, name)}: {value}" for name, value in changes)
