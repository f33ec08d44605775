"""Timing: the best of several runs, in one process, warm; and a row of the results table."""

import gc
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True)
class Row:
    what: str
    measured: str
    reference: str
    """What it is compared with, and how that was measured."""
    ratio: str
    target: str = ""


def best_of(runs: int, work: Callable[[], object]) -> float:
    """Seconds of the fastest run, after one that is not counted."""
    work()
    times = []
    for _ in range(runs):
        gc.collect()
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def seconds(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f} s"
    if value >= 1:
        return f"{value:.2f} s"
    return f"{value * 1e3:.1f} ms" if value >= 1e-3 else f"{value * 1e6:.1f} µs"
