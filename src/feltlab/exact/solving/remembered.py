"""A strategy you can remember: by the value of a hand, in few steps, and by the rank of an open card."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from feltlab.cards import RANKS, cards_text
from feltlab.exact.solving.answering import Bools, Choices, opened
from feltlab.exact.solving.paths import Path
from feltlab.exact.solving.solver import GeneralPlan
from feltlab.kernels.subsets import Ints
from feltlab.rules.steps import Ask

Floats = npt.NDArray[np.float64]


def in_steps(worth: Any, most: int) -> Choices:
    """By value, the option taken, in the best runs of values, at most that many.

    `worth` is the value of each option, by option and value of the hand.
    """
    options, values = worth.shape
    through = np.zeros((options, values + 1))
    np.cumsum(worth, axis=1, out=through[:, 1:])
    reached, gains, last = np.full(values + 1, -np.inf), [], []
    reached[0] = 0
    for _ in range(most):
        gains.append(reached - through)
        totals = through + np.maximum.accumulate(gains[-1], axis=1)
        last.append(options - 1 - totals[::-1].argmax(axis=0))
        reached = totals.max(axis=0)
    taken, end = np.zeros(values, np.int8), values
    for gain, option in zip(reversed(gains), reversed(last), strict=True):
        begin = int(gain[option[end], : end + 1].argmax())
        taken[begin:end] = option[end]
        end = begin
    return taken


def in_order(worth: Any) -> Choices:
    """The same with one threshold for each option: a better hand never takes an earlier option."""
    options, values = worth.shape
    through = np.zeros((options, values + 1))
    np.cumsum(worth, axis=1, out=through[:, 1:])
    reached, gains = through[0], [np.zeros(1)]
    for option in range(1, options):
        gains.append(reached - through[option])
        reached = through[option] + np.maximum.accumulate(gains[-1])
    taken, end = np.zeros(values, np.int8), values
    for option in range(options - 1, 0, -1):
        begin = int(gains[option][: end + 1].argmax())
        taken[begin:end] = option
        end = begin
    return taken


def run_starts(taken: Choices) -> list[int]:
    return [0, *(np.flatnonzero(np.diff(taken)) + 1).tolist()]


def in_words(taken: Choices, offered: tuple[str, ...], called: Callable[[int], str]) -> str:
    """The runs from the lowest value up; a name that two runs share gets its cards."""
    first, *rest = run_starts(taken)
    return "; ".join([offered[taken[first]], *(f"{offered[taken[at]]} from {called(at)}" for at in rest)])


class ByValue:
    """Looks at the value of one hand, and at the rank of an open card."""

    def __init__(self, plan: GeneralPlan, hand: str) -> None:
        self.plan, self.seeing, self.hand = plan, plan.seeing, hand

    @property
    def open_card(self) -> str:
        """The field of the one card seen besides the player's own."""
        groups = list(self.seeing.groups.items())[1 : self.seeing.seen[0]]
        return groups[0][0] if [size for _, size in groups] == [1] else ""

    @cached_property
    def _levels(self) -> tuple[Ints, Ints, Ints]:
        """The different values, a state with each, and by state its value."""
        own = self.plan.own_values(self.hand)
        levels, at, which = np.unique(own, return_index=True, return_inverse=True)
        states = self.seeing.states(0)
        return levels, at * (states // len(own)), np.repeat(which.reshape(-1), states // len(own))

    @cached_property
    def _ranks(self) -> Ints:
        """By state, of the open card."""
        cards, first = self.seeing.cards, self.seeing.first
        if not self.open_card:
            return np.zeros(self.seeing.states(0), np.int64)
        left = np.ones((len(first), len(cards)), np.bool_)
        np.put_along_axis(left, np.searchsorted(cards, first), False, axis=1)
        return cards[np.nonzero(left)[1]] >> 2

    def taken(self, values: list[Ints]) -> Choices:
        """By rank of the open card and value."""
        levels, _, which = self._levels
        weights = np.repeat(self.seeing.weights, self.seeing.states(0) // len(self.seeing.first))
        shape = len(RANKS), len(levels)
        keys = self._ranks * len(levels) + which
        worth = np.stack(
            [np.bincount(keys, value.astype(float) * weights, shape[0] * shape[1]).reshape(shape) for value in values]
        )
        if self.open_card:  # thirteen lines are enough to remember: each has one answer
            return np.stack([in_order(worth[:, rank]) for rank in range(len(RANKS))])
        return np.stack([in_steps(worth[:, rank], len(values)) for rank in range(len(RANKS))])

    def _by_level(self, barring: list[Bools] | None) -> list[Bools] | None:
        """By option and value, whether it may be taken; None if that depends on more than the value."""
        _, at, which = self._levels
        if barring is None or any((may != may[at][which]).any() for may in barring):
            return None
        return [may[at] for may in barring]

    def choose(self, _: Ask, __: Path, values: list[Ints]) -> Choices:
        found: Choices = self.taken(values)[self._ranks, self._levels[2]]
        return found

    def _cards(self, level: int) -> list[int]:
        state = int(self._levels[1][level]) // (self.seeing.states(0) // len(self.seeing.first))
        return [int(card) for card in self.seeing.first[state]]

    def _name(self, level: int) -> str:
        cards = self._cards(level)
        return self.seeing.game.hands[self.hand].ranking.text(int(self._levels[0][level]), cards)

    def _called(self, level: int) -> str:
        name, alike = self._name(level), level and self._name(level - 1) == self._name(level)
        return f"{name} ({cards_text(self._cards(level))})" if alike else name

    def words(self, values: list[Ints], offered: tuple[str, ...], barring: list[Bools] | None = None) -> list[str]:
        """`barring`: by option, the states that may take it, if not all may."""
        taken, levels = self.taken(values), self._by_level(barring)
        if levels is not None:
            taken = np.stack([opened(row, levels) for row in taken])
        elif barring is not None:
            return [*self._lines(taken, offered), "Where a hand may not take an answer, it takes the next lower one."]
        return self._lines(taken, offered)

    def _lines(self, taken: Choices, offered: tuple[str, ...]) -> list[str]:
        if not self.open_card:
            lines = [
                f"  from {self._name(at)} ({cards_text(self._cards(at))}): {offered[taken[0, at]]}"
                for at in run_starts(taken[0])
            ]
            return ["By the player's hand alone, from the weakest up:", *lines]
        ranks: dict[str, list[str]] = {}
        for rank in np.unique(self._ranks).tolist():
            ranks.setdefault(in_words(taken[rank], offered, self._called), []).append(RANKS[rank])
        head = f"By the player's hand, from the weakest up, and the rank of the {self.open_card} card:"
        return [head, *(f"  {', '.join(shown)}: {said}" for said, shown in ranks.items())]
