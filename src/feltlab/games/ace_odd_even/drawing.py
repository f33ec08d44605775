"""Odd on one side, even on the other, and an ace that goes with both."""

from typing import Final

from feltlab.games.ace_odd_even.rules import GAME
from feltlab.rules.scene import HeldCard, Print, Scene, Stroke
from feltlab.rules.words import words_of

_WORDS: Final = words_of(GAME, "web")["drawn"]

SCENE: Final[Scene] = (
    Stroke("divide", "M160 6 V98"),
    Print(_WORDS["odd"], 75, 18),
    Print(_WORDS["even"], 244, 18),
    *(
        HeldCard(code, 18 + 28 * place, 34 + 3 * (place - 1.5) ** 2 / 2, 5 * (place - 1.5), "set")
        for place, code in enumerate(("Ks", "Jd", "9c", "5h"))
    ),
    *(HeldCard(code, 213 + 32 * place, 36, 5 * (place - 0.5), "out") for place, code in enumerate(("8d", "4c"))),
    HeldCard("As", 140, 22, kind="set", size=1.34),
)
