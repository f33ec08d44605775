"""The exact lab: every figure of a game as a fraction, computed from its rule book."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol, cast

from feltlab.errors import FeltlabError, shown
from feltlab.exact.claim import Claim
from feltlab.exact.figures import Advice, Analysis, Figures
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.exact.solving.parts import solver_of
from feltlab.games import GAMES
from feltlab.rules.game import Game, Terms
from feltlab.rules.house import House
from feltlab.rules.lines import read_game
from feltlab.rules.parts import part_of


class Lab(Protocol):
    """What the lab can do with a game."""

    STRATEGIES: Mapping[str, str]

    def analyze(self, terms: Terms, strategy: str = "optimal") -> Analysis: ...
    def advise(self, line: Mapping[str, object], house: House) -> Advice: ...
    def strategy_rows(self, terms: Terms) -> Iterator[dict[str, Any]]: ...
    def strategy_text(self, terms: Terms) -> list[str]: ...
    def grade_counts(self, wager: str, terms: Terms) -> Sequence[int] | None: ...


def is_solved(game: Game) -> bool:
    """Whether the lab has figures for a game, exact or sampled."""
    return bool(solver_of(game).STRATEGIES)


def first_strategy(slug: str) -> str:
    """The default strategy of a game: best play or, for a sampled game, its first named strategy."""
    return next(iter(solved_lab(slug).STRATEGIES))


def lab_of(slug: str) -> Lab:
    """A game's own solver, or the general one."""
    return cast(Lab, solver_of(read_game({"game": slug}, GAMES)))


def meter_figures(slug: str, terms: Terms) -> ProgressiveFigures | None:
    """The long-run value of a game's meter; None if no bet feeds one."""
    return lab_of(slug).progressive(terms) if terms.progressives else None  # type: ignore[attr-defined]


def solved_lab(slug: str) -> Lab:
    """The same, or why there is none."""
    lab = lab_of(slug)
    if not lab.STRATEGIES:
        lab.analyze(terms_of(GAMES[slug]))  # says it
    return lab


def strategies_on(slug: str, terms: Terms) -> dict[str, str]:
    """A game's named strategies, each described in words, without those for side bets that are not offered."""
    lab = lab_of(slug)
    played_with: Mapping[str, str] = getattr(lab, "PLAYED_WITH", {})
    return {name: words for name, words in lab.STRATEGIES.items() if played_with.get(name, "") in ("", *terms.pays)}


def check_strategy(slug: str, terms: Terms, strategy: str) -> None:
    """Nothing is checked for a game that no plan can solve: its solver says why."""
    known = strategies_on(slug, terms)
    if known and strategy in (unpriced := getattr(lab_of(slug), "UNPRICED", {})):
        raise FeltlabError(f"{slug}: the strategy {shown(strategy)} is not priced: {unpriced[strategy]}")
    if known and strategy not in known:
        raise FeltlabError(f"{shown(strategy)} is not a strategy of {slug}: choose from {', '.join(known)}")


def claims_of(slug: str, house: House | None = None) -> list[Claim]:
    """Every printed figure of a game with the computed one; another `house` changes what is computed."""
    game = read_game({"game": slug}, GAMES)
    part = part_of(game, "claims")
    if part:
        return cast("list[Claim]", part.claims(house or game.house()))
    from feltlab.lab.claims import file_claims  # which is priced by the lab

    return file_claims(game, house)


def terms_of(
    game: Game, house: House | None = None, pay_tables: Mapping[str, str] | None = None, decks: int | None = None
) -> Terms:
    """The terms of an analysis: the felt's pay tables, except where `pay_tables` names others."""
    return game.terms(house or game.house(), pay_tables or {}, decks)


def analyze(
    slug: str,
    strategy: str = "",
    pay_tables: Mapping[str, str] | None = None,
    decks: int | None = None,
    house: House | None = None,
) -> Analysis:
    """A game's figures under a named strategy; default: best play."""
    lab = lab_of(slug)
    terms = terms_of(GAMES[slug], house, pay_tables, decks)
    strategy = strategy or first_strategy(slug)
    check_strategy(slug, terms, strategy)
    return lab.analyze(terms, strategy)


def remarked(
    slug: str,
    strategy: str = "",
    pay_tables: Mapping[str, str] | None = None,
    decks: int | None = None,
    house: House | None = None,
) -> Analysis:
    """The figures with the solver's remarks on them, as `feltlab analyze` prints them."""
    analysis = analyze(slug, strategy, pay_tables, decks, house)
    remarks = getattr(lab_of(slug), "remarks", None)
    if remarks is None:
        return analysis
    said = remarks(terms_of(GAMES[slug], house, pay_tables, decks), analysis.main.strategy)
    return replace(analysis, notes=(*analysis.notes, *said))


def hears_choices(game: Game) -> bool:
    """Whether advice may depend on earlier answers: with several questions, by the general plans; or on how a hand is
    set, by a game's own solver that says so.
    """
    own = part_of(game, "fast")
    return bool(getattr(own, "HEARS_CHOICES", False)) if own else len(game.round.asks) > 1


def advise(line: Mapping[str, object], house: House | None = None) -> Advice:
    """The expected value of each choice for the cards the player sees.

    All live wagers count; a bet that is settled before the decision is no longer live.
    """
    game = read_game(line, GAMES)
    known = {"game", "id", "wagers", "pay_tables", "meters", *game.seen_fields}
    if hears_choices(game):
        known |= {"choices", *filter(None, [game.round.draw_seen])}
    if extra := [key for key, value in line.items() if key not in known and value is not None]:
        raise FeltlabError(
            f"{shown(extra[0])} is not known when {game.slug} is decided: give {', '.join(sorted(known))}"
        )
    return lab_of(game.slug).advise(line, house or game.house())


__all__ = [
    "Advice",
    "Analysis",
    "Claim",
    "Figures",
    "advise",
    "analyze",
    "check_strategy",
    "claims_of",
    "first_strategy",
    "hears_choices",
    "is_solved",
    "lab_of",
    "remarked",
    "solved_lab",
    "strategies_on",
    "terms_of",
]
