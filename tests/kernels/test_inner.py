"""Functions compiled for compiled callers alone (`inner`) are named nowhere else: Python could not call them."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMPILED = {"compiled", "inlined", "inner", "shared"}


def decorators(node: ast.FunctionDef) -> set[str]:
    return {name.id for name in node.decorator_list if isinstance(name, ast.Name)}


def inner_names(tree: ast.Module) -> set[str]:
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and "inner" in decorators(node)}


def plain_uses(node: ast.AST) -> Iterator[str]:
    """Names that are read where Python runs."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef) and decorators(child) & COMPILED:
            continue
        if isinstance(child, ast.Name):
            yield child.id
        elif isinstance(child, ast.Attribute):
            yield child.attr
        yield from plain_uses(child)


def imported_from(tree: ast.Module) -> Iterator[tuple[str, str, str]]:
    """(module, name there, name here)"""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, alias.name, alias.asname or alias.name) for alias in node.names)


def called_from_python(sources: dict[str, str]) -> set[tuple[str, str]]:
    """(module that calls, inner function) by the modules' names and texts."""
    trees = {name: ast.parse(text) for name, text in sources.items()}
    inner = {name: inner_names(tree) for name, tree in trees.items()}
    found = set()
    for name, tree in trees.items():
        here = inner[name] | {own for module, there, own in imported_from(tree) if there in inner.get(module, ())}
        modules = {own for module, there, own in imported_from(tree) if inner.get(f"{module}.{there}")}
        of_modules = set().union(
            *(inner[f"{module}.{there}"] for module, there, own in imported_from(tree) if own in modules)
        )
        found |= {(name, used) for used in plain_uses(tree) if used in here | of_modules}
    return found


def test_inner_functions_are_called_by_compiled_code_only() -> None:
    files = [*ROOT.glob("src/feltlab/**/*.py"), *ROOT.glob("tests/**/*.py"), *ROOT.glob("bench/*.py")]
    names = {file: ".".join(file.relative_to(ROOT).with_suffix("").parts).removeprefix("src.") for file in files}
    sources = {names[file]: file.read_text("utf-8") for file in files}
    assert sum(len(inner_names(ast.parse(text))) for text in sources.values()) > 50
    assert called_from_python(sources) == set()


def test_a_call_from_python_is_noticed() -> None:
    kernels = "@inner\ndef add(a, b):\n    return a + b\n\n@compiled\ndef twice(a):\n    return add(a, a)\n"
    assert called_from_python({"k": kernels}) == set()
    assert called_from_python({"k": kernels + "THREE = add(1, 2)\n"}) == {("k", "add")}
    assert called_from_python({"k": kernels, "m": "from k import add as plus\nplus(1, 2)\n"}) == {("m", "plus")}
    assert called_from_python({"p.k": kernels, "m": "from p import k\nk.add(1, 2)\n"}) == {("m", "add")}
