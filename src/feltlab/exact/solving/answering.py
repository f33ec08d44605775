"""How questions are answered: the options a hand may take, and an author's own strategy."""

from collections.abc import Callable
from typing import Protocol

import numpy as np
import numpy.typing as npt

from feltlab.errors import RulesError
from feltlab.exact.solving.paths import Path, options_of
from feltlab.exact.solving.seeing import Seeing
from feltlab.exact.solving.tabulating import answers_of, rows_of
from feltlab.kernels.subsets import Ints
from feltlab.rules.allowing import UNITS
from feltlab.rules.faults import at_fault, wrong_units
from feltlab.rules.game import Game
from feltlab.rules.settling import Bound
from feltlab.rules.steps import Ask

Choices = npt.NDArray[np.int8]
Bools = npt.NDArray[np.bool_]
Chooser = Callable[[Ask, Path, list[Ints]], Choices]
"""(question, path so far, value of each option by state) -> the option taken."""


class SeenByState(Protocol):
    seeing: Seeing

    def seen_values(self, name: str, ask: int) -> Ints:
        """By state of a question, the values of a hand seen there."""


def _answered(plan: SeenByState, numbers: dict[str, int], bound: Bound, number: int) -> Ints:
    """A rule of what is seen, asked about every state of a question."""
    columns = {name: plan.seen_values(name, number) for name in bound.hands}
    return answers_of(bound, rows_of(bound.names, columns, numbers, plan.seeing.states(number)))[:, 0]


def on_the_scale(game: Game, slug: str, grades: Ints) -> Ints:
    """The grades of a side bet, if its pay tables have them all; a rare hand may be the first with another grade."""
    top, rule = game.book.scales[slug].top, game.grades[slug].function
    if len(wrong := grades[(grades < 0) | (grades > top)]):
        raise at_fault(f"{slug} gives grade {wrong[0]}: its pay table has grades 0 to {top}", rule)
    return grades


def _units(ask: Ask) -> list[int]:
    """By option."""
    return [ask.raises.options[option] if ask.raises else 0 for option in options_of(ask)]


def open_options(plan: SeenByState, numbers: dict[str, int]) -> dict[int, list[Bools]]:
    """By question that restricts options and by option: the states that may take it."""
    game, found = plan.seeing.game, {}
    for number, ask in enumerate(game.round.asks.values()):
        if bound := game.allows.get(ask.stage):
            states = [
                (_answered(plan, numbers | {UNITS: made}, bound, number) != 0) | (made == 0) for made in _units(ask)
            ]
            if not np.logical_or.reduce(states).all():
                raise RulesError(f"{game.slug}: with some hands no option of {ask.stage!r} is allowed")
            found[number] = states
    return found


def opened(taken: Choices, states: list[Bools] | None) -> Choices:
    """An option that is not allowed gives way to the largest allowed one below it, or else to the next above."""
    if states is None:
        return taken
    found = taken.copy()
    for place in range(len(states) - 1, 0, -1):
        found[(found == place) & ~states[place]] = place - 1
    for place in range(len(states) - 1):
        found[(found == place) & ~states[place]] = place + 1
    return found


def named(plan: SeenByState, numbers: dict[str, int], strategy: str) -> Chooser:
    """The units that an author's own strategy puts up."""
    game = plan.seeing.game
    asks = list(game.round.asks.values())
    made: dict[int, Choices] = {}

    def choose(ask: Ask, path: Path, values: list[Ints]) -> Choices:
        number = asks.index(ask)
        if number not in made:
            offered = _units(ask)
            bound = game.plays[strategy][ask.stage]
            units = _answered(plan, numbers, bound, number)
            if len(wrong := units[~np.isin(units, offered)]):
                words = wrong_units(strategy, ask.stage, int(wrong[0]), offered)
                raise at_fault(f"{game.slug}: {words}", bound.function)
            made[number] = np.searchsorted(np.array(offered), units).astype(np.int8)
        return made[number]

    return choose
