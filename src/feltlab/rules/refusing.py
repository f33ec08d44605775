"""Any error from a stranger's file: where in the file, and what it means, in one line."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from importlib import import_module
from inspect import signature
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from feltlab.errors import FeltlabError
from feltlab.rules.faults import AtLineError, RuleAtFaultError
from feltlab.rules.written import DECLARE, AtArgumentError, written_at

NEEDED: Final = {
    "slug": "its slug, such as 'river-duel'",
    "title": "its title",
    "card": "the rules card, usually __doc__",
    "wagers": "the wagers",
    "round": "the steps of the round",
    "hands": "the hands",
    "settle": "settle, the rule that settles the bets",
}
"""The required arguments of declare."""
_QUOTED: Final = re.compile(r"'(\w+)'")


def line_of(error: BaseException, file: str) -> int:
    """The last line of the file that an error, or its cause, went through; 0 for none."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return error.lineno or 0
    if isinstance(error, RuleAtFaultError):
        return error.line
    if isinstance(error, AtArgumentError):
        return written_at(Path(file), error.path, tuple(signature(_kit().declare).parameters))
    found = error.line if isinstance(error, AtLineError) else _deepest(error.__traceback__, file)
    for earlier in (error.__cause__, error.__context__):
        if earlier is not None and (line := line_of(earlier, file)):
            return line
    return found


def _deepest(trace: TracebackType | None, file: str) -> int:
    line = 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _kit() -> Any:
    """The kit for authors, which is made of this room."""
    return import_module("feltlab.sdk")


def _meant(word: str, known: Iterable[str]) -> str:
    near = get_close_matches(word, known, 1)
    return f": did you mean {near[0]}?" if near else ""


def _names_at(trace: TracebackType | None) -> list[str]:
    """The names known where an error was raised."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return [*trace.tb_frame.f_locals, *trace.tb_frame.f_globals] if trace else []


def words_of(error: BaseException) -> str:
    """What an error says, in one line."""
    said = " ".join(str(error).split())
    if isinstance(error, FeltlabError):
        return said
    if told := _of_a_call(said):
        return told
    if missing := re.match(r"cannot import name '(\w+)' from 'feltlab.sdk'", said):
        return f"feltlab.sdk has no {missing[1]!r}{_meant(missing[1], dir(_kit()))}"
    if isinstance(error, NameError) and error.name in vars(_kit()).get("__all__", ()):
        return f"{said}: import it from feltlab.sdk"
    if isinstance(error, NameError) and error.name:
        return f"{type(error).__name__}: {said}{_meant(error.name, _names_at(error.__traceback__))}"
    if said.startswith("cannot inherit non-frozen dataclass"):
        return "rule numbers must not change during a round: write @dataclass(frozen=True) above the class"
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__}: {error.msg}"
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def _of_a_call(said: str) -> str:
    """What is wrong with a call of the kit's own functions; empty for any other error."""
    call = re.match(r"(\w+)(?:\.__\w+__)?\(\) (.*)", said)
    kit = _kit()
    if call is None or call[1] not in kit.__all__:
        return ""
    name, known = call[1], list(signature(getattr(kit, call[1])).parameters)
    form = f": write {name}({', '.join(known)})"
    if unknown := re.match(r"got an unexpected keyword argument '(\w+)'", call[2]):
        return f"{name} has no argument {unknown[1]!r}{_meant(unknown[1], known)}"
    if missing := re.match(r"missing .*?: (.+)", call[2]):
        words = NEEDED if name == DECLARE else {}
        needs = re.sub(_QUOTED, lambda word: words.get(word[1], word[1]), missing[1])
        return f"{name} is missing {needs}{'' if words else form}"
    if re.match(r"takes .* positional arguments? but", call[2]):
        return f"{name} has too many arguments{form}"
    return ""
