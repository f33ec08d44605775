"""Who is looking at a page: in login mode, the navigation and the way to a seat depend on it.

It is found before the page is made and put on the request, so that the site's own pages, which know nothing of the live
service, can show it.
"""

from dataclasses import dataclass
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from feltlab.errors import StoreError
from feltlab.web.accounts.auth import caller
from feltlab.web.door.bodies import ApiError
from feltlab.web.door.house import Establishment

FLOOR: Final = ("floor", "auditor", "admin")
"""The roles that the floor's pages are for."""
_NOT_PAGES: Final = ("/api/", "/static/", "/ws/", "/reports/", "/healthz", "/readyz", "/metrics")


@dataclass(frozen=True)
class Visitor:
    logs_in: bool = False
    """Whether this is login mode; in the demo everyone is a guest."""
    role: str = ""
    """Empty for visitors who are not logged in, and in the demo."""

    @property
    def sees_floor(self) -> bool:
        return not self.logs_in or self.role in FLOOR

    @property
    def deals(self) -> bool:
        """Dealers go straight to the tables dealt by hand; the floor finds them on its own pages."""
        return self.role == "dealer"

    @property
    def must_log_in(self) -> bool:
        """Whether a table is closed to this visitor until they log in."""
        return self.logs_in and not self.role


class Visitors:
    """Looks up the session of everyone who asks for a page, in login mode."""

    def __init__(self, app: ASGIApp, house: Establishment) -> None:
        self.app, self.house = app, house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self.house.settings.demo and not scope["path"].startswith(_NOT_PAGES):
            scope.setdefault("state", {})["visitor"] = Visitor(True, await self._role(scope))
        await self.app(scope, receive, send)

    async def _role(self, scope: Scope) -> str:
        try:
            who = await caller(HTTPConnection(scope))
        except (StoreError, ApiError):
            return ""  # the lab and the school stay open even while the database is not
        return who.role if who else ""
