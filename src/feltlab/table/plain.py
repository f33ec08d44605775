"""Frozen dataclasses to JSON-ready data and back: the log holds what the state was made from.

Both ways follow the annotations: a card is a number in the dataclass and its name in the data.
"""

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from feltlab.cards.names import Card, card_name, card_named, card_names, cards_named

T = TypeVar("T")
Way = Callable[[Any], Any]
"""From a value to data, or back."""
_LEAVES = (str, int, bool)


def if_any(default: Any, **more: Any) -> Any:
    """A field that appears in the data only if it is not empty, so that older data stay the same.

    A type such as `dict` makes a new one each time.
    """
    made: dict[str, Any] = {"default_factory" if isinstance(default, type) else "default": default}
    return field(**made, **more, metadata={"if_any": True})


def encode(value: Any) -> Any:
    kind: Any = type(value)
    return _encoder(kind)(value)


def decode(kind: type[T], data: Any) -> T:
    some: Any = kind
    found: T = _decoder(some)(data)
    return found


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    """The fields of a dataclass, in order."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in fields(kind)}


def _optional(kind: Any) -> Any:
    """The type of a field that may be None."""
    (inner,) = (argument for argument in get_args(kind) if argument is not type(None))
    return inner


@cache
def _encoder(kind: Any) -> Way:
    if is_dataclass(kind) and isinstance(kind, type):
        return _dataclass_encoder(kind)
    if kind in _LEAVES:
        return _same
    if kind == Card:
        return card_name
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (types.UnionType, Union):
        some = _encoder(_optional(kind))
        return _same if some is _same else lambda value: None if value is None else some(value)
    if origin is tuple:
        return _list_of(_encoder(arguments[0]))
    if origin is Mapping:
        return _object_of(arguments[0], _encoder(arguments[1]))
    return _plain


def _same(value: Any) -> Any:
    return value


def _list_of(item: Way) -> Way:
    if item is card_name:
        return card_names
    return list if item is _same else lambda value: [item(entry) for entry in value]


def _object_of(key: type, item: Way) -> Way:
    if item is _same:
        return dict if key is str else lambda value: {str(name): entry for name, entry in value.items()}
    return lambda value: {str(name): item(entry) for name, entry in value.items()}


def _plain(value: Any) -> Any:
    """A value of unknown type, such as a player's words."""
    if value is None or isinstance(value, _LEAVES):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    raise TypeError(f"{type(value).__name__} is not plain")


def _dataclass_encoder(kind: type) -> Way:
    parts = [(name, _encoder(hint)) for name, hint in _hints(kind).items()]
    some = {each.name for each in fields(kind) if each.metadata.get("if_any")}
    if not some:
        return lambda value: {name: part(getattr(value, name)) for name, part in parts}
    return lambda value: {
        name: part(held) for name, part in parts if (held := getattr(value, name)) or name not in some
    }


@cache
def _decoder(kind: Any) -> Way:
    if is_dataclass(kind) and isinstance(kind, type):
        return _dataclass_decoder(kind)
    if kind == Card:
        return card_named
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (types.UnionType, Union):
        some = _decoder(_optional(kind))
        return lambda data: None if data is None else some(data)
    if origin is tuple:
        return _tuple_of(_decoder(arguments[0]))
    if origin is Mapping:
        key, value = arguments[0], _decoder(arguments[1])
        return lambda data: {key(name): value(entry) for name, entry in data.items()}
    return _same


def _tuple_of(item: Way) -> Callable[[Iterable[Any]], tuple[Any, ...]]:
    if item is card_named:
        return cards_named
    return tuple if item is _same else lambda data: tuple([item(entry) for entry in data])


def _dataclass_decoder(kind: type) -> Way:
    parts = [(name, _decoder(hint)) for name, hint in _hints(kind).items()]
    return lambda data: kind(**{name: part(data[name]) for name, part in parts if name in data})
