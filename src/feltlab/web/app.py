"""The application, put together from its parts.

A part is a module with a `router`. To add a page: see `site.add_page`.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response

from feltlab import __version__
from feltlab.games import GAMES, Game
from feltlab.web import downloads, felt, lab_api, looks, pages, school_api, site, work
from feltlab.web.settings import Settings
from feltlab.web.static_files import KeptFile
from feltlab.wire import dump


class Site(FastAPI):
    """Describes its API by the games known when it is asked."""

    described: tuple[Game, ...] = ()
    written: KeptFile | None = None

    def openapi(self) -> dict[str, Any]:
        known = tuple(GAMES.values())
        if self.described != known:
            self.openapi_schema, self.written, self.described = None, None, known
        return super().openapi()

    async def describe(self, request: Request) -> Response:
        """Written once: it is long, and anybody may ask for it."""
        said = self.openapi()
        if self.written is None:
            self.written = KeptFile.of(dump(said).encode(), ".json")
        return self.written.answer(request)


def create_app(pit: Any = None, warm: bool = False, settings: Settings | None = None) -> FastAPI:
    """The site; without a live service (`pit`) it has the lab, the school and the rules, but no tables.

    `warm` has the lab solve the games in the background at the start, so that the first visitor does not wait.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        if warm:
            work.start_warming()
        yield

    app = Site(
        title="feltlab", version=__version__, docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan,
    )  # fmt: skip
    app.add_route("/api/openapi.json", app.describe)
    app.state.pit = pit
    site.furnish(app)
    app.include_router(lab_api.router)
    app.include_router(school_api.router)
    app.include_router(downloads.router)
    app.include_router(pages.router)
    app.include_router(felt.router)
    app.include_router(looks.router)
    if pit is not None:
        from feltlab.web import floor_pages, live

        floor_pages.install(app)
        live.install(app, pit, settings or Settings())  # last: its guard stands before everything else
    return app
