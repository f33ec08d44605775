"""What users give is read up to a limit, and refused in one line: devices without an end, and text that is not UTF-8."""

import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from feltlab.commands import jsonl
from feltlab.errors import FeltlabError
from feltlab.given import MOST, read_given
from feltlab.service.keys import read_key
from feltlab.service.store import open_store
from tests.conftest import Feltlab
from tests.waiting import LONG

LOW_FOUR = "low-four"
ENDLESS = {
    "settle rules": (("settle", "{rounds}", "--rules", "/dev/zero"), "cannot read /dev/zero: it has more than 1,000,000 bytes"),
    "analyze rules": (("analyze", LOW_FOUR, "--rules", "/dev/zero"), "cannot read /dev/zero: it has more than 1,000,000 bytes"),
    "strategy": (
        ("simulate", LOW_FOUR, "--rounds", "10", "--strategy-file", "/dev/zero"),
        "/dev/zero is not a strategy file: a row has more than 100,000 characters",
    ),
    "resume": (("simulate", LOW_FOUR, "--resume", "/dev/zero"), "it has more than 100,000,000 bytes"),
    "settle": (("settle", "/dev/zero"), "line 1 has more than 64,000,000 bytes: give one JSON object per line"),
    "replay": (("replay", "/dev/zero"), "line 1 has more than 64,000,000 bytes: give one JSON object per line"),
    "advise": (("advise", "/dev/zero"), "line 1 has more than 64,000,000 bytes: give one JSON object per line"),
    "certificate": (
        ("serve", "--port", "0", "--database", "sqlite:///{here}/s.db", "--certificate", "/dev/zero", "--private-key", "/dev/zero"),
        "there is no file /dev/zero",
    ),
    "long certificate": (
        ("serve", "--port", "0", "--database", "sqlite:///{here}/s.db", "--certificate", "{here}/long", "--private-key", "{here}/long"),
        "long: it has more than 1,000,000 bytes",
    ),
    "password": (
        ("account", "add", "ann", "--role", "floor", "--database", "sqlite:///{here}/s.db", "--password-stdin"),
        "password",
    ),
}  # fmt: skip


def within_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))


@pytest.mark.parametrize("case", ENDLESS)
def test_p45_what_has_no_end_is_refused(tmp_path: Path, case: str) -> None:
    (tmp_path / "long").write_bytes(b"x" * (MOST + 1))
    arguments, words = ENDLESS[case]
    rounds = Path(__file__).parents[2] / "examples" / "rounds.jsonl"
    command = [
        str(Path(sys.executable).parent / "feltlab"),
        *(part.format(here=tmp_path, rounds=rounds) for part in arguments),
    ]
    with Path("/dev/zero").open("rb") as endless:
        done = subprocess.run(
            command, stdin=endless, capture_output=True, text=True, timeout=LONG, preexec_fn=within_memory
        )
    assert done.returncode == 2, done
    assert words in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_p45_a_file_within_the_bound_is_read(tmp_path: Path) -> None:
    file = tmp_path / "given"
    file.write_bytes(b"x" * MOST)
    assert len(read_given(file)) == MOST
    file.write_bytes(b"x" * (MOST + 1))
    with pytest.raises(FeltlabError, match="it has more than 1,000,000 bytes"):
        read_given(file)


def test_p45_a_line_that_ends_is_passed_over_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jsonl, "ENDLESS_LINE", 3 * jsonl.AT_ONCE)
    monkeypatch.setattr(jsonl, "LONGEST_LINE", 10)
    file = tmp_path / "lines"
    file.write_bytes(b"first\n" + b"x" * (2 * jsonl.AT_ONCE) + b"\nthird\n")
    assert [(number, len(line)) for number, line in jsonl.lines_of(file)][::2] == [(1, 5), (3, 5)]
    file.write_bytes(b"first\n" + b"x" * (5 * jsonl.AT_ONCE) + b"\nthird\n")
    with pytest.raises(FeltlabError, match="line 2 has more than"):
        list(jsonl.lines_of(file))


NEVER_WRITTEN = {
    "rules": ("settle", "{rounds}", "--rules", "{pipe}"),
    "strategy": ("simulate", LOW_FOUR, "--rounds", "10", "--strategy-file", "{pipe}"),
    "resume": ("simulate", LOW_FOUR, "--resume", "{pipe}"),
    "filing": ("report", LOW_FOUR, "-o", "{pipe}.html", "--filing", "{pipe}"),
    "url": ("account", "list", "--database", "@{pipe}"),
}


@pytest.mark.parametrize("case", NEVER_WRITTEN)
def test_p45_a_pipe_without_a_beginning_is_refused(tmp_path: Path, feltlab: Feltlab, case: str) -> None:
    pipe, rounds = tmp_path / "pipe", Path(__file__).parents[2] / "examples" / "rounds.jsonl"
    os.mkfifo(pipe, 0o600)
    done = feltlab(*(part.format(pipe=pipe, rounds=rounds) for part in NEVER_WRITTEN[case]))
    assert done.returncode == 2
    assert done.stderr.endswith(f"cannot read {pipe}: it is a pipe or a socket; name a file\n")
    with pytest.raises(FeltlabError, match="it is a pipe or a socket"):
        read_key(pipe)


def test_p45_a_pipe_that_a_shell_has_opened_is_read() -> None:
    there, here = os.pipe()
    os.write(here, b"game = 'low-four'\n")
    os.close(here)
    try:
        assert read_given(Path(f"/dev/fd/{there}")) == b"game = 'low-four'\n"
    finally:
        os.close(there)


ODD: Final = "\udcff"
"""The byte 0xff, as the command line hands it on."""
NOT_UTF_8 = {
    "password": (("account", "add", "ann", "--role", "floor", "--database", "{db}", "--password-stdin"), "the password is not UTF-8"),
    "url": (("check", f"postgresql://{ODD}@127.0.0.1:1/x"), "the URL of the PostgreSQL database cannot be read"),
    "game": (("serve", "--port", "0", "--database", "{db}", "--game", f"{ODD}.py"), "there is no file \\udcff.py"),
}  # fmt: skip


@pytest.mark.parametrize("case", NOT_UTF_8)
def test_what_is_not_utf_8_is_refused_in_one_line(tmp_path: Path, feltlab: Feltlab, case: str) -> None:
    arguments, words = NOT_UTF_8[case]
    done = feltlab(*(part.format(db=f"sqlite:///{tmp_path}/s.db") for part in arguments), stdin=b"\xff correct horse\n")
    [line] = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (2, "")
    assert words in line
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "darwin", reason="names of files are UTF-8 there")
def test_a_backup_may_have_a_name_that_is_not_utf_8(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/felt.db"
    open_store(url).close()
    command = [str(Path(sys.executable).parent / "feltlab"), "backup", "--database", url, "-o", f"{tmp_path}/{ODD}.db"]
    done = subprocess.run(command, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"/\xff.db\n")
    assert (tmp_path / f"{ODD}.db").is_file()
