"""Work that comes in batches over all cores, the answers in the order of the batches.

The workers are copies of this process, so they have everything loaded that it has. No answer waits for input that
is still to come: what can be read at once is handed out together, and answered before more is waited for.
"""

import os
import select
from collections.abc import Callable, Iterator
from io import UnsupportedOperation
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Protocol, TypeVar

from feltlab.errors import FeltlabError

B = TypeVar("B")
A = TypeVar("A")
Answer = Callable[[B], A]


class Readable(Protocol):
    def fileno(self) -> int: ...


def spread(stream: Readable, batches: Iterator[B], answer: Answer[B, A]) -> Iterator[A]:
    """`batches` reads `stream`. What the first batch has to load, it loads before there are copies."""
    yield from map(answer, islice(batches, 1))
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    if cores == 1 or not _can_be_watched(stream):
        yield from map(answer, batches)
        return
    workers: list[Connection] = []
    while group := _at_hand(stream, batches, cores):
        if len(group) == 1:
            yield answer(group[0])
            continue
        while len(workers) < len(group):
            workers.append(_worker(workers, answer))
        for worker, batch in zip(workers, group, strict=False):
            worker.send(batch)
        for worker, _ in zip(workers, group, strict=False):
            yield _received(worker)


def _can_be_watched(stream: Readable) -> bool:
    try:
        return stream.fileno() >= 0
    except UnsupportedOperation:  # standard input that a program replaced
        return False


def _at_hand(stream: Readable, batches: Iterator[B], most: int) -> list[B]:
    """The next batch, and those that can be read without waiting."""
    group = list(islice(batches, 1))
    while group and len(group) < most and select.select([stream], [], [], 0)[0]:
        if (batch := next(batches, None)) is None:
            break
        group.append(batch)
    return group


def _worker(others: list[Connection], answer: Answer[B, A]) -> Connection:
    here, there = get_context("fork").Pipe()
    get_context("fork").Process(target=_work, args=([*others, here], there, answer), daemon=True).start()
    there.close()
    return here


def _work(ours: list[Connection], asked: Connection, answer: Answer[B, A]) -> None:
    """Until the process that asks has gone: only then is no end of the line held."""
    for end in ours:
        end.close()
    try:
        while True:
            asked.send(answer(asked.recv()))
    except (EOFError, KeyboardInterrupt):
        return


def _received(worker: Connection) -> A:  # type: ignore[type-var]
    try:
        found: A = worker.recv()
    except EOFError:
        raise FeltlabError("a worker process died: run the command again, with fewer lines") from None
    return found
