"""The terms of a lab page: one set for every section, written as the rule file that the command line takes.

An address, a question to the API, a report and a download all carry this text; no text means the printed terms.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Final
from urllib.parse import quote

from feltlab.errors import FeltlabError, PayTableError, RulesError, shown
from feltlab.games import GAMES
from feltlab.lab import terms_of
from feltlab.report.content_terms import Difference, OfferedTerms, differences
from feltlab.report.numerals import capital
from feltlab.rules.book import OWN, read_progressive
from feltlab.rules.game import Game, Terms
from feltlab.rules.house import House
from feltlab.rules.offering import run_by
from feltlab.rules.pay_table import PayTable, Scale
from feltlab.rules.rule_file import house_of
from feltlab.rules.rule_text import rule_text
from feltlab.web.site import figures
from feltlab.web.site.page import game_of

LONGEST: Final = 20_000
"""Characters: what fits into an address, and far more than a felt has."""
MOST_TABLES: Final = 24
"""User-made pay tables: the page prices each one."""
MINE: Final = "mine"
"""The pay table written on the page."""
BY_HAND: Final = (MINE, OWN)


class WrongTermError(FeltlabError):
    """`field` names the part of the form with the error, `line` the line of a pay table in it."""

    def __init__(self, words: str, field: str, line: int = 0) -> None:
        super().__init__(f"Line {line}: {words}" if line else words)
        self.field, self.line = field, line


@dataclass(frozen=True, eq=False)
class LabTerms:
    declared: Game
    house: House
    text: str
    """For the rule file, always the same for the same terms."""

    @property
    def slug(self) -> str:
        return self.declared.slug

    @property
    def own(self) -> bool:
        return bool(self.text)

    @cached_property
    def game(self) -> Game:
        return run_by(self.declared, self.house) if self.own else self.declared

    @cached_property
    def terms(self) -> Terms:
        return terms_of(self.declared, self.house)

    @property
    def decks(self) -> int:
        return getattr(self.terms.numbers, "decks", 1)

    @property
    def offer(self) -> OfferedTerms:
        return OfferedTerms(self.declared, self.game.wagers, self.terms)

    def query(self, strategy: str = "", beside: str | None = None) -> str:
        """The query of an address for these terms; the printed ones have no text."""
        asked = {"terms": self.text or None, "strategy": strategy or None, "beside": beside}
        said = "&".join(f"{name}={quote(value, safe='')}" for name, value in asked.items() if value is not None)
        return f"?{said}" if said else ""

    def to_dict(self) -> dict[str, Any]:
        return {
            "terms": self.text,
            "own": self.own,
            "query": self.query(),
            "differs": [
                {"what": what, "printed": printed, "own": own}
                for what, printed, own in between(printed_terms(self.slug), self)
            ],
        }


def between(first: LabTerms, second: LabTerms) -> list[Difference]:
    """Where two sets of terms differ."""
    return [(capital(what), here, there) for what, here, there in differences(first.offer, second.offer)]


def read_terms(slug: str, text: str = "") -> LabTerms:
    """Terms from a rule file's text; refused in one line if not for this game or not playable."""
    game_of(slug)
    if len(text) > LONGEST:
        raise RulesError(f"these terms are too long: the limit here is {LONGEST:,} characters")
    return _read(GAMES[slug], text.replace("\r\n", "\n"))


def printed_terms(slug: str) -> LabTerms:
    return _read(GAMES[slug], "")


class _ByIdentity:
    """A game as a key: equal only to itself."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __hash__(self) -> int:
        return id(self.game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByIdentity) and other.game is self.game


def _read(game: Game, text: str) -> LabTerms:
    return _kept(_ByIdentity(game), text)


@lru_cache(maxsize=256)
def _kept(key: _ByIdentity, text: str) -> LabTerms:
    house = house_of(text, key.game) if text.strip() else key.game.house()
    own = sum(len(tables.keys() - key.game.book.pay_tables[wager]) for wager, tables in house.pay_tables.items())
    if own > MOST_TABLES:
        raise RulesError(f"these terms have {own} pay tables of their own: {MOST_TABLES} are the most here")
    return settled(key.game, house)


def settled(game: Game, house: House) -> LabTerms:
    terms = LabTerms(game, house, rule_text(game, house))
    _ = terms.terms  # terms that cannot be played are refused at once
    return terms


@dataclass(frozen=True)
class Edit:
    """The contents of the page's form."""

    numbers: Mapping[str, int | str]
    felt: Mapping[str, str]
    """By wager, the id of a known table; empty for the printed one."""
    tables: Mapping[str, str]
    """By wager, the lines of a table as someone wrote them."""
    progressives: Mapping[str, Mapping[str, int | str]]
    left_off: Sequence[str] | None
    """None to keep those there were."""


def edited(before: LabTerms, edit: Edit) -> LabTerms:
    """The terms of a form; values without a field stay as they were."""
    game, house = before.declared, _all_offered(before)
    for name, value in edit.numbers.items():
        try:
            house = house.changed({name: value})
        except FeltlabError as error:
            raise WrongTermError(str(error), f"number-{name}") from None
    for wager, id in edit.felt.items():
        house = _chosen(game, house, wager, id)
    for wager, lines in edit.tables.items():
        house = _with_lines(game, house, wager, lines)
    for wager, rule in edit.progressives.items():
        try:
            house = house.with_progressive(*read_progressive({"wager": wager, **rule}, {}, house.progressives))
        except FeltlabError as error:
            raise WrongTermError(str(error), f"progressive-{wager}") from None
    left_off = before.house.left_off if edit.left_off is None else edit.left_off
    return settled(game, house.without(tuple(slug for slug in game.wagers if slug in left_off)))


def _all_offered(before: LabTerms) -> House:
    """With the bets that were left off, as printed: they may come back."""
    printed = before.declared.house()
    house = replace(
        before.house, wagers=printed.wagers, left_off=(), pay_tables={**printed.pay_tables, **before.house.pay_tables},
        progressives={**printed.progressives, **before.house.progressives},
    )  # fmt: skip
    for rule in house.progressives.values():
        house = house.with_progressive(rule)  # its prices are the wager's
    return house


def _scale(game: Game, wager: str) -> Scale:
    if wager not in game.book.scales:
        raise FeltlabError(f"{shown(wager)} has no pay tables; these have: {', '.join(game.book.scales)}")
    return game.book.scales[wager]


def _chosen(game: Game, house: House, wager: str, id: str) -> House:
    """Chooses a known table and drops the handwritten one; without an id, the printed one for these decks."""
    _scale(game, wager)
    if not id:
        return replace(house, pay_tables={**house.pay_tables, wager: game.book.pay_tables[wager]})
    house = house.with_pay_table(replace(house.pay_table(wager, id), felt_from=1))
    kept = {other: table for other, table in house.pay_tables[wager].items() if other == id or other not in BY_HAND}
    return replace(house, pay_tables={**house.pay_tables, wager: kept})


def _with_lines(game: Game, house: House, wager: str, lines: str) -> House:
    """Chooses a known table, or else makes the user's own, for a meter with its own awards."""
    try:
        table = PayTable.parse(wager, MINE, _scale(game, wager), lines)
        if table.lines == game.house().pay_table(wager, None, getattr(house.numbers, "decks", 1)).lines:
            return _chosen(game, house, wager, "")
        for known in house.pay_tables[wager].values():
            if known.lines == table.lines:
                return _chosen(game, house, wager, known.id)
        if wager in house.progressives:
            entry = {"wager": wager, "awards": str(table)}
            return house.with_progressive(*read_progressive(entry, game.book.scales, house.progressives))
    except PayTableError as error:
        raise WrongTermError(error.short, f"table-{wager}", error.line) from None
    return house.with_pay_table(table)


def known_terms(slug: str, text: str = "") -> LabTerms:
    """Terms whose figures are ready in a moment; those of a game that is slow to solve are solved in the background."""
    game_of(slug)
    figures.need(slug)
    terms = read_terms(slug, text)
    if terms.own and figures.is_slow(slug):
        figures.need_own(slug, terms.text, terms.house)
    return terms
