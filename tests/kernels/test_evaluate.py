import numpy as np
import pytest

from feltlab.hands.poker import seven_card_strength
from feltlab.kernels.evaluate import seven_card_strengths


@pytest.mark.compiled("in plain Python a card from an array of bytes stays a byte")
def test_a_batch_is_the_same_as_hand_by_hand() -> None:
    rng = np.random.default_rng(3)
    hands = np.array([rng.choice(52, 7, replace=False) for _ in range(5000)], np.uint8)
    assert seven_card_strengths(hands).tolist() == [seven_card_strength(*map(int, hand)) for hand in hands]


def test_no_hands_give_no_strengths() -> None:
    assert seven_card_strengths(np.empty((0, 7), np.uint8)).shape == (0,)


@pytest.mark.parametrize("wrong", [np.zeros((3, 6)), np.zeros(7), np.full((2, 7), 52)])
def test_arrays_that_are_not_hands_are_refused(wrong: np.ndarray) -> None:
    with pytest.raises(ValueError, match="cards"):
        seven_card_strengths(wrong)
