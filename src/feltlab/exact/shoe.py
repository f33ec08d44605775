"""Shoes dealt to a cut card: a game that can be dealt this way has a `Dealer` in its part `shoe`."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol

from feltlab.kernels.tallies import Ints

NET, NET_SQUARED, ROUNDS, ROUNDS_SQUARED, NET_BY_ROUNDS = range(5)
PER_SHOE: Final = 5
"""The sums over whole shoes, wager by wager, in this order."""


class ShoeTable(NamedTuple):
    """Everything that decides how a shoe is dealt, except its number and its cards."""

    seed: int
    seats: int
    cut: int
    """Cards in front of the cut card."""
    most_rounds: int
    keep_second_deck: bool
    """Dealt round by round and reshuffled when too few cards are left; otherwise reshuffled each round.
    """


class ShoeSums(NamedTuple):
    """The sums over shoes; wagers are in the order of the engine's `paid`."""

    counts: Ints
    """Seats by round of the shoe and the engine's codes."""
    squares: Ints
    """By round and wager: the scaled net of all seats."""
    sums: Ints
    """By wager over whole shoes: net, net², rounds, rounds², net × rounds."""


class ShoeDealer(Protocol):
    """Made from an engine, a table and the strategy's name; refuses a strategy that cannot be dealt from a shoe."""

    @property
    def second_deck(self) -> Mapping[str, str]:
        """What happens to the second deck, by its name; empty if there is none."""

    def count(self, first: int, shoes: int, nets: Ints, sums: ShoeSums) -> None:
        """Add the shoes from `first` on; `nets` are by wager and code."""

    def traded(self, counts: Ints) -> int:
        """Seats that exchanged a card."""

    def lines(self, number: int) -> list[list[dict[str, Any]]]:
        """One shoe in full: by round and seat, the deal and the choices as in a line."""
