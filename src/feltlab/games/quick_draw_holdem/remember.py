"""The strategy you can remember."""

from feltlab.hands.poker import rank_name
from feltlab.rules.game import Terms


def short_strategy(terms: Terms) -> list[str]:
    """On the table's own rules; `rule` in the facts of a hand is the line for that hand."""
    high = terms.numbers.high_pair
    one, many = rank_name(high), rank_name(high, True)
    low = f"2s to {rank_name(high - 1, True)}" if high > 1 else "2s"
    return [
        "Flop: bet",
        f"  1. a pair of {many} or better, any two pair, or better;",
        "  2. a four-flush, or a straight draw that two ranks complete;",
        f"  3. a pair of {low}, unless exactly one other card is {one} or higher, no three cards are suited and"
        " there is no straight draw;",
        f"  4. a gutshot with three suited cards, or with three cards of {one} or higher.",
        "  Fold the rest.",
        "Turn: bet any pair or better, any four-flush, any straight draw that two ranks complete. Fold the rest.",
    ]
