"""The steps of a round as a rule book declares them, and what may be asked in one.

The places of a round are what its Deal steps name: a place of the seats has cards for each seat, one of the table is
shared by all. A place may be cut into parts that are turned one after the other, such as a board into flop, turn and
river; then a round's line has the parts in place of the whole.
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
    """Cards that leave the deck together: so many for each seat, or for the table."""

    place: str
    cards: int
    to: str = TABLE
    face: str = "down"
    parts: Mapping[str, int] = field(default_factory=dict)
    """By name how many cards of the place each part has, in order; empty where it is one."""
    deck: str = CARDS
    when: Callable[..., Any] | None = None
    """A rule of hands and raises, asked when the round comes here: where it does not hold, no card is dealt."""


@dataclass(frozen=True)
class Turn:
    """A place, or a part of one, is turned face up: at once, or card by card where some come first or take others."""

    place: str
    first: tuple[str, ...] = ()
    """By name the cards that are turned before the others."""
    strikes: Callable[[tuple[int, ...], int], tuple[int, ...]] | None = None
    """(a seat's final hand, a card of the place) -> which of the hand's cards it takes, by their places in it, before
    the next card is turned."""

    @property
    def card_by_card(self) -> bool:
        return bool(self.first) or self.strikes is not None


@dataclass(frozen=True)
class Raise:
    """A question about money: each option puts so many times another wager on `wager`."""

    wager: str
    of: str
    options: Mapping[str, int]
    allow: Callable[..., Any] | None = None
    """A rule of hands that are seen at the question and of `units`: whether an option that puts so many up may be
    taken. Options that put nothing up always may."""


@dataclass(frozen=True)
class Set:
    """Which cards of the hand are played: so many of them, or a side that has a name. Never given with a fold.

    A rule sees cards that were set as the place of this name, and a side as its number, 0 where nothing was set. A side
    may be set in part, card by card: the player is held to it.
    """

    best: Callable[[tuple[int, ...]], Any]
    """(cards) -> how they are set where the player does not say: the cards, or the side's number."""
    cards: int = 0
    sides: Mapping[str, int] = field(default_factory=dict)
    side_cards: Callable[[tuple[int, ...], int], tuple[int, ...]] | None = None
    """(cards, side's number) -> the cards of that side; without it a side is set by its name alone."""
    name: str = "set"

    @cached_property
    def names(self) -> Mapping[int, str]:
        """The names of the sides by their numbers."""
        return {number: side for side, number in self.sides.items()}

    @property
    def has_place(self) -> bool:
        """Whether what is set is known card by card."""
        return bool(self.cards) or self.side_cards is not None

    def sides_of(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The sides that all these cards can lie on together."""
        held = self.side_cards
        return tuple([side for side in self.names if len(held(cards, side)) == len(cards)]) if held else ()


@dataclass(frozen=True)
class Trade:
    """Cards of the seat's own for as many new ones; None keeps all. A Joker is not traded."""

    most: int = 1
    """How many may be traded at once."""
    draws: str = "replacement"
    """What a line calls what is drawn: a card, or a list where several may be traded."""
    makes: str = "hand"
    """The place of the cards after the trade."""

    @property
    def several(self) -> bool:
        return self.most > 1

    def written(self, cards: Sequence[str]) -> str | list[str] | None:
        """Cards that are traded or drawn, as a line has them; None for none."""
        if not cards:
            return None
        return list(cards) if self.several else cards[0]

    @staticmethod
    def listed(written: Any) -> list[str]:
        """The same the other way round."""
        if written is None:
            return []
        return [written] if isinstance(written, str) else list(written)


@dataclass(frozen=True)
class Ask:
    """A decision of every seat that has not folded: together, or one seat after the other."""

    stage: str
    call: str
    raises: Raise | None = None
    set: Set | None = None
    trade: Trade | None = None
    field: str = ""
    """The name of the choice in a round's line; the stage's own where it is empty."""
    in_turn: bool = False
    when: Callable[..., Any] | None = None
    """A rule of hands that lie open: a seat for which it does not hold is not asked."""

    @property
    def name(self) -> str:
        return self.field or self.stage

    @property
    def names(self) -> tuple[str, ...]:
        """What the choice has in a round's line: the decision, and how the hand is set."""
        return (self.name, self.set.name) if self.set else (self.name,)

    @property
    def options(self) -> tuple[str, ...]:
        return tuple(self.raises.options) if self.raises else ()

    @property
    def default(self) -> Mapping[str, Any]:
        """What becomes of a seat that does not decide: no more of its money is put at risk, its cards stay."""
        if self.raises is None:
            return {self.name: None}
        least = min(self.raises.options, key=lambda option: self.raises.options[option])  # type: ignore[union-attr]
        return {self.name: least}

    def folds(self, option: object) -> bool:
        return self.raises is not None and option == FOLD


@dataclass(frozen=True)
class Take:
    """Take and pay: these wagers of every seat, or of those only that folded at one decision."""

    name: str
    wagers: tuple[str, ...]
    folded_at: str = ""
    lost: tuple[str, ...] = ()
    """Side bets that are taken in the same pass where the seat's cards have lost them; one that has won stays."""
    at_once: bool = False
    """From each seat as soon as it folds; else in one pass when every seat has decided."""
    shows: bool = False
    """Hands that were played are turned up, and what a side bet that is paid is verified on."""


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
