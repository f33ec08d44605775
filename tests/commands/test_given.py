"""Files given by users are read up to a limit: a device without an end is refused in one line, in little memory."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from feltlab.commands import jsonl
from feltlab.errors import FeltlabError
from feltlab.given import MOST, read_given
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
