"""What can be proved of a game, proved: its rules against themselves, its figures against other ways to get them."""

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from feltlab.errors import FeltlabError
from feltlab.exact.engine import Paid
from feltlab.exact.figures import Analysis
from feltlab.exact.solving.tabulating import answered, valued
from feltlab.lab import claims_of, lab_of, terms_of
from feltlab.money import Odds
from feltlab.rules import practice
from feltlab.rules.faults import RuleAtFaultError
from feltlab.rules.game import Game, Terms
from feltlab.rules.lines import read_round
from feltlab.rules.offering import repeated
from feltlab.rules.parts import part_of
from feltlab.rules.pay_table import Named
from feltlab.rules.settling import coded
from feltlab.simulation.plan import Plan
from feltlab.simulation.rounds import engine_of
from feltlab.simulation.run import Run, play
from feltlab.simulation.small_decks import HeldAgainst, held_against, small_decks, unreached
from feltlab.simulation.statistics import Statistics, statistics

ROUNDS: Final = 1_000_000
MOST_Z: Final = 4
_TWINS: Final = 400
"""Rounds that are settled by compiled rules and by plain ones."""


class Finding(NamedTuple):
    """`right` is None where nothing could be tried, and of a warning: what is declared is sound, and yet unwise."""

    what: str
    right: bool | None
    words: str
    advice: str = ""
    warns: bool = False


class Checker:
    def __init__(self, game: Game, rounds: int = ROUNDS, progress: Callable[[Run], None] | None = None) -> None:
        self.game, self.rounds, self.progress = game, rounds, progress
        self.terms: Terms = terms_of(game)

    def findings(self) -> Iterator[Finding]:
        """One after the other; what rests on figures is left out where there are none."""
        yield self._declared()
        yield from self._doubtful()
        yield self._examples()
        yield self._compiled()
        try:
            _ = self.analysis
        except RuleAtFaultError as error:
            yield Finding("exact figures", False, str(error), "fix the rule before anybody plays the game")
            return
        except FeltlabError as error:
            advice = "docs/own-game.md says what each plan can solve; `feltlab play` and `serve` work all the same"
            yield Finding("exact figures", False, str(error), advice)
            return
        except AssertionError as error:  # of the solvers' own: backward is not forward, or deals are missing
            yield Finding("exact figures", False, str(error), "this is a bug in feltlab: please report it")
            return
        yield self._figures()
        notes = self.analysis.notes[1:] if self.analysis.main.is_sampled else self.analysis.notes  # why it is sampled
        if notes:
            yield Finding("edge", None, "; ".join(notes), "a house would not offer it on these pays", True)
        yield from self._rising()
        yield self._lines()
        yield from self._main_lines()
        yield self._small_deck()
        yield self._strategies()
        yield self._simulated()
        yield self._claims()

    @cached_property
    def analysis(self) -> Analysis:
        return lab_of(self.game.slug).analyze(self.terms)

    def _declared(self) -> Finding:
        steps, seats = len(self.game.round.steps), self.game.numbers.seats
        words = f"{steps} steps, {len(self.game.wagers)} bets, {seats} seats; {_count(120, 'trial round')} settled"
        return Finding("declaration", True, words)

    def _doubtful(self) -> Iterator[Finding]:
        """What may be meant, and mostly is not."""
        if self.game.round.asks and not self.game.round.hand:
            words = "no card is dealt to a seat: every seat plays the table's cards"
            advice = 'a hand of each seat\'s own is dealt by Deal("player", 3, SEATS)'
            yield Finding("seats", None, words, advice, True)
        if twice := repeated(self.game.card):
            words = f"the card has two rules with the number {' and '.join(map(str, twice))}"
            yield Finding("rules card", None, words, "number its rules from 1 up, each number once", True)

    def _examples(self) -> Finding:
        settled = len(self.game.examples)
        if not settled:
            advice = "work out a round by hand and add examples=[example(net, …)]"
            return Finding("worked rounds", None, "there are none", advice)
        return Finding("worked rounds", True, f"{_count(settled, 'round')} settled as worked by hand")

    def _compiled(self) -> Finding:
        """Rankings and rules as machine code, beside the same in plain Python."""
        what = "compiled rules"
        rng, tried = Random(self.game.slug), 0  # noqa: S311 - the same rounds each time
        try:
            for _ in range(_TWINS):
                tried += self._twins(rng)
        except FeltlabError as error:
            return Finding(what, False, str(error), "keep to whole numbers, tuples, loops and other @rule functions")
        except _UnlikeError as unlike:
            advice = "a rule must return the same for the same hands, in whole numbers below 2^62"
            return Finding(what, False, str(unlike), advice)
        return Finding(what, True, f"equal to plain Python in {tried:,} answers")

    def _twins(self, rng: Random) -> int:
        stakes = practice.stakes(self.game, rng, len(self.game.sides))
        line = practice.line_of(self.game, rng, practice.dealt_table(self.game, rng), stakes)
        facts = coded(read_round(line, self.game, self.game.house()))
        tried = 0
        for name, value in facts.values.items():
            hand = self.game.hands.get(name)
            cards = hand.cards(facts.round.cards) if hand else ()
            if hand and cards and value != (found := int(valued(hand.ranking.value, np.array([cards]))[0])):
                raise _UnlikeError(f"the hand {name!r} is worth {value}, compiled {found}: {line}")
            tried += bool(cards)
        for bound in (self.game.bound_settle, *self.game.grades.values()):
            if all(name in facts.values for name in bound.names):
                row = [facts.values[name] for name in bound.names]
                plain = bound.function(*row)
                found_all = answered(bound, np.array([row], np.int64))[0].tolist()
                if found_all != list(plain if isinstance(plain, tuple) else (plain,)):
                    raise _UnlikeError(f"{bound.function.__name__}{tuple(row)} gives {plain}, compiled {found_all}")
                tried += 1
        return tried

    def _figures(self) -> Finding:
        main = self.analysis.main
        edge = f"house edge {float(main.house_edge):.4%}"
        if main.is_sampled:
            words = f"{edge} ± {main.margin:.4%} (99%), sampled in {main.total:,} rounds by {main.strategy}"
            return Finding("figures", None, words, self.analysis.notes[0])
        words = f"{edge}, {main.method}; {main.total:,} deals; counted backward and forward alike"
        return Finding("exact figures", True, words)

    def _rising(self) -> Iterator[Finding]:
        """Tables that pay more further down: the last line is grade 1, so they pay a common hand as a rare one."""
        found = []
        for slug, tables in self.game.book.pay_tables.items():
            named = isinstance(self.game.book.scales.get(slug), Named)
            for id, table in tables.items() if named else ():
                odds = [(line, line.pays.net) for line in table.lines if isinstance(line.pays, Odds)]
                found += [
                    f"{slug} {id}: {below.event} below {above.event} pays more"
                    for (above, net), (below, more) in pairwise(odds)
                    if more > net
                ]
        if found:
            advice = "write the best event first, as on a felt: the last line is grade 1, the one above it grade 2"
            yield Finding("order of pays", False, "; ".join(found), advice)

    def _lines(self) -> Finding:
        """Lines of pay tables that nothing ever comes to."""
        idle = [
            f"{wager}: {outcome.event}"
            for wager, figures in self.analysis.wagers.items()
            for outcome in figures.outcomes[:-1]
            if not outcome.combinations
        ]
        if idle:
            return Finding("pay tables", False, f"never paid: {'; '.join(idle)}", "drop the line, or fix its grade")
        if not self.analysis.wagers:
            return Finding("pay tables", None, "there is no side bet")
        return Finding("pay tables", True, f"every line of {_count(len(self.analysis.wagers), 'side bet')} can be paid")

    def _main_lines(self) -> Iterator[Finding]:
        """Lines of the main game's tables that no strategy comes to."""
        tables = {slug: table for slug, table in self.terms.pays.items() if self.game.wagers[slug].in_main_game}
        if not tables:
            return
        lab = lab_of(self.game.slug)
        played = [lab.analyze(self.terms, name).main for name in lab.STRATEGIES]
        paid = {line[:2] for figures in played for outcome in figures.outcomes for line in outcome.paid}
        used = {slug for slug, _ in paid}
        if not used and part_of(self.game, "fast"):
            return  # a game's own solver need not say which lines are paid
        for slug in tables:
            if slug not in used:
                words = f"settle never pays {slug} by its table, though it has one"
                yield Finding("main pay lines", False, words, "give paid(grade) for WIN, or drop the table")
        idle = [
            f"{slug}: {line.event}"
            for slug, table in tables.items()
            for line in table.lines
            if slug in used and (slug, line.event) not in paid
        ]
        if idle:
            yield Finding("main pay lines", None, f"never paid: {'; '.join(idle)}", "drop the line, or fix its grade")

    def _small_deck(self) -> Finding:
        what, none = "small deck", "no deck is small enough to deal every round one by one"
        if self.analysis.main.is_sampled:
            return Finding(what, None, "a sampled game is compared with simulated rounds only")
        held: list[HeldAgainst] = []
        try:
            for small in small_decks(self.game, self.terms):
                held.append(held_against(self.game, self.terms, small))
                if held[-1].unlike:
                    return Finding(
                        what, False, f"{held[-1].unlike} ({held[-1].cards})",
                        "a rule may look at more than the values of its hands; otherwise report it as a bug in feltlab",
                    )  # fmt: skip
        except FeltlabError as error:
            return Finding(what, None, str(error))
        if not held:
            return Finding(what, None, none)
        words = "; ".join(f"every deal of {one.cards} gives the same fractions: {one.value}" for one in held)
        missed = unreached(self.analysis, held)
        return Finding(what, True, words, f"not reached with these decks: {'; '.join(missed)}" if missed else "")

    def _strategies(self) -> Finding:
        lab, best = lab_of(self.game.slug), self.analysis.main.expectation
        if unpriced := getattr(lab, "UNPRICED", {}):
            words = f"not priced: {', '.join(unpriced)}"
            return Finding("strategies", None, words, "; ".join(dict.fromkeys(unpriced.values())))
        if self.analysis.main.is_sampled:
            return Finding("strategies", None, f"sampled: {', '.join(lab.STRATEGIES)}; best play is not computed")
        others = [name for name in lab.STRATEGIES if name != "optimal"]
        for name in others:
            if lab.analyze(self.terms, name).main.expectation > best:
                words = f"{name} does better than best play"
                return Finding("strategies", False, words, "this is a bug in feltlab: please report it")
        return Finding("strategies", True, f"best play is at least as good as {_count(len(others), 'other')}")

    def _simulated(self) -> Finding:
        sampled = self.analysis.main
        plan = Plan(self.game.slug, 1 if sampled.seed is None else sampled.seed + 1)
        run = play(Run.new(plan, self.rounds), shard=1 << 17, progress=self.progress)
        of_sample = {paid.wager: paid for paid in engine_of(plan).paid if paid.sampled}
        worst = max(
            (
                (_apart(found, of_sample[name], sampled.total) if name in of_sample else abs(found.z or 0), name)
                for name, found in statistics(plan, run.tally).items()
            ),
            default=(0.0, ""),
        )
        lab = "the sample" if sampled.is_sampled else "exact"
        words = f"{self.rounds:,} rounds, furthest from {lab}: {worst[1]} by {worst[0]:.2f} standard errors"
        advice = f"try `feltlab simulate {self.game.named} --seed 2`: beyond {MOST_Z} twice is not chance"
        return Finding("simulation", worst[0] < MOST_Z, words, "" if worst[0] < MOST_Z else advice)

    def _claims(self) -> Finding:
        try:
            claims = claims_of(self.game.slug)
        except FeltlabError as error:
            advice = "claim it for best play, or for a strategy that is priced"
            return Finding("published figures", False, str(error), advice)
        if not claims:
            return Finding("published figures", None, "there are none", "add claims=[claim(figure, source, value)]")
        wrong = [claim for claim in claims if not claim.matches]
        if wrong:
            said = "; ".join(
                f"{claim.figure} {claim.published}, {'sampled' if claim.interval else 'exactly'} {claim.computed}"
                for claim in wrong
            )
            return Finding(
                "published figures", False, said, "the rules differ from the source's, or the source is wrong"
            )
        return Finding("published figures", True, f"{_count(len(claims), 'figure')} as published")


def _apart(found: Statistics, paid: Paid, rounds: int) -> float:
    """How many standard errors simulated rounds are from the lab's own sample of so many."""
    error = sqrt(found.standard_error**2 + float(paid.variance or 0) / rounds)
    return abs(found.mean - float(paid.exact)) / error if error else 0.0


class _UnlikeError(Exception):
    pass


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'s' * (number != 1)}"


def to_rows(findings: list[Finding]) -> list[dict[str, Any]]:
    statuses = {True: "passes", False: "fails", None: "skipped"}
    return [
        {
            "name": found.what,
            "status": statuses[found.right],
            "why": found.words,
            "advice": found.advice,
            "warns": found.warns,
        }
        for found in findings
    ]
