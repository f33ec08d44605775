"""Many lines are spread over all cores: the same answers in the same order, none held back, no process left behind."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, cast

import pytest

from feltlab.commands.jsonl import AT_ONCE
from tests.commands.bad_rounds import GOOD, bad_rounds
from tests.waiting import LONG, until

COMMAND = [str(Path(sys.executable).parent / "feltlab"), "settle", "--json"]
LINES = [json.dumps(line).encode() for line in GOOD.values()] + list(bad_rounds().values())[:20]
needs_two_cores = pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2, reason="one core: nothing is spread"
)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("lines") / "rounds.jsonl"
    whole = b"\n".join([*LINES, b"", b"  "]) + b"\n"
    found.write_bytes(whole * (6 * AT_ONCE // len(whole)))
    return found


@pytest.fixture(scope="module")
def on_one_core(file: Path) -> "subprocess.CompletedProcess[bytes]":
    only = min(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None

    def stay() -> None:
        if only is not None:
            os.sched_setaffinity(0, {only})

    return subprocess.run([*COMMAND, file], capture_output=True, timeout=LONG, preexec_fn=stay)


def test_one_core_answers_every_line_in_order(on_one_core: "subprocess.CompletedProcess[bytes]", file: Path) -> None:
    assert (on_one_core.returncode, on_one_core.stderr) == (1, b"")
    lines = [number for number, line in enumerate(file.read_bytes().split(b"\n"), start=1) if line.strip()]
    rows = [json.loads(line) for line in on_one_core.stdout.splitlines()]
    assert len(rows) == len(lines)
    assert all(row["line"] == number for row, number in zip(rows, lines, strict=True) if "error" in row)


@needs_two_cores
@pytest.mark.parametrize("way", ["a file", "standard input from a file", "a pipe"])
def test_all_cores_answer_the_same(on_one_core: "subprocess.CompletedProcess[bytes]", file: Path, way: str) -> None:
    asked = [*COMMAND, str(file)] if way == "a file" else COMMAND
    with file.open("rb") as opened:
        if way == "a pipe":
            done = subprocess.run(asked, input=opened.read(), capture_output=True, timeout=LONG)
        else:
            done = subprocess.run(asked, stdin=opened, capture_output=True, timeout=LONG)
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout == on_one_core.stdout


@pytest.mark.parametrize("before", [0, 3 * AT_ONCE])
def test_a_program_that_asks_line_by_line_has_its_answer_before_the_next_question(before: int) -> None:
    """Also after it has sent many at once."""
    one = LINES[0] + b"\n"
    many = before // len(one)
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as settling:
        asked, answered = cast(IO[bytes], settling.stdin), cast(IO[bytes], settling.stdout)

        def ask(lines: int) -> None:
            asked.write(one * lines)
            asked.flush()

        with ThreadPoolExecutor(1) as other:
            sent = other.submit(ask, many)
            assert all(b"results" in answered.readline() for _ in range(many))
            sent.result()
        for _ in range(3):
            ask(1)
            assert b"results" in answered.readline()
        asked.close()
        assert settling.wait(LONG) == 0


def _children(process: int) -> set[int]:
    try:
        return {int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()}
    except FileNotFoundError:
        return set()


@needs_two_cores
@pytest.mark.parametrize("end", ["reader leaves", "killed"])
def test_workers_end_with_the_process_that_asks_them(file: Path, end: str) -> None:
    with subprocess.Popen([*COMMAND, file], stdout=subprocess.PIPE) as settling:
        assert settling.stdout
        while not (workers := _children(settling.pid)):
            assert settling.stdout.readline()
        settling.kill() if end == "killed" else settling.stdout.close()
    until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
