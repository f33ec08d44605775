"""The vocabulary of drills: a question for a page, and a key that stays with the server."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from feltlab.cards import card_text, parse_card
from feltlab.rules.game import Game
from feltlab.rules.words import Words

NOTHING: Final = "nothing"
"""The answer that no line is paid, or that no line is wrong."""


class Question(NamedTuple):
    prompt: str
    show: Mapping[str, Any]
    """The cards on the table."""
    ask: Mapping[str, Any]
    """The kind of answer: cards, places, choice, money or round."""
    hint: str
    """What to do, for those new to such questions."""
    pays: Sequence[str] = ()
    """The wagers whose pay tables you need."""


class Key(NamedTuple):
    correct: Any
    explain: list[str]
    accepts: Callable[[Any], bool] | None = None
    """Set if more than one answer is right."""
    step: str = ""
    """The manual's step to show, if it depends on the question."""
    about: Sequence[str] = ()
    """The amount each explanation is about; `order` for the order of the seats."""
    slips: Mapping[str, int] = MappingProxyType({})
    """Amounts that the trainee got wrong, and what the trainee paid."""
    compare: Callable[[Any], str] | None = None
    """The player's answer beside the best one, in words."""

    def right(self, answer: object) -> bool:
        return answer == self.correct if self.accepts is None else self.accepts(answer)

    def told(self, answer: object) -> list[str]:
        """The explanation; for a wrong set of cards, what they amount to."""
        if self.compare is None or self.right(answer):
            return self.explain
        return [words] if (words := self.compare(answer)) else self.explain


Posed = tuple[Question, Key]
Make = Callable[[Game, Random, Words], Posed]
"""(game, seeded generator, words of the drill and of the school) -> a question and its key."""


def texts(cards: Sequence[int]) -> list[str]:
    return [card_text(card) for card in cards]


def picked(answer: object, of: Sequence[str]) -> tuple[int, ...] | None:
    """Different cards from those shown; None for any other answer."""
    if not isinstance(answer, list) or not all(isinstance(card, str) for card in answer):
        return None
    if len(set(answer)) != len(answer) or not set(answer) <= set(of):
        return None
    return tuple(parse_card(card) for card in answer)


class Picking(NamedTuple):
    """A question that asks to pick some of the cards shown."""

    best: Sequence[int]
    right: Callable[[tuple[int, ...]], bool]
    named: Callable[[tuple[int, ...]], str]
    """A pick in words; empty if it could not be right."""
    wanted: int | None
    """How many to pick; None for any number."""


def pick_cards(picking: Picking, among: Sequence[int], show: Mapping[str, Any], say: Words, said: str) -> Posed:
    shown = texts(among)

    def accepts(answer: object) -> bool:
        cards = picked(answer, shown)
        return cards is not None and picking.wanted in (None, len(cards)) and picking.right(cards)

    def compare(answer: object) -> str:
        cards = picked(answer, shown)
        if not cards or not (yours := picking.named(cards)):
            return ""
        return str(say["compare"].format(yours=yours, best=picking.named(tuple(picking.best))))

    ask = {"kind": "cards", "from": shown, "count": picking.wanted}
    return Question(say["prompt"], show, ask, say["hint"]), Key(texts(picking.best), [said], accepts, compare=compare)
