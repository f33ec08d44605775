"""Seven cards in order; the four lowest lie in the Play box and are added up."""

from typing import Final

from feltlab.cards import parse_cards
from feltlab.games.low_four.rules import GAME
from feltlab.hands.points import four_points
from feltlab.rules.scene import Box, HeldCard, Print, Scene
from feltlab.rules.words import words_of

_LOW: Final = ("Ac", "2h", "3s", "5d")
_HIGH: Final = ("9c", "Jh", "Ks")
_TOTAL: Final = four_points([card >> 2 for card in parse_cards(list(_LOW), 4, "cards")])

SCENE: Final[Scene] = (
    Box(28, 24, 150, 56),
    Print(words_of(GAME, "web")["drawn"]["points"].format(total=_TOTAL), 103, 17),
    *(HeldCard(code, 35 + 35.5 * place, 31, kind="set") for place, code in enumerate(_LOW)),
    *(HeldCard(code, 196 + 33 * place, 42, 3 * (place - 1), "out") for place, code in enumerate(_HIGH)),
)
