"""A house's terms written as the rule file that gives them: one text for one set of terms, whoever made it."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from feltlab.rules.book import OWN
from feltlab.rules.game import Game
from feltlab.rules.house import House
from feltlab.rules.pay_table import NOT_ON_THE_FELT, PayTable


def rule_text(game: Game, house: House) -> str:
    """The text that `read_rule_file` and `house_of` read back to the same house; empty on the printed terms."""
    printed = game.whole.house()
    parts = [*_left_off(house), *_numbers(house, printed), *_felts(house, printed), *_tables(house, printed)]
    parts += _progressives(house, printed)
    return "\n".join([f"game = {_quoted(game.slug)}", *parts]) + "\n" if parts else ""


def _quoted(text: str) -> str:
    """A basic string of TOML."""
    escaped = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
    return '"' + "".join(escaped.get(c) or (c if c.isprintable() else f"\\U{ord(c):08x}") for c in text) + '"'


def _written(table: PayTable) -> str:
    """The lines of a table as TOML; the words of a felt need no escapes between quotes."""
    lines = str(table)
    if '"""' in lines or "\\" in lines or not all(c.isprintable() or c == "\n" for c in lines):
        return _quoted(lines)
    return f'"""\n{lines}\n"""'


def _left_off(house: House) -> Iterator[str]:
    if house.left_off:
        yield f"left_off = [{', '.join(map(_quoted, sorted(house.left_off)))}]"


def _numbers(house: House, printed: House) -> Iterator[str]:
    shown = house.numbers.shown()
    changed = [rule for rule in fields(house.numbers) if _differs(rule.name, house.numbers, printed.numbers)]
    if changed:
        yield "\n[rules]"
    for rule in changed:
        value = shown[rule.name]
        yield f"{rule.name} = {value if rule.metadata['kind'] == 'whole' else _quoted(value)}"


def _differs(name: str, one: Any, other: Any) -> bool:
    return bool(getattr(one, name) != getattr(other, name))


def _own_tables(house: House, printed: House, wager: str) -> list[PayTable]:
    """Tables that are not printed, or differ from print; ignores their order."""
    known = {id: replace(table, felt_from=1) for id, table in printed.pay_tables[wager].items()}
    return [table for id, table in house.pay_tables[wager].items() if replace(table, felt_from=1) != known.get(id)]


def _places(tables: Mapping[str, PayTable]) -> dict[str, int]:
    return {id: table.felt_from for id, table in tables.items()}


def _chosen(house: House, printed: House, wager: str) -> PayTable | None:
    """The table on the felt for any number of decks, if the tables alone would not put it there."""
    tables = house.pay_tables[wager]
    rebuilt = printed
    for table in _own_tables(house, printed, wager):
        rebuilt = rebuilt.with_pay_table(table)
    if _places(rebuilt.pay_tables[wager]) == _places(tables):
        return None
    return next((table for table in tables.values() if table.felt_from == 1), None)


def _felts(house: House, printed: House) -> Iterator[str]:
    chosen = {wager: table for wager in house.pay_tables if (table := _chosen(house, printed, wager))}
    if chosen:
        yield "\n[felt]"
    for wager, table in chosen.items():
        yield f"{_quoted(wager)} = {_quoted(table.id)}"


def _is_award(house: House, table: PayTable) -> bool:
    return table.wager in house.progressives and table.id == OWN and table.felt_from == 1


def _tables(house: House, printed: House) -> Iterator[str]:
    for wager in house.pay_tables:
        for table in _own_tables(house, printed, wager):
            if not _is_award(house, table):
                yield from _table(table)


def _table(table: PayTable) -> Iterator[str]:
    yield f"\n[[pay_table]]\nwager = {_quoted(table.wager)}\nid = {_quoted(table.id)}"
    if table.source != "own":
        yield f"source = {_quoted(table.source)}"
    if table.felt_from == 1:
        yield "felt = true"
    elif table.felt_from != NOT_ON_THE_FELT:
        yield f"felt_from = {table.felt_from}"
    if table.fresh_only:
        yield "fresh_only = true"
    yield f"lines = {_written(table)}"


def _progressives(house: House, printed: House) -> Iterator[str]:
    for wager, rule in house.progressives.items():
        own, awards = printed.progressives[wager], house.pay_tables[wager].get(OWN)
        said = []
        if rule.base_bets != own.base_bets:
            said.append(f"base_bets = {rule.base_bets}")
        if rule.increment != own.increment:
            said.append(f"increment = {_quoted(rule.increment)}")
        if rule.prices != own.prices:
            said.append(f"prices = {list(rule.prices)}")
        if awards and _is_award(house, awards) and awards in _own_tables(house, printed, wager):
            said.append(f"awards = {_written(awards)}")
        if said:
            yield "\n".join([f"\n[[progressive]]\nwager = {_quoted(wager)}", *said])
