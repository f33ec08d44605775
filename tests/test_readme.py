"""What the README shows is what happens."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

from tests.waiting import LONG

README = Path(__file__).parent.parent / "README.md"


def test_the_python_on_the_first_screen_works() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted >= 3
    assert result.failed == 0


def test_the_commands_print_what_the_readme_shows() -> None:
    found = re.search(r"```console\n\$ (echo [^\n]+)\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert found
    command = found[1].replace(".venv/bin/feltlab", str(Path(sys.executable).parent / "feltlab"))
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, timeout=LONG)
    assert done.stdout.strip() == found[2].strip()
