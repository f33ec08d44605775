"""JSON from outside, read strictly: no NaN, no infinity, no key twice, no tangle; and exact numbers going out."""

import json
from codecs import BOM_UTF8
from fractions import Fraction
from math import isinf
from typing import Any, NoReturn

import orjson

from feltlab.errors import WireError, shown

_NO_NUMBER = "not a JSON number"
_MOST_KEYS = 100
"""Nesting limit for objects read quickly: below the depth that is refused."""


def _no_constant(text: str) -> NoReturn:
    raise WireError(f"{text} is not a JSON number", _NO_NUMBER)


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for place, key in enumerate(keys) if key in keys[:place])
        raise WireError(f"the key {shown(twice)} is given twice", "a key is given twice")
    return found


def _finite(text: str) -> float:
    number = float(text)
    if isinf(number):
        raise WireError(f"{shown(text)} is too large for a number", _NO_NUMBER)
    return number


_DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_no_duplicates)


def read_object(text: bytes) -> dict[str, Any]:
    """One JSON object."""
    found = _plain_object(text)
    return _any_object(text) if found is None else found


def _plain_object(text: bytes) -> dict[str, Any] | None:
    """An object like most lines, read in little more than half the time; None if the strict reader must look.

    It has texts, whole numbers, lists of texts, and objects of these. A repeated key is lost, so there are more colons
    than keys; colons inside texts only add to them. A whole number beyond 64 bits comes as a float.
    """
    try:
        found = orjson.loads(text)
        if type(found) is not dict:
            return None
        keys, values = len(found), list(found.values())
        for value in values:
            kind = type(value)
            if kind is list:
                "".join(value)
            elif kind is dict:
                keys += len(value)
                values += value.values()
            elif kind is float:
                return None
    except (ValueError, TypeError):
        return None
    return found if keys == text.count(b":") and keys <= _MOST_KEYS else None


def _any_object(text: bytes) -> dict[str, Any]:
    try:
        value = _DECODER.decode(text.rstrip(b"\r\n").decode("utf-8"))
    except UnicodeDecodeError:
        raise WireError("not UTF-8 text") from None
    except json.JSONDecodeError as error:
        if text.startswith(BOM_UTF8):
            raise WireError("not JSON: it starts with a byte-order mark") from None
        raise WireError(f"not JSON: {error.msg} at column {error.colno}", f"not JSON: {error.msg}") from None
    except RecursionError:
        raise WireError("not JSON that can be read: nested too deeply") from None
    except ValueError:  # an integer of thousands of digits
        raise WireError("not JSON that can be read: a number has too many digits") from None
    if not isinstance(value, dict):
        raise WireError(f"a JSON object is needed, not {shown(value)}", "a JSON object is needed")
    return value


def exact(**numbers: Fraction) -> dict[str, str | float]:
    """Each number as a fraction in lowest terms, and beside it a float under the same key plus `_float`."""
    pairs: dict[str, str | float] = {}
    for key, number in numbers.items():
        pairs[key] = str(number)
        pairs[f"{key}_float"] = float(number)
    return pairs


def dump(value: object) -> str:
    try:
        return orjson.dumps(value).decode()
    except TypeError:  # allowed in JSON but not by orjson: integers beyond 64 bits, half a surrogate pair
        return json.dumps(value, allow_nan=False)
