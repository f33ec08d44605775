"""What the tests need is installed if that is allowed; if not, one line says at once what to install."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.waiting import LONG

TOOLS = Path(__file__).parents[2] / "tools"
NEEDED = ("sh", "dirname", "ls")
REFUSING = '#!/bin/sh\n[ "$1" = -n ] && exit 1\nread -r password\n'
"""Like sudo: without -n it waits for someone to type."""
INSTALLING = '#!/bin/sh\nprintf "%s\\n" "$*" >>"{log}"\n'


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder of programs with neither browser nor strace, for a user who is not root."""
    for name in NEEDED:
        (tmp_path / name).symlink_to(str(shutil.which(name)))
    program(tmp_path / "id", "#!/bin/sh\necho 1000\n")
    program(tmp_path / "apt-get", "#!/bin/sh\nexit 1\n")
    return tmp_path


def program(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


def run(folder: Path, script: str, *arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
    ours, theirs = os.pipe()  # nothing ever comes from here: who asks a question waits
    try:
        return subprocess.run(
            [folder / "sh", TOOLS / script, *arguments],
            env={"PATH": str(folder), **more}, stdin=ours, capture_output=True, text=True, timeout=LONG,
        )  # fmt: skip
    finally:
        os.close(ours)
        os.close(theirs)


@pytest.mark.parametrize("sudo", [True, False])
def test_what_may_not_be_installed_is_said_in_one_line(bare: Path, sudo: bool) -> None:
    if sudo:
        program(bare / "sudo", REFUSING)
    done = run(bare, "debian.sh")
    postgresql = "" if list(Path("/usr/lib/postgresql").glob("*/bin/initdb")) else " postgresql"
    assert done.returncode == 1
    assert (
        done.stderr == f"install these and run again: sudo apt-get install chromium-headless-shell{postgresql} strace\n"
    )
    assert done.stdout == ""


@pytest.mark.parametrize("name", ["chromium-headless-shell", "chromium", "a-browser"])
def test_nothing_is_asked_for_where_all_is_there(bare: Path, name: str) -> None:
    for each in (name, "initdb", "strace"):
        program(bare / each, "#!/bin/sh\nexit 1\n")
    done = run(bare, "debian.sh", **{"FELTLAB_CHROMIUM": name} if name == "a-browser" else {})
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_what_may_be_installed_is(bare: Path) -> None:
    log = bare / "log"
    program(bare / "initdb", "")
    program(bare / "sudo", INSTALLING.format(log=log))
    done = run(bare, "debian.sh")
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        "installing chromium-headless-shell strace (Debian)\n",
        "",
    )
    *_, update, install = log.read_text().splitlines()
    assert update == "-n apt-get update -qq"
    assert install.startswith("-n apt-get install -y")
    assert install.endswith(" chromium-headless-shell strace")


def test_node_is_installed_for_the_checks_alone(bare: Path) -> None:
    log = bare / "log"
    program(bare / "sudo", INSTALLING.format(log=log))
    program(bare / "node", "")
    done = run(bare, "debian.sh", "node")
    assert (done.returncode, done.stdout, done.stderr) == (0, "installing npm (Debian)\n", "")
    assert log.read_text().endswith(" npm\n")


def test_npm_out_of_reach_is_said_in_one_line(bare: Path) -> None:
    program(bare / "node", "")
    program(bare / "npm", "#!/bin/sh\necho much >&2\nexit 1\n")
    done = run(bare, "node.sh")
    assert done.returncode == 1
    assert done.stdout == "installing the checkers of the scripts (package.json)\n"
    assert done.stderr.startswith("npm cannot install the packages in package.json")
    assert done.stderr.count("\n") == 1


def test_an_installation_that_fails_says_what_to_do(bare: Path) -> None:
    program(bare / "id", "#!/bin/sh\necho 0\n")
    done = run(bare, "install.sh", "one", "two")
    assert done.returncode == 1
    assert done.stderr == "install these and run again: sudo apt-get install one two\n"


def test_a_python_without_venv_is_said_in_one_line(bare: Path, tmp_path: Path) -> None:
    program(bare / "sudo", REFUSING)
    program(bare / "python3", '#!/bin/sh\ncase "$2" in *ensurepip*) exit 1 ;; esac\n')
    done = run(bare, "setup.sh", str(tmp_path / "none"), ".")
    assert done.returncode == 1
    assert done.stderr == "install these and run again: sudo apt-get install python3-venv\n"
