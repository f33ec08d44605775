"""How hands lie at Low Four: the dealer's from highest to lowest by points, so that an ace comes last."""

from collections.abc import Iterable

from feltlab.games.low_four.rules import LowFour
from feltlab.hands.low import lowest_four, lowest_of_seven, points_of
from feltlab.hands.points import POINTS
from feltlab.rules.laying import Laid
from feltlab.rules.settling import Facts


def lay(dealer: tuple[int, ...], numbers: LowFour) -> Laid:
    four = lowest_four(dealer)
    rest = [card for card in dealer if card not in four]
    return Laid(arranged(four), arranged(rest), points_of(lowest_of_seven.of(dealer)) <= numbers.qualifier)


def arranged(cards: Iterable[int]) -> tuple[int, ...]:
    """By points, and by rank among the tens."""
    return tuple(sorted(cards, key=lambda card: (POINTS[card >> 2], card), reverse=True))


def verified(facts: Facts, wager: str) -> tuple[int, ...]:
    """All seven are needed to see that no four cards make fewer points."""
    player = facts.round.cards["player"]
    return player if wager == "high-points" else lowest_four(player)
