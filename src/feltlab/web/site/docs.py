"""The docs under `/docs`: the site that `make docs` built, from the package or from the checkout that is served.

It needs no other policy than the rest: `tools/no_inline.py` leaves no script or style inside a page.
"""

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from feltlab.web.site.page import environment, error_page
from feltlab.web.site.static_files import TYPES, KeptFile
from feltlab.web.site.text import TEXT

router = APIRouter()
PACKAGE: Final = Path(str(files("feltlab")))
PLACES: Final = (PACKAGE / "web" / "docs", PACKAGE.parents[1] / "build" / "docs")
"""In a wheel; and where `make docs` puts it, for a package served from its checkout."""


def built() -> Path | None:
    """Checked each time: it may be built while the server runs."""
    return next((place for place in PLACES if (place / "index.html").is_file()), None)


@lru_cache(maxsize=2)
def _names(folder: Path, changed: int) -> frozenset[str]:
    """The names that may be requested; others are not looked up on the disk."""
    return frozenset(str(path.relative_to(folder)) for path in folder.rglob("*") if path.suffix in TYPES)


@lru_cache(maxsize=256)
def _kept(path: Path, changed: int) -> KeptFile:
    return KeptFile.read(path)


async def docs(request: Request) -> Response:
    folder = built()
    path = request.url.path
    if folder is not None and path == "/docs":  # the links of the first page would lead beside it
        return RedirectResponse("/docs/")
    name = path.removeprefix("/docs/") or "index.html"
    try:
        if folder is not None:
            changed = (folder / "index.html").stat().st_mtime_ns
            if name not in _names(folder, changed):
                raise HTTPException(404)
            return _kept(folder / name, changed).answer(request)
    except OSError:  # it is being built again
        pass
    return error_page(request, 404, TEXT["error"]["no_docs"])


router.add_route("/docs", docs, include_in_schema=False)
router.add_route("/docs/{path:path}", docs, include_in_schema=False)
environment().globals["docs_built"] = lambda: built() is not None  # pages link to the docs that there are
