"""Silent, half-sent and slow-reading connections beside tables in play: each costs only one of a limited number of
places.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from tests.live.load import SEATS, name_of
from tests.live.soak import size
from tests.live.test_p34_load import ROOT, TABLES, run
from tests.waiting import LONG, PATIENCE, until

MOST_LOGGED = 200_000
REASONS = {"too many silent", "header late", "body late", "slow reader", "no place"}
QUICK = (
    "silent-per-address=20", "header-seconds=2", "body-seconds=2", "idle-seconds=2", "reader-seconds=2",
    "sockets-per-table=20",
)  # fmt: skip


@contextmanager
def house(folder: Path, tables: int, *limits: str) -> Iterator[tuple[int, int]]:
    """A server's port and process; its log is in the folder."""
    with (folder / "log").open("w") as log:
        command = run("server", f"sqlite:///{folder}/store.db", tables, *limits)
        server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert server.stdout is not None
        yield int(server.stdout.readline().split()[3].rpartition(":")[2]), server.pid
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(LONG)
        server.stdout.close()  # type: ignore[union-attr]


@contextmanager
def idling(port: int, tried: int, addresses: int, seconds: float) -> Iterator[None]:
    """Idlers who come for some seconds and stay; prints what they saw."""
    asked = [sys.executable, "-m", "tests.live.idlers", *map(str, (port, name_of(0), tried, addresses, seconds))]
    idlers = subprocess.Popen(asked, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    yield
    said, _ = idlers.communicate(timeout=seconds * 10 + LONG)
    assert idlers.returncode == 0
    print(said)


@contextmanager
def playing(port: int, pid: int, tables: int, rate: int, seconds: float) -> Iterator[dict[str, Any]]:
    """From the moment all are seated until they have played; their figures are there afterward."""
    asked = run("client", port, pid, tables, rate, seconds)
    players = subprocess.Popen(asked, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    until(lambda: sum(counts(port, "feltlab_seats").values()) == tables * SEATS, LONG)
    figures: dict[str, Any] = {}
    yield figures
    said, _ = players.communicate(timeout=seconds * 10 + LONG)
    assert players.returncode == 0
    figures |= json.loads(said)
    figures.pop("last")
    print(json.dumps(figures))
    assert figures["unanswered"] == figures["gaps"] == 0


def connections(port: int) -> dict[str, int]:
    """By stage and by why they were closed."""
    return counts(port, "feltlab_connections")


def counts(port: int, name: str) -> dict[str, int]:
    """What the metrics of a name count, by their label."""
    asking = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    asking.request("GET", "/metrics")
    lines = asking.getresponse().read().decode().splitlines()
    asking.close()
    found = [line.rpartition(" ") for line in lines if line.startswith(name)]
    return {label.split('"')[1]: int(count) for label, _, count in found}


def test_p41_1_000_idlers_take_nothing_from_those_who_play(tmp_path: Path) -> None:
    with house(tmp_path, 4, *QUICK) as (port, pid):
        with playing(port, pid, 4, 40, 6) as figures, idling(port, 1000, 2, 6):
            until(lambda: connections(port).keys() >= REASONS)
            until(lambda: sum(connections(port)[stage] for stage in ("silent", "sending", "idle")) == 0)
        assert figures["answers"] + figures["nothing to do"] == 40 * 6
        assert len(list(Path(f"/proc/{pid}/fd").iterdir())) < 1000
    assert (tmp_path / "log").stat().st_size < MOST_LOGGED


@pytest.mark.soak
def test_p41_10_000_idlers(tmp_path: Path) -> None:
    """FELTLAB_P41_SIZE seconds; the limit on times holds on an idle machine: FELTLAB_P41_TIMES=no leaves it out."""
    seconds = size("p41", 120)
    with house(tmp_path, TABLES) as (port, pid):
        with playing(port, pid, TABLES, 100, seconds) as figures, idling(port, 10_000, 100, seconds):
            pass
        print(json.dumps(connections(port)))
    assert (tmp_path / "log").stat().st_size < MOST_LOGGED
    if os.environ.get("FELTLAB_P41_TIMES") != "no":
        assert figures["p99 ms"] <= 250
