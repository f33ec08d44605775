"""Calls that need no parser: plain arguments of a command, and flags that are on.

Anything else, and every error, goes to the parser, which reports it.
"""

from collections.abc import Callable, Sequence
from functools import partial
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, get_args

from typer.models import ArgumentInfo, OptionInfo


def direct(command: Callable[..., object], words: Sequence[str]) -> Callable[[], object] | None:
    """The call, or None if the parser has to read the arguments."""
    parameters = signature(command).parameters.values()
    arguments = [parameter for parameter in parameters if _is_plain_argument(parameter)]
    flags = {flag: parameter.name for parameter in parameters for flag in _flags(parameter)}
    given: dict[str, Any] = {}
    places = iter(arguments)
    for word in words:
        if word in flags:
            given[flags[word]] = True
        elif word.startswith("-") or not word or (place := next(places, None)) is None:
            return None
        else:
            given[place.name] = word if _kind(place) is str else Path(word)
    if any(parameter.default is Parameter.empty and parameter.name not in given for parameter in parameters):
        return None
    return partial(command, **given)


def _is_plain_argument(parameter: Parameter) -> bool:
    return isinstance(_info(parameter), ArgumentInfo) and _kind(parameter) in (str, Path | None)


def _flags(parameter: Parameter) -> list[str]:
    """As a flag is declared: within `Annotated` the first name comes where a default used to be."""
    info = _info(parameter)
    if not isinstance(info, OptionInfo) or _kind(parameter) is not bool:
        return []
    names = (info.default, *(info.param_decls or ()))
    return [name for name in names if isinstance(name, str) and name.startswith("-")]


def _kind(parameter: Parameter) -> Any:
    return get_args(parameter.annotation)[0]


def _info(parameter: Parameter) -> Any:
    return get_args(parameter.annotation)[1]
