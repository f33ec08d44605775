"""Quick start: the CPU time of a whole process that gives one answer, beside Python alone."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from bench.measure import Row, seconds

RUNS = 5
COMMAND = str(Path(sys.executable).parent / "feltlab")
ROUND = (
    '{"game": "low-four", "player": "6c 6d 5h 4s Kd Qh Js", "dealer": "2c 2d 6h 8s Jc Qd Kh",'
    ' "choices": {"decision": "play"}, "wagers": {"ante": 1000}}'
)
HAND = '{"game": "low-four", "player": "6c 6d 5h 4s Kd Qh Js", "wagers": {"ante": 1000}}'
STARTS: list[tuple[str, Sequence[str], str, str]] = [
    ("feltlab --help", ("--help",), "", "≤ 0.25 s"),
    ("feltlab games", ("games",), "", "≤ 0.3 s"),
    ("feltlab rules low-four", ("rules", "low-four"), "", "≤ 0.3 s"),
    ("feltlab settle, one line", ("settle",), ROUND, "≤ 0.6 s"),
    ("feltlab advise, one line", ("advise",), HAND, "≤ 0.6 s"),
]


def rows() -> list[Row]:
    alone = _cpu_seconds((sys.executable, "-c", "pass"))
    beside = f"{seconds(alone)} for python -c pass"
    found = []
    for what, words, given, target in STARTS:
        taken = _cpu_seconds((COMMAND, *words), given)
        found.append(Row(what, seconds(taken), beside, f"{taken / alone:.0f}×", target))
    return found


def _cpu_seconds(command: Sequence[str], given: str = "") -> float:
    """The best of several runs, with modules compiled to bytecode as an installed package has them."""
    surroundings = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    times = []
    for _ in range(RUNS + 1):
        before = _spent()
        subprocess.run(command, input=given, text=True, check=True, stdout=subprocess.DEVNULL, env=surroundings)  # noqa: S603
        times.append(_spent() - before)
    return min(times[1:])


def _spent() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
