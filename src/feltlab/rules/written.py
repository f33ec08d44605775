"""Where an author wrote the arguments of `declare`: the line of a pay table, a claim or a step in the file."""

import ast
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from feltlab.errors import FeltlabError, RulesError

DECLARE: Final = "declare"
Part = str | int


class AtArgumentError(RulesError):
    """`path` leads to the mistake: an argument of declare, then a key or a number in it, then a text in that."""

    def __init__(self, words: str, *path: Part) -> None:
        super().__init__(words)
        self.path = path


@contextmanager
def written(*path: Part) -> Iterator[None]:
    """Errors raised inside are about the text at that place."""
    try:
        yield
    except RulesError as error:
        if type(error) is not RulesError:  # it knows its own line
            raise
        raise AtArgumentError(str(error), *path) from None
    except FeltlabError as error:
        raise AtArgumentError(str(error), *path) from None


def written_at(file: Path, path: tuple[Part, ...], names: tuple[str, ...]) -> int:
    """The line at the end of the path, as far as the file shows it; 0 if the file does not call declare.

    `names` are the arguments of declare in order.
    """
    text = file.read_text("utf-8")
    tree = ast.parse(text)
    known = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _called(node) == DECLARE]
    if not calls or not path:
        return 0
    arguments = dict(zip(names, calls[-1].args, strict=False))
    arguments |= {keyword.arg: keyword.value for keyword in calls[-1].keywords if keyword.arg}
    if path[0] not in arguments:
        return calls[-1].lineno
    return _line(arguments[str(path[0])], path[1:], known, text.splitlines())


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def _line(node: ast.expr, path: tuple[Part, ...], known: Mapping[str, ast.expr], lines: list[str]) -> int:
    """Follows a name to where its value is written."""
    if isinstance(node, ast.Name) and node.id in known:
        return _line(known[node.id], path, {**known, node.id: node}, lines)
    if not path:
        return node.lineno
    first, *rest = path
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == first:
                return _line(value, tuple(rest), known, lines) if rest else key.lineno
    if isinstance(node, ast.List | ast.Tuple) and isinstance(first, int) and first < len(node.elts):
        unpacked = any(isinstance(entry, ast.Starred) for entry in node.elts[: first + 1])
        return node.lineno if unpacked else _line(node.elts[first], tuple(rest), known, lines)
    if isinstance(first, str):
        span = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        return next((number for number in span if first in lines[number - 1]), node.lineno)
    return node.lineno
