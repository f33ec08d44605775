"""The steps of a round as a rule book declares them, and what each may ask.

The places of a round are those its Deal steps name: a place of the seats has cards for each seat, a place of the table
is shared. A place may be divided into parts that are turned one after the other, such as a board into flop, turn and
river; a round's line then has the parts instead of the whole.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

SEATS, TABLE = "seats", "table"
CARDS: Final = "cards"
"""The deck that playing cards are dealt from; a game may have a second one, of cards with names."""
FOLD: Final = "fold"
TRADED: Final = "traded"
"""What a rule calls the number of cards that were traded."""
DEALER: Final = "dealer"
"""The place of a hand that the dealer plays."""


@dataclass(frozen=True)
class Deal:
    """Deal `cards` cards to each seat, or to the table."""

    place: str
    cards: int
    to: str = TABLE
    face: str = "down"
    parts: Mapping[str, int] = field(default_factory=dict)
    """The parts of the place in order, with the number of cards in each; empty if it has none."""
    deck: str = CARDS
    when: Callable[..., Any] | None = None
    """A rule of hands and raises, called when the round gets here: unless it is true, no card is dealt."""


@dataclass(frozen=True)
class Turn:
    """Turn a place, or a part of one, face up: all at once, or card by card if `first` or `strikes` is given."""

    place: str
    first: tuple[str, ...] = ()
    """The names of the cards that are turned over before the others."""
    strikes: Callable[[tuple[int, ...], int], tuple[int, ...]] | None = None
    """(a seat's final hand, a card of the place) -> the positions of the hand's cards that it removes, before the next
    card is turned over."""

    @property
    def card_by_card(self) -> bool:
        return bool(self.first) or self.strikes is not None


@dataclass(frozen=True)
class Raise:
    """A choice about money: each option puts a number of units on `wager`, in multiples of the wager `of`."""

    wager: str
    of: str
    options: Mapping[str, int]
    allow: Callable[..., Any] | None = None
    """A rule of the hands seen at this decision and of `units`: whether an option with that many units is allowed.
    Options with 0 units always are."""


@dataclass(frozen=True)
class Set:
    """Which cards of the hand are played: a number of cards, or a named side. Never given with a fold.

    A rule sees set cards as the place of this name, and a side as its number, 0 if nothing was set. A player may set
    part of a side, card by card; that is then the hand.
    """

    best: Callable[[tuple[int, ...]], Any]
    """(cards) -> how they are set if the player does not say: the cards, or the side's number."""
    cards: int = 0
    sides: Mapping[str, int] = field(default_factory=dict)
    side_cards: Callable[[tuple[int, ...], int], tuple[int, ...]] | None = None
    """(cards, side's number) -> the cards of that side; without it a side is set by name only."""
    name: str = "set"

    @cached_property
    def names(self) -> Mapping[int, str]:
        """The names of the sides, by number."""
        return {number: side for side, number in self.sides.items()}

    @property
    def has_place(self) -> bool:
        """Whether it is known which cards are set."""
        return bool(self.cards) or self.side_cards is not None

    def sides_of(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The sides that can hold all of these cards."""
        held = self.side_cards
        return tuple([side for side in self.names if len(held(cards, side)) == len(cards)]) if held else ()


@dataclass(frozen=True)
class Trade:
    """Exchange some of the seat's cards for new ones; None keeps all. Jokers cannot be traded."""

    most: int = 1
    """The most cards that may be traded at once."""
    draws: str = "replacement"
    """The name of the drawn card in a round's line; a list if several may be traded."""
    makes: str = "hand"
    """The place of the cards after the trade."""

    @property
    def several(self) -> bool:
        return self.most > 1

    def written(self, cards: Sequence[str]) -> str | list[str] | None:
        """Traded or drawn cards as they appear in a line; None for none."""
        if not cards:
            return None
        return list(cards) if self.several else cards[0]

    @staticmethod
    def listed(written: Any) -> list[str]:
        """The inverse of `written`."""
        if written is None:
            return []
        return [written] if isinstance(written, str) else list(written)


@dataclass(frozen=True)
class Ask:
    """A decision for every seat that has not folded: all at once, or one seat after the other (`in_turn`)."""

    stage: str
    call: str
    raises: Raise | None = None
    set: Set | None = None
    trade: Trade | None = None
    field: str = ""
    """The name of the choice in a round's line; default: the stage."""
    in_turn: bool = False
    when: Callable[..., Any] | None = None
    """A rule of the hands that are face up: a seat is asked only if it is true."""

    @property
    def name(self) -> str:
        return self.field or self.stage

    @property
    def names(self) -> tuple[str, ...]:
        """The fields of the choice in a round's line: the decision, and how the hand is set."""
        return (self.name, self.set.name) if self.set else (self.name,)

    @property
    def options(self) -> tuple[str, ...]:
        return tuple(self.raises.options) if self.raises else ()

    @property
    def default(self) -> Mapping[str, Any]:
        """The choice of a seat that does not decide: it risks no more money and keeps its cards."""
        if self.raises is None:
            return {self.name: None}
        least = min(self.raises.options, key=lambda option: self.raises.options[option])  # type: ignore[union-attr]
        return {self.name: least}

    def folds(self, option: object) -> bool:
        return self.raises is not None and option == FOLD


@dataclass(frozen=True)
class Take:
    """Take and pay these wagers for every seat, or only for seats that folded at one decision."""

    name: str
    wagers: tuple[str, ...]
    folded_at: str = ""
    lost: tuple[str, ...] = ()
    """Side bets that are taken in the same pass if they have lost; a winning one stays."""
    at_once: bool = False
    """From each seat as soon as it folds; otherwise in one pass once every seat has decided."""
    shows: bool = False
    """Turn up the hands that were played, and the cards that prove a paid side bet."""


@dataclass(frozen=True)
class Close:
    pass


Step = Deal | Turn | Ask | Take | Close


def step_name(step: Step) -> str:
    match step:
        case Deal(to=to, place=place):
            return f"deal {SEATS if to == SEATS and step.when is None else place}"
        case Turn(place=place):
            return f"turn {place}"
        case Ask(stage=stage):
            return f"ask {stage}"
        case Take(name=name):
            return name
        case Close():
            return "close"
