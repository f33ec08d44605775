"""Long work for visitors: one piece at a time in its own process, unnoticed by people and their tables.

A job is identified by its work, so two visitors who ask the same share it. Jobs are limited per visitor and in all, can
be canceled at any time, and end by themselves when nobody has asked about them for a while.
"""

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from secrets import token_urlsafe
from threading import Condition, Thread
from typing import Any, Final

from feltlab.errors import FeltlabError
from feltlab.web.lab.helper import Helper, HelperGoneError
from feltlab.web.site.text import TEXT

MOST_OF_ONE: Final = 2
MOST_IN_ALL: Final = 8
LEASE: Final = 20.0
"""Seconds without a question about a job after which nobody is waiting for it anymore."""
IDLE: Final = 90.0
"""Seconds without work after which the process ends."""
KEPT: Final = 300.0
"""Seconds without a question about a finished job after which it is forgotten."""
DONE_OF_ONE: Final = 4
"""Finished jobs kept per visitor: nobody pushes out another's."""
_T = TEXT["jobs"]

Question = dict[str, Any]


class TooManyJobsError(FeltlabError):
    status = 429


@dataclass(eq=False)
class VisitorJob:
    id: str
    key: str
    question: Question
    owners: set[str]
    asked: float
    state: str = "waiting"
    """waiting, working, ready, failed or cancelled"""
    what: str = ""
    done: float = 0.0
    failed: str = ""
    started: float = 0.0
    result: Any = None
    ended: bool = field(default=False, repr=False)
    """Set to cancel it."""

    @property
    def alive(self) -> bool:
        return self.state in ("waiting", "working")

    def to_dict(self, now: float) -> dict[str, Any]:
        return {
            "id": self.id,
            "state": self.state,
            "what": self.what,
            "done": round(self.done, 3),
            "seconds_left": self.seconds_left(now),
            "failed": self.failed,
        }

    def seconds_left(self, now: float) -> float | None:
        """At the speed so far; unknown at first."""
        spent = now - self.started
        if self.state != "working" or self.done < 0.02 or spent < 1:
            return None
        return round(spent * (1 - self.done) / self.done, 1)


class Jobs:
    def __init__(self, make: Callable[[], Helper] = Helper, clock: Callable[[], float] = time.monotonic) -> None:
        self._make, self._clock = make, clock
        self._jobs: dict[str, VisitorJob] = {}
        self._changed = Condition()
        self._had: Counter[str] = Counter()
        """Jobs by visitor since there was last nothing to do."""
        self._helper: Helper | None = None
        self._thread: Thread | None = None

    def start(self, visitor: str, key: str, question: Question) -> VisitorJob:
        """The job that does this work, started now or already under way."""
        with self._changed:
            self._forget()
            for job in self._jobs.values():
                if job.key == key and job.alive and not job.ended:
                    job.owners.add(visitor)
                    return job
            alive = [job for job in self._jobs.values() if job.alive]
            if sum(visitor in job.owners for job in alive) >= MOST_OF_ONE:
                raise TooManyJobsError(_T["yours"].format(most=MOST_OF_ONE))
            if len(alive) >= MOST_IN_ALL:
                raise TooManyJobsError(_T["all"])
            job = VisitorJob(token_urlsafe(12), key, question, {visitor}, self._clock())
            self._jobs[job.id] = job
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._work, daemon=True, name="jobs")
                self._thread.start()
            self._changed.notify_all()
            return job

    def find(self, id: str) -> VisitorJob | None:
        """Asking keeps it alive."""
        with self._changed:
            job = self._jobs.get(id)
            if job:
                job.asked = self._clock()
            return job

    def said_of(self, job: VisitorJob) -> dict[str, Any]:
        return job.to_dict(self._clock())

    def cancel(self, id: str, visitor: str) -> None:
        """One visitor leaves; with the last of them the work ends."""
        with self._changed:
            job = self._jobs.get(id)
            if job and job.alive and visitor in job.owners:
                job.owners.discard(visitor)
                if not job.owners:
                    self._end(job)

    def _end(self, job: VisitorJob) -> None:
        job.ended = True
        if job.state == "working" and self._helper:
            self._helper.kill()
        job.state = "cancelled"

    def _lapse(self) -> None:
        """A job that nobody asks about has nobody waiting."""
        for job in self._jobs.values():
            if job.alive and self._clock() - job.asked > LEASE:
                self._end(job)

    def _forget(self) -> None:
        self._lapse()
        newer: Counter[str] = Counter()
        for job in reversed([job for job in self._jobs.values() if not job.alive]):
            wanted = any(newer[owner] < DONE_OF_ONE for owner in job.owners)
            newer.update(job.owners)
            if not wanted or self._clock() - job.asked > KEPT:
                del self._jobs[job.id]

    def _next(self) -> VisitorJob | None:
        """A job that someone still waits for, of the visitor who has had least; None if idle for a while."""
        with self._changed:
            idle_until = self._clock() + IDLE
            while True:
                self._lapse()
                waiting = [job for job in self._jobs.values() if job.state == "waiting"]
                if waiting:
                    job = min(waiting, key=lambda job: min(self._had[owner] for owner in job.owners))
                    job.state, job.started = "working", self._clock()
                    self._had.update(job.owners)
                    return job
                self._had.clear()
                left = idle_until - self._clock()
                if left <= 0:
                    self._thread = None
                    return None
                self._changed.wait(left)

    def _work(self) -> None:
        try:
            while job := self._next():
                self._do(job)
        finally:
            if self._helper:
                self._helper.close()
            self._helper = None

    def _do(self, job: VisitorJob) -> None:
        if self._helper is None or not self._helper.alive:
            self._helper = self._make()

        def at(said: Mapping[str, Any]) -> None:
            with self._changed:
                job.what, job.done = str(said["at"]), max(job.done, min(1.0, float(said["done"])))

        def watch() -> None:
            with self._changed:
                self._lapse()

        try:
            result, state, words = self._helper.work_out(job.question, at, watch), "ready", ""
        except HelperGoneError:
            result, state, words = None, "failed", _T["ended"]
        except FeltlabError as error:
            result, state, words = None, "failed", str(error)
        with self._changed:
            if job.alive and not job.ended:
                job.result, job.state, job.failed, job.done = result, state, words, 1.0
            self._changed.notify_all()

    def join(self, id: str, seconds: float = 300.0) -> VisitorJob:
        """Wait for the end of a job, as if asking about it all the time."""
        with self._changed:
            job = self._jobs[id]
            until = self._clock() + seconds
            while job.alive and self._clock() < until:
                job.asked = self._clock()
                self._changed.wait(0.5)
            return job
