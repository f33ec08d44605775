"""Plans that go through everything a game has: its strategies, its pay tables, seats and decks."""

from collections.abc import Iterator
from itertools import cycle, islice

from feltlab.games import GAMES
from feltlab.lab import lab_of
from feltlab.simulation.plan import Plan

DECKS = (1, 4, 6, 2, 8)


def strategies(game: str) -> list[str]:
    return list(lab_of(game).STRATEGIES)


def tables(game: str, wager: str, decks: int | None = None) -> list[str]:
    """Ids of a wager's pay tables; with several decks those that pay three Jokers."""
    found = GAMES[game].house().pay_tables[wager]
    if wager == "joker" and decks is not None and decks > 1:
        return [id for id, table in found.items() if table.line(3)]
    return list(found)


def decks_of(game: str, number: int) -> int | None:
    return DECKS[number % len(DECKS)] if game == "rule-out" else None


def table_sets(game: str, decks: int | None = None) -> list[tuple[tuple[str, str], ...]]:
    """Choices of a pay table for each wager that has one, as few as show every table once."""
    by_wager = {wager: tables(game, wager, decks) for wager in GAMES[game].house().pay_tables}
    most = max(len(ids) for ids in by_wager.values())
    columns = [[(wager, id) for id in islice(cycle(ids), most)] for wager, ids in by_wager.items()]
    return list(zip(*columns, strict=True))


def varied_plans(game: str, seed: int) -> Iterator[Plan]:
    """A plan for each strategy, the pay tables and the number of decks changing from one to the next."""
    for number, strategy in enumerate(strategies(game)):
        decks = decks_of(game, number)
        sets = table_sets(game, decks)
        yield Plan(game, seed + number, strategy, 1, sets[number % len(sets)], decks)
