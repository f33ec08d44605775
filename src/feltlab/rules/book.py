"""A game's book: its pay tables, progressives, dealer's procedure and rulings, read from TOML.

A house's own rule file has the same form; see docs/rule-files.md.
"""

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

from feltlab.errors import FeltlabError, PayTableError, RulesError, shown
from feltlab.rules.about import is_said, spoken
from feltlab.rules.house import Numbers
from feltlab.rules.pay_table import NOT_ON_THE_FELT, PayTable, Scale, Share
from feltlab.rules.procedure import Procedure, Ruling
from feltlab.rules.progressive import Progressive

OWN = "own"
"""The pay table that a house's own awards make."""


@dataclass(frozen=True)
class Book:
    summary: str
    document: str
    scales: Mapping[str, Scale]
    pay_tables: Mapping[str, Mapping[str, PayTable]]
    progressives: Mapping[str, Progressive]
    procedure: Procedure
    rulings: tuple[Ruling, ...]
    unsaid: frozenset[int] = frozenset()
    """Numbers of the card's rules about bets that are not offered."""


def read_pay_table(entry: object, scales: Mapping[str, Scale]) -> PayTable:
    """One `[[pay_table]]` of a TOML file."""
    if not isinstance(entry, Mapping):
        raise PayTableError("each [[pay_table]] must be a table with wager, id and lines")
    known = {"wager", "id", "source", "felt", "felt_from", "fresh_only", "lines"}
    if extra := [key for key in entry if key not in known]:
        raise PayTableError(f"a pay table has no {shown(extra[0])}: it has {', '.join(sorted(known))}")
    for key in ("wager", "id", "lines"):
        if not isinstance(entry.get(key), str):
            raise PayTableError(f"a pay table needs {key} as text, not {shown(entry.get(key))}")
    wager = entry["wager"]
    if wager not in scales:
        raise PayTableError(f"{shown(wager)} has no pay table; these have one: {', '.join(scales)}")
    table = PayTable.parse(wager, entry["id"], scales[wager], entry["lines"], str(entry.get("source", "own")))
    on_felt = entry.get("felt", False)
    felt_from = entry.get("felt_from", 1 if on_felt else NOT_ON_THE_FELT)
    if not isinstance(on_felt, bool) or isinstance(felt_from, bool) or not isinstance(felt_from, int):
        raise PayTableError("'felt' is true or false, 'felt_from' a number of decks")
    fresh_only = entry.get("fresh_only", False)
    if not isinstance(fresh_only, bool):
        raise PayTableError("'fresh_only' is true or false")
    return replace(table, felt_from=felt_from, fresh_only=fresh_only)


def read_progressive(
    entry: object, scales: Mapping[str, Scale], own: Mapping[str, Progressive]
) -> tuple[Progressive, PayTable | None]:
    """One `[[progressive]]` of a TOML file: the rule of a meter and its awards; anything not given stays as it is."""
    if not isinstance(entry, Mapping):
        raise RulesError("each [[progressive]] must be a table with the wager that it is about")
    wager = entry.get("wager", "")
    if not isinstance(wager, str) or wager not in own:
        raise RulesError(f"[[progressive]]: {shown(wager)} has no meter; these have: {', '.join(own) or 'none'}")
    try:
        return _read_progressive(entry, wager, scales, own[wager])
    except FeltlabError as error:
        raise type(error)(f"[[progressive]] {wager}: {error}") from None


def _read_progressive(
    entry: Mapping[str, object], wager: str, scales: Mapping[str, Scale], own: Progressive
) -> tuple[Progressive, PayTable | None]:
    known = ("wager", "base_bets", "increment", "prices", "awards")
    if extra := [key for key in entry if key not in known]:
        raise RulesError(f"it has no {shown(extra[0])}: it has {', '.join(known)}")
    given = {"base_bets": own.base_bets, "increment": own.increment, "prices": own.prices, **entry}
    rule = Progressive.build(wager, given["base_bets"], given["increment"], given["prices"])
    if "awards" not in entry:
        return rule, None
    if not isinstance(entry["awards"], str):
        raise PayTableError(f"awards are text with one line for each, not {shown(entry['awards'])}")
    awards = PayTable.parse(wager, OWN, scales[wager], entry["awards"])
    if not any(isinstance(line.pays, Share) for line in awards.lines):
        raise PayTableError("no award takes a share of the meter, such as '100% of jackpot'")
    return rule, awards.on_felt(True)


def load_book(
    folder: str, scales: Mapping[str, Scale], numbers: Numbers, offered: Collection[str] | None = None
) -> Book:
    """The `book.toml` of a game's folder, with these numbers filled in and without words about bets not offered."""
    data: dict[str, Any] = tomllib.loads((files(folder) / "book.toml").read_text("utf-8"))
    tables: dict[str, dict[str, PayTable]] = {wager: {} for wager in scales}
    for entry in data["pay_table"]:
        table = read_pay_table(entry, scales)
        tables[table.wager][table.id] = table
    return Book(
        summary=data["summary"],
        document=data["document"],
        scales=scales,
        pay_tables=tables,
        progressives={
            entry["wager"]: Progressive.build(entry["wager"], entry["base_bets"], entry["increment"])
            for entry in data.get("progressive", [])
        },
        procedure=Procedure.read(data["procedure"], offered, numbers.said()),
        rulings=tuple(
            Ruling(entry["rule"], spoken(entry["reading"], offered), spoken(entry["why"], offered))
            for entry in data["ruling"]
            if is_said(entry, offered)
        ),
        unsaid=frozenset(
            int(rule) for rule, about in data.get("card", {}).items() if not is_said({"about": about}, offered)
        ),
    )
