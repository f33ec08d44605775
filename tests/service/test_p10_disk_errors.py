"""A disk that is full or fails: everything acknowledged is there afterward, and nothing else is.

The writer runs under strace, which makes one of its system calls fail, once or from then on.
"""

import random
import re
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

from feltlab.errors import StoreError
from feltlab.service import sqlite_store
from feltlab.service.checks import problems
from feltlab.service.schema import prepare
from feltlab.service.store import Store, open_store
from tests.service.filling import TABLE, contents, open_table, play
from tests.waiting import LONG

ROUNDS = 10
CALLS = [("fsync,fdatasync", "EIO"), ("pwrite64", "ENOSPC"), ("pwrite64", "EIO"), ("ftruncate", "EIO")]


def strace() -> str:
    found = shutil.which("strace")
    assert found, "strace is needed to make a disk fail: `make test` installs it"
    return found


def run_writer(path: Path, call: str, error: str, when: str) -> list[str]:
    inject = ["-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={when}"] if call else []
    command = [strace(), "-f", "-qq", "-o", "/dev/null", *inject, sys.executable, "-m", "tests.service.writer"]
    root = Path(__file__).parents[2]
    done = subprocess.run([*command, str(path), str(ROUNDS)], cwd=root, capture_output=True, text=True, timeout=LONG)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def reference(rounds: int) -> Store:
    store = open_store("sqlite://")
    open_table(store)
    for number in range(1, rounds + 1):
        play(store, number)
    return store


def check(path: Path, said: list[str]) -> None:
    done = [int(line.removeprefix("done ")) for line in said if line.startswith("done ")]
    with closing(open_store(f"sqlite:///{path}")) as store:
        assert problems(store) == []
        there = len(store.rounds_of_table(TABLE))
        assert done == list(range(1, len(done) + 1))
        # The round after the last acknowledged one may be there: its commit was under way when the disk failed.
        assert len(done) <= there <= len(done) + 1
        if store.tables():
            with closing(reference(there)) as right:
                assert contents(store) == contents(right)


def fail_once_or_for_good(folder: Path, times: int, seed: int) -> None:
    rng = random.Random(seed)
    failed = 0
    for turn in range(times):
        call, error = CALLS[turn % len(CALLS)]
        number = rng.randrange(1, 60 if call == "pwrite64" else 16)
        path = folder / f"{turn}.db"
        said = run_writer(path, call, error, f"{number}{'+' if turn // len(CALLS) % 2 else ''}")
        failed += any(re.match("failed|gave up", line) for line in said)
        check(path, said)
    assert failed > times // 4


def test_p10_without_an_error_every_round_is_there(tmp_path: Path) -> None:
    said = run_writer(tmp_path / "store.db", "", "", "")
    assert said[-1] == "finished"
    check(tmp_path / "store.db", said)


def test_p10_8_disk_errors_acknowledge_nothing_that_is_lost(tmp_path: Path) -> None:
    fail_once_or_for_good(tmp_path, 8, seed=1)


def test_p10_a_start_without_room_leaves_nothing_and_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As SQLite tells it, where the pages or the index of the log have no room."""
    url = f"sqlite:///{tmp_path}/s.db"

    def full(*_: object) -> int:
        raise sqlite_store._in_our_words("s.db", error)

    for code in sqlite_store.NO_ROOM:
        error: Any = apsw.exception_for(code)
        monkeypatch.setattr(sqlite_store, "prepare", full)
        with pytest.raises(StoreError, match=r"s\.db: the disk is full; make room"):
            open_store(url)
        assert not list(tmp_path.iterdir())
    monkeypatch.setattr(sqlite_store, "prepare", prepare)
    open_store(url).close()
    before = sorted(tmp_path.iterdir())
    monkeypatch.setattr(sqlite_store, "prepare", full)
    with pytest.raises(StoreError):
        open_store(url)
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.soak
def test_p10_500_disk_errors_acknowledge_nothing_that_is_lost(tmp_path: Path) -> None:
    fail_once_or_for_good(tmp_path, 500, seed=2)
