"""The strategy you can remember: the best one-line rule, worked out for a table's own rules."""

from functools import lru_cache
from typing import Final

import numpy as np

from feltlab.exact.seven_card import best_cut
from feltlab.games.ace_odd_even.classes import BEST, showdown
from feltlab.games.ace_odd_even.rules import AceOddEven
from feltlab.hands.parity import highest_rank, side_count
from feltlab.hands.poker import rank_name
from feltlab.rules.game import Terms

_COUNTS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")


def short_strategy(terms: Terms) -> list[str]:
    """The best one-line rule on these terms; `rule` in the facts of a hand is the line for that hand."""
    return [_one_line(terms.numbers)]


@lru_cache(maxsize=16)
def _one_line(numbers: AceOddEven) -> str:
    """Play that many cards with that card on top, or better."""
    kinds = sorted({_kind(strength) for strength in BEST.tolist()}, reverse=True)
    groups = np.array([kinds.index(_kind(strength)) for strength in BEST.tolist()])
    played = best_cut(showdown(numbers).gains(numbers, groups), range(len(kinds)))
    if played in (0, len(kinds)):
        return "Fold everything." if not played else "Play everything."
    count, high = kinds[played - 1]
    if kinds[played][0] < count:
        return f"Play any {_COUNTS[count]} cards or more; fold the rest."
    more = f", or any {_COUNTS[count + 1]} cards" if count + 1 < len(_COUNTS) else ""
    return f"Play {_COUNTS[count]} cards {rank_name(high).capitalize()} high or better{more}; fold the rest."


def _kind(strength: int) -> tuple[int, int]:
    """Cards of a side and the highest of them."""
    return side_count(strength), highest_rank(strength)
