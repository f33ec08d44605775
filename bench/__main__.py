"""python -m bench: measure, print, and write docs/benchmarks.md."""

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import evaluators, games_from_files, lab, rounds, start, table
from bench.measure import Row
from feltlab import __version__

PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"
SECTIONS = {
    "Quick start": (
        start.rows,
        "CPU time of the whole process, one answer each: the best of five runs, of first reports the best of two.",
    ),
    "The exact lab": (lab.rows, "Warm caches, one process, one core."),
    "One-file games": (
        games_from_files.rows,
        "The examples, solved by the general plans on one core, with no counts cached on disk unless stated.",
    ),
    "Seven-card evaluation": (
        evaluators.rows,
        "The same random hands for all. The other libraries take one hand per call; feltlab takes an array.",
    ),
    "Simulated rounds": (
        rounds.rows,
        "One core, heads-up, every side bet, the exact optimal strategy. The games differ: OpenSpiel, RLCard and"
        " PokerKit play poker between players, move by move, so their figures show the cost of one hand there.",
    ),
    "The table": (
        table.rows,
        "Whole processes, embedded SQLite. Response times count from when the action was due;"
        " each answer is sent after the commit.",
    ),
}


def _machine() -> str:
    cpu = next(
        (line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line),
        "",
    )
    packages = ("numpy", "numba", "eval7", "phevaluator", "treys", "pokerkit", "open_spiel", "rlcard")
    versions = ", ".join(f"{name} {version(name)}" for name in packages)
    return (
        f"Measured {datetime.now(UTC):%Y-%m-%d} on {cpu or platform.machine()}, {os.cpu_count()} cores,"
        f" Python {platform.python_version()}, feltlab {__version__}, {versions}."
    )


def _page(sections: dict[str, list[Row]]) -> str:
    lines = [
        "# Benchmarks",
        "",
        _machine(),
        "Run `make bench` to measure again. Times are the best of several warm runs.",
        "",
    ]
    for title, rows in sections.items():
        lines += [
            f"## {title}",
            "",
            SECTIONS[title][1],
            "",
            "| what | measured | compared with | ratio | target |",
            "|---|---|---|---|---|",
        ]
        lines += [f"| {row.what} | {row.measured} | {row.reference} | {row.ratio} | {row.target} |" for row in rows]
        lines.append("")
    return "\n".join(lines)


def main() -> None:
    console, done = Console(), {}
    for title, (measure, about) in SECTIONS.items():
        with console.status(f"measuring: {title}"):
            done[title] = measure()
        printed = Table(title=f"{title}. {about}", title_justify="left")
        for column in ("what", "measured", "compared with", "ratio", "target"):
            printed.add_column(column)
        for row in done[title]:
            printed.add_row(row.what, row.measured, row.reference, row.ratio, row.target)
        console.print(printed)
    PAGE.write_text(_page(done), "utf-8")
    console.print(f"wrote {PAGE}")


if __name__ == "__main__":
    main()
