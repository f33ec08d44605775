"""Skiff: five cards against the dealer's five, up to three of them traded.

1. Bet the ante. Each seat and the dealer get five cards.
2. Trade up to three cards.
3. Fold, or row for an ante more.
4. The better hand wins. A hand that stands pat wins its ante 2 to 1.
"""

from typing import Any

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
    Ranking,
    Trade,
    category,
    declare,
    example,
    five_cards,
    opening,
    paid,
    raised,
    rule,
    side,
)


@rule
def loose(cards: Any) -> int:
    """A mask of up to three cards that have no other of their rank and are lower than an ace."""
    gone, many = 0, 0
    for place in range(len(cards)):
        alone = True
        for other in range(len(cards)):
            if other != place and cards[other] >> 2 == cards[place] >> 2:
                alone = False
        if alone and cards[place] >> 2 < 12 and many < 3:
            gone += 1 << place
            many += 1
    return gone


@rule
def number(cards: Any) -> int:
    return len(cards)


LOOSE = Ranking("loose cards", loose, lambda value, cards: f"mask {value}")
MANY = Ranking("cards drawn", number, lambda value, cards: f"{value} cards")


@rule
def settle(own: int, dealer: int, row: int, traded: int) -> tuple[int, int]:
    if row == 0:
        return LOSE, NONE
    if own == dealer:
        return PUSH, PUSH
    if own < dealer:
        return LOSE, LOSE
    return paid(1) if traded == 0 else WIN, WIN


@rule
def catch(came: int) -> int:
    return came


@rule
def trade_loose(dealt: int, gone: int) -> int:
    return gone if category(dealt) < 4 else 0


@rule
def always(own: int) -> int:
    return 1


GAME = declare(
    "skiff",
    "Skiff",
    __doc__,
    wagers=[opening("ante"), raised("row"), side("catch")],
    round=[
        Deal("player", 5, SEATS),
        Deal("dealer", 5),
        Ask("draw", "How many?", trade=Trade(3)),
        Ask("row", "Row?", Raise("row", "ante", {"fold": 0, "row": 1})),
    ],
    hands={
        "dealt": Hand(five_cards, "player"),
        "gone": Hand(LOOSE, "player"),
        "own": Hand(five_cards, "hand"),
        "came": Hand(MANY, "replacement"),
        "dealer": Hand(five_cards, "dealer"),
    },
    settle=settle,
    sides={"catch": catch},
    pays={"ante": {"felt": "pat 2 to 1"}, "catch": {"felt": "three came 1 to 1\n two came push\n one came 1 for 2"}},
    numbers=Numbers(seats=4),
    examples=[
        example(
            -2, player="2c 3d 5h 9s Kd", dealer="As Ah 4c 4d 7h",
            choices={"draw": ["2c", "3d"], "row": "row"}, replacement=["6c", "8h"],
        ),
    ],
    strategies={"loose-cards": {"draw": trade_loose, "row": always}},
)  # fmt: skip
