"""Drills about the dealer's hand: set it, and say whether it qualifies."""

from random import Random
from typing import Any, Final

from feltlab.games.low_four.speech import call
from feltlab.hands.low import hand_key, low_points, lowest_four
from feltlab.hands.points import four_points
from feltlab.rules import dealer_drills
from feltlab.rules.dealer_drills import called, dealers_cards
from feltlab.rules.drill import Make, Picking, Posed, pick_cards, texts
from feltlab.rules.game import Game
from feltlab.rules.steps import DEALER
from feltlab.rules.words import Words


def _points(cards: tuple[int, ...]) -> int:
    return four_points([card >> 2 for card in cards])


def set_hand(game: Game, rng: Random, say: Words) -> Posed:
    seven = dealers_cards(game, rng)
    total = low_points(hand_key(seven))
    picking = Picking(lowest_four(seven), lambda cards: _points(cards) == total, lambda cards: call(_points(cards)), 4)
    return pick_cards(picking, seven, {DEALER: texts(seven)}, say, called(game, seven))


def qualify(game: Game, rng: Random, say: Words) -> Posed:
    numbers: Any = game.numbers
    told = say["qualifies"].format(qualifier=numbers.qualifier)
    return dealer_drills.qualify(game, rng, say, lambda cards: low_points(hand_key(cards)) <= numbers.qualifier, told)


DRILLS: Final[dict[str, Make]] = {"set": set_hand, "qualify": qualify}
