"""How hands lie at Ace Odd Even: the best side from the highest card down, the other cards above it.

A dealer's hand that does not qualify uses no card: all seven lie together.
"""

from feltlab.games.ace_odd_even.rules import AceOddEven
from feltlab.hands.parity import (
    EVEN,
    NEITHER,
    ODD,
    best_side,
    best_strength,
    poker_grade,
    rank_word,
    side_cards,
    suit_word,
)
from feltlab.rules.laying import Laid
from feltlab.rules.settling import Facts


def lay(dealer: tuple[int, ...], numbers: AceOddEven) -> Laid:
    ranks = rank_word(dealer)
    if best_strength(ranks) < numbers.qualifier:
        return Laid(tuple(sorted(dealer, reverse=True)), qualifies=False)
    hand = side_cards(dealer, best_side(ranks))
    rest = [card for card in dealer if card not in hand]
    return Laid(hand, tuple(sorted(rest, reverse=True)))


def verified(facts: Facts, wager: str) -> tuple[int, ...]:
    """The side that the bonus is paid on: the best one by count, or the one that makes the poker rank."""
    own = facts.round.cards["player"]
    if wager == "odd-even":
        return side_cards(own, best_side(rank_word(own)))
    return max(_sets(facts, own), key=_grade)


def _sets(facts: Facts, own: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Where poker ranks may be: the hand that was set, none on a fold, and both sides of the other cards."""
    held = facts.round.cards.get("set", ())
    others = [card for card in own if card not in held]
    return held, side_cards(others, ODD), side_cards(others, EVEN)


def _grade(cards: tuple[int, ...]) -> int:
    return poker_grade(rank_word(cards), suit_word(cards), NEITHER)
