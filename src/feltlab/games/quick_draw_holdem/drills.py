"""Drills about the board: the best five of seven, the line that pays them, the best four of five."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any, Final

from feltlab.games.quick_draw_holdem.reading import called
from feltlab.hands.poker import best_four_grade, river_grade, seven_card_strength, strength_text
from feltlab.rules.drill import NOTHING, Key, Make, Picking, Posed, Question, pick_cards, texts
from feltlab.rules.game import Game
from feltlab.rules.practice import DealtTable, dealt_table
from feltlab.rules.words import Words


def five_cards(cards: tuple[int, ...]) -> tuple[Any, ...]:
    """Five cards by the definition of the poker ranks, larger is better."""
    ranks = sorted((card >> 2 for card in cards), reverse=True)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    flush = len({card & 3 for card in cards}) == 1
    high = ranks[0] if ranks[0] - ranks[4] == 4 else 3 if ranks == [12, 3, 2, 1, 0] else None
    straight = high is not None and len(groups) == 5
    counts = [count for count, _ in groups]
    kind = (
        8 if straight and flush else 7 if counts[0] == 4 else 6 if counts[:2] == [3, 2] else 5 if flush
        else 4 if straight else 3 if counts[0] == 3 else 2 if counts[:2] == [2, 2] else 1 if counts[0] == 2 else 0
    )  # fmt: skip
    return (kind, high) if straight else (kind, *(rank for _, rank in groups))


def _board(table: DealtTable) -> tuple[int, ...]:
    return table.cards("flop", "turn", "river")


def _grade(game: Game, seven: Sequence[int]) -> int:
    numbers: Any = game.numbers
    return int(river_grade(seven_card_strength(*seven), numbers.high_pair))


def _river_seat(game: Game, rng: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A seat that bet to the river: hole cards and board, with something to read more often than by chance."""
    for _ in range(6):
        table = dealt_table(game, rng)
        hole, board = tuple(table.left[:2]), _board(table)
        if _grade(game, (*hole, *board)):
            break
    return hole, board


def _shown(hole: Sequence[int], board: Sequence[int], say: Words) -> dict[str, Any]:
    return {"board": texts(board), "seats": [{"name": say["player"], "cards": texts(hole)}]}


def read_five(game: Game, rng: Random, say: Words) -> Posed:
    """Find the best five of seven cards."""
    hole, board = _river_seat(game, rng)
    seven = (*hole, *board)
    best = max(combinations(seven, 5), key=five_cards)
    picking = Picking(
        best,
        lambda cards: five_cards(cards) == five_cards(best),
        lambda cards: called(cards) if len(cards) == 5 else "",
        5,
    )
    said = strength_text(seven_card_strength(*seven), seven)
    return pick_cards(picking, seven, _shown(hole, board, say), say, said)


def _lines(game: Game, wager: str, say: Words) -> dict[str, Any]:
    lines = game.house().pay_table(wager).lines
    options = [{"value": line.event, "words": f"{line.event}: {line.pays}"} for line in lines]
    return {"kind": "choice", "options": [*options, {"value": NOTHING, "words": say["no_pay"]}]}


def _paid_by(game: Game, wager: str, grade: int) -> str:
    line = game.house().pay_table(wager).line(grade)
    return line.event if line else NOTHING


def river_pays(game: Game, rng: Random, say: Words) -> Posed:
    """Which line of the River Bonus is paid?"""
    hole, board = _river_seat(game, rng)
    seven = (*hole, *board)
    question = Question(say["prompt"], _shown(hole, board, say), _lines(game, "river", say), say["hint"])
    said = strength_text(seven_card_strength(*seven), seven)
    return question, Key(_paid_by(game, "river", _grade(game, seven)), [said])


def best_four(game: Game, rng: Random, say: Words) -> Posed:
    """The best four of the five community cards."""
    numbers: Any = game.numbers
    for _ in range(4):  # a board with nothing to read teaches less
        board = _board(dealt_table(game, rng))
        b0, b1, b2, b3, b4 = board
        grade = best_four_grade(b0, b1, b2, b3, b4, numbers.best_four_pair)
        if grade:
            break
    said = game.book.scales["best-four"].name(range(grade, grade + 1)) if grade else say["no_pay"]
    question = Question(say["prompt"], {"board": texts(board)}, _lines(game, "best-four", say), say["hint"])
    return question, Key(_paid_by(game, "best-four", grade), [said])


DRILLS: Final[dict[str, Make]] = {"five": read_five, "river": river_pays, "best-four": best_four}
