"""Bodies and frames from outside, read strictly; answers say what is wrong in one line and never repeat the input."""

import json
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from fastapi import HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute

from feltlab.errors import StoreError, WireError
from feltlab.wire import dump, read_object

LOG: Final = logging.getLogger("feltlab.web")
LARGEST: Final = 64 * 1024
DEEPEST: Final = 12
NOT_NOW: Final = "the service cannot write right now; try again with the same key"

WORDS: Final = {
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "literal_error": "is not one of the values allowed",
    "union_tag_invalid": "is not a command",
    "union_tag_not_found": "is missing",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "string_type": "must be text",
    "string_pattern_mismatch": "has characters that are not allowed",
    "string_too_long": "is too long",
    "string_too_short": "is too short",
    "too_short": "has too few entries",
    "too_long": "has too many entries",
    "dict_type": "must be an object",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "greater_than": "is too small",
    "greater_than_equal": "is too small",
    "less_than": "is too large",
    "less_than_equal": "is too large",
}


NOT_KNOWN: Final = "not_known"
"""An error in our own words that names known things and nothing from the input."""


class ApiError(HTTPException):
    """A negative answer, in our words, without the input."""

    def __init__(self, status: int, words: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, words, dict(headers or {}))

    def body(self) -> dict[str, Any]:
        return {"ok": False, "error": self.detail}


class RefusedError(ApiError):
    """A refusal by the table or the house, with the reason as a word for programs."""

    def __init__(self, reason: str, words: str) -> None:
        super().__init__(409, words)
        self.reason = reason

    def body(self) -> dict[str, Any]:
        return {"ok": False, "refused": self.reason, "words": self.detail}


class AwaitedError(ApiError):
    """Not done yet: a second person has been asked, by the request with this number."""

    def __init__(self, request: int, words: str) -> None:
        super().__init__(202, words)
        self.request = request

    def body(self) -> dict[str, Any]:
        return {"ok": True, "request": self.request, "words": self.detail}


def plain(content: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(dump(content).encode(), status, dict(headers or {}), "application/json")


def answer_error(error: ApiError) -> Response:
    return plain(error.body(), error.status_code, error.headers)


def read_body(raw: bytes) -> dict[str, Any]:
    """One JSON object of bounded size and depth, with text that is Unicode and that every database can store."""
    if len(raw) > LARGEST:
        raise ApiError(413, "too large: the limit is 64 KB")
    try:
        value = read_object(raw)
    except WireError as error:
        raise ApiError(400, error.plain) from None
    _check(value)
    return value


def _check(value: object) -> None:
    level: list[object] = [value]
    for _ in range(DEEPEST):
        below: list[object] = []
        for item in level:
            if isinstance(item, str):
                _check_text(item)
            elif isinstance(item, dict):
                for key in item:
                    _check_text(key)
                below += item.values()
            elif isinstance(item, list):
                below += item
        if not below:
            return
        level = below
    raise ApiError(400, "nested too deeply")


def _check_text(text: str) -> None:
    if "\0" in text:  # PostgreSQL stores none, and there is no name, reason or key that needs one
        raise ApiError(400, "text must not contain the character U+0000")
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        raise ApiError(400, "half a surrogate pair is not text")


def words_of(errors: Sequence[Any]) -> str:
    """The first error. Names of known fields are ours to print; others are not."""
    first = _telling(errors)
    said = first["msg"] if first["type"] == NOT_KNOWN else WORDS.get(first["type"], "is not valid")
    if first["type"] == "extra_forbidden":
        return "a field is not known here"
    where = ".".join(_fields(first))
    if first["type"].startswith("union_tag"):
        where = "do"
    return f"{where or 'the body'} {said}"


def _telling(errors: Sequence[Any]) -> Any:
    """If a field may be of several kinds, each reports its errors: the kind that was given knows what is wrong."""
    first = errors[0]
    same = [error for error in errors if _fields(error) == _fields(first)]
    return next((error for error in same if not error["type"].endswith("_type")), first)


def _fields(error: Any) -> list[str]:
    return [part for part in error["loc"] if isinstance(part, str) and part in FIELDS]


FIELDS: Final[set[str]] = set()
"""Names of the fields of all bodies; each body adds its own."""


def body_hash(player: str, path: str, body: Mapping[str, Any]) -> str:
    canonical = json.dumps([player, path, body], sort_keys=True, separators=(",", ":"))
    return sha256(canonical.encode()).hexdigest()


class _StrictRequest(Request):
    async def json(self) -> Any:
        return read_body(await self.body())


class StrictRoute(APIRoute):
    """A route whose body we read and whose errors are ours."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def strict(request: Request) -> Response:
            try:
                return await handle(_StrictRequest(request.scope, request.receive))
            except RequestValidationError as error:
                return plain({"ok": False, "error": words_of(error.errors())}, 422)
            except ApiError as error:
                return answer_error(error)
            except StoreError as error:
                LOG.error("the database failed: %s", error)  # noqa: TRY400 - it says what to do; where it was met does not
                return answer_error(ApiError(503, NOT_NOW, {"Retry-After": "1"}))

        return strict
