"""What the store holds, row by row. Times are whole milliseconds since 1970 (UTC), money whole cents, JSON is text."""

from dataclasses import dataclass
from typing import Literal

from feltlab.ledger.transfer import Transfer

Outcome = Literal["closed", "voided"]


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event as the writer hands it in; the store adds the hashes."""

    table_id: str
    number: int
    """1, 2, 3, … at each table, without a gap."""
    round: int
    at: int
    kind: str
    body: str


@dataclass(frozen=True, slots=True)
class Event:
    table_id: str
    number: int
    round: int
    at: int
    kind: str
    body: str
    prev_hash: str
    hash: str


@dataclass(frozen=True, slots=True)
class NewAudit:
    at: int
    actor: str
    action: str
    detail: str


@dataclass(frozen=True, slots=True)
class Audit:
    number: int
    at: int
    actor: str
    action: str
    detail: str
    prev_hash: str
    hash: str


@dataclass(frozen=True, slots=True)
class Head:
    """Where a chain ends: the number and hash of its last row."""

    number: int
    hash: str


@dataclass(frozen=True, slots=True)
class NewTable:
    """What is decided when a table is opened; put again, it changes the configuration only."""

    table_id: str
    game: str
    config: str


@dataclass(frozen=True, slots=True)
class Table:
    table_id: str
    game: str
    config: str
    last_number: int
    last_hash: str
    state: str | None
    """The table's state after event `snapshot_number`, from which later events are replayed."""
    snapshot_number: int
    owner: str | None
    lease_until: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    table_id: str
    number: int
    state: str


@dataclass(frozen=True, slots=True)
class Posting:
    """A transfer with what caused it."""

    transfer: Transfer
    at: int
    table_id: str | None = None
    event_number: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an accepted command, kept under its idempotency key."""

    key: str
    table_id: str | None
    body_hash: str
    answer: str
    at: int


@dataclass(frozen=True, slots=True)
class BetResult:
    """One settled wager of one seat. Its table, round, seat and wager are the key: it is settled once or never."""

    table_id: str
    round: int
    seat: int
    wager: str
    player: str
    game: str
    terms: str
    """A fingerprint of the pay table and rules in force."""
    at: int
    initial: int
    staked: int
    returned: int


@dataclass(frozen=True, slots=True)
class RoundRow:
    table_id: str
    round: int
    opened_at: int
    closed_at: int | None = None
    outcome: Outcome | None = None
    reason: str | None = None
    history: str | None = None


@dataclass(frozen=True, slots=True)
class RoundSeat:
    table_id: str
    round: int
    seat: int
    player: str
    at: int


@dataclass(frozen=True, slots=True)
class Player:
    id: str
    name: str
    role: str
    password_hash: str | None
    created_at: int
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    token_hash: str
    player: str
    created_at: int
    expires_at: int
    seen_at: int
