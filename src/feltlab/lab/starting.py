"""Game files to start from: each a complete game that works, with comments, and its test."""

from importlib.resources import files
from typing import Final

KINDS: Final = {
    "duel": "a hand against the dealer's: fold or play",
    "stud": "one hand paid by a table, with bets made as cards are turned",
    "holdem": "two cards each and a board, with bets by street",
    "draw": "one hand paid by a table, some of its cards traded first",
    "shoe": "cards from several decks, some drawn only where the rules say so",
}
FIRST: Final = "duel"


def file_name(slug: str) -> str:
    return f"{slug.replace('-', '_')}.py"


def starter(kind: str, slug: str) -> str:
    """The text of a game file."""
    return _filled(kind, slug)


def starter_test(slug: str) -> str:
    return _filled("test", slug)


def _filled(name: str, slug: str) -> str:
    text = (files("feltlab.lab") / "starters" / f"{name}.txt").read_text("utf-8")
    title = slug.replace("-", " ").title()
    return text.replace("my-game", slug).replace("My Game", title).replace("my_game.py", file_name(slug))
