"""python -m bench.beside CHECKOUT: the rows of this tree and of another checkout, in turn, in CPU seconds.

CPU seconds and not the clock's, each row the best of all turns: another process then disturbs both alike.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent.parent
TURNS = 3
ROWS = """
import json, resource, sys, time

def spent():
    whose = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(one.ru_utime + one.ru_stime for one in whose)

time.perf_counter = spent
from bench import lab, rounds
rounds.RIVALS.clear()
print(json.dumps([[row.what, row.measured] for row in [*lab.rows(), *rounds.rows()]]))
"""


def _measured(tree: Path) -> dict[str, str]:
    surroundings = {**os.environ, "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}"}
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", ROWS], cwd=tree, env=surroundings, check=True, stdout=subprocess.PIPE, text=True
    )
    return dict(json.loads(done.stdout.splitlines()[-1]))


def _amount(text: str) -> float:
    """In seconds, or in rounds a second, or in megabytes."""
    number, unit = re.match(r"([\d,.]+) (\S+)", text).groups()  # type: ignore[union-attr]
    return float(number.replace(",", "")) * {"ms": 1e-3, "µs": 1e-6, "ns": 1e-9, "M": 1e6}.get(unit, 1.0)


def _cost(text: str) -> float:
    return 1 / _amount(text) if "/s" in text else _amount(text)


def main() -> None:
    trees = {"other": Path(sys.argv[1]).resolve(), "this": HERE}
    best: dict[str, dict[str, str]] = {name: {} for name in trees}
    console = Console()
    for turn in range(TURNS):
        for name, tree in trees.items():
            with console.status(f"turn {turn + 1} of {TURNS}: {tree}"):
                for what, text in _measured(tree).items():
                    best[name][what] = min(best[name].get(what, text), text, key=_cost)
    table = Table(title=f"{trees['other']} and this tree, CPU time")
    for column in ("what", "other", "this", "cost of this to the other"):
        table.add_column(column)
    for what, text in best["this"].items():
        if what in best["other"]:
            other = best["other"][what]
            table.add_row(what, other, text, f"{_cost(text) / _cost(other):.2f}")
    console.print(table)


if __name__ == "__main__":
    main()
