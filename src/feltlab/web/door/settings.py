"""How the live service is run: who may come in, how fast, and for how long."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Final

from feltlab.errors import FeltlabError, shown
from feltlab.web.door.origin import Network

MINUTE = 60_000
HOUR = 60 * MINUTE
MOST_CENTS: Final = {"floor": 10_000_000, "admin": 100_000_000}
"""By role, the most chips or tokens in one act."""


@dataclass(frozen=True)
class RequestRate:
    """A bucket of `burst` tokens, refilled at `per_second`."""

    per_second: float
    burst: float


BURST_SECONDS: Final = 4
"""As many frames at once as may come in this time."""


@dataclass(frozen=True)
class ConnectionLimits:
    """How many may be connected, and how long each may keep the service waiting."""

    connections: int = 4096
    """In all; fewer if the system's limit on files is lower."""
    connections_per_address: int = 1024
    """A casino may come from one address; a trusted proxy has no limit of its own."""
    silent_per_address: int = 128
    """Those of them that have not sent a whole request."""
    sockets_per_address: int = 512
    sockets_per_table: int = 100
    """Players who sit there come on top of it: a table's news goes to everyone at it."""
    header_seconds: float = 10
    body_seconds: float = 20
    idle_seconds: float = 15
    """Between two requests."""
    reader_seconds: float = 20
    """For a client to read 16 KB, or everything, it is sent."""
    frames_per_second: int = 100
    """On a WebSocket, of any kind, and four times as many at once; a player's commands have a lower limit."""
    session_frames_per_second: int = 200
    """On all WebSockets of one session together, and as many at once."""
    address_frames_per_second: int = 1000
    """On all of one address, where a casino may sit."""


@dataclass(frozen=True)
class Settings:
    demo: bool = True
    """No login: every browser is a guest with play money. For one machine only."""
    grace: float = 20
    """Seconds that a player's connection may be gone before the seat is away."""
    silence: float = 60
    """Seconds that a player without a connection may make no request about the table before the seat is away."""
    away_seconds: float = 900
    """How long a seat is kept for a player who is away; 0 keeps it until its player leaves."""
    idle_table_seconds: float = 1800
    """How long a guest's table stays open with nobody there; 0 keeps it open."""
    idle_hidden_seconds: float = 120
    """When such a table leaves the floor's list."""
    hostnames: tuple[str, ...] = ()
    """Names that the site answers to in login mode, besides this machine's own."""
    trusted_proxies: tuple[Network, ...] = ()
    """Proxies whose word about the origin of a request (X-Forwarded-For) is trusted."""
    closing_seconds: float = 5
    """How long rounds in progress may continue when the service stops."""

    welcome_cents: int = 100_000
    welcome_token_cents: int = 10_000
    """Promotional tokens that a guest of the demo starts with, for games that accept them."""
    daily_buy_in_cents: int = 1_000_000
    """House rule of the demo: how much a guest may buy in for in one day (UTC)."""
    second_person: bool = True
    """In login mode: voids once cards are out, new terms for an open table, and chips above what one person may issue
    in a day need a second staff member.
    """
    second_factor: bool = True
    """In login mode: staff need a second factor. Players may have one."""
    alone_cents: int = 1_000_000
    most_cents: Mapping[str, int] = field(default_factory=lambda: dict(MOST_CENTS))
    """By role, the most chips or tokens in one act; for an act by two people, the higher of their roles."""
    request_ms: int = 15 * MINUTE
    """How long a second person may take to decide."""
    bot_float_cents: int = 10_000_000
    tables_per_guest: int = 4
    most_tables: int = 600

    session_rate: RequestRate = field(default=RequestRate(40, 120))
    address_rate: RequestRate = field(default=RequestRate(200, 600))
    guest_rate: RequestRate = field(default=RequestRate(0.5, 60))
    """New guests from one address."""
    idle_ms: int = 30 * MINUTE
    absolute_ms: int = 12 * HOUR
    guest_absolute_ms: int = 30 * 24 * HOUR
    """A guest is nothing but the cookie: when it goes, so do the chips."""

    limits: ConnectionLimits = field(default_factory=ConnectionLimits)
    sockets_per_session: int = 8
    most_sockets: int = 4000
    socket_queue: int = 64
    """Messages that may wait for a slow client before it is disconnected."""
    sweep_seconds: float = 30
    """How often the sessions of open connections are checked."""
    most_missed: int = 500
    """Events that are sent again to a client that comes back; one that missed more gets only the view."""

    @property
    def cookie(self) -> str:
        return "feltlab-demo" if self.demo else "__Host-feltlab"

    def needs_factor(self, role: str) -> bool:
        return self.second_factor and not self.demo and role != "player"

    def lifetime(self) -> int:
        return self.guest_absolute_ms if self.demo else self.absolute_ms

    def idle(self) -> int:
        return self.guest_absolute_ms if self.demo else self.idle_ms


def read_limits(texts: Iterable[str]) -> dict[str, int]:
    """floor=5000 and the like: dollars by role, with the house's own for roles not given."""
    found = dict(MOST_CENTS)
    for text in texts:
        role, _, dollars = text.partition("=")
        if role not in found or not dollars.isascii() or not dollars.isdigit() or len(dollars) > 10:
            raise FeltlabError(f"{shown(text)} is not a limit: {' or '.join(f'{role}=5000' for role in found)}")
        found[role] = 100 * int(dollars)
    return found


def read_connection_limits(texts: Iterable[str]) -> ConnectionLimits:
    """header-seconds=5 and the like, overriding the defaults."""
    found = ConnectionLimits()
    usual = {each.name.replace("_", "-"): getattr(found, each.name) for each in fields(found)}
    for text in texts:
        name, _, number = text.partition("=")
        if name not in usual or not number.isascii() or not number.isdigit() or not 0 < int(number[:9]) == int(number):
            known = ", ".join(f"{name}={value:g}" for name, value in usual.items())
            raise FeltlabError(f"{shown(text)} is not a limit on connections: choose from {known}")
        found = replace(found, **{name.replace("-", "_"): int(number)})
    return found
