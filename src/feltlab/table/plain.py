"""Frozen dataclasses as JSON-ready data and back: what the log holds is what the state was made from."""

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


def encode(value: Any) -> Any:
    if value is None or isinstance(value, str | int | bool):
        return value
    if isinstance(value, Mapping):
        return {str(key): encode(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [encode(item) for item in value]
    kind: Any = type(value)
    return {name: encode(getattr(value, name)) for name in _names(kind)}


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def decode(kind: type[T], data: Any) -> T:
    some: Any = kind
    found: T = _decoder(some)(data)
    return found


@cache
def _decoder(kind: Any) -> Callable[[Any], Any]:
    if is_dataclass(kind) and isinstance(kind, type):
        return _dataclass_decoder(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (types.UnionType, Union):
        (inner,) = (argument for argument in arguments if argument is not type(None))
        some = _decoder(inner)
        return lambda data: None if data is None else some(data)
    if origin is tuple:
        item = _decoder(arguments[0])
        return lambda data: tuple([item(entry) for entry in data])
    if origin is Mapping or origin is dict:
        key, value = arguments[0], _decoder(arguments[1])
        return lambda data: {key(name): value(entry) for name, entry in data.items()}
    return lambda data: data


def _dataclass_decoder(kind: type) -> Callable[[Any], Any]:
    hints = get_type_hints(kind)
    parts: list[tuple[str, Callable[[Any], Any]]] | None = None

    def build(data: Any) -> Any:
        nonlocal parts
        if parts is None:  # on first use: a class may hold itself
            parts = [(name, _decoder(hints[name])) for name in _names(kind)]
        return kind(**{name: part(data[name]) for name, part in parts if name in data})

    return build
