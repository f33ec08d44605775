"""The books always balance, in memory and by SQL alone, through seeded random transfers, refusals and rollbacks."""

import random
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from feltlab.ledger.ledger import HOUSE, Ledger
from feltlab.ledger.transfer import Transfer
from feltlab.service.checks import ledger_sums
from feltlab.service.rows import Posting
from feltlab.service.store import Store, open_store
from tests.service.conftest import Cluster

PURSES = [f"purse:{n}" for n in range(40)]
ACCOUNTS = [HOUSE, *PURSES, *(f"stake:t:{n}" for n in range(6)), "bank:t", "meter:t:bonus"]
BATCH = 250


class AbandonedError(Exception):
    pass


def maybe_abandon(rng: random.Random) -> None:
    if rng.random() < 0.1:
        raise AbandonedError


def step(rng: random.Random, made: list[Transfer], number: int) -> list[Transfer]:
    """What one step posts: mostly a bet or two, now and then a repeat, a reused id or more than there is."""
    if made and rng.random() < 0.05:
        old = rng.choice(made)
        return [old if rng.random() < 0.5 else Transfer(old.id, old.credit, old.debit, old.cents)]
    debit, credit = rng.sample(ACCOUNTS, 2)
    if rng.random() < 0.3:
        debit, credit = HOUSE, rng.choice(PURSES)
    first = Transfer(f"{number}:0", debit, credit, rng.randrange(1, 10_000))
    return [first] if rng.random() < 0.5 else [first, Transfer(f"{number}:1", credit, rng.choice(PURSES), first.cents)]


def run_batch(store: Store, ledger: Ledger, rng: random.Random, made: list[Transfer], first: int) -> None:
    """Some steps and their commit; one in ten is abandoned at the last moment."""
    for number in range(first, first + BATCH):
        ledger.post(step(rng, made, number))
        assert sum(map(ledger.balance, ACCOUNTS)) == 0
    try:
        with store.transaction() as tx:
            tx.post([Posting(transfer, first) for transfer in ledger.fresh()], ledger.changed())
            maybe_abandon(rng)
    except AbandonedError:
        ledger.rollback()
        return
    made += ledger.fresh()
    ledger.commit()


def run(store: Store, steps: int, seed: int) -> None:
    rng, made = random.Random(seed), list[Transfer]()
    ledger = Ledger(store.posted)
    for first in range(0, steps, BATCH):
        run_batch(store, ledger, rng, made, first)
        balances = store.all_balances()
        assert sum(balances.values()) == 0
        assert {name: ledger.balance(name) for name in balances} == balances
        if first % (20 * BATCH) == 0:
            assert ledger_sums(store).is_right
    assert ledger_sums(store).is_right
    assert len(made) > steps // 4


def test_p08_50_000_steps_in_sqlite(tmp_path: Path) -> None:
    with closing(open_store(f"sqlite:///{tmp_path}/books.db")) as store:
        run(store, 50_000, seed=8)


def test_p08_5_000_steps_in_postgresql(postgres: Cluster) -> None:
    with closing(open_store(postgres.emptied())) as store:
        run(store, 5_000, seed=9)


@pytest.mark.soak
def test_p08_a_million_steps_in_sqlite(tmp_path: Path) -> None:
    with closing(open_store(f"sqlite:///{tmp_path}/books.db")) as store:
        run(store, 1_000_000, seed=10)


@pytest.mark.soak
def test_p08_100_000_steps_in_postgresql(postgres: Cluster) -> None:
    with closing(open_store(postgres.emptied())) as store:
        run(store, 100_000, seed=11)


def test_p08_two_processes_opening_the_same_account_lose_nothing(postgres: Cluster) -> None:
    """Each reads balances under a lock, so that neither overwrites what the other moved."""
    url = postgres.emptied()
    with closing(open_store(url)) as one, closing(open_store(url)) as two:

        def pay(store: Store, who: str) -> None:
            for number in range(30):
                transfer = Transfer(f"{who}:{number}", HOUSE, f"purse:{number}", 1)
                with store.transaction() as tx:
                    ledger = Ledger(tx.posted, tx.balances([transfer.debit, transfer.credit]))
                    assert ledger.post([transfer]) is None
                    tx.post([Posting(transfer, number)], ledger.changed())

        threads = [Thread(target=pay, args=pair) for pair in ((one, "one"), (two, "two"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert one.balance(HOUSE) == -60
        assert ledger_sums(two).is_right
