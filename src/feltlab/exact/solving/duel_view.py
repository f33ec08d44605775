"""How one rule ends the deals of a duel: by the player's hand and by the zone of the dealer's value."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from feltlab.exact.solving.tabulating import answers_of, rows_of
from feltlab.kernels.duels import zone_tally, zone_totals
from feltlab.kernels.subsets import Ints
from feltlab.rules.settling import Bound


@dataclass(frozen=True)
class DuelView:
    """A key is a combination of own values and a zone of the dealer's."""

    bound: Bound
    fixed: dict[str, int]
    own_names: tuple[str, ...]
    other_name: str
    owns: Ints
    """The different combinations of own values."""
    own_of: Ints
    """The combination of each last state, or of each row of consecutive states that share one."""
    floors: Ints
    """The dealer's values at which a new zone begins whatever the player holds."""
    others: Ints
    """The dealer's different values, from the weakest up."""
    counts: npt.NDArray[Any]
    """By last state and zone, the dealer hands in it."""

    @property
    def zones(self) -> int:
        return int(self.counts.shape[1])

    @property
    def each(self) -> int:
        """How many consecutive last states share one combination of own values."""
        return len(self.counts) // len(self.own_of)

    @cached_property
    def starts(self) -> Ints:
        """By combination and zone, its first place among the dealer's values; an empty zone has that of the next."""
        first = np.zeros((len(self.owns), 1), np.int64)
        if not self.other_name:
            return first
        return np.concatenate([first, np.sort(cuts_of(self.owns[:, 0], self.others, self.floors), axis=1)], axis=1)

    def answers(self, units: dict[str, int]) -> Ints:
        columns = {name: np.repeat(self.owns[:, place], self.zones) for place, name in enumerate(self.own_names)}
        if self.other_name:
            columns[self.other_name] = self.others[np.minimum(self.starts, len(self.others) - 1)].reshape(-1)
        return answers_of(self.bound, rows_of(self.bound.names, columns, self.fixed | units, self.starts.size))

    def totals(self, by_key: Ints) -> Ints:
        found = np.empty(len(self.counts), np.int64)
        zone_totals(np.ascontiguousarray(by_key.reshape(-1, self.zones)), self.own_of, self.each, self.counts, found)
        return found

    def by(self, bound: Bound) -> "DuelView":
        """The same deals under another rule."""
        return replace(self, bound=bound)

    def tally(self, weights: Ints) -> Ints:
        found = np.zeros((len(self.owns), self.zones), np.int64)
        zone_tally(self.own_of, self.each, self.counts, np.ascontiguousarray(weights), found)
        return found.reshape(-1)


def cuts_of(owns: Ints, others: Ints, floors: Ints) -> Ints:
    """By own value, how many of the dealer's values are below it, up to it, and below each floor."""
    own = owns[:, None]
    edges = np.concatenate([own, own + 1, np.repeat(floors[None, :], len(owns), 0)], axis=1)
    return np.searchsorted(others, edges)
