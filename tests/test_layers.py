"""A module imports only from its own room or from rooms above it; `table` and `ledger` never meet."""

import ast
import re
import sys
from pathlib import Path
from posixpath import normpath

import feltlab

PACKAGE = Path(feltlab.__file__).parent
ROOMS = [
    "errors", "money", "wire", "stores", "whole", "given", "verify_shuffle", "cards", "hands", "kernels", "rules", "sdk", "exact", "games", "lab",
    "simulation", "ledger", "table", "service", "report", "web", "commands", "cli",
]  # fmt: skip
STRANGERS = {
    ("table", "ledger"), ("kernels", "cards"), ("ledger", "rules"), ("ledger", "games"), ("ledger", "cards"), ("ledger", "hands"),
    ("cards", "verify_shuffle"),
}  # fmt: skip
WEB_ROOMS = ["door", "site", "lab", "school", "felt", "accounts", "live", "floor", "service", "app"]
"""Inside the web, the same; the last two put it all together."""
SCRIPT_ROOMS = ["site", "lab", "school", "felt", "floor"]
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


def room_order(file: str, imported: list[str], rooms: list[str]) -> list[str]:
    """What a file in one of the rooms imports from a later one."""
    own = file.split("/")[0].removesuffix(".py")
    return [f"{file} imports {name}" for name in imported if rooms.index(name.split("/")[0]) > rooms.index(own)]


def web_imports(file: Path) -> list[str]:
    """By room of the web; `from feltlab.web import app` too."""
    found = []
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "feltlab.web":
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("feltlab.web."):
            found.append("/".join((node.module or "").split(".")[2:]))
    return found


def script_imports(file: Path, folder: Path) -> list[str]:
    named = re.findall(r'(?:from|import) "(\.[^"]+)"', file.read_text("utf-8"))
    return [normpath(f"{file.relative_to(folder).parent}/{name}") for name in named]


def broken_in_the_web(folder: Path) -> list[str]:
    broken = []
    for file in sorted(folder.rglob("*.py")):
        if file != folder / "__init__.py":
            broken += room_order(str(file.relative_to(folder)), web_imports(file), WEB_ROOMS)
    for file in sorted((folder / "static").rglob("*.js")):
        name = str(file.relative_to(folder / "static"))
        broken += room_order(name, script_imports(file, folder / "static"), SCRIPT_ROOMS)
    return broken


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


def test_the_web_has_its_rooms() -> None:
    parts = {path.name for path in (PACKAGE / "web").iterdir()} - {"__init__.py", "__pycache__"}
    assert parts == {*WEB_ROOMS[:-2], "service.py", "app.py", "static", "templates"}
    for folder in ("static", "templates"):
        inside = {path.name for path in (PACKAGE / "web" / folder).iterdir()}
        assert inside - {"fonts"} == set(SCRIPT_ROOMS)  # fonts are made, not kept


def test_imports_go_one_way_in_the_web_and_its_scripts() -> None:
    assert broken_in_the_web(PACKAGE / "web") == []


def test_a_planted_import_in_the_web_is_found(tmp_path: Path) -> None:
    for folder in ("site", "live", "static/site"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "site" / "page.py").write_text("from feltlab.web.live.hall import Hall\nfrom feltlab.web import app\n")
    (tmp_path / "live" / "hall.py").write_text("from feltlab.web.site.page import render\n")
    (tmp_path / "static/site/marks.js").write_text('import { svg } from "./dom.js";\nimport "../felt/cards.js";\n')
    assert broken_in_the_web(tmp_path) == [
        "site/page.py imports live/hall",
        "site/page.py imports app",
        "site/marks.js imports felt/cards.js",
    ]


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
