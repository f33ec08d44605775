"""Ready means able to write: with the disk full, read-only, or the store gone, readiness falls and comes back by
itself.
"""

import asyncio
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import psycopg
import pytest

from feltlab.service.pit import Pit
from feltlab.service.store import open_store
from feltlab.table.config import Config
from tests.service.conftest import Cluster
from tests.waiting import PATIENCE, until
from tests.web.live.site import Browser, Wire, running
from tests.web.live.test_serve import served

TABLE = "low-four-1"
MOST_SECONDS = 5

Done = AbstractContextManager[None]
"""Broken as long as one is inside."""
Fault = Callable[[Pit], Done]


@contextmanager
def moved_away(pit: Pit) -> Iterator[None]:
    file = Path(pit.store.url.removeprefix("sqlite:///"))
    away = file.rename(file.with_name("away.db"))
    yield
    away.rename(file)


@contextmanager
def log_replaced(pit: Pit) -> Iterator[None]:
    log = Path(f"{pit.store.url.removeprefix('sqlite:///')}-wal")
    away = log.rename(log.with_name("away"))
    log.write_bytes(away.read_bytes())
    yield
    away.replace(log)


@contextmanager
def index_moved_away(pit: Pit) -> Iterator[None]:
    index = Path(f"{pit.store.url.removeprefix('sqlite:///')}-shm")
    away = index.rename(index.with_name("away"))
    yield
    away.rename(index)


@contextmanager
def read_only(pit: Pit) -> Iterator[None]:
    """As on a disk that is read-only, SQLite refuses every write."""
    with pit.store.writing() as db:
        db.execute("PRAGMA query_only = ON")
    yield
    db.execute("PRAGMA query_only = OFF")


@contextmanager
def postgres_read_only(cluster: Cluster) -> Iterator[None]:
    def may_write(word: str) -> None:
        with closing(psycopg.connect(cluster.url("postgres"), autocommit=True)) as admin:
            admin.execute("SET default_transaction_read_only = off")
            admin.execute(f"ALTER SYSTEM SET default_transaction_read_only = {word}".encode())
            admin.execute("SELECT pg_reload_conf()")

    may_write("on")
    yield
    may_write("off")


@contextmanager
def postgres_frozen(cluster: Cluster) -> Iterator[None]:
    """Nobody gets an answer, as when the database hangs."""
    with closing(psycopg.connect(cluster.url("postgres"))) as holder:
        holder.execute("LOCK TABLE feltlab.settings IN ACCESS EXCLUSIVE MODE")
        yield
        holder.rollback()


@contextmanager
def postgres_gone(cluster: Cluster) -> Iterator[None]:
    cluster.halt()
    yield
    cluster.start_again()


async def turned(browser: Browser, status: int, most: float) -> float:
    """Seconds until readiness has turned."""
    started = time.monotonic()
    while (await browser.get("/readyz")).status != status:
        assert time.monotonic() < started + most, "it did not happen"
        await asyncio.sleep(0.05)
    return time.monotonic() - started


async def told(wire: Wire) -> bool | None:
    """What a client is told about readiness; None for one whose connection ends: the lease of its table has run out."""
    while True:
        frame: asyncio.Future[Any] = asyncio.ensure_future(wire.next())
        either: set[asyncio.Future[Any]] = {frame, wire.closed}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not frame.done():
            frame.cancel()
            return None
        if "ready" in frame.result():
            return bool(frame.result()["ready"])


async def sits_down(guest: Browser) -> None:
    """At the table, as soon as it is here again."""
    while (await guest.get(f"/api/tables/{TABLE}")).status != 200:
        await asyncio.sleep(0.05)
    async with guest.at(TABLE) as wire:
        assert (await wire.command("sit", seat=2))["ok"]


async def falls_and_comes_back(pit: Pit, fault: Fault, most: float, reads: bool = True, leased: bool = False) -> None:
    async with running(pit=pit) as site:
        site.open_table(TABLE, Config("low-four"))
        guest = await site.guest()
        async with guest.at(TABLE) as wire:
            assert (await guest.get("/readyz")).status == 200
            assert "data-cannot-write></p>" in (await guest.get("/floor")).raw.decode()
            with fault(pit):
                fell = await turned(guest, 503, most)
                assert (await guest.get("/healthz")).status == 200
                said = await told(wire)
                assert said is False or (said is None and leased)
                assert "feltlab_ready 0" in (await Browser(site).get("/metrics")).raw.decode()
                if reads:
                    await _is_on_the_pages(guest)
                    assert said is None or not (await wire.command("sit", seat=1))["ok"]
            rose = await turned(guest, 200, most)
            assert said is None or await told(wire) in ((True, None) if leased else (True,))
            await asyncio.wait_for(sits_down(guest), PATIENCE)
    print(f"fell after {fell:.1f} s, came back after {rose:.1f} s")


async def _is_on_the_pages(guest: Browser) -> None:
    assert (await guest.get("/floor.json")).json["can_write"] is False
    assert "data-cannot-write>The house cannot write" in (await guest.get("/floor")).raw.decode()
    async with guest.at(TABLE) as later:
        assert await told(later) is False


@pytest.mark.parametrize("fault", [moved_away, log_replaced, index_moved_away, read_only])
def test_p42_readiness_falls_and_comes_back(tmp_path: Path, fault: Fault) -> None:
    pit = Pit(open_store(f"sqlite:///{tmp_path}/felt.db"))
    asyncio.run(falls_and_comes_back(pit, fault, PATIENCE))


@pytest.mark.parametrize("fault", [postgres_read_only, postgres_frozen, postgres_gone])
def test_p42_readiness_falls_and_comes_back_on_postgresql(postgres: Cluster, fault: Callable[[Cluster], Done]) -> None:
    pit = Pit(open_store(postgres.emptied()))
    broken = partial(_of_cluster, postgres, fault)
    asyncio.run(falls_and_comes_back(pit, broken, PATIENCE, reads=fault is postgres_read_only, leased=True))


def _of_cluster(cluster: Cluster, fault: Callable[[Cluster], Done], _: Pit) -> Done:
    return fault(cluster)


def status_of(address: str, path: str) -> int:
    try:
        with urlopen(f"{address}{path}", timeout=PATIENCE) as answer:  # noqa: S310
            return int(answer.status)
    except HTTPError as error:
        error.close()
        return error.code


def test_p42_a_full_disk(tmp_path: Path) -> None:
    """No file of the server may grow: as on a disk that is full, its writes fail."""
    with served(tmp_path) as (process, address):
        until(lambda: status_of(address, "/readyz") == 200)
        _, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (4096, hard))
        until(lambda: status_of(address, "/readyz") == 503)
        assert status_of(address, "/healthz") == 200
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        until(lambda: status_of(address, "/readyz") == 200)
        process.terminate()
        assert process.wait(PATIENCE) == 0


@pytest.mark.soak
@pytest.mark.parametrize("fault", [moved_away, log_replaced, index_moved_away, read_only])
def test_p42_within_five_seconds(tmp_path: Path, fault: Fault) -> None:
    pit = Pit(open_store(f"sqlite:///{tmp_path}/felt.db"))
    asyncio.run(falls_and_comes_back(pit, fault, MOST_SECONDS))


@pytest.mark.soak
@pytest.mark.parametrize("fault", [postgres_read_only, postgres_frozen, postgres_gone])
def test_p42_within_five_seconds_on_postgresql(postgres: Cluster, fault: Callable[[Cluster], Done]) -> None:
    pit = Pit(open_store(postgres.emptied()))
    broken = partial(_of_cluster, postgres, fault)
    asyncio.run(falls_and_comes_back(pit, broken, MOST_SECONDS, reads=fault is postgres_read_only, leased=True))
