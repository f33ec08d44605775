"""How many deals make each grade of a wager that does not depend on how the game is played."""

from feltlab.errors import FeltlabError
from feltlab.games.game import Terms
from feltlab.kernels.river import board_counts, flop_counts
from feltlab.lab import low_four, odd_even_classes, rule_out
from feltlab.lab.seven_card import graded


def grade_counts(game: str, wager: str, terms: Terms) -> list[int]:
    if game == "ace-odd-even":
        return graded(odd_even_classes.BONUS, 6) if wager == "odd-even" else odd_even_classes.poker_counts()
    if game == "low-four":
        totals = graded(low_four.TOTALS, int(low_four.TOTALS.max()))
        return low_four.combined_counts() if wager == "combo-progressive" else totals
    if game == "quick-draw-holdem" and wager != "river":
        counts = flop_counts() if wager == "flop-bonus" else board_counts(terms.numbers.best_four_pair)
        return list(counts)
    if wager == "joker":
        return rule_out.joker_counts(terms.numbers)
    raise FeltlabError(f"what {wager} pays changes how the game is played: its grades have no counts of their own")
