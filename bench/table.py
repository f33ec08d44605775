"""The table and its lines: the time of a whole process, disk and sockets included."""

import json
import signal
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, cast

from bench.measure import Row, best_of, seconds
from feltlab.games import settle

ROOT = Path(__file__).resolve().parent.parent
LINES = 100_000
TABLES, SECONDS = 29, 20
TARGETS = {100: 100, 200: 250}
"""Milliseconds of the ninety-ninth percentile, by actions a second."""


def _written(folder: Path) -> Path:
    """The example rounds over and over."""
    once = (ROOT / "examples" / "rounds.jsonl").read_text("utf-8").splitlines(keepends=True)
    file = folder / "rounds.jsonl"
    file.write_text("".join(once[number % len(once)] for number in range(LINES)), "utf-8")
    return file


def _settle(file: Path) -> None:
    command = Path(sys.executable).parent / "feltlab"
    subprocess.run([command, "settle", "--json", file], check=True, stdout=subprocess.DEVNULL)  # noqa: S603


def _lines_settled(folder: Path) -> Row:
    file = _written(folder)
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()[:2000]]
    plain = best_of(3, lambda: [settle(line) for line in lines]) / len(lines) * LINES
    whole = best_of(2, partial(_settle, file))
    beside = f"{seconds(plain)} for the rule book alone"
    return Row("feltlab settle --json, 100,000 lines", seconds(whole), beside, f"{whole / plain:.1f}×", "≤ 8 s")


def _seats(folder: Path, rate: int) -> dict[str, Any]:
    load = [sys.executable, "-m", "tests.live.load"]
    store = f"sqlite:///{folder}/store-{rate}.db"
    server = subprocess.Popen([*load, "server", store, str(TABLES)], cwd=ROOT, stdout=subprocess.PIPE, text=True)  # noqa: S603
    with closing(cast(IO[str], server.stdout)) as said:
        try:
            port = said.readline().split()[3].rpartition(":")[2]
            asked = [*load, "client", port, str(server.pid), str(TABLES), str(rate), str(SECONDS)]
            done = subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True)  # noqa: S603
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def _seats_row(folder: Path, rate: int) -> Row:
    figures = _seats(folder, rate)
    median, late = figures["p50 ms"], figures["p99 ms"]
    return Row(
        f"{figures['seats']} seats, {rate} actions a second: 99% answered within", f"{late:.1f} ms",
        f"{median:.1f} ms median, including the disk", f"{late / median:.1f}×", f"≤ {TARGETS[rate]} ms",
    )  # fmt: skip


def rows() -> list[Row]:
    with TemporaryDirectory() as made:
        folder = Path(made)
        return [_lines_settled(folder), *(_seats_row(folder, rate) for rate in TARGETS)]
