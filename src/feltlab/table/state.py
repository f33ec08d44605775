"""Everything a table knows. Immutable: an event makes a new state from the old one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, TypeVar

from feltlab.cards.names import Card
from feltlab.rules.laying import Laid
from feltlab.rules.progressive import Meter
from feltlab.table.config import Config
from feltlab.table.plain import decode, encode, if_any
from feltlab.wire import dump

Stakes = Mapping[str, int]
Part = TypeVar("Part")


def changed(part: Part, **changes: Any) -> Part:
    """`dataclasses.replace` without calling the constructor: an event does it several times.

    A part must cache nothing about itself, because the copy would keep it too.
    """
    copy = object.__new__(type(part))
    object.__setattr__(copy, "__dict__", part.__dict__ | changes)
    return copy


@dataclass(frozen=True)
class Seat:
    player: str
    name: str
    bot: str = ""
    """A bot's strategy; empty for a person."""
    bets: Stakes = field(default_factory=dict)
    """What a bot bets each round."""
    away: bool = False
    leaving: bool = False
    sent_off: bool = if_any(False)
    """Someone else wants the seat freed when the round is over; its player decides until then."""
    reason: str = if_any("")
    """Their reason."""

    @property
    def is_going(self) -> bool:
        """Whether the seat is free when the round is over."""
        return self.leaving or self.sent_off


@dataclass(frozen=True)
class Settled:
    """One wager of a seat, taken or paid."""

    wager: str
    staked: int
    returned: int
    why: str
    from_meter: int = 0
    """How much of it the meter paid; the bank paid the rest."""
    token: int = if_any(0)
    """How much of it is the bet token, handed back as a token."""


def in_cash(stakes: Stakes, tokens: Stakes) -> int:
    """The part of the stakes in chips."""
    return sum(stakes.values()) - sum(tokens.get(wager, 0) for wager in stakes)


@dataclass(frozen=True)
class SeatHand:
    """A seat in a round."""

    player: str
    stakes: Stakes = field(default_factory=dict)
    """Everything bet, raises included; settled bets stay listed."""
    ready: bool = False
    cards: tuple[Card, ...] = ()
    choices: Mapping[str, Any] = field(default_factory=dict)
    """In the form of a round for `settle`."""
    decided: tuple[str, ...] = ()
    """The decisions made, in order."""
    decided_by: str = ""
    replacement: Card | None = None
    """The first card that a trade drew."""
    results: tuple[Settled, ...] = ()
    hands: Mapping[str, str] = field(default_factory=dict)
    void: str = ""
    shown: bool = False
    down: tuple[int, ...] = ()
    """For a hand that is shown, the cards that stay face down, by their places."""
    struck: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
    """By place in the final hand, the cards that took it."""
    tokens: Stakes = if_any(dict)
    """The part of each stake that is a promotional token."""
    further: tuple[Card, ...] = if_any(())
    """The other cards it drew."""

    @property
    def drawn(self) -> tuple[Card, ...]:
        return () if self.replacement is None else (self.replacement, *self.further)

    @property
    def settled(self) -> frozenset[str]:
        return frozenset([result.wager for result in self.results])

    @property
    def open_stakes(self) -> dict[str, int]:
        done = self.settled
        return {wager: stake for wager, stake in self.stakes.items() if wager not in done}

    def in_cash(self, stakes: Stakes | None = None) -> int:
        """The part of these stakes of the seat in chips, the rest being tokens; of all stakes if none are named."""
        return in_cash(self.stakes if stakes is None else stakes, self.tokens)


@dataclass(frozen=True)
class Round:
    number: int
    seed: str = field(repr=False)
    """Secret until the round is closed or void; empty if it is lost, and the round cannot go on."""
    commitment: str
    opened_at: int
    config: Config
    phase: str = "bets"  # then "play", "closed" or "void"
    hands: Mapping[int, SeatHand] = field(default_factory=dict)
    """By seat; from the lock on, only those in the round."""
    client_seeds: Mapping[int, str] = field(default_factory=dict)
    """By seat, whether it bets or not: bets must not change the deal."""
    first_bet_at: int = 0
    """When the first of the current bets was placed, or the clock restarted; 0 if there are none."""
    locked_at: int = 0
    places: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    """The cards of the table, by place."""
    turned: tuple[str, ...] = ()
    """What was turned face up: places, or parts of places."""
    faced: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """For places turned one card at a time, the turned cards, by their places."""
    laid: Laid | None = None
    """How the dealer's hand lies once turned."""
    asked: str = ""
    """The open decision, and who has to make it."""
    waiting: tuple[int, ...] = ()
    deadline: int = 0
    fed: bool = False
    meters: Mapping[str, int] = field(default_factory=dict)
    """Cents on each meter when the progressive was settled."""
    awarded: bool = False
    reason: str = ""
    closed_at: int = 0
    gone: tuple[Card, ...] = if_any(())
    """What the shoe lacked when the round opened, in the order of a deck."""

    @property
    def live(self) -> dict[int, SeatHand]:
        return {seat: hand for seat, hand in self.hands.items() if not hand.void}


@dataclass(frozen=True)
class State:
    table: str
    config: Config
    number: int = 0
    """Events so far."""
    status: str = "open"  # "paused", "closing", "closed"
    reason: str = ""
    seats: Mapping[int, Seat] = field(default_factory=dict)
    meters: Mapping[str, Meter] = field(default_factory=dict)
    rounds: int = 0
    round: Round | None = None
    last: Round | None = None
    """The previous round, kept for the felt."""
    next_config: Config | None = None
    voids: int = 0

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = encode(self)
        return data

    @classmethod
    def of(cls, data: Any) -> "State":
        return decode(cls, data)

    @property
    def digest(self) -> str:
        """Includes the seed of an open round; without it, anyone could find the cards by trying."""
        return sha256(dump(self.to_dict()).encode()).hexdigest()

    def seat_of(self, player: str) -> int | None:
        """The first of the player's seats."""
        return min(self.seats_of(player), default=None)

    def seats_of(self, player: str) -> frozenset[int]:
        """Only at a table of one's own can there be several."""
        return frozenset(number for number, seat in self.seats.items() if seat.player == player)


def dealt_from(state: State, seed: str) -> State:
    """The same table with the seed of its open round, which a log does not have."""
    return changed(state, round=changed(state.round, seed=seed)) if state.round else state


def is_seed_of(round: Round, seed: str) -> bool:
    try:
        return sha256(bytes.fromhex(seed)).hexdigest() == round.commitment
    except ValueError:
        return False
