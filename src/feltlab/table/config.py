"""How a table is set up: the game, its house rules, its limits and its clocks. A round keeps its opening setup."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from hashlib import sha256

from feltlab.cards import joker_shoe
from feltlab.cards.deck import LEAST_PENETRATION, MOST_PENETRATION
from feltlab.cards.shuffle import Shape
from feltlab.errors import FeltlabError, PayTableError, RulesError, WagerError, shown
from feltlab.games import GAMES, Game
from feltlab.money import MAX_STAKE
from feltlab.rules.arguments import TAKEN
from feltlab.rules.game import Terms
from feltlab.rules.house import House
from feltlab.rules.offering import run_by
from feltlab.rules.rule_file import house_of
from feltlab.rules.wagers import Role
from feltlab.table.plain import encode, if_any
from feltlab.wire import dump

MINIMUM, MAXIMUM, SIDE_MAXIMUM = 100, 100_000, 10_000
PROGRESSIVE_BET = 100
AGGREGATE_LIMIT = 100_000_000
BETTING_SECONDS, DECISION_SECONDS = 20, 45
"""The usual clocks."""
LONGEST_CLOCK = 3600


@dataclass(frozen=True)
class Config:
    """Immutable, so what follows from it is computed once: a round needs it several times per event."""

    game: str
    title: str = ""
    decks: int | None = None
    seats: int | None = None
    """How many places the felt has; None for the number in the game's rules."""
    pay_tables: Mapping[str, str] = field(default_factory=dict)
    rules: str = ""
    """A house's own rule file, as TOML text."""
    limits: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """(least, most) cents by wager; wagers not named have the usual limits."""
    progressive_bet: int = PROGRESSIVE_BET
    """The price of the progressive at this table: a share of a meter does not depend on the stake, so there is one
    price.
    """
    aggregate_limit: int = AGGREGATE_LIMIT
    """The maximum of all winnings in a round, progressive awards aside; above it they are shared pro rata."""
    dealer: str = "automatic"  # or "manual"
    betting_seconds: int = 0
    decision_seconds: int = 0
    """0: no clock; the table waits for every seat that is not away."""
    private: bool = False
    penetration: int = if_any(0)
    """The percentage of the shoe in front of the cut card; 0: every round starts with a fresh shoe."""
    left_off: tuple[str, ...] = if_any(())
    """Side bets and progressives that are not on the felt, besides those that the rule file leaves off."""

    mark: str = if_any("")
    """The version of the game's file that the table was set up with; empty for a game of the package."""

    @cached_property
    def rule_book(self) -> Game:
        """The game with the bets this table offers."""
        return _rule_book(self.game, self.rules, self.left_off) if self.rules or self.left_off else GAMES[self.game]

    @cached_property
    def places(self) -> int:
        return self.seats or int(self.terms.numbers.seats)

    @cached_property
    def has_clocks(self) -> bool:
        """Whether nobody can keep the others waiting indefinitely."""
        return bool(self.decision_seconds and (self.betting_seconds or self.dealer == "manual"))

    @cached_property
    def shape(self) -> Shape:
        """Part of every deal at this table; a game without a shoe is dealt from one deck without Jokers."""
        numbers = self.terms.numbers
        return Shape(self.game, self.places, getattr(numbers, "decks", 1), getattr(numbers, "jokers", 0))

    @cached_property
    def has_shoe(self) -> bool:
        """A rule of the game sets the number of decks."""
        return "decks" in self.rule_book.line_fields

    @cached_property
    def shoe_cards(self) -> int:
        shape = self.shape
        return len(joker_shoe(shape.decks, shape.jokers))

    @cached_property
    def cut_card(self) -> int:
        """Cards in front of it: once that many are gone, the next round starts with a fresh shoe."""
        return max(self.shoe_cards * self.penetration // 100, 1)

    @cached_property
    def round_cards(self) -> int:
        """The most cards a round needs with every place taken."""
        return self.rule_book.round.cards(self.places)

    @cached_property
    def terms(self) -> Terms:
        return _terms(self.game, self.rules, self.left_off, tuple(sorted(self.pay_tables.items())), self.decks)

    @cached_property
    def house(self) -> House:
        return _house(self.game, self.rules, self.left_off)

    def limit(self, wager: str) -> tuple[int, int]:
        bet = self.rule_book.wagers[wager]
        role = bet.role
        if role is Role.PROGRESSIVE:
            return self.progressive_bet, self.progressive_bet
        if wager in self.limits:
            least, most = self.limits[wager]
            return least, most
        return MINIMUM, SIDE_MAXIMUM if role is Role.SIDE and not bet.alone else MAXIMUM

    @property
    def is_usual(self) -> bool:
        """As in the game's document, within the default limits of tables."""
        plain = replace(self, limits={})
        within = all(self.limit(wager)[1] <= plain.limit(wager)[1] for wager in self.limits)
        return not self.rules and within and self.aggregate_limit <= AGGREGATE_LIMIT and self.has_usual_price

    @property
    def has_usual_price(self) -> bool:
        """Whether a progressive costs no more than in the game's document: a meter begins at thousands of times the
        price.
        """
        house = self.house
        prices = [price for slug in house.progressives for price in house.wagers[slug].fixed_stakes]
        return not house.progressives or self.progressive_bet <= max(prices, default=PROGRESSIVE_BET)

    @cached_property
    def wagers(self) -> tuple[str, ...]:
        """The bets that a player places before the deal."""
        return tuple(slug for slug, wager in self.rule_book.wagers.items() if not wager.follows)

    @cached_property
    def fingerprint(self) -> str:
        """Tells one round's terms from another's: rules, pay tables, limits, the rule book's words."""
        written = encode(self)
        return _fingerprint(dump(written), self.game, tuple(map(str, self.terms.pays.values())))


def checked(config: Config) -> Config:
    """The configuration, or an error that says what is wrong."""
    if config.game not in GAMES:
        raise FeltlabError(f"{shown(config.game)} is not a game: choose from {', '.join(GAMES)}")
    _check_kinds(config)
    most = int(config.terms.numbers.seats)
    if config.seats is not None and not 1 <= config.seats <= most:
        raise RulesError(f"{config.game} has 1 to {most} seats, not {shown(config.seats)}")
    if config.round_cards > config.shoe_cards:
        raise RulesError(f"a round of {config.places} seats needs {config.round_cards} cards, more than there are")
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
        raise WagerError("the aggregate limit must be more than 0, in cents")
    _check_limits(config)
    if config.penetration:
        _check_shared_shoe(config)
    return config


def stamped(config: Config) -> Config:
    """With the mark of the game's file as it is now."""
    return replace(config, mark=GAMES[config.game].mark)


def out_of_date(game: str, mark: str) -> str:
    """Why a round dealt by a game's file cannot continue or be dealt again; empty if it can."""
    known = GAMES.get(game)
    if known is None:
        return f"its game, {shown(game)}, is not loaded: start with the game's file"
    if known.mark != mark:
        return f"{known.source or known.slug} has changed since it was dealt: put the file back as it was"
    return ""


def _check_kinds(config: Config) -> None:
    """A configuration comes from a form: checks that whole numbers are whole numbers and words are words."""
    limits = [(f"{wager} limit", limit) for wager, pair in config.limits.items() for limit in pair]
    numbers = {
        "decks": config.decks or 0,
        "seats": config.seats or 0,
        "progressive_bet": config.progressive_bet,
        "aggregate_limit": config.aggregate_limit,
        "betting_seconds": config.betting_seconds,
        "decision_seconds": config.decision_seconds,
        "penetration": config.penetration,
    }
    for name, number in (*numbers.items(), *limits):
        if isinstance(number, bool) or not isinstance(number, int):
            raise RulesError(f"the {name} must be a whole number, not {shown(number)}")
    left_off = {f"bet left off, number {number}": slug for number, slug in enumerate(config.left_off, start=1)}
    for name, words in {"title": config.title, "rules": config.rules, **config.pay_tables, **left_off}.items():
        if not isinstance(words, str):
            raise RulesError(f"the {name} must be text, not {shown(words)}")
    if config.private not in (True, False):
        raise RulesError(f"private is true or false, not {shown(config.private)}")


def _check_shared_shoe(config: Config) -> None:
    """Rounds share a shoe only if everyone knows which cards are gone, and no pay table is only for fresh ones."""
    if not config.has_shoe:
        raise RulesError(f"{config.game} is played with one deck, shuffled for each round: it takes no penetration")
    if not config.rule_book.round.all_seen:
        raise RulesError(f"{config.game} has cards that not everyone sees: its rounds cannot share a shoe")
    if not LEAST_PENETRATION <= config.penetration <= MOST_PENETRATION:
        raise RulesError(
            f"the penetration is 0, or {LEAST_PENETRATION} to {MOST_PENETRATION} percent of the shoe,"
            f" not {shown(config.penetration)}"
        )
    for wager, table in config.terms.pays.items():
        if table.fresh_only:
            raise PayTableError(
                f"the {wager} pay table {table.id} is only for rounds that each begin with a fresh deck or shoe:"
                " choose another, or penetration 0"
            )


def _check_limits(config: Config) -> None:
    for wager, limits in config.limits.items():
        if wager in config.house.left_off:
            raise WagerError(config.house.not_offered(wager))
        if wager not in config.wagers:
            raise WagerError(f"{shown(wager)} is not a bet placed before the deal")
        if len(limits) != 2 or not 0 < limits[0] <= limits[1] <= MAX_STAKE:
            raise WagerError(f"the {wager} limits must be two amounts in cents, the lower first")
        if config.rule_book.wagers[wager].role is Role.PROGRESSIVE:
            raise WagerError(f"the {wager} has one price at a table: set progressive_bet")
    for wager, rule in config.house.progressives.items():
        prices, price = config.rule_book.wagers[wager].fixed_stakes, config.progressive_bet
        if prices and price not in prices:
            amounts = " or ".join(map(str, prices))
            raise WagerError(f"the {wager} bet costs {amounts} cents, not {shown(price)}: set progressive_bet")
        if not 0 < price <= MAX_STAKE or max(rule.base_bets, 10_000) * price > MAX_STAKE:
            raise WagerError(f"the {wager} bet cannot cost {shown(price)} cents")


def usual_price(house: House) -> int:
    """The default price of a progressive bet."""
    prices = [price for slug in house.progressives for price in house.wagers[slug].fixed_stakes]
    return PROGRESSIVE_BET if PROGRESSIVE_BET in prices or not prices else prices[0]


@lru_cache(maxsize=64)
def _house(game: str, rules: str, left_off: tuple[str, ...]) -> House:
    house = house_of(rules, GAMES[game]) if rules else GAMES[game].house()
    return house.without(left_off) if left_off else house


@lru_cache(maxsize=64)
def _rule_book(game: str, rules: str, left_off: tuple[str, ...]) -> Game:
    return run_by(GAMES[game], _house(game, rules, left_off))


@lru_cache(maxsize=64)
def _terms(
    game: str, rules: str, left_off: tuple[str, ...], pay_tables: tuple[tuple[str, str], ...], decks: int | None
) -> Terms:
    return GAMES[game].terms(_house(game, rules, left_off), dict(pay_tables), decks)


@lru_cache(maxsize=64)
def _fingerprint(config: str, game: str, pays: tuple[str, ...]) -> str:
    return sha256("\n".join((config, *pays, GAMES[game].card)).encode()).hexdigest()[:16]
