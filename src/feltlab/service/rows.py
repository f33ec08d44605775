"""The contents of the store, row by row. Times are whole milliseconds since 1970 (UTC), money is whole cents, JSON is
text.
"""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, Literal

from feltlab.ledger.transfer import Transfer

Outcome = Literal["closed", "voided"]
ORDER: Final = "order"
"""An entry of the trail that asks another process for something."""
COMMAND_LINE: Final = "command line"
"""The trail's name for everything the operator does on the server."""


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
    """The facts fixed when a table is opened; put again, it changes the configuration only."""

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
    """The process that runs it, while it is among the owners."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    table_id: str
    number: int
    state: str


@dataclass(frozen=True, slots=True)
class Seed:
    """The seed of a table's round, kept apart from its log until the round is over."""

    table_id: str
    round: int
    seed: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Posting:
    """A transfer and its cause."""

    transfer: Transfer
    at: int
    table_id: str | None = None
    event_number: int | None = None
    actor: str | None = None
    """The person who issued or took back chips; the event tells about moves at a table."""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """A transfer in the ledger's chain."""

    number: int
    posting: Posting
    hash: str

    @property
    def prev_hash(self) -> None:
        """Not stored: it is the hash of the entry before."""


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
    change_by: int | None = None
    """For a password set by someone else: until when it works, and then only to choose a new one."""


@dataclass(frozen=True, slots=True)
class Factor:
    """A person's second factor. The secret is stored nowhere: it is derived from the salt with the house's key."""

    player: str
    salt: str = ""
    """Empty until a first one is confirmed."""
    since: int = 0
    step: int = 0
    """The last time step whose code was accepted; that one and earlier ones are not accepted again."""
    codes: str = ""
    """Keyed hashes of the remaining recovery codes."""
    next_salt: str = ""
    """For a secret that was shown but not yet confirmed."""
    warned_at: int = 0
    warned_of: str = ""
    """The last `wrong-code` or `used-code` that followed the right password, to tell its owner."""
    warned_from: str = ""


def account_told(player: Player, factor: Factor | None = None) -> dict[str, object]:
    """An account as in an entry of the trail; of the password's hash and the second factor, only enough to show
    changes.
    """
    shown = {"player": player.id, "name": player.name, "role": player.role, "disabled": player.disabled}
    second = f"{factor.salt} {factor.since} {factor.codes}" if factor and factor.salt else ""
    return {
        **shown, "created_at": player.created_at, "password": _fingerprint(player.password_hash or ""),
        "change_by": player.change_by, "factor": _fingerprint(second) if second else "",
    }  # fmt: skip


def _fingerprint(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Session:
    token_hash: str
    player: str
    created_at: int
    expires_at: int
    seen_at: int
    factor_at: int = 0
    """When the second factor was given; 0 if it was not."""
    address: str = ""
    device: str = ""
