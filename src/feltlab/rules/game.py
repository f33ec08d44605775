"""What a game is to everything that uses one: what may be dealt, what may be chosen, what results."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from feltlab.cards.cut import Cut, SecondDeck
from feltlab.rules.book import Book
from feltlab.rules.house import House, Numbers
from feltlab.rules.pay_table import PayTable
from feltlab.rules.round import Script
from feltlab.rules.settlement import Settlement
from feltlab.rules.wagers import Role, Wager

SHARED_FIELDS = ("game", "id", "choices", "wagers", "pay_tables", "meters")
"""What a round of any game may be written with."""


class Terms(NamedTuple):
    """The terms on which the bets of a round stand."""

    numbers: Any
    pays: Mapping[str, PayTable]
    meters: Mapping[str, int]
    """Cents on each progressive meter at settlement, this round's increments included."""


@dataclass(frozen=True)
class Game:
    slug: str
    title: str
    card: str
    """The numbered rules, for people."""
    wagers: Mapping[str, Wager]
    """By slug, in the order of the felt."""
    numbers: Numbers
    book: Book
    round: Script
    read: Callable[[Mapping[str, object], Any], tuple[Any, Any]]
    """(line, numbers) -> (deal, choice), checked."""
    settle: Callable[[Any, Any, Mapping[str, int], Terms], Settlement]
    choice_text: Callable[[Any, Any], str]
    """(deal, choice) -> the decision in words."""
    check_terms: Callable[[Terms], None] = lambda terms: None
    """Refuse terms that the game cannot be settled on."""
    tokens: bool = False
    folder: str = ""
    """The package that has the other parts of the game, empty for a game of one file."""
    announce: Callable[[tuple[int, ...], Any], str] | None = None
    """(dealer's cards, numbers) -> what is said when they are turned; None where the dealer has no hand."""
    choices: Callable[[Any], dict[str, Any]] | None = None
    """(choice) -> the choices of a line, in full; None where a line always has them in full."""
    second_decks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Decks of cards with names, by the name that a Deal gives them."""
    cut_is_known: bool = False
    """A game of 0.1.0: its shuffle's context says nothing of the cut, which the verifier has by heart."""

    @property
    def initial(self) -> str:
        return next(slug for slug, wager in self.wagers.items() if wager.role is Role.INITIAL)

    @cached_property
    def progressive_wagers(self) -> tuple[str, ...]:
        return tuple(slug for slug, wager in self.wagers.items() if wager.role is Role.PROGRESSIVE)

    @cached_property
    def line_fields(self) -> tuple[str, ...]:
        """What a round of this game is written with, beside the fields that all games share."""
        shoe = ("decks",) if hasattr(self.numbers, "decks") else ()
        return (*shoe, *self.round.fields, *(("tokens",) if self.tokens else ()))

    @cached_property
    def seen_fields(self) -> tuple[str, ...]:
        """Those of them that are known when a decision is made."""
        return (*(("decks",) if hasattr(self.numbers, "decks") else ()), *self.round.seen_fields)

    @cached_property
    def known_fields(self) -> frozenset[str]:
        return frozenset((*SHARED_FIELDS, *self.line_fields))

    @cached_property
    def cut(self) -> Cut:
        """How the shuffled pack is cut into stacks."""
        round = self.round
        second = [
            SecondDeck(deck, names, tuple((deal.place, deal.cards) for deal in round.second_deals if deal.deck == deck))
            for deck, names in self.second_decks.items()
        ]
        return Cut(
            tuple((deal.place, deal.cards) for deal in round.seat_deals),
            tuple((deal.place, deal.cards) for deal in round.shared_deals),
            tuple(second),
            round.trade is not None,
        )

    @property
    def bound_cut(self) -> Cut | None:
        """What the shuffle's context says of the cut."""
        return None if self.cut_is_known else self.cut

    def house(self) -> House:
        """The game as its documents have it."""
        return House(self.numbers, self.book.pay_tables)
