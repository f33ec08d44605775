"""The strategy you can remember: the one for the printed rules, or the best one-line rule for a table's own."""

from functools import lru_cache

from feltlab.exact.seven_card import best_cut
from feltlab.games.low_four.fast import HUMAN, TOTALS, showdown
from feltlab.games.low_four.reading import as_printed
from feltlab.games.low_four.rules import LowFour
from feltlab.games.low_four.speech import call
from feltlab.rules.game import Terms


def short_strategy(terms: Terms) -> list[str]:
    """The strategy you can remember; `rule` in the facts of a hand is the line for that hand.

    The lines about 15 points are for the printed rules; on others the best one-line rule is used.
    """
    return list(HUMAN) if as_printed(terms.numbers) else [_one_line(terms.numbers)]


@lru_cache(maxsize=16)
def _one_line(numbers: LowFour) -> str:
    totals = sorted(set(TOTALS.tolist()))
    played = best_cut(showdown(numbers).gains(numbers, TOTALS), totals)
    if played in (0, len(totals)):
        return "Fold everything." if not played else "Play everything."
    return f"Play {call(totals[played - 1])} or less; fold the rest."
