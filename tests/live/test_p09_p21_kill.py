"""Acknowledged is durable: see `killing`, which runs in a process of its own because it forks."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.live.soak import parts, size
from tests.waiting import LONG

ROOT = Path(__file__).parents[2]


def kill(folder: Path, pit: int, server: int, seed: object) -> Counter[str]:
    command = [sys.executable, "-m", "tests.live.killing", str(folder), str(pit), str(server), str(seed)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=6 * LONG)
    assert done.returncode == 0, done.stderr[-4000:]
    return Counter(json.loads(done.stdout))


def check(counts: Counter[str], kills: int) -> None:
    assert counts["kills"] + counts["server kills"] >= kills
    assert counts["acknowledged and found"] == counts["acknowledged"] > kills
    assert counts["answered again"] > 0
    assert counts["open at the kill"] > 0


def test_p09_p21_100_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    counts = kill(tmp_path, 85, 15, 1)
    check(counts, 100)
    assert counts["tokens"], "no table with tokens was killed"


@pytest.mark.soak
def test_p09_p21_10_000_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    for part in parts("p09", size("p09", 10_000), 100):
        folder = tmp_path / str(part)
        folder.mkdir()
        counts = kill(folder, 75, 25, f"soak/{part}")
        check(counts, 100)
        print(part, dict(counts))
