"""The answers of an author's own strategy in a tree of deals: its rules, asked about all possible open cards."""

import numpy as np

from feltlab.errors import RulesError
from feltlab.exact.solving.answering import Choices, Chooser
from feltlab.exact.solving.nodes import Nodes
from feltlab.exact.solving.paths import Path, options_of
from feltlab.exact.solving.tree import Tree
from feltlab.kernels.subsets import Ints
from feltlab.rules.steps import Ask


def tells_apart(tree: Tree, strategy: str) -> bool:
    """Whether a strategy looks at nothing but a tree's kinds of cards."""
    known = {name for bound in tree.scope.bounds for name in bound.hands}
    return all(known.issuperset(bound.hands) for bound in tree.game.plays[strategy].values())


def named_in(tree: Tree, strategy: str) -> Chooser:
    """A rule is called only where its question is asked."""
    game = tree.game
    made: dict[Path, Choices] = {}

    def choose(ask: Ask, path: Path, _: list[Ints]) -> Choices:
        if path not in made:
            question = tree.questions[path]
            at = np.flatnonzero(question.asked)
            sets = {field: lies[at] for field, lies in question.sets().items()}
            nodes = Nodes(sets, np.ones(len(at), np.int64), np.zeros(len(at), np.int64))
            answers = tree.answers(game.plays[strategy][ask.stage], nodes, path)
            units, offered = answers.levels[:, 0][answers.at], _units(ask)
            if len(wrong := units[~np.isin(units, offered)]):
                raise RulesError(
                    f"{game.slug}: the strategy {strategy!r} puts up {wrong[0]} units on the {ask.stage}, where"
                    f" {', '.join(map(str, offered))} may be"
                )
            made[path] = np.zeros(len(question.keys), np.int8)
            made[path][at] = [offered.index(many) for many in units.tolist()]
        return made[path]

    return choose


def _units(ask: Ask) -> list[int]:
    """By option."""
    return [ask.raises.options[option] if ask.raises else 0 for option in options_of(ask)]
