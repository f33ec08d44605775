"""What all pages share: templates, static files, headers, errors, and how to add a page with its JSON twin.

A page is a function from its path parameters to plain data, and a template that shows that data. The twin, the same
address with `.json`, is the data itself: a figure on the page is in the twin, and came from the code.
"""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qs, quote, urlencode

from fastapi import APIRouter, FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from feltlab import __version__
from feltlab.errors import FeltlabError
from feltlab.games import GAMES
from feltlab.rules.game import Game
from feltlab.web.site import charts, drawings, shown, text
from feltlab.web.site.figures import StillSolvingError
from feltlab.web.site.kept_pages import KeptPages, NoRoomError
from feltlab.web.site.static_files import StaticFiles, kept_files
from feltlab.web.site.text import TEXT
from feltlab.web.site.work import bounded
from feltlab.wire import dump

CONTENT_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self';"
    " object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
STATIC = Path(str(files("feltlab.web") / "static"))
FONTS = STATIC / "fonts"
"""Made by tools/fonts.py when the package is built; a font's name has the hash of its contents."""
LARGEST_BODY = 64 * 1024
"""Bytes: no request that the site answers is longer."""

LARGEST_QUERY = 32 * 1024
"""Characters of one value in a query."""

_READ = ["GET", "HEAD"]

Data = dict[str, Any]


class PlainResponse(Response):
    """JSON written the same way as on the command line."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return dump(content).encode()


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """Changes with any static file, so that a browser never mixes two versions."""
    summed = blake2b(digest_size=6)
    for file in sorted(path for path in STATIC.rglob("*") if path.is_file()):
        summed.update(file.name.encode() + file.read_bytes())
    return summed.hexdigest()


def first_fonts() -> list[str]:
    """The faces that every page begins with, requested at once, so that no word moves when its font arrives."""
    return sorted(path.name for face in ("sans-400", "sans-600", "serif-600") for path in FONTS.glob(f"{face}.*.woff2"))


@lru_cache(maxsize=1)
def environment() -> Environment:
    env = Environment(
        loader=PackageLoader("feltlab.web"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    env.globals.update(t=TEXT, version=__version__, games=GAMES, charts=charts, drawings=drawings, fonts=first_fonts())
    env.globals.update(text=text, docs_built=bool)
    env.filters.update(shown.FILTERS)
    env.policies["json.dumps_kwargs"] = {}  # in our order, not sorted
    return env


def render(request: Request, template: str, data: Data, status: int = 200) -> HTMLResponse:
    """A page; `section` in the data lights up an entry of the navigation."""
    seen = Seen.of(request)
    # Pages that depend on the visitor are not for a shared cache.
    return HTMLResponse(
        seen.written(template, data), status, {"Cache-Control": "private, no-cache"} if seen.visitor else None
    )


@dataclass(frozen=True)
class Seen:
    """Everything a page shows besides its data."""

    path: str
    query: str
    live: bool
    visitor: Any
    """None if nobody logs in."""
    login: str
    games: tuple[tuple[str, str], ...]
    """The games that exist, each in the state of its file."""
    docs: bool

    @classmethod
    def of(cls, request: Request) -> "Seen":
        visitor = getattr(request.state, "visitor", None)
        games = tuple([(slug, game.mark) for slug, game in GAMES.items()])
        has_docs = cast(Callable[[], bool], environment().globals["docs_built"])
        live = request.app.state.pit is not None
        return cls(request.url.path, request.url.query, live, visitor, login_address(request), games, has_docs())

    def written(self, template: str, data: Data) -> str:
        twin = "/index.json" if self.path == "/" else f"{self.path}.json"
        twin += f"?{self.query}" if self.query else ""
        return environment().get_template(template).render(
            data, path=self.path, twin=twin, live=self.live, fingerprint=fingerprint(), visitor=self.visitor,
            login=self.login,
        )  # fmt: skip


async def kept(request: Request, template: str, build: Callable[[], Data], query: str = "") -> Response:
    """A page that follows from its data, or without a template the data themselves: not written again for each request.

    `query` is the relevant part of the address.
    """
    seen = replace(Seen.of(request), query=query)
    if not (seen.visitor and seen.visitor.must_log_in):
        seen = replace(seen, login="")  # which has a query of its own
    write, suffix = (partial(seen.written, template), ".html") if template else (dump, ".json")
    pages: KeptPages = request.app.state.pages
    try:
        making = pages.ask((template, seen), build, write, suffix, getattr(request.state, "is_known", True))
    except NoRoomError:
        if house := getattr(request.app.state, "house", None):
            house.metrics.turned_away.add()
        return PlainResponse({"ok": False, "error": TEXT["error"]["503"]}, 503, {"Retry-After": "1"})
    file = await asyncio.shield(asyncio.wrap_future(making))
    answer = file.answer(request)
    answer.headers["Cache-Control"] = "private, no-cache" if seen.visitor else "no-cache"
    return answer


def login_address(request: Request) -> str:
    """The login, which leads back to the page being requested."""
    path, query = request.url.path, request.url.query
    back = f"{path}?{query}" if query else path
    return "/login" if path == "/login" else f"/login?next={quote(back)}"


def add_page(
    router: APIRouter, path: str, template: str, build: Callable[..., Data], asked: Collection[str] = ()
) -> None:
    """A page at `path` and its twin at `path.json`; `build` takes the path's parameters and runs in a thread.

    `asked` are the names of the allowed query parameters; work for them has to queue.
    """

    async def shown_as(request: Request, template: str) -> Response:
        given = {name: request.query_params[name] for name in asked if name in request.query_params}
        if any(len(value) > LARGEST_QUERY for value in given.values()):
            raise HTTPException(413)
        if any(given.values()):
            data = await bounded(partial(build, **request.path_params, **given))
            return await kept(request, template, lambda: data, urlencode(given))
        return await kept(request, template, partial(build, **request.path_params))

    async def page(request: Request) -> Response:
        return await shown_as(request, template)

    async def twin(request: Request) -> Response:
        return await shown_as(request, "")

    # The twin goes first: `/lab/{game}` would take `GAME.json` for a game.
    router.add_api_route("/index.json" if path == "/" else f"{path}.json", twin, methods=_READ, include_in_schema=False)
    router.add_api_route(path, page, methods=_READ, include_in_schema=False)


def game_of(slug: str) -> Game:
    """A game named in an address; for an unknown one there is no page."""
    if slug not in GAMES:
        raise HTTPException(404)
    return GAMES[slug]


def furnish(app: FastAPI) -> None:
    """Static files, headers and errors."""
    app.state.pages = KeptPages()
    app.mount("/static", StaticFiles(kept_files(STATIC)), "static")
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)  # quick: the loop waits for it
    app.add_middleware(SiteHeaders)
    app.add_exception_handler(StarletteHTTPException, _http_error)
    app.add_exception_handler(RequestValidationError, _wrong_request)
    app.add_exception_handler(FeltlabError, _wrong_question)


class SiteHeaders:
    """Refuses bodies that nobody reads, and gives every answer its headers, without a task for each."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                _put_headers(scope, MutableHeaders(scope=message))
            await send(message)

        await (_refusal(Headers(scope=scope)) or self.app)(scope, receive, sending)


def _refusal(headers: Headers) -> Response | None:
    length = headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit() or int(length) > LARGEST_BODY:
        return PlainResponse({"ok": False, "error": TEXT["error"]["413"]}, 413)
    if "content-length" in headers and "transfer-encoding" in headers:
        # With two lengths, a proxy may go by the other and take the rest for a separate request.
        return PlainResponse({"ok": False, "error": TEXT["error"]["400"]}, 400, {"Connection": "close"})
    return None


def _put_headers(scope: Scope, headers: MutableHeaders) -> None:
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if scope["path"].startswith("/static/"):
        # A named version never changes; without a name the browser asks each time.
        asked = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        named = asked.get("v", [""])[-1] == fingerprint() or scope["path"].endswith(".woff2")
        headers["Cache-Control"] = "public, max-age=31536000, immutable" if named else "no-cache"


def _wants_data(request: Request) -> bool:
    return request.url.path.startswith("/api/") or request.url.path.endswith(".json")


def error_page(request: Request, status: int, words: str | None = None) -> Response:
    known = TEXT["error"]
    said = words or known.get(str(status), known["other"])
    if _wants_data(request):
        return PlainResponse({"ok": False, "error": said}, status)
    return render(request, "site/error.html", {"section": "", "status": status, "said": said}, status)


async def _http_error(request: Request, error: Exception) -> Response:
    if not isinstance(error, StarletteHTTPException):
        raise error
    response = error_page(request, error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _wrong_request(request: Request, error: Exception) -> Response:
    """A body that is not in the expected form: the first error, in one line."""
    if not isinstance(error, RequestValidationError):
        raise error
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or "body"
    return error_page(request, 422, f"{where}: {first['msg']}"[:300])


async def _wrong_question(request: Request, error: Exception) -> Response:
    if not isinstance(error, StillSolvingError):
        return error_page(request, getattr(error, "status", 400), str(error))
    response = error_page(request, 503, str(error))
    response.headers["Retry-After"] = response.headers["Refresh"] = "5"
    return response
