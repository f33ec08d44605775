"""A game's book: its pay tables, progressives, dealer's procedure and rulings, read from TOML.

A house's own rule file has the same form; see docs/rule-files.md.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

from feltlab.errors import PayTableError, shown
from feltlab.rules.pay_table import NOT_ON_THE_FELT, PayTable, Scale
from feltlab.rules.procedure import Procedure, Ruling
from feltlab.rules.progressive import Progressive


@dataclass(frozen=True)
class Book:
    summary: str
    document: str
    scales: Mapping[str, Scale]
    pay_tables: Mapping[str, Mapping[str, PayTable]]
    progressives: Mapping[str, Progressive]
    procedure: Procedure
    rulings: tuple[Ruling, ...]


def read_pay_table(entry: object, scales: Mapping[str, Scale]) -> PayTable:
    """One `[[pay_table]]` of a TOML file."""
    if not isinstance(entry, Mapping):
        raise PayTableError("each [[pay_table]] must be a table with wager, id and lines")
    known = {"wager", "id", "source", "felt", "felt_from", "lines"}
    if extra := [key for key in entry if key not in known]:
        raise PayTableError(f"a pay table has no {shown(extra[0])}: it has {', '.join(sorted(known))}")
    for key in ("wager", "id", "lines"):
        if not isinstance(entry.get(key), str):
            raise PayTableError(f"a pay table needs {key} as a text, not {shown(entry.get(key))}")
    wager = entry["wager"]
    if wager not in scales:
        raise PayTableError(f"{shown(wager)} is not paid by a pay table; these are: {', '.join(scales)}")
    table = PayTable.parse(wager, entry["id"], scales[wager], entry["lines"], str(entry.get("source", "own")))
    on_felt = entry.get("felt", False)
    felt_from = entry.get("felt_from", 1 if on_felt else NOT_ON_THE_FELT)
    if not isinstance(on_felt, bool) or isinstance(felt_from, bool) or not isinstance(felt_from, int):
        raise PayTableError("'felt' is true or false, 'felt_from' a number of decks")
    return replace(table, felt_from=felt_from)


def load_book(folder: str, scales: Mapping[str, Scale]) -> Book:
    """The `book.toml` of a game's folder."""
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
        procedure=Procedure.read(data["procedure"]),
        rulings=tuple(Ruling(**entry) for entry in data["ruling"]),
    )
