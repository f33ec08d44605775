"""How the live service is run: who may come in, how fast, and for how long."""

from dataclasses import dataclass, field

MINUTE = 60_000
HOUR = 60 * MINUTE


@dataclass(frozen=True)
class RequestRate:
    """A bucket of `burst` tokens that is filled again at `per_second`."""

    per_second: float
    burst: float


@dataclass(frozen=True)
class Settings:
    demo: bool = True
    """No login: every browser is a guest with play money. For one machine only."""
    grace: float = 20
    """Seconds that a player's connection may be gone before the seat is away."""
    closing_seconds: float = 5
    """How long rounds that are out may go on when the service stops."""

    welcome_cents: int = 100_000
    welcome_token_cents: int = 10_000
    """Promotional tokens that a guest of the demo starts with, for games that take them."""
    daily_buy_in_cents: int = 1_000_000
    """House rule of the demo: what a guest may buy in on one day (UTC)."""
    bot_float_cents: int = 10_000_000
    tables_per_guest: int = 4
    most_tables: int = 400

    session_rate: RequestRate = field(default=RequestRate(40, 120))
    address_rate: RequestRate = field(default=RequestRate(200, 600))
    guest_rate: RequestRate = field(default=RequestRate(0.5, 60))
    """New guests from one address."""
    idle_ms: int = 30 * MINUTE
    absolute_ms: int = 12 * HOUR
    guest_absolute_ms: int = 30 * 24 * HOUR
    """A guest is nothing but the cookie: when it goes, so do the chips."""

    sockets_per_session: int = 8
    most_sockets: int = 4000
    socket_queue: int = 64
    """Messages that may wait for a slow client before it is disconnected."""
    sweep_seconds: float = 30
    """How often the sessions of open connections are looked at."""
    most_missed: int = 500
    """Events that are sent again to a client that comes back; one that missed more gets the view alone."""

    @property
    def cookie(self) -> str:
        return "feltlab-demo" if self.demo else "__Host-feltlab"

    def lifetime(self) -> int:
        return self.guest_absolute_ms if self.demo else self.absolute_ms

    def idle(self) -> int:
        return self.guest_absolute_ms if self.demo else self.idle_ms
