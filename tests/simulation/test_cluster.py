"""On a Dask cluster: the same integers as on threads, also when a worker is killed in mid-run."""

import os
import signal
import sys
from collections.abc import Iterator
from typing import Any

import distributed
import pytest

from feltlab.errors import FeltlabError
from feltlab.simulation import cluster
from feltlab.simulation.cluster import ClusterError, connected, play_on, shard_size
from feltlab.simulation.plan import Plan
from feltlab.simulation.run import Run, play
from feltlab.simulation.tally import Tally, run_shard
from tests.waiting import PATIENCE

ROUNDS, SHARD = 1_500_000, 100_000


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """A cluster of two processes on this machine, started once."""
    with connected("local", 2) as client:
        yield client


@pytest.fixture(scope="module")
def plan() -> Plan:
    return Plan("ace-odd-even", 17, seats=2)


@pytest.fixture(scope="module")
def whole(plan: Plan) -> Tally:
    return play(Run.new(plan, ROUNDS), 2).tally


def test_two_processes_give_the_integers_of_threads(client: Any, plan: Plan, whole: Tally) -> None:
    seen: list[int] = []
    run = play_on(client, Run.new(plan, ROUNDS), progress=lambda run: seen.append(run.tally.rounds))
    assert (run.complete, run.tally) == (True, whole)
    assert seen == sorted(seen)
    assert seen[-1] == ROUNDS


def test_a_worker_killed_in_mid_run_changes_nothing(client: Any, plan: Plan, whole: Tally) -> None:
    workers: dict[str, int] = client.run(os.getpid)
    killed: list[int] = []

    def kill_one(run: Run) -> None:
        if not killed and run.tally.rounds >= 4 * SHARD:
            killed.append(workers[next(iter(workers))])
            os.kill(killed[0], signal.SIGKILL)

    run = play_on(client, Run.new(plan, ROUNDS), SHARD, kill_one)
    assert (run.complete, run.tally) == (True, whole)
    assert killed


def test_an_interrupted_run_goes_on_elsewhere(client: Any, plan: Plan, whole: Tally) -> None:
    def interrupt(run: Run) -> None:
        if run.tally.rounds >= 3 * SHARD:
            raise KeyboardInterrupt

    run = play_on(client, Run.new(plan, ROUNDS), SHARD, interrupt)
    assert 3 * SHARD <= run.tally.rounds < ROUNDS
    assert play(run, 2).tally == whole


def fails(cards: Any) -> Any:
    return cards.no_such_thing


def test_a_cluster_that_fails_says_so_and_gives_what_is_done(client: Any) -> None:
    with pytest.raises(ClusterError, match="no_such_thing") as caught:
        play_on(client, Run.new(Plan("low-four", 1, own=fails), 1000))
    assert "\n" not in str(caught.value)
    assert caught.value.run.tally.rounds == 0


def test_a_cluster_is_found_by_its_address(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", PATIENCE)
    plan = Plan("rule-out", 6)
    with connected(client.scheduler.address) as other:
        assert play_on(other, Run.new(plan, 5000)).tally == run_shard(plan, 0, 5000)


def test_a_scheduler_without_workers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", PATIENCE)
    wait: Any = distributed.Client.wait_for_workers
    monkeypatch.setattr(distributed.Client, "wait_for_workers", lambda self, n, timeout: wait(self, n, timeout=0.2))
    empty = {"n_workers": 0, "host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
    with distributed.LocalCluster(**empty) as nobody:  # type: ignore[no-untyped-call]
        address = nobody.scheduler_address
        with pytest.raises(FeltlabError, match="has no workers"), connected(address):
            pass


def test_nobody_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several times: clients that failed must not stand in the way of the next."""
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.2)
    for address in ("tcp://127.0.0.1:9", "nonsense", "foo://x:1") * 4:
        with pytest.raises(FeltlabError, match="no Dask scheduler answers at"), connected(address):
            pass


def test_without_dask_the_way_to_install_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(FeltlabError, match=r"pip install 'feltlab\[cluster\]'"), connected("local"):
        pass


def test_tasks_are_few_and_long() -> None:
    assert shard_size(600_000_000, 2) == 600_000_000 // 48
    assert shard_size(1000, 2) == cluster.LEAST_SHARD
    assert shard_size(10**11, 2) == cluster.MOST_SHARD
    assert 900 <= 10**9 // shard_size(10**9, 1000) <= 1000
    assert 3500 <= 10**12 // shard_size(10**12, 1000) <= 4000
