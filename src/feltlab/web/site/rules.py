"""The rules page: a round in a few sentences for newcomers, then everything in the rule book.

The sentences are in the game's `words.toml`, or made from its declaration; every name and number in them is filled in
from the book.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, Final

from feltlab.cards.signs import card_rank
from feltlab.games import GAMES
from feltlab.hands.poker import rank_name
from feltlab.rules.game import Game
from feltlab.rules.offering import differences, numbered
from feltlab.rules.parts import part_of
from feltlab.rules.pay_table import PayTable
from feltlab.rules.procedure import packets
from feltlab.web.site.page import game_of
from feltlab.web.site.round_words import told_round
from feltlab.web.site.text import TEXT, counted, glossary, listed, told

WORDS: Final = TEXT["rules"]
Data = dict[str, Any]


def rules_of(game: Game, numbers: Iterable[int] | None = None) -> list[Data]:
    """Some rules of the card, or all, with their numbers; omitted rules are left out."""
    every = numbered(game.card)
    wanted = every if numbers is None else numbers
    return [{"number": number, "words": every[number]} for number in wanted if number in every]


def grouped(game: Game) -> list[Data]:
    """The whole card under headings; nothing for a game without one."""
    found, first, every = [], 1, numbered(game.card)
    groups: list[tuple[str, int]] = told(game).get("groups") or ([("all", max(every))] if every else [])
    for name, last in groups:
        if rules := rules_of(game, range(first, last + 1)):
            found.append({"title": WORDS["groups"].get(name, name), "rules": rules})
        first = last + 1
    return found


def how(game: Game) -> list[str]:
    """A round in a few sentences."""
    sentences: list[str] | None = told(game).get("how")
    if sentences is None:
        return told_round(game)
    facts = facts_of(game)
    return [sentence.format_map(facts) for sentence in sentences]


def facts_of(game: Game) -> dict[str, str]:
    """The values for the sentences: names of the wagers, cards dealt, rule numbers, pays, and the game's own."""
    facts = {_name(slug): wager.name for slug, wager in game.wagers.items()}
    facts |= {_name(f"{packet.to} cards"): counted(packet.cards) for packet in packets(game.round)[::-1]}
    facts |= _numbers(game)
    for wager in game.book.pay_tables:
        lines = felt_table(game, wager).lines
        facts[_name(f"{wager} pays")] = "; ".join(
            WORDS["paid"].format(event=line.event, pays=line.pays) for line in lines
        )
    reading = part_of(game, "reading")
    own: Mapping[str, int | list[str]] = reading.told() if hasattr(reading, "told") else {}
    return facts | {
        name: counted(value) if isinstance(value, int) else listed([card_rank(rank) for rank in value])
        for name, value in own.items()
    }


def _name(words: str) -> str:
    return words.replace(" ", "_").replace("-", "_")


def _numbers(game: Game) -> dict[str, str]:
    """Rule numbers as in a sentence: a rank by its name, a whole number in figures or words."""
    shown: dict[str, str] = {}
    for rule in fields(game.numbers):
        value = getattr(game.numbers, rule.name)
        if rule.metadata["kind"] == "rank":
            shown |= {rule.name: rank_name(value), f"{rule.name}_plural": rank_name(value, True)}
        elif rule.metadata["kind"] == "whole":
            shown |= {rule.name: str(value), f"{rule.name}_counted": counted(value)}
        else:
            shown[rule.name] = str(value)
    return shown


def table_title(game: Game, table: PayTable) -> str:
    """A pay table's name for people: the books' ids are short."""
    return str(told(game).get("titles", {}).get(table.id) or WORDS["title"].format(id=table.id))


def pay_lines(table: PayTable) -> list[dict[str, str]]:
    return [{"event": line.event, "pays": str(line.pays)} for line in table.lines]


def felt_table(game: Game, wager: str) -> PayTable:
    """The pay table printed on the felt."""
    return game.house().pay_table(wager, None, getattr(game.numbers, "decks", 1))


def _table(game: Game, wager: str, table: PayTable) -> Data:
    return {
        "id": table.id,
        "title": table_title(game, table),
        "source": table.source,
        "felt": table is felt_table(game, wager),
        "lines": pay_lines(table),
    }


def differs(game: Game) -> list[str]:
    """Where a house differs from its documents, except seats and decks, which belong to a table."""
    return differences(game, besides=("seats", "decks"))


def rules(game: str) -> Data:
    """The page's data."""
    return rules_data(game_of(game))


def rules_data(found: Game) -> Data:
    """The rules of a game as its documents have it, or as a house or a table has it."""
    book = found.book
    return {
        "table": "",
        "limits": [],
        "section": "rules",
        "slug": found.slug,
        "title": found.title,
        "summary": book.summary,
        "differs": differs(found),
        "document": book.document,
        "how": how(found),
        "others": [{"slug": other.slug, "title": other.title} for other in GAMES.values() if other.slug != found.slug],
        "glossary": glossary(found),
        "rules": list(numbered(found.card).values()),
        "groups": grouped(found),
        "wagers": [
            {
                "slug": wager.slug,
                "name": wager.name,
                "role": wager.role.value,
                "placed": wager.placed,
                "kind": WORDS["roles"][wager.role.value],
            }
            for wager in found.wagers.values()
        ],
        "pay_tables": [
            {
                "wager": wager,
                "name": found.wagers[wager].name,
                "tables": [_table(found, wager, table) for table in tables.values()],
            }
            for wager, tables in book.pay_tables.items()
        ],
        "steps": [{"phase": step.phase, "words": step.words} for step in book.procedure.steps],
        "calls": [{"occasion": occasion, "call": call} for occasion, call in book.procedure.calls.items()],
        "misdeal": book.procedure.misdeal,
        "discards": book.procedure.discards,
        "irregularities": list(book.procedure.irregularities),
        "rulings": [{"rule": r.rule, "reading": r.reading, "why": r.why} for r in book.rulings],
    }
