"""Seven-card poker strengths in batch: an array of hands in, an array of strengths out."""

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled
from feltlab.hands.poker import seven_card_strength


@compiled
def _evaluate(hands: npt.NDArray[np.uint8], strengths: npt.NDArray[np.uint16]) -> None:
    for number in range(len(hands)):
        strengths[number] = seven_card_strength(
            hands[number, 0], hands[number, 1], hands[number, 2], hands[number, 3], hands[number, 4], hands[number, 5],
            hands[number, 6],
        )  # fmt: skip


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
