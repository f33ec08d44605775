"""What has happened at a table. The log of these is the table: state and money both follow from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from feltlab.cards.names import Card
from feltlab.rules.laying import Laid
from feltlab.rules.progressive import Meter
from feltlab.table.config import Config
from feltlab.table.plain import decode, encode, if_any
from feltlab.table.state import Settled


@dataclass(frozen=True)
class TableOpened:
    table: str
    config: Config
    meters: Mapping[str, Meter]


@dataclass(frozen=True)
class StatusChanged:
    status: str
    reason: str = ""


@dataclass(frozen=True)
class Configured:
    config: Config


@dataclass(frozen=True)
class RateSet:
    wager: str
    increment_ppm: int


@dataclass(frozen=True)
class Seated:
    seat: int
    player: str
    name: str
    bot: str = ""
    bets: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Leaving:
    """Asked to leave in mid-round: the seat is freed when the round is over."""

    seat: int
    forced: bool = if_any(False)
    """Someone else asked for it: the player decides until then."""
    reason: str = if_any("")


@dataclass(frozen=True)
class Left:
    seat: int
    why: str = if_any("")
    """`away` if the house freed it."""
    reason: str = if_any("")
    """The reason they gave."""


@dataclass(frozen=True)
class PresenceChanged:
    seat: int
    away: bool


@dataclass(frozen=True)
class RoundOpened:
    round: int
    commitment: str
    at: int
    config: Config
    seed: str = if_any("", repr=False)
    """Not in the log, which has it with the round's end."""
    gone: tuple[Card, ...] = if_any(())
    """What is missing from a shared shoe; empty for a fresh one."""


@dataclass(frozen=True)
class WagersPlaced:
    seat: int
    player: str
    stakes: Mapping[str, int]
    at: int
    tokens: Mapping[str, int] = if_any(dict)
    """The part of each stake that is a promotional token."""


@dataclass(frozen=True)
class Seeded:
    seat: int
    player: str
    text: str


@dataclass(frozen=True)
class SeatReady:
    seat: int
    player: str


@dataclass(frozen=True)
class BetsClosed:
    round: int
    seats: tuple[int, ...]
    at: int
    call: str


@dataclass(frozen=True)
class Dealt:
    """A packet of cards: `to` is seat, or a place of the table; `seat` is 0 if it is no seat's."""

    to: str
    seat: int
    cards: tuple[Card, ...]
    face: str


@dataclass(frozen=True)
class Asked:
    stage: str
    seats: tuple[int, ...]
    deadline: int
    call: str


@dataclass(frozen=True)
class ClockRestarted:
    """The betting clock or a decision clock, restarted after a time without the house."""

    at: int
    deadline: int


@dataclass(frozen=True)
class Decided:
    seat: int
    stage: str
    choice: Mapping[str, Any]
    by: str  # "player", "bot", "clock", "away", "leaving" or "closing"
    raised: Mapping[str, int]
    call: str = ""
    tokens: Mapping[str, int] = if_any(dict)
    """The part of each raise that is a token."""


@dataclass(frozen=True)
class Drawn:
    seat: int
    card: Card
    call: str = ""


@dataclass(frozen=True)
class Turned:
    what: str
    """A place, or a part of one."""
    cards: tuple[Card, ...]
    call: str
    at: tuple[int, ...] = ()
    """Which cards of the place, if they are turned one at a time; all of them if empty."""
    struck: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """By seat, the cards taken from its hand, by their places in it."""
    laid: Laid | None = None
    """The layout of the dealer's hand."""


@dataclass(frozen=True)
class MetersFed:
    units: Mapping[str, int]


@dataclass(frozen=True)
class SeatSettled:
    seat: int
    results: tuple[Settled, ...]
    hands: Mapping[str, str]
    shows: bool
    """The seat's cards are turned up."""
    call: str
    down: tuple[int, ...] = ()
    """Those that stay face down even so, by their places in the hand."""
    says: str = if_any("")
    """What the call says of the bets, without whose they are."""


@dataclass(frozen=True)
class MeterAwarded:
    wager: str
    paid: Mapping[int, int]
    """Cents by seat."""
    reseeded_units: int
    meter: Meter


@dataclass(frozen=True)
class SeatVoided:
    seat: int
    returned: Mapping[str, int]
    cause: str
    reason: str
    call: str


@dataclass(frozen=True)
class RoundVoided:
    round: int
    returned: Mapping[int, Mapping[str, int]]
    cause: str
    reason: str
    at: int
    seed: str
    call: str


@dataclass(frozen=True)
class RoundClosed:
    round: int
    at: int
    seed: str


Event = (
    TableOpened
    | StatusChanged
    | Configured
    | RateSet
    | Seated
    | Leaving
    | Left
    | PresenceChanged
    | RoundOpened
    | WagersPlaced
    | Seeded
    | SeatReady
    | BetsClosed
    | Dealt
    | Asked
    | ClockRestarted
    | Decided
    | Drawn
    | Turned
    | MetersFed
    | SeatSettled
    | MeterAwarded
    | SeatVoided
    | RoundVoided
    | RoundClosed
)
KINDS: Final[Mapping[str, type]] = {kind.__name__: kind for kind in Event.__args__}


def logged(event: Event) -> Event:
    """As in the log and as everyone is told: a seed comes with the end of its round."""
    return replace(event, seed="") if isinstance(event, RoundOpened) else event


def kind_of(event: Event) -> str:
    return type(event).__name__


def event_body(event: Event) -> dict[str, Any]:
    body: dict[str, Any] = encode(event)
    return body


def read_event(kind: str, body: Any) -> Event:
    found: Event = decode(KINDS[kind], body)
    return found
