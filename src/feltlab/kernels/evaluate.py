"""Seven-card poker strengths in batch: an array of hands in, an array of strengths out."""

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled
from feltlab.hands.poker import seven_card_strength


@compiled
def _evaluate(hands: npt.NDArray[np.uint8], strengths: npt.NDArray[np.uint16]) -> None:
    for number in range(len(hands)):
        c = hands[number]
        strengths[number] = seven_card_strength(c[0], c[1], c[2], c[3], c[4], c[5], c[6])


def seven_card_strengths(hands: npt.ArrayLike) -> npt.NDArray[np.uint16]:
    """Strength of the best five of seven cards for each row of seven different cards (0 to 51)."""
    array = np.ascontiguousarray(hands, np.uint8)
    if array.ndim != 2 or array.shape[1] != 7:
        raise ValueError(f"hands must be rows of seven cards, not an array of shape {array.shape}")
    if array.size and int(array.max()) > 51:
        raise ValueError("cards are numbers from 0 to 51")
    strengths = np.empty(len(array), np.uint16)
    _evaluate(array, strengths)
    return strengths
