"""The requests to the service, and its answers. A request that changes something has a key chosen by the caller."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from feltlab.service.store import Transaction
from feltlab.table.commands import Command

Standing = Literal["guest", "staff", "agreed"]
"""A guest at a table of their own; one of the staff; one of the staff with a second person's consent."""


@dataclass(frozen=True)
class By:
    """Who asks for a staff action, from where and why; and who approved it."""

    actor: str
    standing: Standing
    address: str = ""
    reason: str = ""
    second: "By | None" = None
    request: int = 0
    """The entry of the trail that asked for the second person."""
    needs_second: bool = False
    """Whether the house requires two people for some actions."""
    alone_cents: int = 0
    """Chips that one person may issue in a day."""
    accounts: frozenset[str] = frozenset()
    """Other accounts that may belong to the same person: their chips count too."""
    favors_players: bool = False
    """Whether the terms asked for give the player the edge, by the lab."""

    @property
    def name(self) -> str:
        """On a transfer: one name, or both."""
        return f"{self.actor} & {self.second.actor}" if self.second else self.actor

    def told(self) -> dict[str, Any]:
        """For the trail."""
        found = {"address": self.address, "reason": self.reason, "request": self.request}
        return {name: value for name, value in found.items() if value} | (
            {"second": self.second.actor} if self.second else {}
        )


@dataclass(frozen=True)
class AtTable:
    """A command for a table."""

    table: str
    command: Command
    actor: str
    """The player who asks; also for the audit trail."""
    by: By | None = None
    """For a staff action; the service itself needs none."""


@dataclass(frozen=True)
class Chips:
    """Buy in (cents above zero) or cash out (below)."""

    player: str
    cents: int
    table: str | None = None
    by: By | None = None
    """None if the house does it by its own rules: a welcome, a bot's float, chips for guests of a demo."""


@dataclass(frozen=True)
class Tokens:
    """Promotional tokens handed to a player (cents of face value above zero) or taken back (below)."""

    player: str
    cents: int
    by: By | None = None


@dataclass(frozen=True)
class Work:
    """Rows without money or tables: players, sessions, settings."""

    do: Callable[[Transaction], Any]


@dataclass(frozen=True)
class Keep:
    """For the service itself: keep its tables, take over those that no process runs anymore."""


Asked = AtTable | Chips | Tokens | Work | Keep


@dataclass(frozen=True)
class Request:
    asked: Asked
    key: str = ""
    """Empty if the service itself asks: clocks, lost connections."""
    body_hash: str = ""


@dataclass(frozen=True)
class Done:
    """Accepted and on the disk."""

    table: str | None
    number: int
    """The table's last event at that time."""
    purse: int
    value: Any = None
    tokens: int = 0


@dataclass(frozen=True)
class Refused:
    """Not done, and nothing changed. Besides the table's own reasons (`feltlab.table.refusal`) there are these:
    key-reused, no-such-table, table-exists, insufficient-funds, insufficient-tokens, bad-amount, no-key, conflict,
    second-person, broken-trail, own-hand, own-table.
    """

    reason: str
    words: str


@dataclass(frozen=True)
class TryAgain:
    """The store failed: it was done or not; the same key tells which."""

    words: str


Reply = Done | Refused | TryAgain
