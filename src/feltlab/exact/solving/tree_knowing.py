"""A tree of deals against a seat that knows a card early: dealt first, seen at every question, laid later.

A place whose card is drawn only in some deals has the card that would come: it is known even if it is never dealt.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

import numpy as np

from feltlab.cards import RANKS
from feltlab.errors import RulesError
from feltlab.exact.protection import Exposed
from feltlab.exact.solving.nodes import Nodes
from feltlab.exact.solving.paths import start
from feltlab.exact.solving.solver import best
from feltlab.exact.solving.tree import Tree
from feltlab.exact.solving.tree_lab import TreeLab
from feltlab.exact.solving.tree_solved import TreeCounted, TreeSolved
from feltlab.kernels.subsets import Ints
from feltlab.rules.game import Game, Terms
from feltlab.rules.settling import Bound

EARLY: Final = "(seen early)"
"""The field of the card while it is only known."""


class ShownTree(Tree):
    def __init__(
        self, game: Game, shoe: Sequence[int], numbers: dict[str, int], bounds: Sequence[Bound], shown: str
    ) -> None:
        super().__init__(game, shoe, numbers, bounds)
        self.shown = shown
        if self.scope.sizes[shown] != 1 or shown not in self.scope.fields:
            raise RulesError(f"{game.slug}: {shown} is not one card that decides a round")
        self.scope.sizes[EARLY] = 1
        self.scope.seen = {stage: (*fields, EARLY) for stage, fields in self.scope.seen.items()}

    def _first(self, nodes: Nodes) -> Nodes:
        return self._drawn(nodes, EARLY, 1)

    def _drawn(self, nodes: Nodes, field: str, size: int) -> Nodes:
        if field == self.shown:
            return replace(nodes, sets={**nodes.sets, field: nodes.sets[EARLY]})
        return super()._drawn(nodes, field, size)

    def _once(self, nodes: Nodes) -> Nodes:
        """The card left the shoe when it was seen, not again when it was laid."""
        return replace(nodes, sets={field: at for field, at in nodes.sets.items() if field != self.shown})

    def left(self, nodes: Nodes) -> Ints:
        return super().left(self._once(nodes))

    def dealt(self, nodes: Nodes) -> Ints:
        return super().dealt(self._once(nodes))


@dataclass(frozen=True)
class ShownCounted(TreeCounted):
    shown: str = ""

    @cached_property
    def whole(self) -> Tree | None:
        return None

    @cached_property
    def tree(self) -> Tree:
        return ShownTree(self.game, self.shoe, dict(self.numbers), (self.game.bound_settle,), self.shown)


def _counted(lab: TreeLab, terms: Terms, field: str) -> ShownCounted:
    plain = lab.counted_tree(terms)
    return ShownCounted(lab.game, plain.shoe, plain.numbers, shown=field)


def is_counted(lab: TreeLab, field: str) -> bool:
    """Whether a card seen early is priced exactly: one card from a shoe of ranks, in a tree that is not too large."""
    terms = lab.game.terms(lab.game.house())
    if max(lab.shoe(terms)) >= 4 * len(RANKS):
        return False
    try:
        _counted(lab, terms, field).tree.check()
    except RulesError:
        return False
    return True


def exposed_in(lab: TreeLab, terms: Terms, field: str, card: str, alone: Fraction) -> Exposed:
    """The result of best play that knows the card at every question."""
    solved = TreeSolved(_counted(lab, terms, field), terms)
    tree, first = solved.counted.tree, solved.questions[start(lab.game)]
    worth, seen = solved.answered(first, best), first.sets()[EARLY]
    labels = tree.classes.sets(1).rows[:, 0]
    edges = _edges(labels[seen], worth, first.weight, solved.scale)
    by_rank = {}
    for rank, name in enumerate(RANKS):
        cards = [each for each in tree.shoe if each >> 2 == rank]
        if cards:
            found = sum((edges[int(tree.classes.class_of[each])] for each in cards), Fraction(0))
            by_rank[name] = found / len(cards)
    return Exposed(card, -Fraction(int(worth.sum()), solved.scale * tree.deals), alone, by_rank)


def _edges(labels: Ints, worth: Any, weight: Any, scale: int) -> dict[int, Fraction]:
    """By kind of the card seen."""
    return {
        label: -Fraction(int(worth[labels == label].sum()), scale * int(weight[labels == label].sum()))
        for label in np.unique(labels).tolist()
    }
