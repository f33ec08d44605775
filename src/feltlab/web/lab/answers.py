"""The answers of the lab's and the school's API, for its description; a test holds real answers against them."""

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
    head: list[str]
    rows: list[list[str]]
    keys: list[ChartKey]


class Analyzed(Described):
    analysis: dict[str, Any]
    charts: dict[str, ChartShown]


class OptionShown(Described):
    choice: str
    ev: str | None = None
    """Left out where it is sampled."""
    ev_float: float
    standard_error: float | None = None
    """Of a sampled value."""


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
    state: Literal["none", "working", "failed", "ready"]
    what: str = ""
    done: float = 0
    failed: str = ""
    figures: dict[str, Any] = Field(default_factory=dict)
    charts: list[ChartShown] = Field(default_factory=list)


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
    seconds: int


PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": Problem, "description": words}
    for status, words in {
        400: "not JSON, or not a question of this game",
        404: "not there",
        413: "too large",
        422: "a wrong field",
        503: "busy; try again",
    }.items()
}


def of(model: type[Described], status: int = 200) -> dict[int | str, dict[str, Any]]:
    """The responses of a route."""
    return {status: {"model": model}, **PROBLEMS}
