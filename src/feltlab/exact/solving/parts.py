"""A game's own solver and rounds, or those that follow from its declaration.

The general plans are loaded for the first game that needs one: loading them takes longer than giving advice on a hand.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

from feltlab.errors import RulesError
from feltlab.exact.solving.budget import budget
from feltlab.rules.faults import RuleAtFaultError, defined_at
from feltlab.rules.game import Game
from feltlab.rules.house import most_of
from feltlab.rules.parts import part_of
from feltlab.rules.steps import TRADED

if TYPE_CHECKING:
    from feltlab.exact.solving.lab import GeneralLab
    from feltlab.exact.solving.outlook import Outlook

_LABS: "dict[tuple[str, float | None], GeneralLab]" = {}


@cache
def _kinds() -> "tuple[type[GeneralLab], ...]":
    """Labs by how they solve a game; the first that fits is used."""
    from feltlab.exact.solving.board_lab import BoardLab
    from feltlab.exact.solving.lab import GeneralLab
    from feltlab.exact.solving.trade_lab import TradeLab
    from feltlab.exact.solving.tree_lab import TreeLab

    return TradeLab, TreeLab, BoardLab, GeneralLab


def outlook_of(game: Game) -> "Outlook":
    """What the general plan for a game takes."""
    return general_lab(game).outlook()


def solver_of(game: Game) -> Any:
    return part_of(game, "fast") or general_lab(game)


def rounds_of(game: Game) -> Any:
    return part_of(game, "rounds") or general_lab(game).rounds


def general_lab(game: Game) -> "GeneralLab":
    """Kept while the game with that name is unchanged; a house that runs it differently has its own, by its terms."""
    key = game.slug, budget()
    lab = _LABS.get(key)
    if lab is None or lab.game is not game.whole:
        kind = next(kind for kind in _kinds() if kind.fits(game.whole))
        lab = kind(game.whole)
        if reason := _refused(lab, key[1]):
            from feltlab.exact.solving.sampled_lab import SampledLab

            lab = SampledLab(game.whole, reason)
        _LABS[key] = lab
    return lab


def _raised_sides(game: Game) -> str:
    """A side bet that looks at a raise has no counts of its own: its result depends on how the game is played."""
    for slug, bound in game.grades.items():
        if asked := [name for name in bound.names if name in game.raise_names or name == TRADED]:
            line = defined_at(bound.function)
            return (
                f"{game.slug}: the side bet {slug} (line {line}) looks at {asked[0]}, so what it wins"
                f" depends on how the main game is played; a side bet that looks at cards alone is counted by itself"
            )
    return ""


def _refused(lab: "GeneralLab", most: float | None) -> str:
    """Why a game is sampled; empty if it is solved."""
    from feltlab.exact.solving.tree_lab import TreeLab

    if most_of(lab.game.numbers, "jokers") and not isinstance(lab, TreeLab):
        return f"{lab.game.slug} fits no exact plan: its deck has Jokers, and plans count 52 cards"
    if reason := _raised_sides(lab.game):
        return reason
    try:
        lab.prove()
    except RuleAtFaultError:  # neither another plan nor a sample would help
        raise
    except RulesError as error:
        return str(error)
    if most is not None and (seconds := lab.outlook().seconds) > most:
        return f"the exact plan takes about {seconds:,.1f} s, more than the budget of {most:,g} s"
    return ""
