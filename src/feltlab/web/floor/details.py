"""What an entry of the trail or a request holds, as fields for people: names in words, amounts, rates and times as the
pages print them. For programs the entry itself stays as it was written.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from feltlab.games import GAMES
from feltlab.rules.game import Game
from feltlab.table import State
from feltlab.web.floor.standing import Data
from feltlab.web.floor.text import WORDS, moment, rate
from feltlab.web.site.shown import money
from feltlab.web.site.text import plainly

PEOPLE: Final = ("player", "second", "for")
"""Fields that name somebody by the id of an account."""
LEFT_OUT: Final = ("key", "path")
"""What only the server needs: how a request is sent again."""


def fields_of(
    detail: Mapping[str, Any], people: Mapping[str, str] | None = None, tables: Mapping[str, State] | None = None
) -> list[Data]:
    """Each with its name, and its text or fields of its own; `people` has names by id."""
    config = detail.get("config")
    slug = detail.get("game") or (config.get("game") if isinstance(config, Mapping) else None)
    state = (tables or {}).get(str(detail.get("table", "")))
    game = GAMES.get(slug) if slug else state.config.rule_book.whole if state else None
    return list(_fields(detail, people or {}, game))


def _fields(detail: Mapping[str, Any], people: Mapping[str, str], game: Game | None) -> Iterable[Data]:
    words: Mapping[str, str] = WORDS["audit"]["fields"]
    for name, value in detail.items():
        if name in LEFT_OUT or value in ("", None, {}, []):
            continue
        title = words.get(name) or plainly(name)
        if name in BY_BET and isinstance(value, Mapping):
            yield _field(title, fields=[_field(_bet(bet, game), BY_BET[name](each)) for bet, each in value.items()])
        elif isinstance(value, Mapping):
            yield _field(title, fields=list(_fields(value, people, game)))
        else:
            yield _field(title, _text(name, value, people, game))


def _field(name: str, text: str = "", fields: Sequence[Data] = ()) -> Data:
    return {"name": name, "text": text, "fields": list(fields)}


def _text(name: str, value: Any, people: Mapping[str, str], game: Game | None) -> str:
    if isinstance(value, bool):
        return str(WORDS["audit"]["yes" if value else "no"])
    if name in BETS:
        return ", ".join(_bet(str(bet), game) for bet in ([value] if isinstance(value, str) else value))
    if name in PEOPLE:
        return people.get(str(value), str(value))
    if name in READ:
        return READ[name](value)
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _bet(slug: str, game: Game | None) -> str:
    return game.wagers[slug].name if game and slug in game.wagers else plainly(slug)


def _limits(value: Any) -> str:
    return " – ".join(money(int(cents)) for cents in value) if isinstance(value, list) else str(value)


def _seconds(value: int) -> str:
    return str(WORDS["terms"]["seconds"].format(seconds=value) if value else WORDS["terms"]["no_clock"])


def _game(slug: str) -> str:
    return GAMES[slug].title if slug in GAMES else slug


def _word(*table: str) -> Callable[[str], str]:
    """One of the words that the pages have for a value, or the value."""

    def read(value: str) -> str:
        words: Any = WORDS
        for name in table:
            words = words[name]
        return str(words.get(value, value))

    return read


BETS: Final = ("wager", "left_off")
BY_BET: Final[Mapping[str, Callable[[Any], str]]] = {
    "limits": _limits, "pay_tables": str, "wagers": lambda cents: money(int(cents)),
}  # fmt: skip
READ: Final[Mapping[str, Callable[[Any], str]]] = {
    "cents": money, "aggregate_limit": money, "progressive_bet": money,
    "at": moment, "expires_at": moment, "created_at": moment, "change_by": moment,
    "increment_ppm": rate, "penetration": "{}%".format,
    "betting_seconds": _seconds, "decision_seconds": _seconds,
    "game": _game, "status": _word("floor", "status"), "do": _word("floor", "second", "acts"),
    "dealer": lambda value: WORDS["new"].get(value, value),
}  # fmt: skip
