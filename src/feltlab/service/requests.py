"""What is asked of the service, and its answers. Everything that changes something has a key made by whoever asks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from feltlab.service.store import Transaction
from feltlab.table.commands import Command


@dataclass(frozen=True)
class AtTable:
    """A command for a table."""

    table: str
    command: Command
    actor: str
    """The player who asks; also for the audit trail."""


@dataclass(frozen=True)
class Chips:
    """Buy in (cents above zero) or cash out (below)."""

    player: str
    cents: int
    table: str | None = None


@dataclass(frozen=True)
class Tokens:
    """Promotional tokens handed to a player (cents of face value above zero) or taken back (below)."""

    player: str
    cents: int


@dataclass(frozen=True)
class Work:
    """Rows that have nothing to do with money or tables: players, sessions, settings."""

    do: Callable[[Transaction], Any]


@dataclass(frozen=True)
class Keep:
    """The service's own: hold on to its tables, take over those that nobody runs any more."""


Asked = AtTable | Chips | Tokens | Work | Keep


@dataclass(frozen=True)
class Request:
    asked: Asked
    key: str = ""
    """Empty where the service asks itself: clocks, connections that went."""
    body_hash: str = ""


@dataclass(frozen=True)
class Done:
    """Accepted and on the disk."""

    table: str | None
    number: int
    """The table's last event then."""
    purse: int
    value: Any = None
    tokens: int = 0


@dataclass(frozen=True)
class Refused:
    """Not done, and nothing changed. Beside the table's own reasons (`feltlab.table.refusal`) there are these:
    key-reused, no-such-table, table-exists, insufficient-funds, insufficient-tokens, bad-amount, no-key, conflict.
    """

    reason: str
    words: str


@dataclass(frozen=True)
class TryAgain:
    """The store failed: it was done or not; the same key tells which."""

    words: str


Reply = Done | Refused | TryAgain
