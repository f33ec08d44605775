"""The questions to the lab, as bodies of requests; each may have its own terms."""

from typing import Annotated, Literal

from pydantic import Field

from feltlab.errors import FeltlabError, shown
from feltlab.games import GAMES
from feltlab.rules.house import MOST_SEATS
from feltlab.web.door.body import Body
from feltlab.web.lab.terms import LONGEST, LabTerms, known_terms

Lines = Annotated[str, Field(max_length=2_000)]
Short = Annotated[str, Field(max_length=64)]
Number = Annotated[str, Field(max_length=24)]
RuleText = Annotated[str, Field(max_length=LONGEST)]


class LabQuestion(Body):
    game: Short
    terms: RuleText = ""
    """The text of a rule file; empty for the printed terms."""


def asked_terms(asked: LabQuestion) -> LabTerms:
    """For a question in JSON: an unknown game is an error in it, not an address without a page."""
    if asked.game not in GAMES:
        raise FeltlabError(f"{shown(asked.game)} is not a game: choose from {', '.join(GAMES)}")
    return known_terms(asked.game, asked.terms)


class Analyze(LabQuestion):
    strategy: Short = ""


class MeterRule(Body):
    base_bets: int | None = None
    increment: Short | None = None


class EditTerms(LabQuestion):
    """The page's form; values without a field stay as in `terms`."""

    numbers: dict[Short, int | Short] = Field(default_factory=dict, max_length=32)
    felt: dict[Short, Short] = Field(default_factory=dict, max_length=16)
    tables: dict[Short, Lines] = Field(default_factory=dict, max_length=16)
    progressives: dict[Short, MeterRule] = Field(default_factory=dict, max_length=8)
    left_off: list[Short] | None = Field(None, max_length=32)


class AskAtMeter(LabQuestion):
    meter: Number
    """In bets."""


class Simulate(LabQuestion):
    bets: dict[Short, Number] = Field(default_factory=dict, max_length=8)
    strategy: Short = ""
    seed: int = Field(1, ge=0, le=2**53)


class SimulateSessions(Simulate):
    length: int = Field(200, ge=1, le=10_000)
    sessions: int = Field(5_000, ge=2, le=100_000)
    bankroll: Number | None = None


class SimulateShift(Simulate):
    seats: int = Field(6, ge=1, le=MOST_SEATS)
    rounds_per_hour: int = Field(45, ge=1, le=500)
    hours: int = Field(8, ge=1, le=24)
    shifts: int = Field(800, ge=2, le=20_000)


class DesignTable(LabQuestion):
    """Pay tables for an edge, as `feltlab design` finds them."""

    wager: Short
    edge: Number
    tolerance: Number = "0.1%"
    keep: dict[Short, Short] = Field(default_factory=dict, max_length=32)
    whole: bool = False
    lines: int | None = Field(None, ge=1, le=64)
    max_pay: int | None = Field(None, ge=1, le=10**6)
    hit_frequency_min: Number | None = None
    hit_frequency_max: Number | None = None
    deviation_min: Number | None = None
    deviation_max: Number | None = None
    most: int = Field(20, ge=1, le=100)


class Protect(LabQuestion):
    pass


class MakeReport(Analyze):
    form: Literal["-rack-card.pdf", ".pdf", ".html", ".xlsx", ".json"]
    beside: RuleText | None = None
    """A second set of terms, for a report on both; empty for the printed ones."""


class JobQuestion(Body):
    """Exactly one of these fields."""

    sessions: SimulateSessions | None = None
    shift: SimulateShift | None = None
    design: DesignTable | None = None
    protection: Protect | None = None
    report: MakeReport | None = None
