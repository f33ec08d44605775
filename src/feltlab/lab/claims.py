"""Published figures of a one-file game, beside their exact values."""

from fractions import Fraction
from math import isqrt
from pathlib import Path
from typing import Any, Final

from feltlab.errors import FeltlabError, RulesError
from feltlab.exact.claim import Claim
from feltlab.exact.figures import Figures
from feltlab.exact.solving.parts import solver_of
from feltlab.lab import check_strategy, first_strategy
from feltlab.rules.faults import RuleAtFaultError
from feltlab.rules.game import Game, Terms
from feltlab.rules.house import House
from feltlab.rules.pay_table import plain
from feltlab.rules.published import Published

PROBABILITY, DECISION, CARD_SEEN = "probability", "decision", "edge_with_a_card_seen"
_ROOT: Final = 10**15


def file_claims(game: Game, house: House | None) -> list[Claim]:
    return [_claim(game, printed, house or game.house()) for printed in game.claims]


def _claim(game: Game, printed: Published, house: House) -> Claim:
    terms = game.terms(house, dict(printed.pays))
    try:
        value, interval = _value(game, printed, terms)
    except RuleAtFaultError:
        raise
    except FeltlabError as error:
        where = f"{Path(game.source).name}:{printed.at}: " if game.source and printed.at else ""
        raise RulesError(f"{where}{error}") from None
    wager = _optional(game, printed)
    figure = called(printed)
    if interval and not printed.wager and not printed.strategy and game.round.asks and printed.figure != CARD_SEEN:
        figure += f", of best play; sampled by {first_strategy(game.slug)}"
    return Claim(game.slug, printed.source, figure, printed.value, value, wager=wager, interval=interval)


def _optional(game: Game, printed: Published) -> str:
    return printed.wager if printed.wager and game.wagers[printed.wager].optional else ""


def called(printed: Published) -> str:
    """The figure's name in a table."""
    said = f"{printed.wager} {printed.figure}" if printed.wager else printed.figure
    said = said.replace("_", " ")
    if printed.of:
        said += f": {printed.of}"
    if printed.strategy:
        said += f", {printed.strategy}"
    return ", ".join((said, *printed.pays.values()))


def _value(game: Game, printed: Published, terms: Terms) -> tuple[Fraction, tuple[float, float] | None]:
    """The value and, if sampled, its interval."""
    lab = solver_of(game)
    if printed.figure == CARD_SEEN:
        return _card_seen(game, terms)
    if printed.figure == DECISION:
        return _decided(lab, game, printed, terms), None
    if printed.strategy:  # never something in its place
        check_strategy(game.slug, terms, printed.strategy)
    analysis = lab.analyze(terms, printed.strategy or first_strategy(game.slug))
    figures = analysis.wagers.get(printed.wager) if printed.wager else analysis.main
    if figures is None:
        raise RulesError(
            f"{game.slug}: {printed.wager!r} has no figures of its own; these have: {', '.join(analysis.wagers)}"
        )

    def value(of: Figures) -> Fraction:
        if printed.figure == PROBABILITY:
            return _probability(game, of, printed)
        if printed.figure == "standard_deviation":
            return Fraction(isqrt(int(of.variance * _ROOT**2)), _ROOT)
        found: Fraction = getattr(of, printed.figure)
        return found

    return value(figures), figures.interval(value) if figures.is_sampled else None


def _probability(game: Game, figures: Figures, printed: Published) -> Fraction:
    events = {plain(outcome.event): outcome.event for outcome in figures.outcomes}
    if plain(printed.of) not in events:
        raise RulesError(f"{game.slug}: no round ends in {printed.of!r}; rounds end in {'; '.join(events.values())}")
    return figures.probability(events[plain(printed.of)])


def _decided(lab: Any, game: Game, printed: Published, terms: Terms) -> Fraction:
    """How many of the hands asked, each weighted by how often it is dealt, take an option with best play."""
    stage, _, option = printed.of.partition(": ")
    ask = game.round.asks.get(stage)
    if ask is None or option not in ask.options:
        raise RulesError(f"{game.slug}: a decision is named as STAGE: OPTION, not {printed.of!r}")
    chosen, total = 0, 0
    for row in lab.strategy_rows(terms):
        if row.get("stage", stage) == stage:
            share = row.get(f"share_{option}", row["decision"] == option)
            chosen += round(row["hands"] * share)
            total += row["hands"]
        elif total:
            break  # rows come question by question
    return Fraction(chosen, total)


def _card_seen(game: Game, terms: Terms) -> tuple[Fraction, tuple[float, float] | None]:
    from feltlab.lab.protection.collusion import exposed_cards  # which needs the lab

    found = exposed_cards(game.slug, terms)
    if not found:
        raise RulesError(f"{game.slug}: a card seen too early is not priced")
    return found[0].house_edge, found[0].interval
