"""A run on a Dask cluster, or on one started on this machine. The rounds are the same as on threads.

The scheduler sees few and long tasks: each is a shard, named by its rounds, and returns a tally of a few kilobytes. A
shard is a pure function of its arguments, so Dask may play one again when a worker is lost, and nothing changes.
"""

import gc
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from threading import Lock
from typing import Any, Final

from feltlab.errors import FeltlabError
from feltlab.simulation.plan import Plan
from feltlab.simulation.rounds import engine_of
from feltlab.simulation.run import Progress, Run, Span, check_workers
from feltlab.simulation.tally import Tally, run_shard

LOCAL: Final = "local"
LOCAL_WORKERS: Final = 2
CONNECT_SECONDS: Final = 5
TASKS_PER_THREAD: Final = 24
"""Enough that the last tasks end together, few enough that the scheduler has little to do."""
LEAST_SHARD, MOST_SHARD = 2**20, 2**24
"""About a second of one core at most: whoever stops the run loses no more."""
SHARD_PER_THREAD: Final = 2**18
"""Large clusters take longer tasks, so that their scheduler sees about a hundred a second."""
AHEAD: Final = 3
"""Tasks a thread of the cluster is given ahead: none idles between two, and few are on the way at once."""
_QUIET: Final = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.tick.interval": "1s",
}
"""What Dask watches by default takes 5% of two cores from the rounds, measured; so it takes less than 1%."""

_building = Lock()


class ClusterError(FeltlabError):
    """The cluster failed in mid-run; `run` is what was done until then."""

    def __init__(self, message: str, run: Run) -> None:
        super().__init__(message)
        self.run = run


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise FeltlabError("--cluster needs Dask, which is not installed: pip install 'feltlab[cluster]'") from None
    return distributed


@contextmanager
def connected(address: str, workers: int = LOCAL_WORKERS) -> Iterator[Any]:
    """A client of the scheduler at an address; `local` starts a cluster of so many processes on this machine."""
    distributed = _distributed()
    check_workers(workers)
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters comes as an exception
    if address != LOCAL:
        with _client(distributed, address) as client:
            yield client
        return
    with (
        import_module("dask.config").set(_QUIET),
        _local_cluster(distributed, workers) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def _local_cluster(distributed: Any, workers: int) -> Any:
    """Processes that listen on this machine only, at whatever ports are free."""
    try:
        return distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, memory_limit=0, host="127.0.0.1",
            dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL,
        )  # fmt: skip
    except (OSError, RuntimeError) as error:
        raise FeltlabError(f"no cluster can be started here: {' '.join(str(error).split())}") from None


def _client(distributed: Any, address: str) -> Any:
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        cause = str(error).splitlines()[0] if str(error) else type(error).__name__
    else:
        return _with_workers(client, address)
    # The client that failed is closed by the collector. If that came while another client starts, both would wait
    # for one lock for ever: so it comes now.
    gc.collect()
    raise FeltlabError(f"no Dask scheduler answers at {address}: {cause}")


def _with_workers(client: Any, address: str) -> Any:
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except OSError:
        client.close()
        raise FeltlabError(f"the Dask scheduler at {address} has no workers") from None
    return client


def _threads(client: Any) -> int:
    return max(1, sum(int(threads) for threads in client.nthreads().values()))


def shard_size(rounds: int, threads: int) -> int:
    """Rounds of a task; every thread gets work, if there is enough for all."""
    even = -(-rounds // threads)
    quick = min(max(even // TASKS_PER_THREAD, LEAST_SHARD), MOST_SHARD)
    return max(quick, min(even, threads * SHARD_PER_THREAD))


def shard_task(plan: Plan, first: int, count: int) -> Tally:
    """Runs on a worker; of threads that start together one builds the engine."""
    with _building:
        engine_of(plan)
    return run_shard(plan, first, count)


def play_on(client: Any, run: Run, shard: int | None = None, progress: Progress | None = None) -> Run:
    """Play what is missing of a run on a cluster. An interrupt returns what is done; a lost cluster raises it."""
    distributed = _distributed()
    threads = _threads(client)
    shards = run.shards(shard or shard_size(run.rounds - run.tally.rounds, threads))
    try:
        plan = client.scatter(run.plan, broadcast=True, hash=False)
        spans: dict[str, Span] = {}
        arriving = distributed.as_completed([], with_results=True)
        _submit(client, plan, shards, spans, arriving, AHEAD * threads)
        for future, tally in arriving:
            run = run.with_shard(spans.pop(future.key), tally)
            _submit(client, plan, shards, spans, arriving, AHEAD * threads)
            if progress:
                progress(run)
    except KeyboardInterrupt:
        return run
    except FeltlabError:
        raise
    except Exception as error:  # whatever a scheduler, a worker or the network between them comes up with
        cause = " ".join(f"{type(error).__name__}: {error}".split())
        raise ClusterError(f"the cluster failed: {cause}", run) from error
    return run


def _submit(client: Any, plan: Any, shards: Iterator[Span], spans: dict[str, Span], arriving: Any, ahead: int) -> None:
    while len(spans) < ahead and (span := next(shards, None)):
        future = client.submit(shard_task, plan, *span, pure=False)
        spans[future.key] = span
        arriving.add(future)
