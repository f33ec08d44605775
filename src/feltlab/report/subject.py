"""Everything computed for a report of one game on its terms. Nothing here is typed in: it all comes from the lab."""

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from feltlab import __version__
from feltlab.errors import FeltlabError, PayTableError
from feltlab.exact.figures import Analysis, Figures
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.games import GAMES
from feltlab.lab import (
    Claim,
    analyze,
    check_strategy,
    claims_of,
    first_strategy,
    lab_of,
    meter_figures,
    strategies_on,
    terms_of,
)
from feltlab.lab.concerns import concerns_of, not_there
from feltlab.lab.protection import cached
from feltlab.lab.what_if import Case, pay_cases, rule_cases
from feltlab.report.confirmation import ROUNDS, Confirmation, Watch, confirm
from feltlab.report.examples import Example, examples_of
from feltlab.rules.game import Game, Terms
from feltlab.rules.house import House
from feltlab.rules.offering import run_by
from feltlab.rules.wagers import Role
from feltlab.simulation.bets import Bets
from feltlab.simulation.plan import Plan
from feltlab.simulation.risk import Risk, risk_of
from feltlab.simulation.run import check_rounds

SEED = 55
"""For the simulation; the worked examples are its first rounds of their kind, with a tie in every game that can tie."""


@dataclass(frozen=True)
class Options:
    """The options of a report."""

    strategy: str = ""
    """The default is best play, or a sampled game's first strategy."""
    pay_tables: tuple[tuple[str, str], ...] = ()
    decks: int | None = None
    rules: str | None = None
    """The name of a rule file."""

    @property
    def plain(self) -> bool:
        """Whether it is on the terms of the game's own documents."""
        return self == Options()

    def words(self) -> list[str]:
        """As written on the command line."""
        return [
            *(["--strategy", self.strategy] if self.strategy else []),
            *(word for wager, id in self.pay_tables for word in ("--pay-table", f"{wager}={id}")),
            *(["--decks", str(self.decks)] if self.decks is not None else []),
            *(["--rules", self.rules] if self.rules else []),
        ]


@dataclass(frozen=True)
class Subject:
    game: Game
    house: House
    """The chosen pay tables are on the felt."""
    options: Options
    rounds: int = ROUNDS
    """Simulated to confirm the figures."""
    watch: Watch | None = field(default=None, compare=False, repr=False)
    """Receives the progress of the simulation."""

    @property
    def slug(self) -> str:
        return self.game.slug

    @property
    def strategy(self) -> str:
        return self.options.strategy or self.first

    @property
    def first(self) -> str:
        """Best play or, for a sampled game, the first named strategy."""
        return first_strategy(self.slug)

    @property
    def is_sampled(self) -> bool:
        return self.main.is_sampled

    @cached_property
    def terms(self) -> Terms:
        return terms_of(self.game, self.house)

    @property
    def decks(self) -> int:
        return getattr(self.terms.numbers, "decks", 1)

    @cached_property
    def analysis(self) -> Analysis:
        return analyze(self.slug, self.strategy, house=self.house)

    @property
    def classes(self) -> int:
        """Kinds of hands that the game's own solver distinguishes, or sets of cards that it goes through."""
        count: Callable[[], int] | None = getattr(lab_of(self.slug), "class_count", None)
        return count() if count else 0

    @property
    def main(self) -> Figures:
        return self.analysis.main

    @cached_property
    def priced(self) -> Mapping[str, Figures]:
        """Every named strategy of the main game."""
        lab = lab_of(self.slug)
        return {name: lab.analyze(self.terms, name).main for name in self.strategy_words}

    @cached_property
    def strategy_words(self) -> Mapping[str, str]:
        return strategies_on(self.slug, self.terms)

    @cached_property
    def strategy_text(self) -> list[str]:
        return lab_of(self.slug).strategy_text(self.terms)

    @cached_property
    def by_table(self) -> Mapping[str, Mapping[str, Figures]]:
        """The wager, or the main game if a table pays it, under each of its pay tables that these terms allow."""
        found: dict[str, dict[str, Figures]] = {}
        for wager, tables in self.house.pay_tables.items():
            found[wager] = {}
            for id in tables:
                try:
                    analysis = analyze(self.slug, self.strategy, {wager: id}, house=self.house)
                except PayTableError:
                    continue
                found[wager][id] = analysis.wagers.get(wager, analysis.main)
        return found

    @cached_property
    def progressive(self) -> ProgressiveFigures | None:
        return meter_figures(self.slug, self.terms)

    @cached_property
    def plan(self) -> Plan:
        return Plan(self.slug, SEED, self.strategy, house=self.house)

    @cached_property
    def confirmation(self) -> Confirmation:
        return confirm(self.plan, self.rounds, self.watch)

    @cached_property
    def risk(self) -> Risk:
        return risk_of(self.plan)

    @cached_property
    def risk_by_wager(self) -> Mapping[str, Risk]:
        """The initial wager with each side bet of the same size; none if bets cannot be counted together."""
        if self.risk.unknown:
            return {}
        sides, one = [slug for slug, wager in self.game.wagers.items() if wager.role is Role.SIDE], Fraction(1)
        return {
            wager: risk_of(self.plan, Bets.read(self.slug, {self.game.initial: one, wager: one}, self.house))
            for wager in sides
        }

    @cached_property
    def pay_cases(self) -> tuple[Case, ...]:
        return tuple(pay_cases(self.game, self.house))

    @cached_property
    def rule_cases(self) -> tuple[Case, ...]:
        return tuple(rule_cases(self.game, self.house))

    @cached_property
    def claims(self) -> list[Claim]:
        """The printed figures for the bets offered, always on the documents' own terms."""
        return [claim for claim in claims_of(self.slug) if claim.wager in ("", *self.game.wagers)]

    @cached_property
    def protection(self) -> dict[str, Any]:
        return cached(self.slug, house=self.house)

    @cached_property
    def concerns(self) -> list[dict[str, Any]]:
        return concerns_of(self.game, self.terms, self.protection, self.progressive)

    @cached_property
    def not_there(self) -> dict[str, str]:
        return not_there(self.game, self.protection, self.progressive)

    @cached_property
    def examples(self) -> tuple[Example, ...]:
        return examples_of(self.plan)

    def run(self, verb: str, *words: str) -> str:
        """A command on the terms of the report."""
        return shlex.join(["feltlab", verb, self.named, *self.options.words(), *words])

    @property
    def named(self) -> str:
        """Its name on a command line in the folder of its file: the same report wherever that is."""
        return Path(self.game.named).name

    @property
    def document(self) -> str:
        """What was examined: the document of a game, or the file that declares it."""
        return self.game.book.document or Path(self.game.source).name

    def command(self, ending: str = "pdf", *words: str) -> str:
        rounds = [] if self.rounds == ROUNDS else ["--rounds", str(self.rounds)]
        return self.run("report", *rounds, *words, "-o", f"{self.slug}.{ending}")

    def names(self) -> dict[str, str]:
        """Of the main game and of every wager."""
        return {slug: wager.name for slug, wager in self.game.wagers.items()} | {"main": "Main game"}

    @cached_property
    def figures(self) -> dict[str, Any]:
        """Every figure of the report, exactly: the input of the checksum."""
        return {
            "version": __version__,
            "game": self.slug,
            "strategy": self.strategy,
            "numbers": self.terms.numbers.shown(self.game.wagers),
            "pays": {wager: str(table) for wager, table in self.terms.pays.items()},
            "analysis": _without_floats(self.analysis.to_dict()),
            "strategies": {name: _without_floats(figures.to_dict()) for name, figures in self.priced.items()},
            "pay_tables": {
                wager: {id: str(figures.house_edge) for id, figures in tables.items()}
                for wager, tables in self.by_table.items()
            },
            "progressive": _without_floats(self.progressive.to_dict()) if self.progressive else None,
            "risk": self._risk,
            "pay_cases": [_without_floats(case.to_dict()) for case in self.pay_cases],
            "rule_cases": [_without_floats(case.to_dict()) for case in self.rule_cases],
            "claims": [claim.to_dict() for claim in self.claims],
            "protection": _steady(self.protection),
            "concerns": _steady(self.concerns),
            "confirmation": self.confirmation.to_dict(),
            "examples": [example.transcript for example in self.examples],
        }

    @property
    def _risk(self) -> dict[str, Any]:
        return {
            "expectation": str(self.risk.expectation),
            "variance": str(self.risk.variance),
            "variance_with": {wager: str(both.variance) for wager, both in self.risk_by_wager.items()},
            "covariances": {f"{one.first} {one.second}": str(one.covariance) for one in self.risk.correlations},
        }

    @cached_property
    def canonical(self) -> bytes:
        """The figures as canonical JSON: keys in order, no spaces, ASCII, a line end."""
        return json.dumps(self.figures, sort_keys=True, separators=(",", ":"), allow_nan=False).encode() + b"\n"

    @property
    def checksum(self) -> str:
        return sha256(self.canonical).hexdigest()


def subject_of(
    slug: str,
    options: Options | None = None,
    house: House | None = None,
    rounds: int = ROUNDS,
    watch: Watch | None = None,
) -> Subject:
    options = options or Options()
    game = GAMES[slug]
    house = house or game.house()
    if options.decks is not None:
        if "decks" not in game.line_fields:
            shoes = ", ".join(other.slug for other in GAMES.values() if "decks" in other.line_fields)
            raise FeltlabError(f"{slug} is played with one deck: only {shoes} takes a number of decks")
        house = replace(house, numbers=house.with_decks(options.decks))
    chosen = dict(options.pay_tables)
    for wager, table in house.chosen(chosen, getattr(house.numbers, "decks", 1)).items():
        if wager in chosen:
            house = house.with_pay_table(replace(table, felt_from=1))
    subject = Subject(run_by(game, house), house, options, check_rounds(rounds), watch)
    check_strategy(slug, subject.terms, subject.strategy)  # terms that cannot be played are refused at once, too
    return subject


def _without_floats(value: Any) -> Any:
    """Exact numbers are next to their floats, which add nothing."""
    if isinstance(value, dict):
        return {key: _without_floats(inner) for key, inner in value.items() if not str(key).endswith("_float")}
    if isinstance(value, list):
        return [_without_floats(inner) for inner in value]
    return value


def _steady(value: Any) -> Any:
    """Sampled figures to nine digits: the last bits of a float depend on the machine, not the game."""
    if isinstance(value, dict):
        return {key: _steady(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_steady(inner) for inner in value]
    return float(f"{value:.9g}") if isinstance(value, float) else value
