"""A run in shards, on threads: its progress is a value that can be stopped, stored and resumed.

A shard (plan, first, count) gives a tally of integers; tallies are added in whatever order they come. So a run is
the same for any number of threads, any size of shards, and however often it was interrupted.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from math import prod
from typing import Final, NamedTuple

from feltlab.errors import FeltlabError, shown
from feltlab.simulation.plan import MOST_ROUNDS, Plan
from feltlab.simulation.rounds import engine_of
from feltlab.simulation.tally import Tally, run_shard

SHARD: Final = 2**21
"""Rounds of a shard on threads: a fraction of a second, so that stopping is quick."""
MOST_WORKERS: Final = 1024


class Span(NamedTuple):
    """Rounds `first` to `first + size - 1`."""

    first: int
    size: int

    @property
    def end(self) -> int:
        return self.first + self.size


@dataclass(frozen=True)
class Run:
    """Rounds 0 to `rounds - 1` of a plan, and which of them are done."""

    plan: Plan
    rounds: int
    done: tuple[Span, ...]
    """Completed rounds, in ascending order; adjacent spans are merged."""
    tally: Tally

    @classmethod
    def new(cls, plan: Plan, rounds: int) -> "Run":
        return cls(plan, check_rounds(rounds), (), no_rounds(plan))

    @property
    def complete(self) -> bool:
        return self.tally.rounds == self.rounds

    def missing(self) -> Iterator[Span]:
        start = 0
        for span in (*self.done, Span(self.rounds, 0)):
            if start < span.first:
                yield Span(start, span.first - start)
            start = span.end

    def shards(self, size: int) -> Iterator[Span]:
        """The missing rounds, in pieces of at most `size`."""
        for span in self.missing():
            for first in range(span.first, span.end, size):
                yield Span(first, min(size, span.end - first))

    def with_shard(self, span: Span, tally: Tally) -> "Run":
        return replace(self, done=_merged((*self.done, span)), tally=self.tally + tally)


Progress = Callable[[Run], None]
"""Called in the thread that waits, after each shard."""


def check_rounds(rounds: int) -> int:
    if isinstance(rounds, bool) or not isinstance(rounds, int) or not 1 <= rounds <= MOST_ROUNDS:
        raise FeltlabError(f"a run has 1 to {MOST_ROUNDS:.0e} rounds, not {shown(rounds)}")
    return rounds


def check_workers(workers: int) -> int:
    if isinstance(workers, bool) or not isinstance(workers, int) or not 1 <= workers <= MOST_WORKERS:
        raise FeltlabError(f"a run takes 1 to {MOST_WORKERS} workers, not {shown(workers)}")
    return workers


def no_rounds(plan: Plan) -> Tally:
    engine = engine_of(plan)
    wagers = (0,) * len(engine.paid) if plan.seats > 1 else ()
    return Tally(0, (0,) * prod(engine.tops), wagers, wagers)


def _merged(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and merged[-1].end == span.first:
            merged[-1] = Span(merged[-1].first, merged[-1].size + span.size)
        else:
            merged.append(span)
    return tuple(merged)


def play(run: Run, workers: int = 1, shard: int = SHARD, progress: Progress | None = None) -> Run:
    """Play the missing rounds of a run. An interrupt (Ctrl-C) ends it, incomplete, after the current shards."""
    check_workers(workers)
    shards = run.shards(shard)
    pending: dict[Future[Tally], Span] = {}
    pool = ThreadPoolExecutor(workers)
    try:
        while True:
            # A shard waits behind each one under way: no thread idles while tallies are added.
            while len(pending) < 2 * workers and (span := next(shards, None)):
                pending[pool.submit(run_shard, run.plan, *span)] = span
            if not pending:
                break
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                run = run.with_shard(pending.pop(future), future.result())
                if progress:
                    progress(run)
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        run = _finished(run, pending)
    finally:
        pool.shutdown(cancel_futures=True)
    return run


def _finished(run: Run, pending: dict[Future[Tally], Span]) -> Run:
    """What was under way when the run was stopped; a shard that is not waited for is only played again."""
    kept = {future: span for future, span in pending.items() if not future.cancelled()}
    try:
        wait(kept)
    except KeyboardInterrupt:
        return run
    for future, span in kept.items():
        run = run.with_shard(span, future.result())
    return run
