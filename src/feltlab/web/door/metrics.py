"""Counters of the service for Prometheus."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Final

BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds."""


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


class Counter:
    """Counts by one label, or without one."""

    def __init__(self, name: str, words: str, *labels: str) -> None:
        self.name, self.words, self.labels = name, words, labels
        self.values: dict[tuple[str, ...], int] = {}

    def add(self, *values: str, by: int = 1) -> None:
        self.values[values] = self.values.get(values, 0) + by

    def lines(self) -> Iterator[str]:
        yield from head(self.name, self.words, "counter")
        for values, count in sorted(self.values.items()):
            yield f"{self.name}{_labelled(zip(self.labels, values, strict=True))} {count}"


class Histogram:
    def __init__(self, name: str, words: str) -> None:
        self.name, self.words = name, words
        self.counts = [0] * (len(BUCKETS) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BUCKETS, seconds)] += 1
        self.sum += seconds

    def lines(self) -> Iterator[str]:
        yield from head(self.name, self.words, "histogram")
        total = 0
        for bound, count in zip((*BUCKETS, "+Inf"), self.counts, strict=True):
            total += count
            yield f'{self.name}_bucket{{le="{bound}"}} {total}'
        yield f"{self.name}_sum {self.sum:.6f}"
        yield f"{self.name}_count {total}"


def head(name: str, words: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {words}"
    yield f"# TYPE {name} {kind}"


def _labelled(pairs: Iterable[tuple[str, str]]) -> str:
    text = ",".join(f'{name}="{_quoted(value)}"' for name, value in pairs)
    return f"{{{text}}}" if text else ""


def gauge(name: str, words: str, values: Iterable[tuple[tuple[tuple[str, str], ...], int | float]]) -> Iterator[str]:
    yield from head(name, words, "gauge")
    for labels, value in values:
        yield f"{name}{_labelled(labels)} {value}"


class Metrics:
    def __init__(self) -> None:
        self.requests = Counter("feltlab_requests_total", "Requests answered.", "route", "status")
        self.latency = Histogram("feltlab_request_seconds", "Time from a request to its answer.")
        self.commands = Counter("feltlab_commands_total", "Commands sent to tables.", "do")
        self.refusals = Counter("feltlab_refusals_total", "Commands refused.", "reason")
        self.events = Counter("feltlab_events_total", "Events committed.", "kind")
        self.dropped = Counter("feltlab_sockets_dropped_total", "Connections closed by the service.", "reason")
        self.logins = Counter("feltlab_logins_total", "Login attempts.", "outcome")
        self.turned_away = Counter("feltlab_strangers_turned_away_total", "Strangers turned away.")
        self.sockets = 0

    def lines(self) -> Iterator[str]:
        kinds = (self.requests, self.commands, self.refusals, self.events, self.dropped, self.logins, self.turned_away)
        for counted in kinds:
            yield from counted.lines()
        yield from self.latency.lines()
        yield from gauge("feltlab_sockets", "Open connections.", [((), self.sockets)])
