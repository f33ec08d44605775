"""Long work by kind: from a question as plain data, reporting progress, to plain data or a file's bytes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import floor
from typing import Any, Final

import numpy as np

from feltlab.errors import FeltlabError
from feltlab.lab.design import design
from feltlab.lab.protection import cached
from feltlab.lab.wishes import Wished
from feltlab.report.beside import Pair
from feltlab.report.beside_sheets import xlsx_beside
from feltlab.report.content import report_of
from feltlab.report.content_beside import beside_of
from feltlab.report.filing import UNFILED
from feltlab.report.html import html_of
from feltlab.report.pdf import pdf_of
from feltlab.report.rack_card import rack_card_of
from feltlab.report.subject import Options, Subject, subject_of
from feltlab.report.xlsx import xlsx_of
from feltlab.simulation.bets import Bets, read_units
from feltlab.simulation.plan import Plan
from feltlab.simulation.sessions import SessionRules, bankroll_paths, simulate_sessions
from feltlab.simulation.shift import ShiftRules, simulate_shifts
from feltlab.web.lab import charts
from feltlab.web.lab.helper import Tell
from feltlab.web.lab.questions import DesignTable, MakeReport, Protect, SimulateSessions, SimulateShift
from feltlab.web.lab.terms import LabTerms, read_terms
from feltlab.web.site.charts import ticks
from feltlab.web.site.text import TEXT

MOST_ROUNDS: Final = 50_000_000
"""For a simulation, counting all seats: half a minute or so."""
AT_ONCE: Final = 2_000_000
"""Rounds simulated while someone waits for the answer."""
RULE_FILE: Final = "terms.toml"
"""A report's name for the rule file that the page saves."""
PATHS, BINS = 8, 32
_T, _J = TEXT["chart"], TEXT["jobs"]


def silent(what: str, done: float) -> None:
    pass


def within(rounds: int, most: int = MOST_ROUNDS) -> None:
    if rounds > most:
        raise FeltlabError(TEXT["lab"]["too_many"].format(rounds=f"{rounds:,}", most=f"{most:,}"))


def _histogram(values: Sequence[float] | Any, scale: int, title: str, words: str) -> dict[str, Any]:
    found = np.asarray(values) / scale
    edges = _edges(float(found.min()), float(found.max()))
    return charts.histogram(title, words, np.histogram(found, edges)[0].tolist(), edges, _T["units"]).to_dict()


def _edges(low: float, high: float) -> list[float]:
    """Where the columns begin, at round numbers, and where the last one ends."""
    marks = ticks(low, high, BINS)
    step = marks[1] - marks[0] if len(marks) > 1 else 1.0
    return [round(step * place, 12) for place in range(floor(low / step), floor(high / step) + 2)]


def _plan(asked: SimulateSessions | SimulateShift, terms: LabTerms, seats: int = 1) -> Plan:
    return Plan(asked.game, asked.seed, asked.strategy, seats, house=terms.house)


def played_sessions(asked: SimulateSessions, tell: Tell = silent, most: int = MOST_ROUNDS) -> dict[str, Any]:
    terms = read_terms(asked.game, asked.terms)
    within(asked.sessions * asked.length, most)
    bets = Bets.read(terms.slug, asked.bets, terms.house)
    bankroll = read_units(asked.bankroll, "the bankroll") if asked.bankroll else None
    rules = SessionRules(_plan(asked, terms), bets, asked.length, bankroll)
    found = simulate_sessions(rules, asked.sessions, lambda done: tell(_J["sessions"], done / asked.sessions))
    paths = [path.tolist() for path in bankroll_paths(rules, min(PATHS, asked.sessions))]
    return {
        "figures": found.to_dict(),
        "charts": [
            _histogram(found.played.results, found.played.scale, _T["results"], _T["results_words"]),
            charts.paths(paths).to_dict(),
        ],
    }


def played_shifts(asked: SimulateShift, tell: Tell = silent, most: int = MOST_ROUNDS) -> dict[str, Any]:
    terms = read_terms(asked.game, asked.terms)
    bets = Bets.read(terms.slug, asked.bets, terms.house)
    plan = _plan(asked, terms, asked.seats)
    rules = ShiftRules(plan, (bets,) * asked.seats, asked.rounds_per_hour, Fraction(asked.hours))
    within(asked.shifts * rules.rounds * asked.seats, most)
    found = simulate_shifts(rules, asked.shifts, lambda done: tell(_J["shifts"], done / asked.shifts))
    return {
        "figures": found.to_dict(),
        "charts": [_histogram(found.wins, found.scale, _T["wins"], _T["wins_words"])],
    }


def designed(asked: DesignTable, tell: Tell = silent) -> dict[str, Any]:
    terms = read_terms(asked.game, asked.terms)
    wished = Wished(**asked.model_dump(exclude={"game", "terms", "wager"}))
    wish = wished.read(terms.game, asked.wager, lambda field: TEXT["design"][field])
    tell(_J["design"], 0.0)
    return design(terms.game, asked.wager, wish, terms.house).to_dict()


class Phases:
    """One bar for work in several steps whose number is only roughly known."""

    def __init__(self, tell: Tell, many: int) -> None:
        self.tell, self.many, self.at, self.name = tell, many, 0, ""

    def __call__(self, what: str, done: float) -> None:
        if what != self.name:
            self.name, self.at = what, self.at + 1
        self.tell(what, min(0.99, (self.at - 1 + min(1.0, done)) / max(self.many, self.at)))


def _part(tell: Tell, low: float, high: float) -> Tell:
    return lambda what, done: tell(what, low + (high - low) * min(1.0, done))


def protected(asked: Protect, tell: Tell = silent) -> dict[str, Any]:
    terms = read_terms(asked.game, asked.terms)
    return cached(terms.slug, Phases(tell, terms.game.numbers.seats + 1), terms.house)


FORMS: Final[Mapping[str, Callable[[Subject], bytes]]] = {
    "-rack-card.pdf": rack_card_of,
    ".pdf": lambda subject: pdf_of(report_of(subject)),
    ".html": lambda subject: html_of(report_of(subject)),
    ".xlsx": xlsx_of,
    ".json": lambda subject: subject.canonical,
}
BESIDE: Final[Mapping[str, Callable[[Pair], bytes]]] = {
    ".pdf": lambda pair: pdf_of(beside_of(pair, UNFILED)),
    ".html": lambda pair: html_of(beside_of(pair, UNFILED)),
    ".xlsx": lambda pair: xlsx_beside(pair, UNFILED),
    ".json": lambda pair: pair.canonical,
}
_FIGURES: Final = (
    "analysis", "priced", "by_table", "risk", "risk_by_wager", "pay_cases", "rule_cases", "claims", "examples",
)  # fmt: skip
"""The slow parts of a report, in the order they are computed."""


def _subject(asked: MakeReport, text: str, tell: Tell) -> Subject:
    terms = read_terms(asked.game, text)
    options = Options(asked.strategy, rules=RULE_FILE if terms.own else None)
    subject = subject_of(terms.slug, options, terms.house)
    if asked.form == "-rack-card.pdf":
        return subject
    subject = replace(subject, watch=lambda done, total: _part(tell, 0.6, 0.75)(_J["simulation"], done / total))
    cached(terms.slug, Phases(_part(tell, 0.0, 0.6), subject.game.numbers.seats + 1), terms.house)
    _ = subject.confirmation
    for place, figures in enumerate(_FIGURES):
        tell(_J["figures"], 0.75 + 0.2 * place / len(_FIGURES))
        getattr(subject, figures)
    tell(_J["pages"], 0.95)
    return subject


def reported(asked: MakeReport, tell: Tell = silent) -> bytes:
    if asked.beside is None:
        return FORMS[asked.form](_subject(asked, asked.terms, tell))
    if asked.form not in BESIDE:
        raise FeltlabError(TEXT["jobs"]["one_card"])
    first = _subject(asked, asked.terms, _part(tell, 0.0, 0.5))
    return BESIDE[asked.form](Pair(first, _subject(asked, asked.beside, _part(tell, 0.5, 1.0))))


KINDS: Final[Mapping[str, tuple[Any, Callable[[Any, Tell], Any]]]] = {
    "sessions": (SimulateSessions, played_sessions),
    "shift": (SimulateShift, played_shifts),
    "design": (DesignTable, designed),
    "protection": (Protect, protected),
    "report": (MakeReport, reported),
}


def work_out(question: Mapping[str, Any], tell: Tell) -> Any:
    """A question to the helper process: one kind of work with its body."""
    ((kind, body),) = question.items()
    model, work = KINDS[kind]
    return work(model.model_validate(body), tell)
