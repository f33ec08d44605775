"""The form of a game's strategy file: which column names the hand, and what a row decides."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from feltlab.errors import FeltlabError, shown
from feltlab.rules.game import Terms

Row = Mapping[str, str]


class FileForm(NamedTuple):
    hand: str
    """The column that names the hand."""
    number: Callable[[str], int]
    """A hand's number among all."""
    decision: Callable[[Row, int], int]
    needed: Callable[[Terms], npt.NDArray[np.bool_]]
    """Which hands, by number, can be dealt on these terms."""
    unneeded: int = 0
    """A placeholder for a hand that cannot be dealt."""


def chosen(offered: Mapping[str, int], what: str, text: str) -> int:
    word = text.strip().lower()
    if word not in offered:
        raise FeltlabError(f"the {what} must be {' or '.join(offered)}, not {shown(text)}")
    return offered[word]
