"""The dealer's school: drills made from the rule books and graded by them.

A drill is a function of a game and a seeded generator; it returns a question for the page and a key that stays on the
server. A question can be made again from its seed, so nothing has to be stored: an id carries the seed, signed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from feltlab.errors import FeltlabError, shown
from feltlab.rules.drill import Key, Make, Posed
from feltlab.rules.game import Game
from feltlab.rules.words import Words
from feltlab.web.site.rules import felt_table, pay_lines, rules_of
from feltlab.web.site.shown import money
from feltlab.web.site.text import TEXT, drill_words, told

WORDS: Final = TEXT["school"]
_TAKING: Final = "take and pay"
"""The default phase of the manual for a drill."""


@dataclass(frozen=True)
class Drill:
    slug: str
    make: Make
    words: Words
    """`title` and `lead` for the page; `step`: the opening words of the manual's step for it; `rules`: the numbers of
    the rules it is about.
    """

    def step(self, game: Game, begins: str = "") -> str:
        steps, wanted = game.book.procedure.steps, begins or self.words.get("step")
        found = (step.words for step in steps if (wanted in step.words if wanted else step.phase == _TAKING))
        return next(found, "")

    def needed(self, game: Game) -> list[dict[str, Any]]:
        """The rules it is about: all of them by default."""
        settling = told(game).get("school", {}).get("settling")
        return rules_of(game, self.words.get("rules") or settling)


def drills_of(game: Game) -> dict[str, Drill]:
    """The drills of a game, in the order to learn them."""
    from feltlab.web.school.offered import offered

    return {slug: Drill(slug, make, drill_words(game, slug)) for slug, make in offered(game).items()}


def find(game: Game, drill: object) -> Drill:
    drills = drills_of(game)
    if not isinstance(drill, str) or drill not in drills:
        raise FeltlabError(f"{shown(drill)} is not a drill of {game.slug}: choose from {', '.join(drills)}")
    return drills[drill]


def pay_tables(game: Game, wagers: Sequence[str]) -> list[dict[str, Any]]:
    """The pay tables on the felt for those of the wagers that have one."""
    return [
        {"wager": wager, "name": game.wagers[wager].name, "lines": pay_lines(felt_table(game, wager))}
        for wager in game.wagers
        if wager in wagers and wager in game.book.pay_tables
    ]


def made(game: Game, drill: Drill, seed: int) -> Posed:
    say = {**WORDS, **told(game).get("school", {}), **drill.words}
    # Not for money: the same seed must give the same drill on every machine.
    return drill.make(game, Random(f"{game.slug} {drill.slug} {seed}"), say)  # noqa: S311


def marks(key: Key, answer: object) -> list[str]:
    """For each explanation, what is wrong there; nothing if it is right."""
    found = [""] * len(key.told(answer))
    for place, name in enumerate(key.about):
        if name in key.slips:
            found[place] = WORDS["slip"].format(back=money(key.slips[name]))
        elif isinstance(answer, dict) and isinstance(key.correct, dict):
            found[place] = _mark(key.correct, name, answer)
    return found


def _mark(correct: Mapping[str, Any], name: str, answer: Mapping[str, Any]) -> str:
    if name == "order":
        order = answer.get("order")
        if not isinstance(order, list) or order == correct["order"]:
            return ""
        return str(WORDS["your_order"].format(order=", ".join(str(seat) for seat in order if type(seat) is int)))
    own, right = answer.get("amounts", answer), correct.get("amounts", correct)
    cents = own.get(name) if isinstance(own, dict) else None
    if type(cents) is not int or name not in right or cents == right[name]:
        return ""
    return str(WORDS["your_amount"].format(back=money(cents), due=money(right[name])))
