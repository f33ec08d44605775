"""python -m bench.beside CHECKOUT: the CPU time that this tree and another checkout take for the same work.

A shared machine changes its speed within seconds. So the two trees take turns at each piece of work, and the result is
the median of many ratios within a turn; CPU time leaves out waiting.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import IO, cast

from rich.console import Console
from rich.table import Table

from bench.measure import seconds

HERE = Path(__file__).resolve().parent.parent
TURNS = 15
WORK = """
import gc, json, resource, subprocess, sys
from pathlib import Path
from bench import lab
from feltlab.simulation.plan import Plan
from feltlab.simulation.tally import run_shard

command = "import sys; from feltlab.cli import main; sys.exit(main())"
once = Path("examples/rounds.jsonl").read_text("utf-8").splitlines(keepends=True)
rounds = "".join(once[number % len(once)] for number in range(20_000)).encode()
run = lambda *words: subprocess.run(
    [sys.executable, "-c", command, *words], check=True, stdout=subprocess.DEVNULL, input=rounds
)
work = {name: solve for name, solve, *_ in lab.SOLVES}
work["advise, 20 hands"] = lambda lines=lab._advise_lines(): [lab.advise(line) for line in lines]
for slug in ("ace-odd-even", "low-four", "quick-draw-holdem", "rule-out"):
    work[slug + ", 2,000,000 rounds"] = lambda plan=Plan(slug, 1): run_shard(plan, 0, 2_000_000)
work["settle --json, 20,000 lines, whole process"] = lambda: run("settle", "--json")
work["verify, whole process"] = lambda: run("verify", "--json")

def spent():
    whose = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(one.ru_utime + one.ru_stime for one in whose)

print(json.dumps(list(work)), flush=True)
for line in sys.stdin:
    gc.collect()
    start = spent()
    work[json.loads(line)]()
    print(spent() - start, flush=True)
"""


class Tree:
    """A checkout at work in a process of its own."""

    def __init__(self, folder: Path) -> None:
        surroundings = {**os.environ, "PYTHONPATH": f"{folder / 'src'}{os.pathsep}{folder}"}
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", WORK], cwd=folder, env=surroundings, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self._asked, self._said = cast(IO[str], self._process.stdin), cast(IO[str], self._process.stdout)
        self.work: list[str] = json.loads(self._said.readline())

    def spend(self, what: str) -> float:
        """CPU seconds."""
        print(json.dumps(what), file=self._asked, flush=True)
        return float(self._said.readline())

    def end(self) -> None:
        self._asked.close()
        self._process.wait()


def main() -> None:
    other, this = Tree(Path(sys.argv[1]).resolve()), Tree(HERE)
    console = Console()
    table = Table(title=f"{sys.argv[1]} and this tree: CPU time, {TURNS} turns")
    for column in ("what", "other, best", "this, best", "this to the other, middle of the turns"):
        table.add_column(column)
    for what in other.work:
        with console.status(what):
            _ = other.spend(what), this.spend(what)  # what is loaded and compiled once
            turns = [(other.spend(what), this.spend(what)) for _ in range(TURNS)]
        best = (seconds(min(times)) for times in zip(*turns, strict=True))
        table.add_row(what, *best, f"{median(mine / theirs for theirs, mine in turns):.2f}")
    console.print(table)
    other.end()
    this.end()


if __name__ == "__main__":
    main()
