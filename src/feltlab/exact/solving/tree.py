"""A tree of the deals of a round in the order of its steps, by how many cards of each class are left in the shoe.

Draws and questions that depend on the hands are evaluated at every node. A player who is asked knows the open cards:
nodes that look the same then share a number and get the same answer. Pays are not part of it.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from math import comb, perm, prod
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from feltlab.errors import RulesError
from feltlab.exact.solving.nodes import Nodes, NodeValues, different, joined, packed, unpacked
from feltlab.exact.solving.paths import Path, options_of, start
from feltlab.exact.solving.scope import Scope
from feltlab.exact.solving.shoe_classes import ShoeClasses, ranked
from feltlab.exact.solving.tabulating import answers_of
from feltlab.kernels.subsets import Ints
from feltlab.rules.conditions import Condition
from feltlab.rules.game import Game
from feltlab.rules.seen import fields_of
from feltlab.rules.settling import Bound
from feltlab.rules.steps import Ask, Deal

MOST_NODES: Final = 4_000_000
"""The limit at the end of a round: about a gigabyte and ten seconds."""
PER_NODE_SECONDS, PER_NODE_BYTES = 1.2e-6, 300
LARGEST: Final = 2**62
FEW_ROWS: Final = 5_000
"""Up to here a rule is called as plain Python: compiling it takes longer."""
_AT_A_TIME: Final = 4_000_000
Bools = npt.NDArray[np.bool_]


class TreeQuestion(NamedTuple):
    """A question and a way to it: a number for each thing that may be seen there."""

    number: int
    path: Path
    keys: Ints
    """Ascending: what was seen before and the open cards, packed with these sizes."""
    sizes: tuple[int, ...]
    fields: tuple[str, ...]
    hidden: tuple[str, ...]
    """Places that may or may not have been dealt face down: that is seen too."""
    asked: Bools
    weight: Any
    """The number of orders of a whole round's cards in which it is seen."""

    @property
    def parent(self) -> Ints:
        """What was seen at the previous question."""
        return unpacked(self.keys, self.sizes)[0]

    def sets(self) -> dict[str, Ints]:
        columns = unpacked(self.keys, self.sizes)[1 : 1 + len(self.fields)]
        return {name: column - 1 for name, column in zip(self.fields, columns, strict=True)}


class Leaf(NamedTuple):
    path: Path
    nodes: Nodes


class Tree:
    """For a game dealt from a shoe, as far as some rules look at it."""

    def __init__(self, game: Game, shoe: Sequence[int], numbers: dict[str, int], bounds: Sequence[Bound]) -> None:
        self.game, self.shoe, self.numbers = game, tuple(shoe), numbers
        self.scope = Scope(game, bounds)
        self.total_cards = game.round.cards(1)
        if self.total_cards > len(shoe):
            raise RulesError(f"{game.slug}: a round needs more cards than the shoe has")

    @cached_property
    def classes(self) -> ShoeClasses:
        return ShoeClasses(self.shoe, self.scope.asked)

    @property
    def deals(self) -> int:
        """Orders of all cards that a round may need."""
        return perm(len(self.shoe), self.total_cards)

    @cached_property
    def expected_nodes(self) -> int:
        """The most at the end of the round."""
        found = 1
        for step in self.game.round.steps:
            if isinstance(step, Deal):
                sizes = [size for name, size in fields_of(step).items() if name in self.scope.fields]
                found *= prod(comb(self.classes.count + size - 1, size) for size in sizes)
            elif isinstance(step, Ask) and self.scope.answers and step.raises:
                found *= len(step.raises.options) if step.when is None else 1
        return found

    def check(self) -> None:
        if self.expected_nodes > MOST_NODES:
            raise RulesError(
                f"{self.game.slug} fits no exact plan: a tree of {self.classes.count} classes of cards has up to"
                f" {self.expected_nodes:,} ends; the limit is {MOST_NODES:,}"
            )

    @cached_property
    def grown(self) -> tuple[dict[Path, TreeQuestion], list[Leaf]]:
        self.check()
        large = perm(len(self.shoe), self.total_cards) > LARGEST
        weight = np.ones(1, object if large else np.int64)
        questions: dict[Path, TreeQuestion] = {}
        leaves: list[Leaf] = []
        self._grow(0, start(self.game), self._first(Nodes({}, weight, np.zeros(1, np.int64))), questions, leaves)
        return questions, leaves

    def _first(self, nodes: Nodes) -> Nodes:
        """What is known before the first step: nothing."""
        return nodes

    @property
    def questions(self) -> dict[Path, TreeQuestion]:
        return self.grown[0]

    @property
    def leaves(self) -> list[Leaf]:
        return self.grown[1]

    def _grow(
        self, first: int, path: Path, nodes: Nodes, questions: dict[Path, TreeQuestion], leaves: list[Leaf]
    ) -> None:
        steps = self.game.round.steps
        for number in range(first, len(steps)):
            step = steps[number]
            if not len(nodes):
                return
            if isinstance(step, Deal):
                nodes = self._dealt(nodes, step, path)
            elif isinstance(step, Ask) and self.scope.answers:
                question, seen = self._question(nodes, step, path)
                questions[path] = question
                for longer, which in self._answered(step, path, question.asked[seen.info]):
                    self._grow(number + 1, longer, seen.taken(which), questions, leaves)
                return
            elif isinstance(step, Ask):
                path = path.skipped()
        leaves.append(Leaf(path, nodes))

    @staticmethod
    def _answered(ask: Ask, path: Path, asked: Bools) -> list[tuple[Path, Any]]:
        found: list[tuple[Path, Any]] = []
        if not asked.all():
            found.append((path.skipped(), np.flatnonzero(~asked)))
        if asked.any():
            which = np.flatnonzero(asked)
            found += [(path.with_option(ask, option), which) for option in options_of(ask)]
        return found

    def _dealt(self, nodes: Nodes, deal: Deal, path: Path) -> Nodes:
        fields = [name for name in fields_of(deal) if name in self.scope.fields]
        if not fields:
            return nodes
        if deal.when is None:
            for name in fields:
                nodes = self._drawn(nodes, name, fields_of(deal)[name])
            return nodes
        due = self.holds(self.game.conditions.deals[deal.place], nodes, path)
        stays = nodes.taken(~due)
        stays = replace(stays, sets={**stays.sets, deal.place: np.full(len(stays), -1)})
        return joined([stays, self._drawn(nodes.taken(due), deal.place, deal.cards)])

    def _drawn(self, nodes: Nodes, field: str, size: int) -> Nodes:
        """Every set of that many cards that may come next."""
        sets = self.classes.sets(size)
        step = max(1, _AT_A_TIME // max(1, len(sets.rows) * max(1, size)))
        parts = [
            self._drawn_part(nodes.taken(slice(at, at + step)), field, size)
            for at in range(0, max(1, len(nodes)), step)
        ]
        return joined(parts)

    def _drawn_part(self, nodes: Nodes, field: str, size: int) -> Nodes:
        sets, left = self.classes.sets(size), self.left(nodes)
        ways = np.broadcast_to(sets.ways, (len(nodes), len(sets.rows)))
        for column in range(size):
            ways = ways * np.maximum(left[:, sets.rows[:, column]] - sets.before[:, column], 0)
        node, drawn = np.nonzero(ways)
        longer = nodes.taken(node)
        factor = ways[node, drawn]
        weight = longer.weight * (factor.astype(object) if longer.weight.dtype == object else factor)
        return Nodes({**longer.sets, field: drawn}, weight, longer.info)

    def left(self, nodes: Nodes) -> Ints:
        """Cards of each class that are left in the shoe."""
        left = np.broadcast_to(self.classes.left, (len(nodes), self.classes.count))
        for field, at in nodes.sets.items():
            left = left - self.classes.sets(self.scope.sizes[field]).counts[at]
        return left

    def dealt(self, nodes: Nodes) -> Ints:
        """How many cards have been drawn."""
        found = np.zeros(len(nodes), np.int64)
        for field, at in nodes.sets.items():
            found += np.where(at >= 0, self.scope.sizes[field], 0)
        return found

    def holds(self, condition: Condition, nodes: Nodes, path: Path) -> Bools:
        answers = self.answers(condition.bound, nodes, path)
        found: Bools = answers.levels[:, 0].astype(np.bool_)[answers.at]
        return found

    def value(self, name: str, nodes: Nodes) -> NodeValues:
        """The value of a hand as it stands."""
        fields = [field for field in self.scope.fields_of_hand(name) if field in nodes.sets]
        sizes = [len(self.classes.sets(self.scope.sizes[field]).rows) + 1 for field in fields]
        if not fields:
            return NodeValues(np.zeros(1, np.int64), np.zeros(len(nodes), np.int64))
        keys, which = different(packed([nodes.sets[field] + 1 for field in fields], sizes), prod(sizes))
        worth = np.zeros(len(keys), np.int64)
        columns = unpacked(keys, sizes)
        held = np.stack([column > 0 for column in columns], axis=1)
        for pattern in np.unique(held, axis=0):
            rows = (held == pattern).all(axis=1)
            parts = [
                self.classes.sets(self.scope.sizes[field]).rows[column[rows] - 1]
                for field, column, there in zip(fields, columns, pattern, strict=True)
                if there
            ]
            if parts:
                cards = self.classes.cards_of(np.concatenate(parts, axis=1))
                worth[rows] = ranked(self.game.hands[name].ranking.value, cards)
        levels, at = np.unique(worth, return_inverse=True)
        return NodeValues(levels, at.reshape(-1)[which])

    def answers(self, bound: Bound, nodes: Nodes, path: Path) -> NodeValues:
        """A rule's answers for every node, in rows."""
        units = {slug.replace("-", "_"): made for slug, made in path.units}
        fixed = self.numbers | units
        columns = [
            self.value(name, nodes)
            if name in self.game.hands
            else NodeValues(np.array([fixed[name]]), np.zeros(len(nodes), np.int64))
            for name in bound.names
        ]
        if not columns:
            columns = [NodeValues(np.zeros(1, np.int64), np.zeros(len(nodes), np.int64))]
        sizes = [len(column.levels) for column in columns]
        keys, which = different(packed([column.at for column in columns], sizes), prod(sizes))
        rows = np.stack([column.levels[at] for column, at in zip(columns, unpacked(keys, sizes), strict=True)], axis=1)
        return NodeValues(ruled(bound, rows[:, : len(bound.names)]), which)

    def _question(self, nodes: Nodes, ask: Ask, path: Path) -> tuple[TreeQuestion, Nodes]:
        fields = tuple(name for name in self.scope.seen[ask.stage] if name in nodes.sets)
        conditional = self.game.conditions.deals
        hidden = tuple(name for name in nodes.sets if name in conditional and name not in fields)
        known = int(nodes.info.max()) + 1
        sizes = (
            known,
            *(len(self.classes.sets(self.scope.sizes[name]).rows) + 1 for name in fields),
            *(2 for _ in hidden),
        )
        columns = [nodes.info, *(nodes.sets[name] + 1 for name in fields)]
        columns += [(nodes.sets[name] >= 0).astype(np.int64) for name in hidden]
        keys, which = different(packed(columns, sizes), prod(sizes))
        asked = np.full(len(keys), path.asked(ask))
        if ask.when is not None:
            asked[which[~self.holds(self.game.conditions.asks[ask.stage], nodes, path)]] = False
        weight = summed(self, nodes, which, len(keys))
        seen = replace(nodes, info=which)
        return TreeQuestion(len(path.options), path, keys, sizes, fields, hidden, asked, weight), seen


def ruled(bound: Bound, rows: Ints) -> Ints:
    if len(rows) > FEW_ROWS:
        return answers_of(bound, rows)
    try:
        found = [bound.function(*row) for row in rows.tolist()]
        return np.array([answer if isinstance(answer, tuple) else (answer,) for answer in found], np.int64)
    except Exception as error:  # whatever an author's code raises
        name = getattr(bound.function, "__name__", "")
        raise RulesError(f"the rule {name!r} fails: {type(error).__name__}: {error}") from None


def summed(tree: Tree, nodes: Nodes, keys: Ints, size: int) -> Any:
    """By key, the number of orders of a whole round's cards that reach its nodes, as Python's own numbers."""
    dealt = tree.dealt(nodes)
    found = np.zeros(size, object)
    for cards in np.unique(dealt).tolist():
        there = dealt == cards
        rest = perm(len(tree.shoe) - cards, tree.total_cards - cards)
        found += _whole_sums(nodes.weight[there], keys[there], size) * rest
    return found


def _whole_sums(weights: Any, keys: Ints, size: int) -> Any:
    found = np.zeros(size, object)
    if weights.dtype == object:
        np.add.at(found, keys, weights)
        return found
    for limb in range(3):  # 21 bits each: sums of this many stay exact in a float's 53
        part = (weights >> (21 * limb)) & 0x1FFFFF
        sums = np.bincount(keys, part, size)
        found += np.array([int(value) for value in sums.tolist()], object) << (21 * limb)
    return found
