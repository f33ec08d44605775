"""The types that scripts are checked against match the data sent: each interface names the Python that sends it."""

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from pkgutil import resolve_name
from textwrap import dedent
from typing import Any

import pytest
from pydantic import BaseModel

import feltlab
import feltlab.web
from feltlab.table import events

NOT_FOR_PLAYERS = {"TableOpened", "RateSet"}
INTERFACE = re.compile(
    r"(?:^  /\*\*(?P<words>(?:(?!\*/).)*)\*/\n)?^  interface (?P<name>\w+)[^{]*{\n(?P<body>.*?)\n  }",
    re.DOTALL | re.MULTILINE,
)
DECLARED = {
    f"{file.parent.name} {found['name']}": (
        found["words"] or "",
        set(re.findall(r"^    (\w+)\??:", found["body"], re.M)),
    )
    for file in sorted(Path(feltlab.web.__file__).parent.rglob("*.d.ts"))
    for found in INTERFACE.finditer(file.read_text("utf-8"))
}


def named(node: ast.AST) -> Iterator[str]:
    """Names that a place in the source may send: a key, a keyword, a field."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
        yield from re.findall(r'"(\w+)":', node.value)  # a frame is put together as text
    elif isinstance(node, ast.keyword) and node.arg:
        yield node.arg
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id


def sent(path: str) -> set[str]:
    """`module.TEXT:school` is a part of a table of words."""
    name, _, part = path.partition(":")
    source: Any = resolve_name(name)
    for key in part.split(".") if part else ():
        source = source[key]
    if isinstance(source, Mapping):
        return set(source)
    if isinstance(source, type) and issubclass(source, BaseModel):
        return set(source.model_fields)
    tree = ast.parse(dedent(inspect.getsource(source)))
    return {name for node in ast.walk(tree) for name in named(node)}


def every(pattern: str) -> list[str]:
    """A star stands for every folder, as those of the games."""
    if "*" not in pattern:
        return [pattern]
    folder = Path(feltlab.__file__).parent.parent
    files = folder.glob(f"{pattern.replace('.', '/')}.py")
    return [".".join(file.relative_to(folder).with_suffix("").parts) for file in files]


@pytest.mark.parametrize("interface", DECLARED)
def test_every_declared_field_is_sent(interface: str) -> None:
    words, fields = DECLARED[interface]
    paths = [path for pattern in re.findall(r"@from ([\w.*:]+)", words) for path in every(pattern)]
    assert paths, f"{interface} does not say what sends it"
    assert fields
    if interface != "felt Kinds":
        assert fields <= set().union(*(sent(path) for path in paths))


def test_every_kind_of_event_is_declared() -> None:
    kinds = {
        name for name, kind in vars(events).items() if inspect.isclass(kind) and kind.__module__ == events.__name__
    }
    assert DECLARED["felt Kinds"][1] == kinds - NOT_FOR_PLAYERS
