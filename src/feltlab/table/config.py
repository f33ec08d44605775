"""How a table is set up: the game, its house rules, its limits and its clocks. A round keeps the one it opened with."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any

from feltlab.cards import joker_shoe
from feltlab.cards.shuffle import Shape
from feltlab.errors import FeltlabError, RulesError, WagerError, shown
from feltlab.games import GAMES, Game
from feltlab.money import MAX_STAKE
from feltlab.rules.game import Terms
from feltlab.rules.house import House
from feltlab.rules.rule_file import house_of
from feltlab.rules.wagers import Role
from feltlab.table.plain import encode
from feltlab.wire import dump

MINIMUM, MAXIMUM, SIDE_MAXIMUM = 100, 100_000, 10_000
PROGRESSIVE_BET = 100
AGGREGATE_LIMIT = 100_000_000
LONGEST_CLOCK = 3600
MOST_PLACES = 7
"""As on the felt and in the verifier, whatever the deck would serve."""

TAKEN = {
    "seat", "seats", "replacements", "number", "phase", "commitment", "asked", "waiting", "deadline", "turned",
    "reason", "client_seeds", "seed",
}  # fmt: skip
"""What views and records of a round call other things: a place of the table goes by another name."""


@dataclass(frozen=True)
class Config:
    game: str
    title: str = ""
    decks: int | None = None
    seats: int | None = None
    """How many places the felt has; None is what the game has by its rules."""
    pay_tables: Mapping[str, str] = field(default_factory=dict)
    rules: str = ""
    """A house's own rule file, as TOML text."""
    limits: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """(least, most) cents by wager; what is not named has the usual limits."""
    progressive_bet: int = PROGRESSIVE_BET
    """What the progressive costs at this table: a share of a meter does not depend on the stake, so there is one."""
    aggregate_limit: int = AGGREGATE_LIMIT
    """The most that all the winnings of a round come to, progressive awards aside; above it they share pro rata."""
    dealer: str = "automatic"  # or "manual"
    betting_seconds: int = 0
    decision_seconds: int = 0
    """0: no clock; the table waits for every seat that is not away."""
    private: bool = False

    @property
    def rule_book(self) -> Game:
        return GAMES[self.game]

    @property
    def places(self) -> int:
        return self.seats or int(self.terms.numbers.seats)

    @property
    def shape(self) -> Shape:
        """What goes into every deal of this table; a game without a shoe is dealt from one deck without Jokers."""
        numbers = self.terms.numbers
        return Shape(self.game, self.places, getattr(numbers, "decks", 1), getattr(numbers, "jokers", 0))

    @property
    def has_shoe(self) -> bool:
        """How many decks are dealt from is a rule of the game."""
        return "decks" in self.rule_book.line_fields

    @property
    def terms(self) -> Terms:
        return _terms(self.game, self.rules, tuple(sorted(self.pay_tables.items())), self.decks)

    @property
    def house(self) -> House:
        return _house(self.game, self.rules)

    def limit(self, wager: str) -> tuple[int, int]:
        role = self.rule_book.wagers[wager].role
        if role is Role.PROGRESSIVE:
            return self.progressive_bet, self.progressive_bet
        if wager in self.limits:
            least, most = self.limits[wager]
            return least, most
        return MINIMUM, SIDE_MAXIMUM if role is Role.SIDE else MAXIMUM

    @property
    def wagers(self) -> tuple[str, ...]:
        """The bets that a player places before the deal."""
        return tuple(slug for slug, wager in self.rule_book.wagers.items() if not wager.follows)

    @cached_property
    def fingerprint(self) -> str:
        """Tells the terms of one round from those of another: rules, pay tables, limits, the rule book's words."""
        return _fingerprint(dump(encode(self)), self.game, tuple(map(str, self.terms.pays.values())))


def checked(config: Config) -> Config:
    """The configuration, or an error that says what cannot be."""
    if config.game not in GAMES:
        raise FeltlabError(f"{shown(config.game)} is not a game: they are {', '.join(GAMES)}")
    _check_kinds(config)
    most = int(config.terms.numbers.seats)
    if config.seats is not None and not 1 <= config.seats <= most:
        raise RulesError(f"{config.game} has 1 to {most} seats, not {shown(config.seats)}")
    if config.places > MOST_PLACES:
        raise RulesError(f"a table has up to {MOST_PLACES} places, not {config.places}: open it with fewer seats")
    shape, needed = config.shape, config.rule_book.round.cards(config.places)
    if needed > len(joker_shoe(shape.decks, shape.jokers)):
        raise RulesError(f"a round of {config.places} seats needs {needed} cards, more than are dealt from")
    for place in config.rule_book.round.table_deals:
        if place in TAKEN:
            raise RulesError(f"a place of the table cannot be called {shown(place)}")
    if config.dealer not in ("automatic", "manual"):
        raise RulesError(f"the dealer is automatic or manual, not {shown(config.dealer)}")
    if len(config.title) > 60 or not config.title.isprintable():
        raise RulesError("a table's title is up to 60 printable characters")
    for seconds in (config.betting_seconds, config.decision_seconds):
        if not 0 <= seconds <= LONGEST_CLOCK:
            raise RulesError(f"a clock has 0 to {LONGEST_CLOCK} seconds, not {shown(seconds)}")
    if not 0 < config.aggregate_limit <= MAX_STAKE:
        raise WagerError("the aggregate limit must be more than nothing, in cents")
    _check_limits(config)
    return config


def _check_kinds(config: Config) -> None:
    """A configuration comes from a form: whole numbers are whole numbers, words are words."""
    limits = [(f"{wager} limit", limit) for wager, pair in config.limits.items() for limit in pair]
    numbers = {
        "decks": config.decks or 0,
        "seats": config.seats or 0,
        "progressive_bet": config.progressive_bet,
        "aggregate_limit": config.aggregate_limit,
        "betting_seconds": config.betting_seconds,
        "decision_seconds": config.decision_seconds,
    }
    for name, number in (*numbers.items(), *limits):
        if isinstance(number, bool) or not isinstance(number, int):
            raise RulesError(f"the {name} must be a whole number, not {shown(number)}")
    for name, words in {"title": config.title, "rules": config.rules, **config.pay_tables}.items():
        if not isinstance(words, str):
            raise RulesError(f"the {name} must be text, not {shown(words)}")
    if config.private not in (True, False):
        raise RulesError(f"private is true or false, not {shown(config.private)}")


def _check_limits(config: Config) -> None:
    for wager, limits in config.limits.items():
        if wager not in config.wagers:
            raise WagerError(f"{shown(wager)} is not a bet that is placed before the deal")
        if len(limits) != 2 or not 0 < limits[0] <= limits[1] <= MAX_STAKE:
            raise WagerError(f"the {wager} limits must be two amounts in cents, the lower first")
        if config.rule_book.wagers[wager].role is Role.PROGRESSIVE:
            raise WagerError(f"the {wager} has one price at a table: set progressive_bet")
    for wager in config.rule_book.progressive_wagers:
        fixed = config.rule_book.wagers[wager].fixed_stakes
        if (fixed and config.progressive_bet not in fixed) or not 0 < config.progressive_bet <= MAX_STAKE // 10_000:
            raise WagerError(f"the {wager} bet cannot cost {shown(config.progressive_bet)} cents")


@lru_cache(maxsize=64)
def _house(game: str, rules: str) -> House:
    return house_of(rules, GAMES[game]) if rules else GAMES[game].house()


@lru_cache(maxsize=64)
def _terms(game: str, rules: str, pay_tables: tuple[tuple[str, str], ...], decks: int | None) -> Terms:
    house, book = _house(game, rules), GAMES[game]
    if decks is not None and "decks" not in book.line_fields:
        raise RulesError(f"{game} is played with one deck")
    numbers: Any = house.numbers if decks is None else house.with_decks(decks)
    terms = Terms(numbers, house.chosen(dict(pay_tables), getattr(numbers, "decks", 1)), {})
    book.check_terms(terms)
    return terms


@lru_cache(maxsize=64)
def _fingerprint(config: str, game: str, pays: tuple[str, ...]) -> str:
    return sha256("\n".join((config, *pays, GAMES[game].card)).encode()).hexdigest()[:16]
