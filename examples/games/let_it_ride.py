"""Let It Ride: three equal bets on a poker hand, two of which may be taken back as the cards come up.

1. One 52-card deck, shuffled for each round; up to seven seats, each on its own: the dealer has no hand.
2. A seat puts up three equal bets. The third, the Base, stays to the end.
3. Each seat receives three cards face down; two community cards are laid out face down.
4. With three cards seen the player pulls the first bet back, or lets it ride.
5. One community card is turned. The player pulls the second bet back, or lets it ride.
6. The other one is turned: the player's three cards and both of these are the hand.
7. Each bet that rides is paid by the table from a pair of tens up, or loses.
8. Three Card Bonus is paid by its table on the player's three cards.
"""

from feltlab.sdk import (
    LOSE, NONE, SEATS, Ask, Deal, Hand, Raise, Turn, category, claim, declare, five_cards, opening, paid, raised,
    rule, side, three_cards,
)  # fmt: skip

TENS, ROYAL = five_cards.least("pair", "T"), five_cards.least("royal flush")
EVENTS = (
    "royal flush", "straight flush", "4 of a kind", "full house", "flush", "straight", "3 of a kind", "two pair",
    "pair of tens or better",
)  # fmt: skip
CHOICES = {"pull back": 0, "let it ride": 1}


@rule
def settle(hand, first, second):
    code = paid(category(hand) + (hand == ROYAL)) if hand >= TENS else LOSE  # rule 7
    return code, code if first else NONE, code if second else NONE


@rule
def three_card_bonus(own):  # rule 8
    return category(own)


def table(*pays):
    return "\n".join(f"{event} {pay} to 1" for event, pay in zip(EVENTS, pays, strict=True))


FELT = table(1000, 200, 50, 11, 8, 5, 3, 2, 1)
FIVE_HUNDRED = table(500, 200, 50, 11, 8, 5, 3, 2, 1)
TABLES = {"1000": FELT, "500": FIVE_HUNDRED}
THREE = "straight flush 40 to 1\n 3 of a kind 30 to 1\n straight 6 to 1\n flush 4 to 1\n pair 1 to 1"
PUBLISHED = "Wizard of Odds, Let It Ride"
GAME = declare(
    "let-it-ride",
    "Let It Ride",
    __doc__,
    wagers=[opening("base"), raised("first"), raised("second"), side("three-card-bonus")],
    round=[
        Deal("player", 3, SEATS),
        Deal("community", 2, parts={"one": 1, "two": 1}),
        Ask("three cards", "Pull back or let it ride?", Raise("first", "base", CHOICES)),
        Turn("one"),
        Ask("four cards", "Pull back or let it ride?", Raise("second", "base", CHOICES)),
        Turn("two"),
    ],
    hands={"hand": Hand(five_cards, "player", "community"), "own": Hand(three_cards, "player")},
    settle=settle,
    sides={"three-card-bonus": three_card_bonus},
    pays={"base": TABLES, "first": TABLES, "second": TABLES, "three-card-bonus": {"40-30-6-4-1": THREE}},
    claims=[
        claim("house_edge", PUBLISHED, "911112/25989600"),
        claim("house_edge", PUBLISHED, "971112/25989600", pays=dict.fromkeys(("base", "first", "second"), "500")),
        claim("element_of_risk", PUBLISHED, "2.845%"),
        claim("house_edge", PUBLISHED, "2.32%", wager="three-card-bonus"),
    ],
)
