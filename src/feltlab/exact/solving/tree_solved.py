"""A tree of deals on some terms: decided backward, counted forward. Sums are Python's own whole numbers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, prod
from typing import Any, NamedTuple

import numpy as np

from feltlab.errors import RulesError
from feltlab.exact.figures import Outcome
from feltlab.exact.solving.answering import Choices, Chooser, on_the_scale
from feltlab.exact.solving.nodes import different, packed, unpacked
from feltlab.exact.solving.paths import End, Path, end_of, options_of, outcome_of, start
from feltlab.exact.solving.tree import MOST_NODES, Leaf, Tree, TreeQuestion, summed
from feltlab.kernels.subsets import Ints
from feltlab.rules.game import Game, Terms
from feltlab.rules.settling import Bound

LARGEST_COUNT = 2**62


class Ended(NamedTuple):
    """For one path: the different combinations of codes, and in how many deals each occurs, by what was seen last."""

    codes: Ints
    info: Ints
    which: Ints
    count: Any


@dataclass(frozen=True)
class TreeCounted:
    """The deals of a shoe by how the rules end them, without any pays."""

    game: Game
    shoe: tuple[int, ...]
    numbers: tuple[tuple[str, int], ...]
    strategy: str = ""
    """The strategies of an author whose rules look at more than the game's own: the tree distinguishes what they do."""

    @property
    def _main(self) -> tuple[Bound, ...]:
        return (self.game.bound_settle, *self.game.plays.get(self.strategy, {}).values())

    def _tree(self, *bounds: Bound) -> Tree:
        return Tree(self.game, self.shoe, dict(self.numbers), bounds)

    @cached_property
    def whole(self) -> Tree | None:
        """One tree for all bets, if it is not too large."""
        found = self._tree(*self._main, *self.game.grades.values())
        try:
            return found if found.expected_nodes <= MOST_NODES else None
        except RulesError:  # no classes of cards work for all bets together
            return None

    @cached_property
    def tree(self) -> Tree:
        """The tree of the main game."""
        return self.whole or self._tree(*self._main)

    @cached_property
    def ended(self) -> dict[Path, Ended]:
        return {leaf.path: self._ended(leaf) for leaf in self.tree.leaves}

    def _ended(self, leaf: Leaf) -> Ended:
        answers = self.tree.answers(self.game.bound_settle, leaf.nodes, leaf.path)
        codes, which = np.unique(answers.levels, axis=0, return_inverse=True)
        sizes = int(leaf.nodes.info.max()) + 1, len(codes)
        keys, at = different(packed([leaf.nodes.info, which.reshape(-1)[answers.at]], sizes), prod(sizes))
        info, code = unpacked(keys, sizes)
        return Ended(codes, info, code, summed(self.tree, leaf.nodes, at, len(keys)))

    def grade_counts(self, slug: str) -> list[int]:
        bound, top = self.game.grades[slug], self.game.book.scales[slug].top
        tree = self.whole or self._tree(bound)
        self._check_side(slug, bound, tree)
        counts = np.zeros(top + 1, object)
        for leaf in quiet_leaves(tree):
            grades = self._grades(tree, leaf, slug)
            counts += summed(tree, leaf.nodes, grades, top + 1)
        return [int(count) for count in counts]

    def _grades(self, tree: Tree, leaf: Leaf, slug: str) -> Ints:
        answers = tree.answers(self.game.grades[slug], leaf.nodes, leaf.path)
        found: Ints = on_the_scale(self.game, slug, answers.levels[:, 0])[answers.at]
        return found

    def _check_side(self, slug: str, bound: Bound, tree: Tree) -> None:
        raises = {name.replace("-", "_") for name in self.game.round.raised}
        own = self._tree(bound).scope.raises if tree is self.whole else tree.scope.raises
        if depends := [*own, *(name for name in bound.names if name in raises)]:
            raise RulesError(f"{self.game.slug}: {slug} depends on {depends[0]}, so it cannot be counted by itself")

    def side_counts(self, slug: str, question: TreeQuestion, info: int) -> list[int]:
        """Grades of a side bet in the deals that look like this at a question; its own raise is never made."""
        if self.whole is None:
            return []
        top = self.game.book.scales[slug].top
        counts = np.zeros(top + 1, object)
        for leaf in quiet_leaves(self.whole, question.path):
            there = leaf.nodes.taken(self.seen_at(leaf, question) == info)
            if not len(there):
                continue
            counts += summed(self.whole, there, self._grades(self.whole, Leaf(leaf.path, there), slug), top + 1)
        return [int(count) for count in counts]

    def seen_at(self, leaf: Leaf, question: TreeQuestion) -> Ints:
        """What the deals of a leaf looked like at an earlier question."""
        info, path = leaf.nodes.info, leaf.path
        for number in range(len(leaf.path.options) - 1, question.number, -1):
            later = next(q for p, q in self.tree.questions.items() if p.options == path.options[:number])
            info = later.parent[info]
        return info


def quiet_leaves(tree: Tree, before: Path | None = None) -> Iterator[Leaf]:
    """Every deal once: with the first option at every question, starting with a way through some questions."""
    made = before.options if before else ()
    asks = list(tree.game.round.asks.values())
    for leaf in tree.leaves:
        later = zip(asks[len(made) :], leaf.path.options[len(made) :], strict=True)
        if leaf.path.options[: len(made)] == made and all(option in ("", options_of(ask)[0]) for ask, option in later):
            yield leaf


class TreeSolved:
    def __init__(self, counted: TreeCounted, terms: Terms) -> None:
        self.counted, self.terms, self.game = counted, terms, counted.game
        self.asks = tuple(self.game.round.asks.values())
        self.ends: dict[Path, list[End]] = {
            path: [end_of(self.game, path, codes, terms) for codes in ended.codes.tolist()]
            for path, ended in counted.ended.items()
        }
        self.scale = lcm(*(end.net.denominator for ends in self.ends.values() for end in ends))

    @property
    def questions(self) -> dict[Path, TreeQuestion]:
        return self.counted.tree.questions

    def value(self, path: Path, seen: int, choose: Chooser) -> Any:
        """The scaled net of all deals that continue like this, by what was seen at the previous question."""
        totals = np.zeros(seen, object)
        if path in self.counted.ended:
            ended = self.counted.ended[path]
            nets = np.array([int(end.net * self.scale) for end in self.ends[path]], object)
            np.add.at(totals, ended.info, ended.count * nets[ended.which])
        elif path in self.questions:
            question = self.questions[path]
            np.add.at(totals, question.parent, self.answered(question, choose))
        return totals

    def answered(self, question: TreeQuestion, choose: Chooser) -> Any:
        """By what is seen there."""
        values = self.option_values(question, choose)
        taken = self.taken(question, values, choose)
        found = self.value(question.path.skipped(), len(question.keys), choose)
        for place, value in enumerate(values):
            found[taken == place] = value[taken == place]
        return found

    def option_values(self, question: TreeQuestion, choose: Chooser) -> list[Any]:
        ask = self.asks[question.number]
        return [
            self.value(question.path.with_option(ask, option), len(question.keys), choose) for option in options_of(ask)
        ]

    def taken(self, question: TreeQuestion, values: list[Any], choose: Chooser) -> Choices:
        """By what is seen, the option taken; -1 if nothing is asked."""
        if not question.asked.any():
            return np.full(len(question.keys), -1, np.int8)
        made = choose(self.asks[question.number], question.path, values)
        return np.where(question.asked, made, -1).astype(np.int8)

    def decisions(self, choose: Chooser) -> dict[Path, Choices]:
        """By the way to a question, the answers; -1 if nothing is asked."""
        return {
            path: self.taken(question, self.option_values(question, choose), choose)
            for path, question in self.questions.items()
        }

    def played(self, decisions: Mapping[Path, Choices]) -> dict[Path, Any]:
        """By whole path: where it is played, by what was seen at the last question."""
        found: dict[Path, Any] = {start(self.game): np.ones(1, np.bool_)}
        for ask in self.asks:
            longer: dict[Path, Any] = {}
            for path, there in found.items():
                if path not in self.questions:
                    continue
                comes = there[self.questions[path].parent]
                longer[path.skipped()] = comes & (decisions[path] == -1)
                for place, option in enumerate(options_of(ask)):
                    longer[path.with_option(ask, option)] = comes & (decisions[path] == place)
            found = longer
        return {path: there for path, there in found.items() if path in self.counted.ended}

    def end_counts(self, choose: Chooser) -> dict[End, int]:
        found: dict[End, int] = {}
        for path, there in self.played(self.decisions(choose)).items():
            ended = self.counted.ended[path]
            for which, count in zip(ended.which[there[ended.info]], ended.count[there[ended.info]], strict=True):
                end = self.ends[path][which]
                found[end] = found.get(end, 0) + int(count)
        return found

    @cached_property
    def all_ends(self) -> list[End]:
        return list(dict.fromkeys(end for ends in self.ends.values() for end in ends))

    def outcomes(self, choose: Chooser) -> tuple[Outcome, ...]:
        """Best first."""
        found = sorted(self.end_counts(choose).items(), key=lambda item: (-item[0].net, item[0].event))
        return tuple(outcome_of(self.game, end, count) for end, count in found)

    def expectation(self, choose: Chooser) -> Fraction:
        """Of the whole game, counted backward."""
        total = self.value(start(self.game), 1, choose)[0]
        return Fraction(int(total), self.scale * self.counted.tree.deals)

    def joint_counts(self, choose: Chooser) -> Ints:
        """How many deals come to each end, and there to each grade of each side bet."""
        counted, slugs = self.counted, list(self.game.grades)
        tree = counted.whole
        if tree is None or tree.deals > LARGEST_COUNT:
            raise RulesError(f"{self.game.slug}: its bets together have too many deals to be counted at once")
        for slug in slugs:
            counted.grade_counts(slug)  # refuses a bet that depends on an answer
        tops = [self.game.book.scales[slug].top + 1 for slug in slugs]
        found = np.zeros((len(self.all_ends), *tops), np.int64)
        played = self.played(self.decisions(choose))
        for leaf in tree.leaves:
            there = leaf.nodes.taken(played[leaf.path][leaf.nodes.info])
            if len(there):
                found += self._joint(tree, Leaf(leaf.path, there), slugs, found.shape)
        return found

    def _joint(self, tree: Tree, leaf: Leaf, slugs: Sequence[str], shape: tuple[int, ...]) -> Ints:
        answers = tree.answers(self.game.bound_settle, leaf.nodes, leaf.path)
        ends = [self.all_ends.index(end_of(self.game, leaf.path, row, self.terms)) for row in answers.levels.tolist()]
        columns = [np.array(ends)[answers.at], *(self.counted._grades(tree, leaf, slug) for slug in slugs)]
        keys, at = different(packed(columns, shape), prod(shape))
        found = np.zeros(prod(shape), np.int64)
        found[keys] = summed(tree, leaf.nodes, at, len(keys)).astype(np.int64)
        return found.reshape(shape)
