"""How many transfers per second the ledger and an SQLite file take, in batches; printed, never asserted."""

import os
import time
from contextlib import closing
from pathlib import Path

import pytest

from feltlab.ledger.ledger import HOUSE, Ledger
from feltlab.ledger.transfer import Transfer
from feltlab.service.checks import ledger_sums
from feltlab.service.rows import Posting
from feltlab.service.store import open_store

ACCOUNTS = 203


def post(path: Path, batches: int, size: int) -> tuple[float, float]:
    """Transfers a second, of the clock and of the processor: balances held, checked in memory, written with balances, committed with an fsync each."""
    names = [f"purse:p{number}" for number in range(ACCOUNTS)]
    with closing(open_store(f"sqlite:///{path}")) as store:
        started, worked = time.perf_counter(), time.process_time()
        for batch in range(batches):
            moves = [
                Transfer(f"{batch}/{number}", HOUSE, names[(batch + number) % ACCOUNTS], 1 + number % 97)
                for number in range(size)
            ]
            with store.transaction() as rows:
                ledger = Ledger(rows.posted, rows.balances([HOUSE, *names]))
                assert ledger.post(moves) is None
                rows.post([Posting(move, batch) for move in ledger.fresh()], ledger.changed())
            ledger.commit()
        spent, worked = time.perf_counter() - started, time.process_time() - worked
        assert ledger_sums(store).is_right
        assert store.balance(HOUSE) == -sum(1 + number % 97 for number in range(size)) * batches
    return batches * size / spent, batches * size / worked


def said(size: int, speeds: tuple[float, float]) -> str:
    of_clock, of_processor = speeds
    load = f"load {os.getloadavg()[0]:.1f}"
    return (
        f"batches of {size}: {of_clock:,.0f} transfers a second, {of_processor:,.0f} a second of the processor, {load}"
    )


def test_transfers_in_batches(tmp_path: Path) -> None:
    print(said(500, post(tmp_path / "store.db", 10, 500)))


@pytest.mark.soak
def test_a_million_transfers_in_batches(tmp_path: Path) -> None:
    for size in (50, 200, 1000):
        print(said(size, post(tmp_path / f"{size}.db", 1_000_000 // size // (1 if size == 1000 else 10), size)))
