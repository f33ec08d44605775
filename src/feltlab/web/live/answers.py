"""The answers of the live tables, for the API's description; a test compares real answers with them."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from feltlab.web.door.answers import Described, DoneAnswer, Yes
from feltlab.web.lab.answers import OptionShown


class Me(Yes):
    player: str
    name: str
    role: str
    purse: int
    tokens: int
    mode: Literal["demo", "login"]
    tables: list[str]


class Opened(DoneAnswer):
    table: str


class TableRow(Described):
    table: str
    game: str
    title: str
    status: str
    seats: int
    taken: int
    bots: int
    limits: list[int]
    aggregate_limit: int
    meters: dict[str, int]
    dealer: str
    private: bool
    round: int
    phase: str
    floor: bool
    you: int | None


class Tables(Yes):
    tables: list[TableRow]


class Spot(Described):
    wager: str
    name: str
    role: str
    limits: list[int] | None
    pay_table: str | None


class TableSeat(Described):
    name: str
    bot: str
    away: bool
    leaving: bool
    """The seat is free when the round is over."""
    plays_on: bool
    """Others want that, and its player decides until then."""
    reason: str
    """Their reason."""
    you: bool


class ResultShown(Described):
    wager: str
    staked: int
    returned: int
    why: str
    token: int = 0
    """How much of the return is the token that was bet."""


class HandShown(Described):
    stakes: dict[str, int]
    tokens: dict[str, int]
    """The part of each stake that is a token."""
    ready: bool
    cards: list[str | None]
    decided: list[str]
    choices: dict[str, Any]
    folded: bool
    replacement: str | list[str] | None
    """The cards a trade drew: a list if several may be traded."""
    results: list[ResultShown]
    hands: dict[str, str]
    void: str
    struck: list[list[str]]
    """For each card of the hand after a trade, the Rule Cards that took it."""
    up: list[int]
    """Places of its cards turned up for all."""
    barred: list[str] = Field(default_factory=list)
    """Options of the question that the hand may not take."""


class LaidHand(Described):
    """The dealer's hand as it lies."""

    hand: list[str]
    unused: list[str]
    qualifies: bool


class RoundOnTable(BaseModel):
    """`seed` is there when the round is over."""

    model_config = ConfigDict(extra="forbid")
    number: int
    phase: Literal["bets", "play", "closed", "void"]
    commitment: str
    asked: str
    waiting: list[int]
    deadline: int
    dealer: list[str | None]
    board: list[str | None]
    rules: list[str | None]
    turned: list[str]
    laid: LaidHand | None
    seats: dict[str, HandShown]
    reason: str
    client_seeds: list[list[int | str]]
    seed: str = ""


class SharedShoe(Described):
    decks: int
    cards: int
    left: int
    cut: int
    """Cards in front of the cut card."""
    gone: dict[str, int]
    """By rank, including Jokers."""
    fresh_next: bool


class View(Described):
    table: str
    v: int
    status: str
    reason: str
    config: dict[str, Any]
    meters: dict[str, int]
    seats: dict[str, TableSeat]
    round: RoundOnTable | None
    last: RoundOnTable | None
    you: int | None
    """Your first seat; `you` of each seat says which are yours."""
    next_step: str
    shoe: SharedShoe | None
    """If rounds share one."""


class TablePage(Yes):
    """`now` is the house's time in milliseconds, on the same clock as a round's `deadline`."""

    v: int
    now: int
    view: View
    purse: int | None
    tokens: int | None
    spots: list[Spot]
    strategies: list[str]
    floor: bool


class Coach(Yes):
    v: int
    seat: int
    """Whose hand it is: each of a player's hands is valued separately."""
    stage: str
    options: list[OptionShown]
    best: str
    method: str | None = None
    """`sampled` if no best play is computed: then `best` is the named strategy's choice."""
    strategy: str | None = None
    fresh_shoe: bool
    """The values are a fresh shoe's; false if this round's shoe is not fresh, since the coach does not count it."""


class RoundList(Yes):
    rounds: list[dict[str, Any]]


class OneRound(Yes):
    round: dict[str, Any]


class Shuffle(Yes):
    table: str
    round: int
    verified: bool
    checked: list[str]
    cards: int
    differs: list[dict[str, Any]]


class Verified(Yes):
    table: str
    v: int
    chain: bool
    broken: str | None
    replay: bool
    books: bool
    wrong: list[str]
    digest: str


class AuditEntry(Described):
    number: int
    at: int
    actor: str
    action: str
    detail: dict[str, Any]
    prev_hash: str
    hash: str


class AuditTrail(Yes):
    chain: bool
    entries: list[AuditEntry]


class LoggedEvent(Described):
    v: int
    round: int
    at: int
    kind: str
    body: dict[str, Any]
    prev_hash: str
    hash: str


class EventLog(Yes):
    events: list[LoggedEvent]
