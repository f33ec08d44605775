"""Jacks or Better: five cards, any of them traded once, paid by a table from a pair of jacks up.

1. One 52-card deck, shuffled for each round; up to five seats, each on its own: the dealer has no hand.
2. A seat opens with the Ante and receives five cards face down.
3. Each player may trade any number of cards, once. They go to the discards; the dealer deals as many new ones.
4. The hand after the trade is paid by the table from a pair of jacks up, or loses. Pays are "for 1": the Ante is
   taken first.
"""

from feltlab.sdk import (
    LOSE, SEATS, Ask, Deal, Hand, Trade, category, claim, declare, example, five_cards, opening, paid, rule,
)  # fmt: skip

JACKS, ROYAL = five_cards.least("pair", "J"), five_cards.least("royal flush")
EVENTS = (
    "royal flush", "straight flush", "4 of a kind", "full house", "flush", "straight", "3 of a kind", "two pair",
    "jacks or better",
)  # fmt: skip


@rule
def settle(hand):
    return paid(category(hand) + (hand == ROYAL)) if hand >= JACKS else LOSE  # rule 4


def table(full_house, flush):
    pays = (800, 50, 25, full_house, flush, 4, 3, 2, 1)
    return "\n".join(f"{event} {pay} for 1" for event, pay in zip(EVENTS, pays, strict=True))


GAME = declare(
    "jacks-or-better",
    "Jacks or Better",
    __doc__,
    wagers=[opening("ante")],
    round=[
        Deal("player", 5, SEATS),
        Ask("draw", "How many cards?", trade=Trade(5)),
    ],
    hands={"hand": Hand(five_cards, "hand")},
    settle=settle,
    pays={"ante": {"9-6": table(9, 6), "9-5": table(9, 5), "8-6": table(8, 6), "8-5": table(8, 5)}},
    claims=[
        claim("average_return", "Casino City Times, Picking a Video Poker Game to Play", "99.54%"),
        claim("variance", "Southern Gaming, Winning Hand Frequency for 9/6 Jacks or Better", "19.51468"),
    ],
    examples=[
        example(1, player="Ks Kd 9h 9c 2d", replacement="3s", choices={"draw": "2d"}),
        example(-1, player="As Ks Qs Js 9d", replacement="9h", choices={"draw": ["9d"]}),
        example(3, player="9h Tc Jd Qs Ks", replacement="8c", choices={"draw": "Ks"}),
        example(0, player="Js Jd 9h 5c 2d", choices={"draw": None}),
    ],
)
