"""The dealer's school: drills made from the rule books, answers judged by them.

A drill is a function of a game and a seeded generator; it gives a question for the page and a key that stays on the
server. A question can be made again from its seed, so nothing has to be kept: an id carries the seed, signed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

from feltlab.errors import FeltlabError, shown
from feltlab.games import GAMES
from feltlab.games.game import Game
from feltlab.web.text import TEXT

WORDS: Final = TEXT["school"]


class Question(NamedTuple):
    prompt: str
    show: Mapping[str, Any]
    """What lies on the table."""
    ask: Mapping[str, Any]
    """What is wanted: `kind` is cards, choice, money or round."""


class Key(NamedTuple):
    correct: Any
    explain: list[str]
    accepts: Callable[[Any], bool] | None = None
    """Where more than one answer is right."""
    step: str = ""
    """Which of the manual's steps to show, where it depends on the question."""

    def right(self, answer: object) -> bool:
        return answer == self.correct if self.accepts is None else self.accepts(answer)


Make = Callable[[Game, Random], tuple[Question, Key]]


@dataclass(frozen=True)
class Drill:
    slug: str
    make: Make
    steps: Mapping[str, str]
    """By game: how the manual's step begins that says how it is done."""

    def offered(self, game: Game) -> bool:
        return game.slug in self.steps

    def step(self, game: Game, begins: str = "") -> str:
        begins = begins or self.steps[game.slug]
        return next(step.words for step in game.book.procedure.steps if begins in step.words)


def drills_of(game: Game) -> dict[str, Drill]:
    """The drills of a game, in the order in which they are learned."""
    from feltlab.web.school_drills import DRILLS

    return {drill.slug: drill for drill in DRILLS if drill.offered(game)}


def find(slug: object, drill: object) -> tuple[Game, Drill]:
    if not isinstance(slug, str) or slug not in GAMES:
        raise FeltlabError(f"{shown(slug)} is not a game: they are {', '.join(GAMES)}")
    game = GAMES[slug]
    drills = drills_of(game)
    if not isinstance(drill, str) or drill not in drills:
        raise FeltlabError(f"{shown(drill)} is not a drill of {slug}: they are {', '.join(drills)}")
    return game, drills[drill]


def made(game: Game, drill: Drill, seed: int) -> tuple[Question, Key]:
    # Not for money: the same seed must give the same drill on every machine.
    return drill.make(game, Random(f"{game.slug} {drill.slug} {seed}"))  # noqa: S311
