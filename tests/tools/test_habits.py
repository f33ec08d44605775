"""What hosts and tools read about the project: one version, files that exist, no address to fetch packages from."""

import os
import re
import tomllib
from importlib.metadata import metadata
from pathlib import Path

import pytest

from feltlab import __version__

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
READ_BY_TOOLS = [*WORKFLOWS, ROOT / ".pre-commit-config.yaml", ROOT / "CITATION.cff", ROOT / "tools" / "try_package.sh"]


def _pythons(text: str) -> list[str]:
    return re.findall(r'"(3\.\d+)"', text)


def test_the_version_is_written_in_the_package_and_cited_alike() -> None:
    assert "version" not in PROJECT["project"]
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert PROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "feltlab.__version__"}
    cited = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    assert cited is not None
    assert cited[1] == __version__


def test_every_python_that_is_named_is_checked_and_known_to_the_compiler() -> None:
    (matrix,) = re.findall(r"python: \[(.*)\]", (ROOT / ".github" / "workflows" / "checks.yml").read_text("utf-8"))
    named = [found[1] for entry in PROJECT["project"]["classifiers"] if (found := re.search(r":: (3\.\d+)$", entry))]
    supported = {
        entry.rpartition(" ")[2] for entry in metadata("numba").get_all("Classifier", []) if ":: Python :: 3." in entry
    }
    assert _pythons(matrix) == named
    assert set(named) == {version for version in supported if int(version.partition(".")[2]) >= 11}


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_a_workflow_runs_what_exists(file: Path) -> None:
    text = file.read_text("utf-8")
    named = re.findall(r"(?<![\w/.-])(?:tests|tools|\.ci)/[\w./]+", text)
    assert named
    for path in named:
        assert (ROOT / path).exists(), path
        assert path.startswith("tests/") or os.access(ROOT / path, os.X_OK), path
    targets = re.findall(r"^([\w$()/.-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    known = {target.replace("$(VENV)", ".venv") for target in targets}
    assert set(re.findall(r"run: make (\S+)", text)) <= known


@pytest.mark.parametrize("file", READ_BY_TOOLS, ids=lambda file: file.name)
def test_nothing_names_an_address(file: Path) -> None:
    text = file.read_text("utf-8")
    assert "://" not in text
    assert "index-url" not in text
    assert "\t" not in text


def test_a_commit_is_checked_as_make_check_does() -> None:
    recipe = (ROOT / "Makefile").read_text("utf-8").partition("\ncheck:")[2].partition("\n\n")[0]
    commands = [line.removeprefix("\t@").replace("$(BIN)", ".venv/bin") for line in recipe.splitlines()[1:]]
    hooks = re.findall(r"entry: (.+)", (ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    assert len(hooks) > 3
    assert hooks == [command.removesuffix(" .") for command in commands]


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_a_checkout_keeps_no_credentials(file: Path) -> None:
    text = file.read_text("utf-8")
    checkout = "- uses: actions/checkout@v5\n        with:\n          persist-credentials: false\n"
    assert text.count("actions/checkout@") == text.count(checkout) > 0
