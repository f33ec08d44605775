"""How many deals make each grade of a wager that does not depend on how the game is played."""

from collections.abc import Sequence

from feltlab.errors import FeltlabError
from feltlab.lab import lab_of
from feltlab.rules.game import Terms


def grade_counts(game: str, wager: str, terms: Terms) -> list[int]:
    counts: Sequence[int] | None = lab_of(game).grade_counts(wager, terms)
    if counts is None:
        raise FeltlabError(f"what {wager} pays changes how the game is played: its grades have no counts of their own")
    return list(counts)
