"""The commands to a table. The service decides who may give them, except for a seat's own player."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from feltlab.table.config import Config


@dataclass(frozen=True)
class Open:
    table: str
    config: Config


@dataclass(frozen=True)
class Sit:
    player: str
    name: str
    seat: int
    bot: str = ""
    bets: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Leave:
    player: str
    seat: int
    forced: bool = False
    """Someone else asks for it: the player first finishes a hand in progress."""
    reason: str = ""


@dataclass(frozen=True)
class Vacate:
    """The house frees the seat of a player who has been away for long, but never one that is in a round."""

    player: str
    seat: int


@dataclass(frozen=True)
class Bet:
    """All of a seat's bets at once, replacing those already there; no bets at all takes them back."""

    player: str
    seat: int
    round: int
    wagers: Mapping[str, Any]
    tokens: Mapping[str, Any] = field(default_factory=dict)
    """The part of each bet that is a promotional token."""


@dataclass(frozen=True)
class ClientSeed:
    player: str
    seat: int
    round: int
    text: str


@dataclass(frozen=True)
class Ready:
    player: str
    seat: int
    round: int


@dataclass(frozen=True)
class Decide:
    player: str
    seat: int
    round: int
    stage: str
    choice: Mapping[str, Any]
    tokens: Mapping[str, Any] = field(default_factory=dict)
    """The part of the raise that is a token."""


@dataclass(frozen=True)
class Presence:
    """A seat's player left or came back."""

    player: str
    away: bool


@dataclass(frozen=True)
class Tick:
    """Time has passed."""


@dataclass(frozen=True)
class Resume:
    """The table has a process again: nobody could play in the meantime, so its clock starts again."""


@dataclass(frozen=True)
class PlayOn:
    """The house closes: seats that have not decided take the default, and the round is dealt to its end."""


@dataclass(frozen=True)
class DealOn:
    """The dealer, a person, has gone: the round deals itself to the point where it waits for a player."""


@dataclass(frozen=True)
class Advance:
    """The next step of a person who deals; `step` is the one intended, by its name in the view."""

    step: str


@dataclass(frozen=True)
class Void:
    cause: str
    reason: str
    seat: int | None = None
    round: int | None = None
    """The intended round, if someone else had to agree first."""


@dataclass(frozen=True)
class Status:
    """Pause, open again or close; a round in progress is finished first."""

    status: str  # "open", "paused" or "closed"
    reason: str = ""


@dataclass(frozen=True)
class Configure:
    """A new configuration, starting with the next round."""

    config: Config


@dataclass(frozen=True)
class Rate:
    """Another increment rate, from the meter's next win on."""

    wager: str
    increment_ppm: int


Command = (
    Open
    | Sit
    | Leave
    | Vacate
    | Bet
    | ClientSeed
    | Ready
    | Decide
    | Presence
    | Tick
    | Resume
    | PlayOn
    | DealOn
    | Advance
    | Void
    | Status
    | Configure
    | Rate
)
