"""The application, put together from its parts.

A part is a module with a `router`. To add a page: see `add_page` in `site/page.py`.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import Lock
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool

from feltlab import __version__
from feltlab.games import GAMES, Game
from feltlab.web.door.settings import Settings
from feltlab.web.felt import pages as felt
from feltlab.web.lab import api as lab_api
from feltlab.web.lab import downloads, working
from feltlab.web.lab import pages as lab
from feltlab.web.school import api as school_api
from feltlab.web.school import pages as school
from feltlab.web.site import docs, lobby, looks, page
from feltlab.web.site.static_files import KeptFile
from feltlab.wire import dump


class Site(FastAPI):
    """Describes its API by the games known at the time of the request."""

    described: tuple[Game, ...] = ()
    written: KeptFile | None = None
    writing: Final = Lock()

    def openapi(self) -> dict[str, Any]:
        known = tuple(GAMES.values())
        if self.described != known:
            self.openapi_schema, self.written, self.described = None, None, known
        return super().openapi()

    async def describe(self, request: Request) -> Response:
        return (await run_in_threadpool(self.write_description)).answer(request)

    def write_description(self) -> KeptFile:
        """Written once, and not on the event loop: it is long, and anyone may ask for it."""
        with self.writing:
            said = self.openapi()
            if self.written is None:
                self.written = KeptFile.of(dump(said).encode(), ".json")
            return self.written


def create_app(pit: Any = None, warm: bool = False, settings: Settings | None = None) -> FastAPI:
    """The site; without a live service (`pit`) it has the lab, the school and the rules, but no tables.

    With `warm` the lab solves the games in the background at startup, so that the first visitor does not wait.
    """

    @asynccontextmanager
    async def lifespan(started: Site) -> AsyncIterator[None]:
        if warm:
            lab.start_warming()
            started.write_description()  # while nobody waits for it
        yield

    app = Site(
        title="feltlab", version=__version__, docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan,
    )  # fmt: skip
    app.add_route("/api/openapi.json", app.describe)
    app.state.pit = pit
    page.furnish(app)
    for part in (lab_api, working, school_api, downloads, lobby, lab, school, felt, looks, docs):
        app.include_router(part.router)
    if pit is not None:
        from feltlab.web.service import install  # its imports take long to load

        install(app, pit, settings or Settings())  # last: its guard comes before everything else
    return app
