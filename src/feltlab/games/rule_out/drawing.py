"""Three Rule Cards above three cards; the card that one of them names is out."""

from typing import Final

from feltlab.rules.scene import HeldCard, NamedCard, Scene, Stroke

SCENE: Final[Scene] = (
    *(NamedCard(name, 105 + 40 * place, 7, size=0.94) for place, name in enumerate(("6-9", "Clubs", "Even"))),
    *(
        HeldCard(code, 95 + 50 * place, 53, 4 * (place - 1), "out" if code == "8s" else "set")
        for place, code in enumerate(("Ah", "8s", "Kd"))
    ),
    Stroke("strike", "M143 56 L177 92 M177 56 L143 92"),
)
