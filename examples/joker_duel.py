"""Joker Duel: three cards against the dealer's three, with two wild Jokers in the deck.

1. Bet the Ante. Each seat and the dealer get three cards from a deck with two Jokers.
2. Fold, or make a Play bet equal to the Ante.
3. A Joker is any card. The dealer needs queen high: without it the Ante wins and the Play bet pushes.
4. Otherwise the better hand wins.
"""

from dataclasses import dataclass

from feltlab.sdk import (
    LOSE,
    NONE,
    PUSH,
    SEATS,
    WIN,
    Ask,
    Deal,
    Hand,
    Numbers,
    Raise,
    declare,
    example,
    opening,
    raised,
    rule,
    three_cards,
    whole,
    with_wild,
)

WILD = with_wild(three_cards)
QUEEN_HIGH = WILD.least("high card", "Q")


@dataclass(frozen=True)
class Jokers(Numbers):
    jokers: int = whole(2, 0, 2, "Jokers in the deck")


@rule
def settle(own: int, dealer: int, play: int) -> tuple[int, int]:
    if play == 0:
        return LOSE, NONE
    if dealer < QUEEN_HIGH:
        return WIN, PUSH
    if own == dealer:
        return PUSH, PUSH
    return (WIN, WIN) if own > dealer else (LOSE, LOSE)


@rule
def queen_high(own: int) -> int:
    return 1 if own >= QUEEN_HIGH else 0


GAME = declare(
    "joker-duel",
    "Joker Duel",
    __doc__,
    wagers=[opening("ante"), raised("play")],
    round=[
        Deal("player", 3, SEATS),
        Deal("dealer", 3),
        Ask("play", "Play or fold?", Raise("play", "ante", {"fold": 0, "play": 1})),
    ],
    hands={"own": Hand(WILD, "player"), "dealer": Hand(WILD, "dealer")},
    settle=settle,
    numbers=Jokers(seats=6),
    strategies={"queen-high": {"play": queen_high}},
    examples=[example(2, player="Jo 9d 9s", dealer="Ah Kd Qh", choices={"play": "play"})],
)
