"""The jobs of the lab's visitors: started, followed and canceled, and what happens to their results."""

from typing import Any, Final

from fastapi import APIRouter, HTTPException, Request, Response

from feltlab.errors import FeltlabError
from feltlab.web.door.bodies import StrictRoute
from feltlab.web.door.origin import counted_as
from feltlab.web.lab import answers, made, protection
from feltlab.web.lab.jobs import Jobs, VisitorJob
from feltlab.web.lab.questions import JobQuestion, LabQuestion, asked_terms
from feltlab.web.lab.tasks import KINDS
from feltlab.web.lab.terms import read_terms
from feltlab.web.site.page import PlainResponse
from feltlab.web.site.text import TEXT
from feltlab.web.site.work import bounded
from feltlab.wire import dump

router = APIRouter(prefix="/api/lab", tags=["lab"], route_class=StrictRoute)
JOBS: Final = Jobs()


def key_of(kind: str, asked: LabQuestion) -> str:
    return dump({kind: asked.model_dump()})


def _visitor(request: Request) -> str:
    return counted_as(request.client.host if request.client else "")


async def begin(request: Request, kind: str, asked: LabQuestion) -> dict[str, Any]:
    """The state of the job for this question, started if nobody else has."""
    key = key_of(kind, asked)
    job = JOBS.start(_visitor(request), key, {kind: asked.model_dump()})
    return await bounded(lambda: state_of(job))


def state_of(job: VisitorJob) -> dict[str, Any]:
    said = JOBS.said_of(job)
    if job.state == "ready":
        said["result"] = _taken(job)
    return said


def _taken(job: VisitorJob) -> dict[str, Any]:
    """The page's part of the result; files and figures are kept until fetched."""
    ((kind, body),) = job.question.items()
    if kind == "report":
        made.keep(job.key, job.result)
        return {}
    if kind != "protection":
        found: dict[str, Any] = job.result
        return found
    terms = read_terms(body["game"], body["terms"])
    protection.keep(terms, job.result)
    return protection.shown(terms, job.result)


@router.post("/jobs", status_code=202, responses=answers.of(answers.JobAnswer, 202))
async def start(request: Request, asked: JobQuestion) -> Response:
    """Begin long work: sessions, shifts, a search for pay tables, protection or a report."""
    named = [(kind, body) for kind in KINDS if (body := getattr(asked, kind)) is not None]
    if len(named) != 1:
        raise FeltlabError(TEXT["jobs"]["one"].format(kinds=", ".join(KINDS)))
    kind, body = named[0]
    terms = await bounded(lambda: asked_terms(body))
    known = body.model_copy(update={"terms": terms.text})
    if kind == "report":
        known = await bounded(lambda: made.question_of(terms, known.form, known.strategy, known.beside))
    return PlainResponse(await begin(request, kind, known), 202)


def _found(id: str) -> VisitorJob:
    job = JOBS.find(id)
    if job is None:
        raise HTTPException(404)
    return job


@router.get("/jobs/{id}", responses=answers.of(answers.JobAnswer))
async def follow(id: str) -> Response:
    """A job's progress; a job that nobody asks about for a while is ended."""
    job = _found(id)
    return PlainResponse(await bounded(lambda: state_of(job)))


@router.delete("/jobs/{id}", responses=answers.of(answers.JobAnswer))
async def cancel(request: Request, id: str) -> Response:
    job = _found(id)
    JOBS.cancel(id, _visitor(request))
    return PlainResponse(JOBS.said_of(job))
