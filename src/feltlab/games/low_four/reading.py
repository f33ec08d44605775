"""What a player may know about seven cards: every way to set four with its total, the lowest, the sum of all seven."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Final

from feltlab.cards import RANKS, card_text
from feltlab.games.low_four.rules import GAME, LowFour
from feltlab.games.low_four.speech import call
from feltlab.hands.low import hand_key, low_points, lowest_four
from feltlab.hands.points import POINTS, four_points
from feltlab.rules.game import Terms

SUMMED: Final = 15
"""Points: the one total at which the strategy looks at the sum of all seven cards."""


def facts(own: Sequence[int], board: Sequence[int], terms: Terms) -> dict[str, Any]:
    best = lowest_four(list(own))
    total = four_points([card >> 2 for card in best])
    seven = sum(POINTS[card >> 2] for card in own)
    by_sum = total == SUMMED and as_printed(terms.numbers)
    sets = _totals(own, 4)
    return {
        "sets": {key: call(points) for key, points in sets.items()},
        "fewer": {key: f"{points} so far" for size in (1, 2, 3) for key, points in _totals(own, size).items()},
        "best": [card_text(card) for card in best],
        "best_sets": [key for key, points in sets.items() if points == total],
        "call": call(total),
        "said": call(total) + (f" with a seven-card sum of {seven}" if by_sum else ""),
        "shown": call(total) + (f", all seven cards add to {seven}" if by_sum else ""),
        "rule": 0 if not by_sum else next((at for at, least in enumerate((56, 55, 54), 1) if seven >= least), 4),
        "equal": sorted((count for count in Counter(card >> 2 for card in own).values() if count > 1), reverse=True),
    }


def _totals(hand: Sequence[int], size: int) -> dict[str, int]:
    """The total of every choice of that many cards, by their places in the hand."""
    return {
        "".join(str(place) for place in places): four_points([hand[place] >> 2 for place in places])
        for places in combinations(range(len(hand)), size)
    }


def may_be_close(own: Sequence[int], board: Sequence[int]) -> bool:
    """Whether the decision is not plainly easy; the lab need not be asked about every hand."""
    return abs(low_points(hand_key(own)) - SUMMED) <= 1


def as_printed(numbers: LowFour) -> bool:
    """Whether everything a decision depends on is as in the documents."""
    return replace(numbers, seats=GAME.numbers.seats) == GAME.numbers


def told() -> dict[str, int | list[str]]:
    """Names in the sentences about the game: what aces and faces count, and which cards count as much as a ten."""
    as_much = [rank for rank, points in zip(RANKS, POINTS, strict=True) if points == POINTS[-2]]
    return {"ace_points": POINTS[-1], "face_points": POINTS[-2], "faces": as_much[1:]}
