"""The vocabulary of drills: a question for a page, and a key that stays with whoever asks."""

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
    """Which amount each explanation is about; `order` for the order of the seats."""
    slips: Mapping[str, int] = MappingProxyType({})
    """Amounts that somebody else got wrong, and what they paid."""
    compare: Callable[[Any], str] | None = None
    """An answer beside the best, in words."""

    def right(self, answer: object) -> bool:
        return answer == self.correct if self.accepts is None else self.accepts(answer)

    def told(self, answer: object) -> list[str]:
        """The explanation; for a wrong set of cards, what it comes to."""
        if self.compare is None or self.right(answer):
            return self.explain
        return [words] if (words := self.compare(answer)) else self.explain


Posed = tuple[Question, Key]
Make = Callable[[Game, Random, Words], Posed]
"""(game, seeded generator, words of the drill and of the school) -> a question and its key."""


def texts(cards: Sequence[int]) -> list[str]:
    return [card_text(card) for card in cards]


def picked(answer: object, of: Sequence[str]) -> tuple[int, ...] | None:
    """Different cards of those that were shown; None for anything else."""
    if not isinstance(answer, list) or not all(isinstance(card, str) for card in answer):
        return None
    if len(set(answer)) != len(answer) or not set(answer) <= set(of):
        return None
    return tuple(parse_card(card) for card in answer)


class Picking(NamedTuple):
    """A question for some of the cards that are shown."""

    best: Sequence[int]
    right: Callable[[tuple[int, ...]], bool]
    named: Callable[[tuple[int, ...]], str]
    """A pick in words; nothing where it is none that could be right."""
    wanted: int | None
    """How many are to be picked; None leaves that open."""


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
