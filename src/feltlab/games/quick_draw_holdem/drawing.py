"""The flop, the turn and the river above, two cards of your own below: two pair, sevens or better."""

from typing import Final

from feltlab.rules.scene import HeldCard, Scene

_PAIRS: Final = {"Kd", "7c", "Ks", "7d"}

SCENE: Final[Scene] = (
    *(
        HeldCard(code, 66 + 34 * place + 10 * max(0, place - 2), 8, kind="set" if code in _PAIRS else "out", size=0.94)
        for place, code in enumerate(("7c", "2h", "Kd", "9s", "4c"))
    ),
    HeldCard("Ks", 128, 56, -7, "set"),
    HeldCard("7d", 158, 56, 7, "set"),
)
