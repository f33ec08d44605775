"""A module imports only from its own room or from rooms above it; `table` and `ledger` never meet."""

import ast
import sys
from pathlib import Path

import feltlab

PACKAGE = Path(feltlab.__file__).parent
ROOMS = [
    "errors", "money", "wire", "stores", "whole", "verify_shuffle", "cards", "hands", "kernels", "rules", "sdk", "exact", "games", "lab",
    "simulation", "ledger", "table", "service", "report", "web", "commands", "cli",
]  # fmt: skip
STRANGERS = {
    ("table", "ledger"), ("kernels", "cards"), ("ledger", "rules"), ("ledger", "games"), ("ledger", "cards"), ("ledger", "hands"),
    ("cards", "verify_shuffle"),
}  # fmt: skip
BANNED_NAMES = {"utils", "common", "base", "core", "helpers"}


def room(module: str) -> str:
    return module.split(".")[1] if "." in module else "feltlab"


def imports(file: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [
                f"{node.module}.{alias.name}" if node.module == "feltlab" else node.module for alias in node.names
            ]
            assert node.level == 0, f"{file}: relative import"
    return [name for name in found if name.split(".")[0] == "feltlab"]


def broken_rules(folder: Path) -> list[str]:
    broken = []
    for file in sorted(folder.rglob("*.py")):
        own = file.relative_to(folder).parts[0].removesuffix(".py")
        if own == "__init__":
            continue
        for name in imports(file):
            other = room(name)
            if other in ("feltlab", "__version__"):
                continue
            if ROOMS.index(other) > ROOMS.index(own) or (own, other) in STRANGERS:
                broken.append(f"{file.relative_to(folder)} imports {name}")
    return broken


def test_every_room_is_in_the_plan() -> None:
    rooms = {path.name.removesuffix(".py") for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert rooms - {"__init__", "__pycache__"} <= set(ROOMS)


def test_imports_go_one_way() -> None:
    assert broken_rules(PACKAGE) == []


def test_a_planted_upward_import_is_found(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "card.py").write_text("from feltlab.games import GAMES\n")
    assert broken_rules(tmp_path) == ["cards/card.py imports feltlab.games"]


def test_no_module_has_a_name_that_says_nothing() -> None:
    names = {file.stem for file in PACKAGE.rglob("*.py")}
    assert not names & BANNED_NAMES


def test_the_shuffle_verifier_needs_only_the_standard_library() -> None:
    """So that it can be copied, and shares nothing with the dealer."""
    tree = ast.parse((PACKAGE / "verify_shuffle.py").read_text("utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {f"{'.' * node.level}{node.module}" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported
    assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names
