"""The English words of the pages, from `words.toml` of each folder and of each game; its rules come from its book."""

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Final

from feltlab.games import GAMES
from feltlab.hands.ranking import ClassedRanking
from feltlab.rules.game import Game
from feltlab.rules.words import Words, words_of

_ROOMS: Final = ("site", "lab", "school", "felt")


def _read(room: str) -> dict[str, Any]:
    return tomllib.loads((files("feltlab.web") / room / "words.toml").read_text("utf-8"))


TEXT: Final[dict[str, Any]] = {name: words for room in _ROOMS for name, words in _read(room).items()}


def counted(number: int) -> str:
    """A small number in words."""
    counts: list[str] = TEXT["rules"]["counts"]
    return counts[number] if number < len(counts) else str(number)


def listed(names: Sequence[str]) -> str:
    """One, two and three."""
    form: str = TEXT["rules"]["listed"]
    return form.format(first=", ".join(names[:-1]), last=names[-1]) if len(names) > 1 else "".join(names)


def of_games(sentence: str) -> str:
    """A sentence with the number or the titles of the games known now."""
    count = counted(len(GAMES))
    return sentence.format(count=count, Count=count.capitalize(), titles=listed([g.title for g in GAMES.values()]))


def told(game: Game) -> Words:
    """What the pages say about a game."""
    return words_of(game, "web")


def strategy_title(game: Game, name: str) -> str:
    """A strategy's name for people."""
    own: Words = told(game).get("strategies", {})
    return str(own.get(name) or TEXT["strategies"].get(name) or plainly(name))


def drill_words(game: Game, drill: str) -> Words:
    school = told(game).get("school", {})
    return {**TEXT["school"]["drills"].get(drill, {}), **school.get("drills", {}).get(drill, {})}


def lab_words(game: Game) -> Words:
    """The words of the lab, with this game's name for a player's cards."""
    own = told(game).get("fields", {})
    return {**TEXT["lab"], "fields": {field: own.get(field, field) for field in game.round.seen_fields}}


def glossary(game: Game) -> list[Words]:
    """Terms that the pages explain: those of all games, and those that this game's rules or pay tables use."""
    tables = [str(table) for of_wager in game.book.pay_tables.values() for table in of_wager.values()]
    used = "\n".join((game.card, *tables)).lower()
    initial = game.wagers[game.initial].name
    words = [word for word in TEXT["rules"]["words"] if word.get("about", "") in used]
    told = [
        word | {"term": word["term"].format(initial=initial)} for word in words if not (game.source and "poker" in word)
    ]
    return told + (_categories(game) if game.source else [])


def _categories(game: Game) -> list[Words]:
    """The names of hands, best first, by the rankings that a game uses."""
    rankings = [hand.ranking for hand in game.hands.values() if isinstance(hand.ranking, ClassedRanking)]
    return [
        {
            "term": TEXT["rules"]["hands"].format(count=counted(size)),
            "means": ", ".join(reversed(categories)).capitalize() + ".",
        }
        for size, categories in dict.fromkeys((ranking.size, ranking.categories) for ranking in rankings)
    ]


def plainly(name: str) -> str:
    """A name of the code for people to read."""
    return name.replace("-", " ").replace("_", " ").capitalize()
