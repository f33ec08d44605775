"""The strategy you can remember."""

from feltlab.rules.game import Terms


def short_strategy(terms: Terms) -> list[str]:
    """The same on any rules; `rule` in the facts of a hand is the line for that hand."""
    return [
        "Count one match for each rule that would remove both cards: color, suit, odd or even, 2-5, 6-9, 10-K,"
        " Ace & Face.",
        "No Joker: trade the card with the fewest matches if it has 2 or fewer with the other two together.",
        "  If equal, trade 10, J, Q, K or A before 2 to 9; then the one that matches least in color; then the one"
        " that matches most in odd or even.",
        "One Joker: trade if the two cards have 1 match or none: J, Q or K first, then 10 or A.",
        "Two Jokers, and all other hands: keep.",
    ]
