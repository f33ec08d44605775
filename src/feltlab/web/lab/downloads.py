"""Reports to take along, made on request and kept in memory: the same version gives the same bytes."""

from collections.abc import Callable
from functools import cache
from typing import Final

from fastapi import APIRouter, HTTPException, Request, Response

from feltlab.games import GAMES
from feltlab.report.content import report_of
from feltlab.report.html import html_of
from feltlab.report.pdf import pdf_of
from feltlab.report.rack_card import rack_card_of
from feltlab.report.subject import Subject, subject_of
from feltlab.report.xlsx import xlsx_of
from feltlab.web.lab import protection
from feltlab.web.site import figures
from feltlab.web.site.page import render
from feltlab.web.site.work import bounded

router = APIRouter()

RACK_CARD: Final = "-rack-card.pdf"
FORMS: Final[dict[str, tuple[str, Callable[[Subject], bytes]]]] = {
    RACK_CARD: ("application/pdf", rack_card_of),
    ".pdf": ("application/pdf", lambda subject: pdf_of(report_of(subject))),
    ".html": ("text/html; charset=utf-8", lambda subject: html_of(report_of(subject))),
    ".xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", xlsx_of),
    ".json": ("application/json", lambda subject: subject.canonical),
}


def _named(name: str) -> tuple[str, str]:
    for ending in FORMS:
        slug = name.removesuffix(ending)
        if slug != name and slug in GAMES:
            return slug, ending
    raise HTTPException(404)


@cache
def made(slug: str, ending: str) -> bytes:
    return FORMS[ending][1](_subject(slug))


@cache
def _subject(slug: str) -> Subject:
    return subject_of(slug)


def _ready(slug: str, ending: str) -> bool:
    """A report has the protection figures in it: where nobody has sampled them yet, they are sampled first."""
    if ending == RACK_CARD or protection.figures_of(slug) is not None:
        return True
    protection.start(slug)
    return False


@router.get("/reports/{name}", include_in_schema=False)
async def report(request: Request, name: str) -> Response:
    slug, ending = _named(name)
    figures.need(slug)
    if not await bounded(lambda: _ready(slug, ending)):
        state = protection.state_of(slug)
        data = {"section": "lab", "slug": slug, "title": GAMES[slug].title, "name": name, "state": state}
        response = render(request, "lab/preparing.html", data, 202)
        response.headers["Refresh"] = "5"
        return response
    content = await bounded(lambda: made(slug, ending))
    # A file to keep, never a page of this site: a report has styles of its own, which the policy for pages refuses.
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=FORMS[ending][0], headers=headers)
