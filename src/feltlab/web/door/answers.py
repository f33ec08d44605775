"""What every answer of the API is, for its description; a test compares real answers with it."""

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict


class Described(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Problem(Described):
    ok: Literal[False]
    error: str


class RefusedAnswer(Described):
    ok: Literal[False]
    refused: str
    words: str


class Yes(Described):
    ok: Literal[True]


class DoneAnswer(Yes):
    v: int
    purse: int
    tokens: int
    """Promotional tokens that the player holds, in cents of their face value."""


class Awaited(Yes):
    request: int
    words: str


PROBLEM: Final[dict[str, Any]] = {"model": Problem}
_PROBLEMS: Final = {
    400: "not JSON", 401: "no session", 403: "not allowed", 404: "not there", 413: "too large", 415: "not JSON",
    421: "another host", 422: "a wrong field", 429: "too often", 503: "the database failed; try again",
}  # fmt: skip


def responses(model: type[BaseModel], refuses: bool = False, waits: bool = False) -> dict[int | str, dict[str, Any]]:
    """The responses of a route."""
    found: dict[int | str, dict[str, Any]] = {200: {"model": model}}
    if waits:
        found[202] = {"model": Awaited, "description": "not done yet: a second person has been asked"}
    if refuses:
        found[409] = {"model": RefusedAnswer, "description": "refused: nothing changed"}
    return found | {status: {**PROBLEM, "description": words} for status, words in _PROBLEMS.items()}
