"""What an author says about a game's results, to check the rules against: printed figures, rounds worked by hand."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, NamedTuple

FIGURES: Final = (
    "house_edge", "element_of_risk", "rtp", "average_wager", "average_return", "fold_frequency", "hit_frequency",
    "push_frequency", "loss_frequency", "expectation", "variance", "standard_deviation", "probability", "decision",
    "edge_with_a_card_seen",
)  # fmt: skip


class Published(NamedTuple):
    """A printed figure for the main game or one wager, under some strategy and pay tables."""

    figure: str
    source: str
    value: str
    """As printed: a percentage, a decimal or a fraction."""
    wager: str = ""
    strategy: str = ""
    """Best play if it is empty."""
    pays: Mapping[str, str] = MappingProxyType({})
    """Ids of pay tables by wager, if they differ from the felt's."""
    of: str = ""
    """The event of a probability; for a decision, its stage and option, such as `river: fold`."""
    at: int = 0
    """The line of the file it is on."""


class WorkedRound(NamedTuple):
    """A round that an author has worked out by hand."""

    line: Mapping[str, Any]
    """As `feltlab settle` reads it, stakes in opening bets."""
    net: Fraction
    """What the seat wins or loses, in opening bets."""
    at: int = 0
    """The line of the file it is on."""
