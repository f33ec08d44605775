"""The last step of `make coverage`: writes docs/coverage.md from the measurements (build/coverage/figures.json).

Figures by room, and every module below 90% with its reason from tools/coverage_reasons.toml. A module without one
needs tests or a reason: tests/tools/test_coverage.py refuses the page until then. If tests were left out, such modules
are counted and not named.
"""

import json
import platform
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGE: Final = "src/feltlab/"
FIGURES: Final = ROOT / "build" / "coverage" / "figures.json"
REASONS: Final = ROOT / "tools" / "coverage_reasons.toml"
PAGE: Final = ROOT / "docs" / "coverage.md"
ENOUGH: Final = 90
"""Percent."""
UNTOLD: Final = "no reason given yet"
ABOUT: Final = """\
`make coverage` runs the tests under coverage.py, then again without numba's compiler (`make plain`): coverage.py sees a
compiled function only where it is plain Python. The figures are of both runs together. Servers, commands and workers
that the tests start are counted; what a process ran is lost if it is killed (`kill -9`). A branch is one way on from a
condition or a loop. The last column counts lines and branches together.

`tools/coverage_page.py` writes this page; its reasons are in `tools/coverage_reasons.toml`."""


@dataclass(frozen=True)
class Count:
    """Of a module, a room or the whole."""

    modules: int = 0
    lines: int = 0
    run: int = 0
    branches: int = 0
    taken: int = 0

    def __add__(self, other: "Count") -> "Count":
        return Count(
            self.modules + other.modules, self.lines + other.lines, self.run + other.run,
            self.branches + other.branches, self.taken + other.taken,
        )  # fmt: skip

    @property
    def percent(self) -> float:
        return _percent(self.run + self.taken, self.lines + self.branches)


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 100.0


def counts(figures: Mapping[str, Any]) -> dict[str, Count]:
    """By module, named below the package, from coverage.py's JSON."""
    found = {}
    for path, told in figures["files"].items():
        summary = told["summary"]
        found[path.removeprefix(PACKAGE)] = Count(
            1, summary["num_statements"], summary["covered_lines"], summary["num_branches"], summary["covered_branches"]
        )
    return found


def reasons(text: str) -> dict[str, str]:
    """By module."""
    return {module: entry["why"] for entry in tomllib.loads(text).get("reason", []) for module in entry["modules"]}


def room_of(module: str) -> str:
    room = module.split("/")[0].removesuffix(".py")
    return "feltlab" if room == "__init__" else room


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _figures(count: Count) -> list[str]:
    return [
        f"{count.modules:,}",
        f"{count.lines:,}",
        f"{_percent(count.run, count.lines):.1f}%",
        f"{count.branches:,}",
        f"{_percent(count.taken, count.branches):.1f}%",
        f"{count.percent:.1f}%",
    ]


def page(modules: Mapping[str, Count], why: Mapping[str, str], measured: str, partly: bool = False) -> str:
    below = {name: count for name, count in sorted(modules.items()) if count.percent < ENOUGH}
    missing = set(below) - set(why)
    rooms: defaultdict[str, Count] = defaultdict(Count)
    for name, count in sorted(modules.items()):
        rooms[room_of(name)] += count
    lines = [
        "# Coverage", "", ABOUT, "", measured, "",
        _row(["room", "modules", "lines", "run", "branches", "taken", "both"]),
        "|---|--:|--:|--:|--:|--:|--:|",
        *(_row([f"`{room}`", *_figures(count)]) for room, count in sorted(rooms.items())),
        _row(["**all**", *_figures(sum(rooms.values(), Count()))]),
        "", f"## Below {ENOUGH}%", "",
    ]  # fmt: skip
    if not below:
        return "\n".join([*lines, "None.", ""])
    lines += [_row(["module", "both", "lines not run", "branches not taken", "why"]), "|---|--:|--:|--:|---|"]
    for name, count in below.items():
        if partly and name in missing:
            continue
        left = [f"{count.lines - count.run} of {count.lines}", f"{count.branches - count.taken} of {count.branches}"]
        lines.append(_row([f"`{name}`", f"{count.percent:.1f}%", *left, why.get(name, UNTOLD)]))
    if partly:
        lines += ["", f"Other modules below {ENOUGH}% with the tests that were run: {len(missing)}."]
    return "\n".join([*lines, ""])


def main() -> None:
    modules = counts(json.loads(FIGURES.read_text("utf-8")))
    why = reasons(REASONS.read_text("utf-8"))
    left_out = " ".join(sys.argv[1:])
    measured = (
        f"Measured {datetime.now(UTC):%Y-%m-%d} with Python {platform.python_version()},"
        f" coverage {version('coverage')} and numba {version('numba')}"
        + (f". **Left out of this measurement: {left_out}.**" if left_out else ", with every test but the soak tests.")
    )
    PAGE.write_text(page(modules, why, measured, partly=bool(left_out)), "utf-8")
    for name in sorted(why):
        if name not in modules or modules[name].percent >= ENOUGH:
            print(f"{name} does not need its reason any more")
    print(f"{PAGE.relative_to(ROOT)}: {sum(modules.values(), Count()).percent:.1f}%")


if __name__ == "__main__":
    main()
