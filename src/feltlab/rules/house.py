"""How a house runs a game: its rule numbers and its pay tables, the documents' own or replaced.

A game's numbers are a frozen dataclass whose fields say how a value from a TOML file is read.
"""

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, TypeVar

from feltlab.cards import RANKS
from feltlab.errors import PayTableError, RulesError, shown
from feltlab.money import EVEN_MONEY, Odds
from feltlab.rules.pay_table import NOT_ON_THE_FELT, PayTable


def whole(default: int, least: int, most: int, meaning: str) -> Any:
    return field(default=default, metadata={"kind": "whole", "least": least, "most": most, "meaning": meaning})


def rank(default: str, meaning: str) -> Any:
    return field(default=RANKS.index(default), metadata={"kind": "rank", "meaning": meaning})


def odds(meaning: str, default: Odds = EVEN_MONEY) -> Any:
    return field(default=default, metadata={"kind": "odds", "meaning": meaning})


def most_of(numbers: Any, name: str) -> int | None:
    """The largest value of a whole number, none where a game has no such number."""
    return next((int(rule.metadata["most"]) for rule in fields(numbers) if rule.name == name), None)


@dataclass(frozen=True)
class Numbers:
    """The numbers in a game's rules that a house may set otherwise."""

    seats: int = whole(6, 1, 23, "most seats at the table")

    def changed(self: "N", changes: object) -> "N":
        if not isinstance(changes, Mapping):
            raise RulesError(f"rules must be given as a table of numbers, not {shown(changes)}")
        known = {rule.name: rule for rule in fields(self)}
        for name in changes:
            if name not in known:
                raise RulesError(f"{shown(name)} is not a rule number of this game: they are {', '.join(known)}")
        read: dict[str, Any] = {name: _read(known[name], value) for name, value in changes.items()}
        return replace(self, **read)

    def shown(self) -> dict[str, str]:
        """Each number as it is written in a rule file."""
        return {rule.name: _written(rule, getattr(self, rule.name)) for rule in fields(self)}

    @classmethod
    def meanings(cls) -> dict[str, str]:
        return {rule.name: rule.metadata["meaning"] for rule in fields(cls)}


N = TypeVar("N", bound=Numbers)


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
    pay_tables: Mapping[str, Mapping[str, PayTable]]
    """By wager, then by id."""

    def pay_table(self, wager: str, id: str | None = None, decks: int = 1) -> PayTable:
        """The table of that id, or what the felt shows for that many decks."""
        tables = self.pay_tables[wager]
        if id is None:
            return max((t for t in tables.values() if t.felt_from <= decks), key=lambda table: table.felt_from)
        if not isinstance(id, str):
            raise PayTableError(
                f"the {wager} pay table is named by a text such as {shown(next(iter(tables)))}, not {shown(id)}"
            )
        if id not in tables:
            raise PayTableError(f"{shown(id)} is not a {wager} pay table: they are {', '.join(tables)}")
        return tables[id]

    @cached_property
    def kept_terms(self) -> dict[tuple[str, object], Any]:
        """The terms of the felt by game and decks of a line, as `lines.read_terms` has checked them."""
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
        """What the felt shows, by wager."""
        if decks not in self._felts:
            self._felts[decks] = {wager: self.pay_table(wager, None, decks) for wager in self.pay_tables}
        return self._felts[decks]

    def chosen(self, ids: object, decks: int = 1) -> dict[str, PayTable]:
        """A pay table for every wager that is paid by one."""
        if not isinstance(ids, dict):
            raise PayTableError(f"pay tables are chosen as {{wager: id}}, not {shown(ids)}")
        for wager in ids:
            if wager not in self.pay_tables:
                raise PayTableError(f"{shown(wager)} has no pay tables; these have: {', '.join(self.pay_tables)}")
        if not ids:
            return self.felt(decks)
        return self.felt(decks) | {wager: self.pay_table(wager, id, decks) for wager, id in ids.items()}

    def with_pay_table(self, table: PayTable) -> "House":
        """The house with one more pay table; one for the felt takes the place of those that were on it."""
        tables = dict(self.pay_tables[table.wager])
        if table.felt_from == 1:
            tables = {id: replace(other, felt_from=NOT_ON_THE_FELT) for id, other in tables.items()}
        return replace(self, pay_tables={**self.pay_tables, table.wager: {**tables, table.id: table}})
