"""The answers of the lab's and the school's API, for its description; a test compares real answers with them."""

from typing import Any, Final, Literal

from pydantic import Field

from feltlab.web.door.answers import Described, Problem


class ChartKey(Described):
    colour: str
    meaning: str


class ChartShown(Described):
    title: str
    words: str
    svg: str
    narrow: str
    head: list[str]
    rows: list[list[str]]
    keys: list[ChartKey]


class Analyzed(Described):
    terms: str
    analysis: dict[str, Any]
    charts: dict[str, ChartShown]


class TermDiffers(Described):
    what: str
    printed: str
    own: str


class TermsAnswer(Described):
    terms: str
    """The rule file: always the same text for the same terms, empty for the printed ones."""
    own: bool
    query: str
    """The part of an address."""
    differs: list[TermDiffers]


class OptionShown(Described):
    choice: str
    ev: str | None = None
    """Left out if it is sampled."""
    ev_float: float
    standard_error: float | None = None
    """For a sampled value."""


class Advised(Described):
    options: list[OptionShown]
    best: str
    method: str | None = None
    strategy: str | None = None


class MeterAnswer(Described):
    figures: dict[str, Any]
    chart: ChartShown


class DrawnAnswer(Described):
    game: str
    charts: list[ChartShown]


class Simulated(Described):
    figures: dict[str, Any]
    charts: list[ChartShown]


class ProtectionAnswer(Described):
    state: Literal["none", "ready"]
    figures: dict[str, Any] = Field(default_factory=dict)
    charts: list[ChartShown] = Field(default_factory=list)


class JobAnswer(Described):
    id: str
    state: Literal["waiting", "working", "ready", "failed", "cancelled"]
    what: str
    done: float
    """0 to 1."""
    seconds_left: float | None
    """By its speed so far."""
    failed: str
    result: dict[str, Any] | None = None
    """When it is ready: figures and charts, or pay tables; a report is at its own address."""


class AskedAnswer(Described):
    id: str
    game: str
    drill: str
    question: str
    hint: str
    show: dict[str, Any]
    ask: dict[str, Any]
    rules: list[dict[str, Any]]
    pays: list[dict[str, Any]]


class Marked(Described):
    right: bool
    correct: Any
    step: str
    explain: list[str]
    marks: list[str]
    about: list[str]
    """The subject of each explanation: the field of a bet, or `order`."""
    seconds: int


PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": Problem, "description": words}
    for status, words in {
        400: "not JSON, or not a question of this game",
        404: "not there",
        413: "too large",
        422: "a wrong field",
        429: "too many jobs",
        503: "busy; try again",
    }.items()
}


def of(model: type[Described], status: int = 200) -> dict[int | str, dict[str, Any]]:
    """The responses of a route."""
    return {status: {"model": model}, **PROBLEMS}
