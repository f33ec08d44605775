"""Downloads: reports, made by a job and kept for a while, and the terms as a rule file."""

from typing import Any, Final

from fastapi import APIRouter, HTTPException, Request, Response

from feltlab.games import GAMES
from feltlab.web.lab import made, working
from feltlab.web.lab.questions import MakeReport
from feltlab.web.lab.terms import LONGEST, LabTerms, known_terms, read_terms
from feltlab.web.site.page import render
from feltlab.web.site.work import bounded

router = APIRouter()

FORMS: Final = {
    "-rack-card.pdf": "application/pdf",
    ".pdf": "application/pdf",
    ".html": "text/html; charset=utf-8",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".json": "application/json",
}


def _named(name: str) -> tuple[str, str]:
    for ending in FORMS:
        slug = name.removesuffix(ending)
        if slug != name and slug in GAMES:
            return slug, ending
    raise HTTPException(404)


@router.get("/reports/{name}", include_in_schema=False)
async def report(
    request: Request, name: str, terms: str = "", strategy: str = "", beside: str | None = None
) -> Response:
    slug, ending = _named(name)
    if max(len(terms), len(strategy), len(beside or "")) > LONGEST:
        raise HTTPException(413)
    found = await bounded(lambda: known_terms(slug, terms))
    asked = await bounded(lambda: made.question_of(found, ending, strategy, beside))
    content = made.found(working.key_of("report", asked))
    if content is None:
        return await _preparing(request, found, name, asked)
    headers = {"Content-Disposition": f'attachment; filename="{_file_name(name, found, beside)}"'}
    # A file to save, never a page of this site: a report has its own styles, which the policy for pages refuses.
    return Response(content, media_type=FORMS[ending], headers=headers)


def _file_name(name: str, terms: LabTerms, beside: str | None) -> str:
    if beside is not None:
        return name.replace(terms.slug, f"{terms.slug}-side-by-side", 1)
    return name.replace(terms.slug, f"{terms.slug}-own-terms", 1) if terms.own else name


async def _preparing(request: Request, terms: LabTerms, name: str, asked: MakeReport) -> Response:
    """A page that reloads by itself, which also keeps its job alive."""
    state = await working.begin(request, "report", asked)
    data: dict[str, Any] = {
        "section": "lab", "slug": terms.slug, "title": GAMES[terms.slug].title, "name": name, "job": state,
        "query": terms.query(),
    }  # fmt: skip
    response = render(request, "lab/preparing.html", data, 202)
    if state["state"] != "failed":
        response.headers["Refresh"] = "3"
    return response


@router.get("/lab/{game}/terms.toml", include_in_schema=False)
async def rule_file(game: str, terms: str = "") -> Response:
    """The terms as the file that the command line takes."""
    found = await bounded(lambda: read_terms(game, terms))
    text = found.text or f'game = "{found.slug}"\n'
    headers = {"Content-Disposition": f'attachment; filename="{found.slug}-terms.toml"'}
    return Response(text, media_type="application/toml", headers=headers)
