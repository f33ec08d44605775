"""A game as everything else sees it: what can be dealt, what can be chosen, what results.

A mistake in a declaration is found here, when the game is declared, and reported in a sentence that names it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from feltlab.cards.cut import Cut
from feltlab.errors import RulesError
from feltlab.rules import speech as plain_speech
from feltlab.rules.allowing import UNITS, bound_allows, bound_strategies
from feltlab.rules.book import Book
from feltlab.rules.conditions import Conditions, conditions_of
from feltlab.rules.faults import RuleAtFaultError, wrong_codes
from feltlab.rules.house import MOST_SEATS, House, Numbers, most_of
from feltlab.rules.pay_table import PayTable
from feltlab.rules.progressive import Progressive
from feltlab.rules.published import Published, WorkedRound
from feltlab.rules.reading import Reader
from feltlab.rules.round import Script
from feltlab.rules.settling import Bound, Hand, SeatRound
from feltlab.rules.steps import DEALER, TRADED, Set
from feltlab.rules.wagers import Role, Wager
from feltlab.rules.written import AtArgumentError

SHARED_FIELDS = ("game", "id", "choices", "wagers", "pay_tables", "meters")
"""The fields that a round of any game may have."""


class Terms(NamedTuple):
    """The terms of a round's bets, for the bets offered and no others."""

    numbers: Any
    pays: Mapping[str, PayTable]
    meters: Mapping[str, int]
    """Cents on each progressive meter at settlement, this round's increments included."""
    progressives: Mapping[str, Progressive]
    """The rules of the meters, by wager."""


@dataclass(frozen=True)
class Game:
    slug: str
    title: str
    card: str
    """The numbered rules, for people to read."""
    wagers: Mapping[str, Wager]
    """By slug, in the order of the felt."""
    numbers: Numbers
    book: Book
    round: Script
    hands: Mapping[str, Hand]
    """Rankings of places, by the names that rules use for them."""
    settle: Callable[..., Any]
    """Compiled: hands, raises and rule numbers by name -> a code for each wager that is no side bet, in felt order."""
    sides: Mapping[str, Callable[..., int]] = field(default_factory=dict)
    """By side bet: compiled, the same arguments -> the grade that its pay table pays."""
    check_terms: Callable[[Terms], None] = lambda terms: None
    """Refuse terms that the game cannot be settled on."""
    tokens: bool = False
    folder: str = ""
    """The package with the other parts of the game; empty for a game of one file."""
    source: str = ""
    """The file of a game of one file."""
    second_decks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Decks of cards with names, by the name that a Deal gives them."""
    claims: tuple[Published, ...] = ()
    """Published figures of a game of one file; a folder has its own part for them."""
    examples: tuple[WorkedRound, ...] = ()
    mark: str = ""
    """For a game of one file: distinguishes versions of the file."""
    strategies: Mapping[str, Mapping[str, Callable[..., Any]]] = field(default_factory=dict)
    """An author's own strategies, by name and stage: rules from what is seen to the units to put up."""
    left_off: tuple[str, ...] = ()
    """Bets that this house does not offer."""
    declared: "Game | None" = None
    """The game as its documents have it, if a house runs it differently."""
    cut_is_known: bool = False
    """A game of 0.1.0: its shuffle's context leaves out the cut, which the verifier knows."""

    def __post_init__(self) -> None:
        if (most_of(self.numbers, "seats") or 0) > MOST_SEATS:
            raise RulesError(f"{self.slug}: a felt has up to {MOST_SEATS} seats, and a house may set no more")
        for name, hand in self.hands.items():
            if unknown := [place for place in hand.places if place not in self.places]:
                words = f"hand {name!r}: there are no cards at {unknown[0]!r}; the places are {', '.join(self.places)}"
                raise AtArgumentError(words, "hands", name)
        for number, where, bets in self.round.named_bets:
            self._check_wagers(bets, where, "round", number)
        self._check_wagers(self.sides, "sides", "sides")
        for slug, wager in self.wagers.items():
            if slug not in self.book.pay_tables and (slug in self.sides or wager.role is Role.BONUS):
                kind = "side bet" if slug in self.sides else "bonus"
                raise AtArgumentError(f"{self.slug}: {slug} is a {kind} without a pay table", "pays")
        _ = self.bound_settle, self.grades, self.allows, self.plays, self.conditions
        self._check_codes()

    def _check_codes(self) -> None:
        """How many codes `settle` returns for zeros; one that fails on zeros is checked when it settles."""
        try:
            found = self.settle(*[0] * len(self.bound_settle.names))
        except Exception:  # an author's own code, asked about cards never dealt
            return
        if found is not None and (wrong := wrong_codes(found, self.settled)):  # the trial has the cards
            raise RuleAtFaultError(f"{self.slug}: {wrong}", self.settle)

    def _check_wagers(self, slugs: Any, where: str, *path: str | int) -> None:
        if unknown := [slug for slug in slugs if slug not in self.wagers]:
            words = f"{where} names {unknown[0]!r}, which is not a wager: choose from {', '.join(self.wagers)}"
            raise AtArgumentError(words, *path)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """Every place where cards can lie, including parts of places and places that choices make."""
        found = [name for deal in self.round.deals for name in (deal.place, *deal.parts)]
        for ask in self.round.asks.values():
            found += [ask.trade.draws, ask.trade.makes] if ask.trade else []
            found += [ask.set.name] if ask.set and ask.set.has_place else []
        return tuple(found)

    @property
    def whole(self) -> "Game":
        """The game as declared, with every bet."""
        return self.declared or self

    @property
    def named(self) -> str:
        """Its name on the command line."""
        return self.source or self.slug

    @property
    def initial(self) -> str:
        return next(slug for slug, wager in self.wagers.items() if wager.role is Role.INITIAL)

    def opening_stakes(self, stake: int) -> dict[str, int]:
        """This stake on every bet that opens a round."""
        return {slug: stake for slug, wager in self.wagers.items() if wager.role is Role.INITIAL}

    def with_equals(self, stakes: Mapping[str, int]) -> dict[str, int]:
        """The stakes, with every opening bet that must equal one of them and was not named."""
        equal = {slug: wager.equals for slug, wager in self.wagers.items() if wager.role is Role.INITIAL}
        return {**{slug: stakes[other] for slug, other in equal.items() if other and other in stakes}, **stakes}

    @cached_property
    def progressive_wagers(self) -> tuple[str, ...]:
        return tuple(slug for slug, wager in self.wagers.items() if wager.role is Role.PROGRESSIVE)

    @cached_property
    def settled(self) -> tuple[str, ...]:
        """The wagers that `settle` gives codes for, in felt order."""
        return tuple(slug for slug in self.wagers if slug not in self.sides)

    @cached_property
    def rule_names(self) -> tuple[str, ...]:
        """What a rule may ask for: hands, raises, set sides, rule numbers."""
        raises = [slug.replace("-", "_") for slug in self.round.raised]
        sets = [ask.set.name for ask in self.round.asks.values() if ask.set and ask.set.sides]
        rest = [name for name in dir(self.numbers) if name[0] != "_" and isinstance(getattr(self.numbers, name), int)]
        return (*self.hands, *raises, *sets, *self.round.traded_names, *rest)

    @cached_property
    def own_hands(self) -> frozenset[str]:
        made = [self.reader.trade.makes] if self.reader.trade else ()
        return self.hands_in({*self.reader.own, *self.round.set_names, *made})

    def hands_in(self, places: set[str]) -> frozenset[str]:
        """Hands, and side bets through the hands they look at, that lie in these places alone."""
        own = {name for name, hand in self.hands.items() if places >= set(hand.places)}
        return frozenset({*own} - {*self.grades} | {bet for bet, by in self.grades.items() if own >= {*by.hands}})

    @cached_property
    def bound_settle(self) -> Bound:
        return Bound.bind(self.settle, self.rule_names, self.hands, f"{self.slug}: settle")

    @cached_property
    def grades(self) -> Mapping[str, Bound]:
        return {
            slug: Bound.bind(grade, self.rule_names, self.hands, f"{self.slug}: {slug}")
            for slug, grade in self.sides.items()
        }

    @cached_property
    def allows(self) -> Mapping[str, Bound]:
        """By stage, which options a hand may take; none if all are always allowed."""
        return bound_allows(self)

    @cached_property
    def plays(self) -> Mapping[str, Mapping[str, Bound]]:
        """The units that it puts up, by named strategy and stage."""
        return bound_strategies(self)

    @cached_property
    def raise_names(self) -> frozenset[str]:
        """Raises by the names that rules use."""
        return frozenset(slug.replace("-", "_") for slug in self.round.raised)

    @cached_property
    def conditions(self) -> Conditions:
        """The conditions of draws and questions that are due only in some deals."""
        return conditions_of(self)

    @cached_property
    def asked_numbers(self) -> tuple[str, ...]:
        """The rule numbers that some rule asks for."""
        plays = [bound for rules in self.plays.values() for bound in rules.values()]
        rules = (self.bound_settle, *self.grades.values(), *self.allows.values(), *plays, *self.conditions.bounds)
        names = {name for bound in rules for name in bound.names}
        others = {*self.hands, *self.raise_names, UNITS, TRADED}
        others |= {ask.set.name for ask in self.round.asks.values() if ask.set}
        return tuple(sorted(names - others))

    @cached_property
    def _sides_set(self) -> tuple[tuple[str, Set], ...]:
        return tuple((ask.set.name, ask.set) for ask in self.round.asks.values() if ask.set and ask.set.sides)

    @cached_property
    def _raise_names(self) -> tuple[tuple[str, str], ...]:
        return tuple((slug.replace("-", "_"), slug) for slug in self.round.raised)

    @cached_property
    def _number_values(self) -> dict[int, tuple[Any, dict[str, int]]]:
        """By the identity of a house's numbers, which are kept with them: a house settles many rounds on them."""
        return {}

    def _keep(self, numbers: Any) -> tuple[Any, dict[str, int]]:
        if len(self._number_values) > 64:
            self._number_values.clear()
        self._number_values[id(numbers)] = kept = numbers, {name: getattr(numbers, name) for name in self.asked_numbers}
        return kept

    def other_values(self, round: SeatRound) -> dict[str, int]:
        """What a rule may ask for besides hands: rule numbers, units of raises, the side that was set (0: none)."""
        numbers, units = round.terms.numbers, round.units
        values = (self._number_values.get(id(numbers)) or self._keep(numbers))[1].copy()
        for name, slug in self._raise_names:
            values[name] = units[slug]
        for name, kind in self._sides_set:
            made = round.choices.get(name, "")
            values[name] = kind.sides.get(made, 0) if type(made) is str else kind.sides_of(round.cards[name])[0]
        for name in self.round.traded_names:
            values[name] = len(round.cards.get(self.round.draws, ()))
        return values

    def raise_base(self, slug: str) -> str:
        """The wager that a raise is a multiple of."""
        raises = self.round.raised[slug].raises
        assert raises is not None  # noqa: S101 - raised has only questions that raise
        return raises.of

    @cached_property
    def orders(self) -> Mapping[str, tuple[tuple[Wager, str, str], ...]]:
        """The wagers in the order of take and pay, by the stage where a seat folded, "" for never.

        Each comes with its name and the wager whose stake it is counted in: its own, or the one a raise or bonus
        follows.
        """
        takes = self.round.takes
        found = {}
        for folded in ("", *self.round.asks):
            slugs = dict.fromkeys(slug for take in takes if take.folded_at in ("", folded) for slug in take.wagers)
            found[folded] = tuple((self.wagers[slug], slug, self._counted_in(slug)) for slug in slugs)
        return found

    def _counted_in(self, slug: str) -> str:
        if slug in self.round.raised:
            return self.raise_base(slug)
        wager = self.wagers[slug]
        return wager.equals or slug if wager.role is Role.BONUS else slug

    @cached_property
    def line_fields(self) -> tuple[str, ...]:
        """The fields of a line of this game, besides those that all games share."""
        return (*self._shoe_fields, *self.round.fields, *(("tokens",) if self.tokens else ()))

    @cached_property
    def seen_fields(self) -> tuple[str, ...]:
        """Those known when a decision is made."""
        return (*self._shoe_fields, *self.round.seen_fields)

    @cached_property
    def _shoe_fields(self) -> tuple[str, ...]:
        return ("decks",) if hasattr(self.numbers, "decks") else ()

    @cached_property
    def known_fields(self) -> frozenset[str]:
        return frozenset((*SHARED_FIELDS, *self.line_fields))

    @cached_property
    def speech(self) -> Any:
        """Forms the words of a round: the game's own words, or plain ones."""
        from feltlab.rules.parts import part_of  # which looks at games

        return part_of(self, "speech") or plain_speech

    @cached_property
    def reader(self) -> Reader:
        return Reader(self.round, self.second_decks)

    @property
    def announce(self) -> Callable[[tuple[int, ...], Any], str] | None:
        """(dealer's cards, numbers) -> the call when they are turned; None if the dealer has no hand."""
        found: Callable[[tuple[int, ...], Any], str] | None = getattr(self.speech, "announce", None)
        rankings = [hand.ranking for hand in self.hands.values() if hand.places == (DEALER,)]
        if found is None and rankings:
            return lambda cards, _: f"Dealer: {rankings[0].text(rankings[0].of(cards), cards)}"
        return found

    def choice_text(self, round: SeatRound) -> str:
        said: str = self.speech.choice(round)
        return said

    @cached_property
    def cut(self) -> Cut:
        """How the shuffled pack is cut into stacks."""
        return self.round.cut(self.second_decks)

    @property
    def bound_cut(self) -> Cut | None:
        """What the shuffle's context says about the cut."""
        return None if self.cut_is_known else self.cut

    def house(self) -> House:
        """The house that this game is read for: as documented, or as the house runs it."""
        return self._house

    @cached_property
    def _house(self) -> House:
        """One house for all callers: it keeps the terms it has checked."""
        return House(self.numbers, self.wagers, self.book.pay_tables, self.book.progressives, self.left_off)

    def terms(
        self,
        house: House,
        pay_tables: object = MappingProxyType({}),
        decks: object = None,
        meters: Mapping[str, int] = MappingProxyType({}),
    ) -> Terms:
        """A house's terms: the felt's pay tables except those named."""
        if decks is not None and "decks" not in self.line_fields:
            raise RulesError(f"{self.slug} is played with one deck: it takes no number of decks")
        numbers = house.numbers if decks is None else house.with_decks(decks)
        pays = house.chosen(pay_tables, getattr(numbers, "decks", 1))
        terms = Terms(numbers, pays, meters, house.progressives)
        self.check_terms(terms)
        return terms
