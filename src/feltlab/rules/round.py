"""A round, step by step, as a rule book declares it. Table, lines, pack, views and simulation all read it from here.

The places of a round are what its Deal steps name: a place of the seats has cards for each seat, one of the table is
shared by all. A place may be cut into parts that are turned one after the other, such as a board into flop, turn and
river; then a round's line has the parts in place of the whole.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Any, Final

from feltlab.errors import RulesError

SEATS, TABLE = "seats", "table"
CARDS: Final = "cards"
"""The deck that playing cards are dealt from; a game may have a second one, of cards with names."""
FOLD: Final = "fold"
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
    """One card of the seat's own for a new one; None keeps all. A Joker is not traded."""

    draws: str = "replacement"
    makes: str = "hand"
    """The place of the cards after the trade."""


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


@dataclass(frozen=True)
class Script:
    """The steps of a round, checked, and what follows from them."""

    steps: tuple[Step, ...]

    def __post_init__(self) -> None:
        if not self.steps or not isinstance(self.steps[-1], Close) or self.steps.count(Close()) != 1:
            raise RulesError("a round ends with one Close()")
        if not self.deals:
            raise RulesError("no Deal of the round brings any cards")
        dealt: set[str] = set()
        for number, step in enumerate(self.steps, start=1):
            where = f"line {number} of the round, {step_name(step)}"
            if isinstance(step, Deal):
                self._check_deal(step, dealt, where)
                dealt |= {step.place, *step.parts}
            elif isinstance(step, Turn) and step.place not in dealt:
                raise RulesError(f"{where}: no cards lie at {step.place!r} yet")
            elif isinstance(step, Turn) and self.steps.index(step) + 1 < number:
                raise RulesError(f"{where}: it is turned already; to turn a place in steps, deal it in parts")
            elif isinstance(step, Ask) and step.raises and min(step.raises.options.values(), default=-1) < 0:
                raise RulesError(f"{where}: its options are whole numbers of units from 0 up")
            elif isinstance(step, Ask) and not (step.raises or step.trade):
                raise RulesError(f"{where}: it asks for nothing: give it a Raise or a Trade")

    @staticmethod
    def _check_deal(step: Deal, dealt: set[str], where: str) -> None:
        if step.cards < 1:
            raise RulesError(f"{where}: it deals no card")
        if step.place in dealt or dealt & set(step.parts):
            raise RulesError(f"{where}: {step.place!r} is dealt twice")
        if step.parts and sum(step.parts.values()) != step.cards:
            raise RulesError(f"{where}: its parts have {sum(step.parts.values())} cards, the place {step.cards}")
        if step.to not in (SEATS, TABLE) or step.face not in ("up", "down"):
            raise RulesError(f"{where}: it goes to 'seats' or 'table', face 'up' or 'down'")
        if step.to == SEATS and step.deck != CARDS:
            raise RulesError(f"{where}: a seat is dealt from the deck of cards, not from {step.deck!r}")

    @cached_property
    def deals(self) -> tuple[Deal, ...]:
        return tuple(step for step in self.steps if isinstance(step, Deal))

    @cached_property
    def deal_at(self) -> Mapping[str, Deal]:
        """By place."""
        return {deal.place: deal for deal in reversed(self.deals)}

    @cached_property
    def set_names(self) -> frozenset[str]:
        """Choices that say which cards were set."""
        return frozenset(ask.names[-1] for ask in self.asks.values() if ask.set)

    @cached_property
    def seat_deals(self) -> tuple[Deal, ...]:
        return tuple(deal for deal in self.deals if deal.to == SEATS)

    @cached_property
    def stacks(self) -> Mapping[str, slice]:
        """By place: which of a seat's cards its deal brings."""
        lasts = accumulate(deal.cards for deal in self.seat_deals)
        return {deal.place: slice(last - deal.cards, last) for deal, last in zip(self.seat_deals, lasts, strict=True)}

    @cached_property
    def shared_deals(self) -> tuple[Deal, ...]:
        """Of the table, from the deck of cards."""
        return tuple(deal for deal in self.deals if deal.to == TABLE and deal.deck == CARDS)

    @cached_property
    def second_deals(self) -> tuple[Deal, ...]:
        """Of the table, from a deck of its own."""
        return tuple(deal for deal in self.deals if deal.deck != CARDS)

    @cached_property
    def table_deals(self) -> Mapping[str, Deal]:
        """Of the table, from whatever deck, by place in order."""
        return {deal.place: deal for deal in self.deals if deal.to == TABLE}

    @cached_property
    def open_hands(self) -> bool:
        """Every card of a seat lies face up from the deal on."""
        return all(deal.face == "up" for deal in self.seat_deals)

    @cached_property
    def all_seen(self) -> bool:
        """Every card that leaves the deck of cards lies face up for all before the round is over."""
        turned = {step.place for step in self.steps if isinstance(step, Turn)}
        shared = (deal for deal in self.shared_deals if deal.face != "up" and deal.place not in turned)
        return self.open_hands and all(deal.parts and turned.issuperset(deal.parts) for deal in shared)

    @cached_property
    def asks(self) -> Mapping[str, Ask]:
        """By stage, in order."""
        return {step.stage: step for step in self.steps if isinstance(step, Ask)}

    @cached_property
    def takes(self) -> tuple[Take, ...]:
        return tuple(step for step in self.steps if isinstance(step, Take))

    @cached_property
    def settles(self) -> tuple[str, ...]:
        """The wagers of a seat in the order in which they are taken and paid where it stays to the end."""
        return tuple(dict.fromkeys(slug for take in self.takes if not take.folded_at for slug in take.wagers))

    @cached_property
    def trade(self) -> Ask | None:
        return next((ask for ask in self.asks.values() if ask.trade), None)

    @cached_property
    def draws(self) -> str:
        """What a line calls the card that a trade draws; empty where there is none."""
        return self.trade.trade.draws if self.trade and self.trade.trade else ""

    @cached_property
    def hand(self) -> int:
        """Cards that a seat is dealt."""
        return sum(deal.cards for deal in self.seat_deals)

    @cached_property
    def shared(self) -> int:
        return sum(deal.cards for deal in self.shared_deals)

    def cards(self, seats: int) -> int:
        """The most that a round of so many seats needs from the deck."""
        return (self.hand + bool(self.trade)) * seats + self.shared

    @cached_property
    def raised(self) -> Mapping[str, Ask]:
        """By wager: the question that makes it."""
        return {ask.raises.wager: ask for ask in self.asks.values() if ask.raises}

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """What a round's line has of the deal, in order."""
        found: list[str] = []
        for step in self.steps:
            if isinstance(step, Deal):
                found += step.parts or (step.place,)
            elif isinstance(step, Ask) and step.trade:
                found.append(step.trade.draws)
        return tuple(found)

    @cached_property
    def seen_fields(self) -> tuple[str, ...]:
        """Those that are known at some decision: a seat's own, what lies face up, what is turned by then."""
        found: list[str] = []
        known: list[str] = []
        for step in self.steps:
            if isinstance(step, Deal) and (step.to == SEATS or step.face == "up"):
                known += step.parts or (step.place,)
            elif isinstance(step, Turn):
                known.append(step.place)
            elif isinstance(step, Ask):
                found, known = found + known, []
        return tuple(found)

    def part(self, name: str) -> tuple[str, slice]:
        """The place that a turned name belongs to, and which of its cards it is."""
        return self._parts[name]

    @cached_property
    def _parts(self) -> Mapping[str, tuple[str, slice]]:
        found: dict[str, tuple[str, slice]] = {}
        for deal in self.deals:
            found.setdefault(deal.place, (deal.place, slice(0, deal.cards)))
            first = 0
            for part, cards in deal.parts.items():
                found.setdefault(part, (deal.place, slice(first, first + cards)))
                first += cards
        return found
