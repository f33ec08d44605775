"""The answers of the lab's and the school's API, for its description; a test holds real answers against them."""

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict

from feltlab.web.answers import Problem


class Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Key(Answer):
    colour: str
    meaning: str


class Chart(Answer):
    title: str
    words: str
    svg: str
    head: list[str]
    rows: list[list[str]]
    keys: list[Key]


class Analyzed(Answer):
    analysis: dict[str, Any]
    charts: dict[str, Chart]


class Option(Answer):
    choice: str
    ev: str
    ev_float: float


class Advised(Answer):
    options: list[Option]
    best: str


class AtMeter(Answer):
    figures: dict[str, Any]
    chart: Chart


class Drawn(Answer):
    game: str
    charts: list[Chart]


class Simulated(Answer):
    figures: dict[str, Any]
    charts: list[Chart]


class Protection(Answer):
    state: Literal["none", "working", "failed", "ready"]
    what: str = ""
    done: float = 0
    failed: str = ""
    figures: dict[str, Any] = {}
    charts: list[Chart] = []


class Asked(Answer):
    id: str
    game: str
    drill: str
    question: str
    hint: str
    show: dict[str, Any]
    ask: dict[str, Any]
    rules: list[dict[str, Any]]
    pays: list[dict[str, Any]]


class Marked(Answer):
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


def of(model: type[BaseModel], status: int = 200) -> dict[int | str, dict[str, Any]]:
    """The responses of a route."""
    return {status: {"model": model}, **PROBLEMS}
