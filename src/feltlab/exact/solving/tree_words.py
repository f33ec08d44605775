"""When to give which answer to a question in a tree of deals: by the values of the open hands, in few steps."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from typing import Any

import numpy as np

from feltlab.exact.solving.answering import Choices
from feltlab.exact.solving.nodes import Nodes
from feltlab.exact.solving.remembered import in_steps, run_starts
from feltlab.exact.solving.tree import Tree, TreeQuestion
from feltlab.kernels.subsets import Ints


@dataclass(frozen=True)
class Simple:
    """Answers by a few values, and their cost as a share of the total value."""

    taken: Choices
    """The question's place."""
    lines: tuple[str, ...]
    loss: int


@dataclass(frozen=True)
class OpenQuestion:
    tree: Tree
    question: TreeQuestion
    offered: tuple[str, ...]
    values: list[Any]
    """By option, its value by what is seen."""

    @cached_property
    def _at(self) -> Ints:
        return np.flatnonzero(self.question.asked)

    @cached_property
    def _nodes(self) -> Nodes:
        sets = {field: at[self._at] for field, at in self.question.sets().items()}
        return Nodes(sets, np.ones(len(self._at), np.int64), np.zeros(len(self._at), np.int64))

    @cached_property
    def _worth(self) -> Any:
        return np.stack([value[self._at] for value in self.values])

    @cached_property
    def _seen(self) -> dict[str, Ints]:
        """By open hand, its values; leaves out hands that always have the same value."""
        found = {}
        for name in self.tree.game.hands:
            if set(self.tree.scope.fields_of_hand(name)) <= set(self.question.fields):
                value = self.tree.value(name, self._nodes)
                found[name] = value.levels[value.at]
        return {name: values for name, values in found.items() if len(np.unique(values)) > 1}

    def simplest(self) -> Simple | None:
        """The first that loses nothing, or else the one that loses least; none if no hand is open."""
        best: Simple | None = None
        for found in self._simple():
            if best is None or found.loss < best.loss:
                best = found
            if best.loss == 0:
                break
        return best

    def _simple(self) -> Iterator[Simple]:
        for name, values in self._seen.items():
            taken, words = self._by(values, name)
            yield self._priced(taken, (words,))
        for one, other in combinations(self._seen, 2):
            taken, words = self._by(np.abs(self._seen[one] - self._seen[other]), f"{one} and {other}", apart=True)
            yield self._priced(taken, (words,))
        for one, other in permutations(self._seen, 2):
            yield self._by_both(one, other)

    def _by(self, values: Ints, name: str, apart: bool = False, among: Any = None) -> tuple[Choices, str]:
        """By one value, from the lowest up."""
        there = np.ones(len(values), np.bool_) if among is None else among
        levels, which = np.unique(values[there], return_inverse=True)
        worth = np.zeros((len(self.offered), len(levels)))
        for place, each in enumerate(self._worth[:, there]):
            np.add.at(worth[place], which, each.astype(float))
        taken = in_steps(worth, len(self.offered))
        said = []
        for at in run_starts(taken):
            called = f"{levels[at]}" if apart else self._called(name, int(levels[at]))
            low = "" if at == 0 else f" from {called} {'apart' if apart else ''}".rstrip()
            said.append(f"{self.offered[taken[at]]}{low}")
        return taken[which], f"{name}: {', '.join(said)}"

    def _by_both(self, one: str, other: str) -> Simple:
        """By the value of one hand, for each value of another."""
        taken, lines = np.zeros(len(self._at), np.int8), dict[str, list[str]]()
        for level in np.unique(self._seen[other]).tolist():
            among = self._seen[other] == level
            taken[among], words = self._by(self._seen[one], one, among=among)
            lines.setdefault(words, []).append(self._called(other, level))
        return self._priced(taken, tuple(f"{other} {' or '.join(shown)}: {words}" for words, shown in lines.items()))

    def _priced(self, taken: Choices, lines: tuple[str, ...]) -> Simple:
        best = self._worth.max(axis=0).sum()
        made = np.take_along_axis(self._worth, taken[None].astype(np.int64), 0).sum()
        return Simple(taken, lines, int(best - made))

    def _called(self, name: str, value: int) -> str:
        """A hand of that value, in a dealer's words."""
        at = int(np.flatnonzero(self._seen[name] == value)[0])
        cards: list[int] = []
        for field in self.tree.scope.fields_of_hand(name):
            if (found := self._nodes.sets[field][at]) >= 0:
                rows = self.tree.classes.sets(self.tree.scope.sizes[field]).rows[found]
                cards += [int(card) for card in self.tree.classes.cards_of(rows[None])[0]]
        return self.tree.game.hands[name].ranking.text(value, cards)
