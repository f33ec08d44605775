"""The whole strategy in two pictures: by cards and high card, and by cards alone."""

from collections.abc import Iterable, Mapping
from typing import Any

from feltlab.cards import RANKS
from feltlab.exact.pictures import Picture, Shares, Squares, Stacked
from feltlab.games.ace_odd_even.rules import GAME
from feltlab.rules.game import Terms
from feltlab.rules.words import words_of

_ACE = RANKS.index("A")


def pictures(rows: Iterable[Mapping[str, Any]], terms: Terms) -> list[Picture]:
    words = words_of(GAME, "web")["charts"]
    found, by_count = Shares(), Shares()
    for row in rows:
        played = row["decision"] == "play"
        found.add(f"{row['cards']}{_high(row)}", row["hands"], played, row["ev_play_float"])
        by_count.add(str(row["cards"]), row["hands"], played, row["ev_play_float"])
    counts = sorted((str(label) for label in by_count.hands), reverse=True)
    across = [rank for rank in RANKS if any(f"{cards}{rank}" in found.hands for cards in counts)]
    grid = [
        (
            words["cards"].format(cards=cards),
            [label if (label := f"{cards}{rank}") in found.hands else None for rank in across],
        )
        for cards in counts
    ]
    names = ["10" if rank == "T" else rank for rank in across]
    return [
        Squares(
            words["grid"], words["grid_words"], words["corner"], found, list(found.hands), words["active"],
            words["passive"], names, grid,
        ),
        Stacked(
            words["title"], words["words"], words["label"], by_count, counts[::-1], words["active"], words["passive"],
            words["below"],
        ),
    ]  # fmt: skip


def _high(row: Mapping[str, Any]) -> str:
    """The highest card of the set side."""
    parity = 1 if row["set"] == "odd" else 0
    places = [RANKS.index(rank) for rank in row["ranks"]]
    return RANKS[max(place for place in places if place == _ACE or place % 2 == parity)]  # the deuce, place 0, is even
