"""Two Piers: five cards each; three of them go on the pier, and the better pier wins.

1. One 52-card deck, shuffled for each round; up to six seats, each against the dealer alone.
2. A seat opens with the Ante. It may add Harbour, never alone.
3. Each seat and the dealer receive five cards.
4. The player folds and loses the Ante, or adds a Mooring of once or twice the Ante and sets three cards on the pier.
5. The dealer sets the three that make the best hand of three cards.
6. The better pier wins the Mooring 1 to 1, by a table from three of a kind up; it wins the Ante 1 to 1 with a straight
   or better, and else the Ante pushes. Equal piers push.
7. Harbour is paid by its table on the player's five cards, played or folded.
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
    Set,
    Turn,
    best_of,
    category,
    claim,
    declare,
    example,
    five_cards,
    opening,
    paid,
    raised,
    rule,
    side,
    three_cards,
)  # fmt: skip

STRAIGHT, THREE = three_cards.least("straight"), three_cards.least("3 of a kind")
worth_of_three = three_cards.value
pier_of_five = best_of(three_cards, 5)


@rule
def best(cards: Any) -> Any:
    """The three cards that make the best pier."""
    most, held = -1, (cards[0], cards[1], cards[2])
    for first in range(3):
        for second in range(first + 1, 4):
            for third in range(second + 1, 5):
                tried = (cards[first], cards[second], cards[third])
                worth = worth_of_three(tried)
                if worth > most:
                    most, held = worth, tried
    return held


@rule
def settle(pier: int, dealer: int, mooring: int) -> tuple[int, int]:
    if mooring == 0:
        return LOSE, NONE
    if pier == dealer:
        return PUSH, PUSH
    if pier < dealer:
        return LOSE, LOSE
    return WIN if pier >= STRAIGHT else PUSH, paid(category(pier) - 3) if pier >= THREE else WIN


@rule
def harbour(five: int) -> int:
    return category(five) - 3 if category(five) > 3 else 0


@rule
def two_pairs_twice(five: int) -> int:
    return 2 if category(five) > 1 else 1


GAME = declare(
    "two-piers",
    "Two Piers",
    __doc__,
    wagers=[opening("ante"), raised("mooring"), side("harbour")],
    round=[
        Deal("player", 5, SEATS),
        Deal("dealer", 5),
        Ask(
            "moor", "Fold, or moor once or twice?", Raise("mooring", "ante", {"fold": 0, "once": 1, "twice": 2}),
            set=Set(best, cards=3, name="pier"),
        ),
        Turn("dealer"),
    ],
    hands={
        "pier": Hand(three_cards, "pier"), "dealer": Hand(pier_of_five, "dealer"), "five": Hand(five_cards, "player"),
    },
    settle=settle,
    sides={"harbour": harbour},
    pays={
        "mooring": {"4-2": "straight flush 4 to 1\n 3 of a kind 2 to 1"},
        "harbour": {
            "usual": "straight flush 200 to 1\n 4 of a kind 50 to 1\n full house 20 to 1\n flush 10 to 1\n"
            "straight 8 to 1",
        },
    },
    numbers=Numbers(seats=6),
    claims=[
        claim("house_edge", "near enough", "13.9%"),
        claim("house_edge", "too high", "20%", strategy="never-fold"),
        claim("probability", "counted", "40/2598960", wager="harbour", of="straight flush"),
    ],
    examples=[
        example(1, player="9c 4h Jc 2s 4c", dealer="7s 8d 2d Ac Qs", choices={"moor": "once", "pier": "9c Jc 4c"}),
        example(-1, player="9c 4h Jc 2s 4c", dealer="7s 8d 2d Ac Qs", choices={"moor": "fold"}),
    ],
    strategies={"two-pairs-twice": {"moor": two_pairs_twice}},
)  # fmt: skip
