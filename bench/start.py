"""Quick start: the CPU time of a whole process that gives one answer, beside Python alone; and of a first report."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory

from bench.measure import Row, seconds
from feltlab.commands.examples import seen
from feltlab.games import GAMES

RUNS = 5
FIRST_REPORTS = 2
SEVEN_CARDS = ("low-four", "ace-odd-even")
COMMAND = str(Path(sys.executable).parent / "feltlab")
ROUND = (
    '{"game": "low-four", "player": "6c 6d 5h 4s Kd Qh Js", "dealer": "2c 2d 6h 8s Jc Qd Kh",'
    ' "choices": {"decision": "play"}, "wagers": {"ante": 1000}}'
)
STARTS: list[tuple[str, Sequence[str], str, str]] = [
    ("feltlab --help", ("--help",), "", "≤ 0.25 s"),
    ("feltlab games", ("games",), "", "≤ 0.3 s"),
    ("feltlab rules low-four", ("rules", "low-four"), "", "≤ 0.3 s"),
    ("feltlab settle, one line", ("settle",), ROUND, "≤ 0.6 s"),
    *(
        (f"feltlab advise, one line of {game.title}", ("advise",), json.dumps({"game": slug, **seen(game)}), "≤ 0.6 s")
        for slug, game in GAMES.items()
    ),
]


def rows() -> list[Row]:
    alone = _cpu_seconds((sys.executable, "-c", "pass"))
    beside = f"{seconds(alone)} for python -c pass"
    found = []
    for what, words, given, target in STARTS:
        taken = _cpu_seconds((COMMAND, *words), given)
        found.append(Row(what, seconds(taken), beside, f"{taken / alone:.0f}×", target))
    for slug in SEVEN_CARDS:
        taken = _first_report(slug)
        what = f"feltlab report {slug}, the first: nothing is cached but compiled code"
        found.append(Row(what, seconds(taken), beside, f"{taken / alone:,.0f}×", "≤ 12 s"))
    return found


def _first_report(slug: str) -> float:
    times = []
    for _ in range(FIRST_REPORTS):
        with TemporaryDirectory() as folder:  # neither solved tables nor sampled figures nor matplotlib's list of fonts
            command = (COMMAND, "report", slug, "-o", f"{folder}/{slug}.pdf")
            times.append(_child_seconds(command, "", {**os.environ, "XDG_CACHE_HOME": folder}))
    return min(times)


def _cpu_seconds(command: Sequence[str], given: str = "") -> float:
    """The best of several runs, with modules compiled to bytecode as an installed package has them."""
    surroundings = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    return min([_child_seconds(command, given, surroundings) for _ in range(RUNS + 1)][1:])


def _child_seconds(command: Sequence[str], given: str, surroundings: Mapping[str, str]) -> float:
    before = _spent()
    subprocess.run(command, input=given, text=True, check=True, stdout=subprocess.DEVNULL, env=surroundings)  # noqa: S603
    return _spent() - before


def _spent() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
