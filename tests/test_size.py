"""Nothing grows too long to be read, and a class's name says which: the tree of the package is measured.

A module is all of its lines. A function is its body without the docstring, from the first line of the first statement
to the last line of the last one, functions inside it included. Branches are ruff's business (C901, in pyproject.toml);
here only an exception to it must have a reason.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median

import feltlab

PACKAGE = Path(feltlab.__file__).parent
LONGEST_MODULE, LONGEST_FUNCTION, MEDIAN_FUNCTION = 350, 60, 6
ALONE = {"verify_shuffle.py"}
"""A file that anyone can copy and run: it can import nothing from the package."""
FILES = sorted(PACKAGE.rglob("*.py"))


def lines_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    body = function.body[1:] if ast.get_docstring(function, clean=False) is not None else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def functions(text: str) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, lines_of(node)


def unexplained(text: str) -> list[str]:
    return [line for line in text.splitlines() if re.search(r"noqa:[^-]*\bC901\b(?! - \w)", line)]


def test_no_module_is_long() -> None:
    lines = {str(file.relative_to(PACKAGE)): len(file.read_text("utf-8").splitlines()) for file in FILES}
    assert {name: count for name, count in lines.items() if count > LONGEST_MODULE and name not in ALONE} == {}


def test_nothing_of_the_web_is_long() -> None:
    """Scripts, styles, templates and words."""
    files = [file for file in (PACKAGE / "web").rglob("*") if file.suffix in (".js", ".css", ".html", ".toml", ".ts")]
    lines = {str(file.relative_to(PACKAGE)): len(file.read_text("utf-8").splitlines()) for file in files}
    assert len(lines) > 90
    assert {name: count for name, count in lines.items() if count > LONGEST_MODULE} == {}


def test_functions_are_short() -> None:
    found = {
        f"{file.relative_to(PACKAGE)}: {name}": lines
        for file in FILES
        for name, lines in functions(file.read_text("utf-8"))
    }
    assert {name: lines for name, lines in found.items() if lines > LONGEST_FUNCTION} == {}
    assert median(found.values()) <= MEDIAN_FUNCTION


def test_a_function_of_many_branches_has_a_reason() -> None:
    assert [line for file in FILES for line in unexplained(file.read_text("utf-8"))] == []
    assert unexplained("def f():  # noqa: C901 - one case for each event") == []
    assert len(unexplained("def f():  # noqa: C901\ndef g():  # noqa: S101, C901")) == 2


def names_twice(texts: Iterable[str]) -> set[str]:
    """Names of classes that several files have; those that a file keeps to itself are its own business."""
    nodes = (node for text in texts for node in ast.walk(ast.parse(text)))
    found = Counter(node.name for node in nodes if isinstance(node, ast.ClassDef) and not node.name.startswith("_"))
    return {name for name, times in found.items() if times > 1}


def test_the_name_of_a_class_says_which() -> None:
    texts = [file.read_text("utf-8") for file in FILES if str(file.relative_to(PACKAGE)) not in ALONE]
    assert names_twice(texts) == set()
    assert names_twice(
        ["class Deal: ...", "class Round:\n    class Deal: ...", "class _Own: ...\nclass _Own: ..."]
    ) == {"Deal"}


def test_what_is_measured() -> None:
    text = 'def f():\n    """Two\n    lines."""\n    if x:\n        return (\n            1\n        )\n\n\ndef g():\n    """Only words."""\n'
    assert dict(functions(text)) == {"f": 4, "g": 0}
