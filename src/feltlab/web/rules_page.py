"""The rules page: a round in a few sentences for those who know no game, then everything that the rule book has.

The sentences are in `words.toml`; every name and number in them is filled in from the book.
"""

from collections.abc import Mapping
from typing import Any, Final

from feltlab.cards import RANKS, RULE_CARDS
from feltlab.games import GAMES
from feltlab.hands.parity import EVEN, ODD, rank_word, side_count, side_strength
from feltlab.hands.points import POINTS
from feltlab.hands.poker import rank_name
from feltlab.rules.game import Game
from feltlab.rules.pay_table import PayTable
from feltlab.web.shown import card_rank
from feltlab.web.site import game_of
from feltlab.web.text import TEXT

WORDS: Final = TEXT["rules"]
Data = dict[str, Any]

_GROUPS: Final[Mapping[str, tuple[tuple[str, int], ...]]] = {
    "ace-odd-even": (("start", 3), ("hand", 5), ("decision", 7), ("pays", 10), ("bonus", 13), ("table", 16)),
    "low-four": (("start", 3), ("hand", 5), ("decision", 7), ("pays", 10), ("bonus", 12), ("table", 14)),
    "quick-draw-holdem": (("start", 3), ("decision", 6), ("bonus", 7), ("pays", 9), ("table", 11)),
    "rule-out": (("start", 3), ("bonus", 4), ("decision", 5), ("rule_cards", 8), ("pays", 9), ("table", 10)),
}
"""The headings of a rules card in its order, each with the number of its last rule."""


def numbered(card: str) -> list[str]:
    """The numbered rules of a rules card, each as one text."""
    found: list[str] = []
    for line in card.splitlines()[1:]:
        head, dot, rest = line.strip().partition(". ")
        if dot and head.isdigit() and int(head) == len(found) + 1:
            found.append(rest)
        elif found and line.strip():
            found[-1] += f" {line.strip()}"
    return found


def rules_of(game: Game, numbers: tuple[int, ...]) -> list[Data]:
    """Some rules of the card, with their numbers."""
    every = numbered(game.card)
    return [{"number": number, "words": every[number - 1]} for number in numbers]


def grouped(game: Game) -> list[Data]:
    """The whole card under headings."""
    found, first = [], 1
    for name, last in _GROUPS[game.slug]:
        found.append({"title": WORDS["groups"][name], "rules": rules_of(game, tuple(range(first, last + 1)))})
        first = last + 1
    return found


def how(game: Game) -> list[str]:
    """A round in a few sentences."""
    facts = _facts(game)
    return [sentence.format_map(facts) for sentence in WORDS["how"][game.slug]]


def _facts(game: Game) -> dict[str, str]:
    """What the sentences are filled with: names of the wagers, cards dealt, rule numbers and pays."""
    numbers: Any = game.numbers
    facts = {slug.replace("-", "_"): wager.name for slug, wager in game.wagers.items()}
    facts |= {
        f"{packet.to} cards".replace(" ", "_"): _count(packet.cards) for packet in game.book.procedure.packets[::-1]
    }
    shown = numbers.shown()
    facts |= {name: str(shown[name]) for name in ("win_odds", "no_qualify_odds") if name in shown}
    if game.slug == "low-four":
        facts |= {
            "qualifier": str(numbers.qualifier),
            "ace_points": _count(POINTS[-1]),
            "face_points": _count(POINTS[-2]),
        }
        facts["faces"] = _listed([rank for rank, points in zip(RANKS, POINTS, strict=True) if points == POINTS[-2]][1:])
    if game.slug == "ace-odd-even":
        facts |= {"odd": _side(ODD, EVEN), "even": _side(EVEN, ODD)}
        facts |= {
            "qualifier_cards": _count(numbers.qualifier_cards),
            "qualifier_rank": rank_name(numbers.qualifier_rank),
        }
    if game.slug == "quick-draw-holdem":
        facts["high_pair"] = rank_name(numbers.high_pair, True)
    if game.slug == "rule-out":
        lines = game.house().pay_table("main", None, numbers.decks).lines
        facts["paid"] = "; ".join(WORDS["paid"].format(event=line.event, pays=line.pays) for line in lines)
        facts |= {"rule_cards": _count(len(RULE_CARDS)), "turned": facts["rule_cards_cards"]}
    return facts


def _count(number: int) -> str:
    words: list[str] = WORDS["counts"]
    return words[number] if number < len(words) else str(number)


def _listed(ranks: list[str]) -> str:
    shown = [card_rank(rank) for rank in ranks]
    return WORDS["listed"].format(first=", ".join(shown[:-1]), last=shown[-1])  # type: ignore[no-any-return]


def _side(side: int, other: int) -> str:
    """The ranks of one parity alone, low to high."""
    only = [
        rank
        for place, rank in enumerate(RANKS)
        if side_count(side_strength(rank_word([4 * place]), side))
        and not side_count(side_strength(rank_word([4 * place]), other))
    ]
    return _listed(only)


def table_title(table: PayTable) -> str:
    """A pay table's name for people: the books' ids are short."""
    return str(WORDS["titles"].get(table.id) or WORDS["title"].format(id=table.id))


def pay_lines(table: PayTable) -> list[dict[str, str]]:
    return [{"event": line.event, "pays": str(line.pays)} for line in table.lines]


def felt_table(game: Game, wager: str) -> PayTable:
    """The pay table that is printed on the felt."""
    return game.house().pay_table(wager, None, getattr(game.numbers, "decks", 1))


def _table(game: Game, wager: str, table: PayTable) -> Data:
    return {
        "id": table.id,
        "title": table_title(table),
        "source": table.source,
        "felt": table is felt_table(game, wager),
        "lines": pay_lines(table),
    }


def rules(game: str) -> Data:
    """The page's data."""
    found = game_of(game)
    book = found.book
    return {
        "section": "rules",
        "slug": found.slug,
        "title": found.title,
        "summary": book.summary,
        "document": book.document,
        "how": how(found),
        "others": [{"slug": other.slug, "title": other.title} for other in GAMES.values() if other is not found],
        "rules": numbered(found.card),
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
