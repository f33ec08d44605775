"""The dealer's school: drills made from the rule books, answers judged by them.

A drill is a function of a game and a seeded generator; it gives a question for the page and a key that stays on the
server. A question can be made again from its seed, so nothing has to be kept: an id carries the seed, signed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from feltlab.errors import FeltlabError, shown
from feltlab.games import GAMES
from feltlab.rules.game import Game
from feltlab.web.rules_page import felt_table, pay_lines, rules_of
from feltlab.web.shown import money
from feltlab.web.text import TEXT

WORDS: Final = TEXT["school"]


class Question(NamedTuple):
    prompt: str
    show: Mapping[str, Any]
    """What lies on the table."""
    ask: Mapping[str, Any]
    """What is wanted: `kind` is cards, places, choice, money or round."""
    hint: str
    """What to do, for those who see such a question for the first time."""
    pays: Sequence[str] = ()
    """The wagers whose pay tables are needed."""


class Key(NamedTuple):
    correct: Any
    explain: list[str]
    accepts: Callable[[Any], bool] | None = None
    """Where more than one answer is right."""
    step: str = ""
    """Which of the manual's steps to show, where it depends on the question."""
    about: Sequence[str] = ()
    """Of each explanation, which amount it is about; `order` for the order of the seats."""
    slips: Mapping[str, int] = MappingProxyType({})
    """Amounts that somebody else got wrong, and what they paid."""
    compare: Callable[[Any], str] | None = None
    """An answer beside the best, in words."""

    def right(self, answer: object) -> bool:
        return answer == self.correct if self.accepts is None else self.accepts(answer)

    def told(self, answer: object) -> list[str]:
        """The explanation; of a wrong set of cards what it comes to."""
        if self.compare is None or self.right(answer):
            return self.explain
        return [words] if (words := self.compare(answer)) else self.explain

    def marks(self, answer: object) -> list[str]:
        """For each explanation what is wrong there, and nothing where all is well."""
        found = [""] * len(self.told(answer))
        for place, name in enumerate(self.about):
            if name in self.slips:
                found[place] = WORDS["slip"].format(back=money(self.slips[name]))
            elif isinstance(answer, dict) and isinstance(self.correct, dict):
                found[place] = self._mark(name, answer)
        return found

    def _mark(self, name: str, answer: Mapping[str, Any]) -> str:
        if name == "order":
            order = answer.get("order")
            if not isinstance(order, list) or order == self.correct["order"]:
                return ""
            return str(WORDS["your_order"].format(order=", ".join(str(seat) for seat in order if type(seat) is int)))
        own, right = answer.get("amounts", answer), self.correct.get("amounts", self.correct)
        cents = own.get(name) if isinstance(own, dict) else None
        if type(cents) is not int or cents == right.get(name):
            return ""
        return str(WORDS["your_amount"].format(back=money(cents)))


Make = Callable[[Game, Random], tuple[Question, Key]]


@dataclass(frozen=True)
class Drill:
    slug: str
    make: Make
    steps: Mapping[str, str]
    """By game: how the manual's step begins that says how it is done."""
    rules: Mapping[str, tuple[int, ...]]
    """By game: the numbers of the rules that it is about."""

    def offered(self, game: Game) -> bool:
        return game.slug in self.steps

    def step(self, game: Game, begins: str = "") -> str:
        begins = begins or self.steps[game.slug]
        return next(step.words for step in game.book.procedure.steps if begins in step.words)

    def needed(self, game: Game) -> list[dict[str, Any]]:
        """The rules that it is about."""
        return rules_of(game, self.rules[game.slug])


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


def pay_tables(game: Game, wagers: Sequence[str]) -> list[dict[str, Any]]:
    """The pay tables on the felt for some wagers, those that have one."""
    return [
        {"wager": wager, "name": game.wagers[wager].name, "lines": pay_lines(felt_table(game, wager))}
        for wager in game.wagers
        if wager in wagers and wager in game.book.pay_tables
    ]


def made(game: Game, drill: Drill, seed: int) -> tuple[Question, Key]:
    # Not for money: the same seed must give the same drill on every machine.
    return drill.make(game, Random(f"{game.slug} {drill.slug} {seed}"))  # noqa: S311
