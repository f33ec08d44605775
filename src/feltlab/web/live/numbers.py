"""Whole numbers in the query of an address: read, and described for the API."""

from typing import Any

from fastapi import Request

from feltlab.web.door.bodies import ApiError


def whole(request: Request, name: str, default: int, least: int, most: int) -> int:
    """A number of the query; an impossible one is refused."""
    text = request.query_params.get(name)
    if text is None or text == "":
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 18 or not least <= int(text) <= most:
        raise ApiError(422, f"{name} is a whole number from {least} to {most}")
    return int(text)


def query_of(*names: str) -> dict[str, Any]:
    schema = {"type": "integer", "minimum": 0}
    return {"parameters": [{"name": name, "in": "query", "required": False, "schema": schema} for name in names]}
