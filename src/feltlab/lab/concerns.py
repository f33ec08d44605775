"""Possible concerns about a game: everything examined, each with its figures and what prevents it.

The verdict on its protection comes first, then its folder's concerns (`concerns`), then its meter.
"""

from collections.abc import Mapping
from typing import Any

from feltlab.exact.measure import Measure
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.exact.protection import Finding, finding, percent
from feltlab.rules.about import is_said
from feltlab.rules.game import Game, Terms
from feltlab.rules.parts import part_of


def concerns_of(
    game: Game, terms: Terms, protection: Mapping[str, Any], progressive: ProgressiveFigures | None
) -> list[Finding]:
    """The concerns, raised ones first; `protection` is what `protect` returns."""
    found: list[Finding] = list(protection["verdict"])
    if part := part_of(game, "concerns"):
        found += part.concerns(terms)
    if progressive:
        found.append(_at_the_base(game.wagers[progressive.wager].name, progressive))
    offered = [concern for concern in found if is_said(concern, game.wagers)]
    return sorted(offered, key=lambda concern: concern["safe"])


def _at_the_base(name: str, figures: ProgressiveFigures) -> Finding:
    """Right after it is won, a meter is worth less than on average: the long-run return is not the lowest."""
    least, mean = figures.rtp_at(figures.base), figures.rtp
    words = (
        f"A bet on the {name} returns {percent(float(mean))} in the long run, at a meter of"
        f" {float(figures.mean_meter):,.0f} bets on average, but {percent(float(least))} at the base amount of"
        f" {float(figures.base):,.0f} bets, where the meter starts again each time it is won in full. The player has"
        f" the edge above {float(figures.break_even_meter):,.0f} bets."
    )
    procedure = (
        "nothing in the rules: players see the meter, and should be told what a bet returns at its base amount as well"
        " as in the long run; a larger base amount raises it"
    )
    measures = (
        Measure("return with the meter at its base amount", least, "of the bet"),
        Measure("return in the long run", mean, "of the bet"),
        Measure("base amount", figures.base, "bets", False),
        Measure("mean meter", figures.mean_meter, "bets", False),
        Measure("break-even meter", figures.break_even_meter, "bets", False),
    )
    return finding("the meter at its base amount", least >= mean, words, procedure, measures)


def not_there(game: Game, protection: Mapping[str, Any], progressive: ProgressiveFigures | None) -> dict[str, str]:
    """What was examined but cannot occur in this game, each with the reason."""
    found = {}
    if "rows" not in protection["counting"]:
        found["counting"] = protection["counting"]["finding"]
    if not any(ask.set for ask in game.round.asks.values()):
        found["a hand set badly"] = "no hand is set"
    elif part_of(game, "concerns") is None:
        found["a hand set badly"] = "what it costs is not computed for this game"
    if progressive is None and not game.left_off:  # bets that are off are not mentioned
        found["a meter at its base amount"] = "no bet feeds a meter"
    return found
