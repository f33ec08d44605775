"""How a house runs a game: the bets it offers, its rule numbers, pay tables and progressives.

A game's numbers are a frozen dataclass whose fields say how to read a value from a TOML file.
"""

from collections.abc import Collection, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, TypeVar

from feltlab.cards import RANKS
from feltlab.errors import PayTableError, RulesError, WagerError, shown
from feltlab.money import EVEN_MONEY, Odds
from feltlab.rules.about import is_said
from feltlab.rules.pay_table import NOT_ON_THE_FELT, PayTable
from feltlab.rules.progressive import Progressive
from feltlab.rules.wagers import Wager, check_stakes, tied

MOST_SEATS = 7
"""As many as a felt has, even if the deck would serve more."""


def whole(default: int, least: int, most: int, meaning: str) -> Any:
    """A whole number that a house may change within a range."""
    return field(default=default, metadata={"kind": "whole", "least": least, "most": most, "meaning": meaning})


def rank(default: str, meaning: str, about: str = "") -> Any:
    """A rank that a house may change; `about` names the side bet it concerns, if any."""
    if not isinstance(default, str) or len(default) != 1 or default not in RANKS:
        raise RulesError(f"a rank is one of {' '.join(RANKS)}, as text, not {shown(default)}")
    return field(default=RANKS.index(default), metadata={"kind": "rank", "meaning": meaning, "about": about})


def odds(meaning: str, default: Odds = EVEN_MONEY) -> Any:
    """Odds that a house may change."""
    return field(default=default, metadata={"kind": "odds", "meaning": meaning})


def most_of(numbers: Any, name: str) -> int | None:
    """The largest value of a whole number; None if the game has no such number."""
    return next((int(rule.metadata["most"]) for rule in fields(numbers) if rule.name == name), None)


@dataclass(frozen=True)
class Numbers:
    """The numbers in a game's rules that a house may change."""

    seats: int = whole(6, 1, MOST_SEATS, "maximum seats at the table")

    def changed(self: "N", changes: object) -> "N":
        if not isinstance(changes, Mapping):
            raise RulesError(f"rules must be given as a table of numbers, not {shown(changes)}")
        known = {rule.name: rule for rule in fields(self)}
        for name in changes:
            if name not in known:
                raise RulesError(f"{shown(name)} is not a rule number of this game: choose from {', '.join(known)}")
        read: dict[str, Any] = {name: _read(known[name], value) for name, value in changes.items()}
        return replace(self, **read)

    def shown(self, offered: Collection[str] | None = None) -> dict[str, str]:
        """Each number as written in a rule file, without those for bets not offered."""
        said = [rule for rule in fields(self) if is_said(rule.metadata, offered)]
        return {rule.name: _written(rule, getattr(self, rule.name)) for rule in said}

    def said(self) -> dict[str, str]:
        """The values for the placeholders in the game's manual."""
        return self.shown()

    @classmethod
    def meanings(cls) -> dict[str, str]:
        return {rule.name: rule.metadata["meaning"] for rule in fields(cls)}


@dataclass(frozen=True)
class ShoeNumbers(Numbers):
    """The numbers of a game dealt from a shoe."""

    decks: int = whole(8, 1, 8, "decks in the shoe")


N = TypeVar("N", bound=Numbers)
T = TypeVar("T")


def _read(rule: "Field[Any]", value: object) -> object:
    kind = rule.metadata["kind"]
    if kind == "odds":
        if not isinstance(value, str):
            raise RulesError(f"{rule.name} must be odds such as '1 to 1', not {shown(value)}")
        return Odds.parse(value)
    if kind == "rank":
        if not isinstance(value, str) or len(value) != 1 or value not in RANKS:
            raise RulesError(f"{rule.name} must be a rank, one of {RANKS}, not {shown(value)}")
        return RANKS.index(value)
    least, most = rule.metadata["least"], rule.metadata["most"]
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RulesError(f"{rule.name} must be a whole number from {least} to {most}, not {shown(value)}")
    return value


def _written(rule: "Field[Any]", value: Any) -> str:
    return RANKS[value] if rule.metadata["kind"] == "rank" else str(value)


@dataclass(frozen=True)
class House:
    numbers: Any
    wagers: Mapping[str, Wager]
    """The bets offered, in the order of the felt; the next two are in that order too."""
    pay_tables: Mapping[str, Mapping[str, PayTable]]
    """By wager, then by id."""
    progressives: Mapping[str, Progressive]
    left_off: tuple[str, ...] = ()
    """Bets of the game that this house does not offer."""

    def stakes(self, given: object) -> dict[str, int]:
        """The stakes that a player puts down before the deal, checked."""
        for slug in self.left_off:
            if isinstance(given, Mapping) and slug in given:
                raise WagerError(self.not_offered(slug))
        return check_stakes(self.wagers, self._tied, given)

    @cached_property
    def _tied(self) -> tuple[Wager, ...]:
        return tied(self.wagers)

    def not_offered(self, slug: str) -> str:
        placed = [other for other, wager in self.wagers.items() if not wager.follows]
        return f"the {slug} bet is not offered here: the bets are {', '.join(placed)}"

    def pay_table(self, wager: str, id: str | None = None, decks: int = 1) -> PayTable:
        """The table with that id, or the one on the felt for that many decks."""
        tables = self.pay_tables[wager]
        if id is None:
            return max((t for t in tables.values() if t.felt_from <= decks), key=lambda table: table.felt_from)
        if not isinstance(id, str):
            raise PayTableError(
                f"the {wager} pay table is named by text such as {shown(next(iter(tables)))}, not {shown(id)}"
            )
        if id not in tables:
            raise PayTableError(f"{shown(id)} is not a {wager} pay table: choose from {', '.join(tables)}")
        return tables[id]

    @cached_property
    def kept_terms(self) -> dict[tuple[str, object], Any]:
        """The terms of the felt by game and a line's decks, as `lines.read_terms` has checked them."""
        return {}

    @cached_property
    def _felts(self) -> dict[int, dict[str, PayTable]]:
        return {}

    @cached_property
    def _numbers_by_decks(self) -> dict[int, Any]:
        return {}

    def with_decks(self, decks: object) -> Any:
        """The rule numbers for another number of decks."""
        if type(decks) is not int:
            return self.numbers.changed({"decks": decks})
        if decks not in self._numbers_by_decks:
            self._numbers_by_decks[decks] = self.numbers.changed({"decks": decks})
        return self._numbers_by_decks[decks]

    def felt(self, decks: int = 1) -> dict[str, PayTable]:
        """The pay tables on the felt, by wager."""
        if decks not in self._felts:
            self._felts[decks] = {wager: self.pay_table(wager, None, decks) for wager in self.pay_tables}
        return self._felts[decks]

    def chosen(self, ids: object, decks: int = 1) -> dict[str, PayTable]:
        """A pay table for every wager that needs one."""
        if not isinstance(ids, Mapping):
            raise PayTableError(f"pay tables are chosen as {{wager: id}}, not {shown(ids)}")
        for wager in ids:
            if wager in self.left_off:
                raise PayTableError(self.not_offered(wager))
            if wager not in self.pay_tables:
                raise PayTableError(f"{shown(wager)} has no pay tables; these have: {', '.join(self.pay_tables)}")
        if not ids:
            return self.felt(decks)
        return self.felt(decks) | {wager: self.pay_table(wager, id, decks) for wager, id in ids.items()}

    def changed(self, numbers: object) -> "House":
        """The house with some rule numbers changed."""
        return replace(self, numbers=self.numbers.changed(numbers))

    def without(self, slugs: tuple[str, ...]) -> "House":
        """The house without some of its side bets and progressives."""
        for slug in slugs:
            if slug not in self.left_off:
                self._may_go(slug)

        def kept(by_wager: Mapping[str, T]) -> dict[str, T]:
            return {slug: value for slug, value in by_wager.items() if slug not in slugs}

        return replace(
            self,
            wagers=kept(self.wagers),
            pay_tables=kept(self.pay_tables),
            progressives=kept(self.progressives),
            left_off=tuple(dict.fromkeys((*self.left_off, *slugs))),
        )

    def _may_go(self, slug: object) -> None:
        optional = [other for other, wager in self.wagers.items() if wager.optional]
        following = next((other for other, wager in self.wagers.items() if slug in (wager.equals, wager.not_above)), "")
        if slug in optional and following:
            raise WagerError(f"the {slug} bet cannot be left off: the {following} bet depends on it")
        if slug in optional:
            return
        those = f"the bets that can are {', '.join(optional)}" if optional else "no bet of this game can"
        if not isinstance(slug, str) or slug not in self.wagers:
            raise WagerError(f"{shown(slug)} is not a bet that can be left off: {those}")
        raise WagerError(f"the {slug} bet cannot be left off: {those}")

    def with_progressive(self, rule: Progressive, awards: PayTable | None = None) -> "House":
        """The house with its own rule for a meter and, if given, its own awards."""
        wager = self.wagers[rule.wager]
        priced = replace(wager, fixed_stakes=rule.prices or wager.fixed_stakes)
        house = replace(
            self,
            wagers={**self.wagers, rule.wager: priced},
            progressives={**self.progressives, rule.wager: rule},
        )
        return house.with_pay_table(awards) if awards else house

    def with_pay_table(self, table: PayTable) -> "House":
        """The house with one more pay table; a table for the felt replaces those that were on it."""
        tables = dict(self.pay_tables[table.wager])
        if table.felt_from == 1:
            tables = {id: replace(other, felt_from=NOT_ON_THE_FELT) for id, other in tables.items()}
        return replace(self, pay_tables={**self.pay_tables, table.wager: {**tables, table.id: table}})
