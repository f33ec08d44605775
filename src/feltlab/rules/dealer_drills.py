"""Drills about the dealer's own hand: what to call it, and whether it qualifies."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from feltlab.rules.drill import Key, Posed, Question, texts
from feltlab.rules.game import Game
from feltlab.rules.practice import dealt_table
from feltlab.rules.steps import DEALER
from feltlab.rules.words import Words

"""The place of the dealer's hand."""
_OPTIONS: Final = 4
_TRIES: Final = 200


def dealers_cards(game: Game, rng: Random) -> tuple[int, ...]:
    return dealt_table(game, rng).cards(DEALER)


def called(game: Game, cards: tuple[int, ...]) -> str:
    return game.announce(cards, game.numbers) if game.announce else ""


def has_a_call(game: Game) -> bool:
    return game.announce is not None and any(deal.place == DEALER for deal in game.round.shared_deals)


def call(game: Game, rng: Random, say: Words) -> Posed:
    """Say what the dealer's hand is."""
    cards = dealers_cards(game, rng)
    right = called(game, cards)
    options = {right}
    for _ in range(_TRIES):
        if len(options) == _OPTIONS:
            break
        options.add(called(game, dealers_cards(game, rng)))
    return Question(say["prompt"], {DEALER: texts(cards)}, choice(rng, options), say["hint"]), Key(right, [right])


def choice(rng: Random, options: set[str]) -> dict[str, Any]:
    listed = sorted(options)
    rng.shuffle(listed)
    return {"kind": "choice", "options": [{"value": words, "words": words} for words in listed]}


def qualify(game: Game, rng: Random, say: Words, qualifies: Callable[[tuple[int, ...]], bool], told: str) -> Posed:
    """Does the dealer's hand qualify? `told` explains which hands do."""
    wanted = rng.random() < 0.5
    for _ in range(_TRIES):  # equally many that do and do not
        cards = dealers_cards(game, rng)
        if qualifies(cards) == wanted:
            break
    options = [{"value": value, "words": say[value]} for value in ("yes", "no")]
    question = Question(say["prompt"], {DEALER: texts(cards)}, {"kind": "choice", "options": options}, say["hint"])
    return question, Key("yes" if qualifies(cards) else "no", [called(game, cards), told])
