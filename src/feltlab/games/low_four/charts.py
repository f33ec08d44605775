"""The whole strategy in two pictures, by total: which hands are played, and the value of playing."""

from collections.abc import Iterable, Mapping
from typing import Any

from feltlab.exact.pictures import Means, Picture, Shares, Stacked
from feltlab.games.low_four.rules import GAME
from feltlab.rules.game import Terms
from feltlab.rules.words import words_of


def pictures(rows: Iterable[Mapping[str, Any]], terms: Terms) -> list[Picture]:
    words = words_of(GAME, "web")["charts"]
    found = Shares()
    for row in rows:
        found.add(row["points"], row["hands"], row["decision"] == "play", row["ev_play_float"])
    labels = sorted(found.hands, key=int)
    return [
        Stacked(
            words["title"], words["words"], words["label"], found, labels, words["active"], words["passive"],
            words["below"],
        ),
        Means(words["value"], words["value_words"], words["label"], found, labels, -1.0, words["below"]),
    ]  # fmt: skip
