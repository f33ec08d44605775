"""Mississippi Stud: two cards and a board of three, with a bet before each of the three, and no dealer's hand to beat.

1. One 52-card deck, shuffled for each round; up to seven seats, each paid by its own five cards.
2. A seat opens with the Ante.
3. Each seat receives two cards; three community cards are laid out face down.
4. With two cards seen the player folds, or makes the 3rd Street bet of one to three times the Ante.
5. The first community card is turned. The player folds, or makes the 4th Street bet, again one to three times.
6. The second is turned. The player folds, or makes the 5th Street bet, again one to three times.
7. A player who folds loses every bet made so far. The last card is turned for everyone else.
8. Every bet is paid by the same table on the five cards: a pair of jacks or better wins, sixes to tens push.
"""

from feltlab.sdk import (
    LOSE, NONE, SEATS, Ask, Deal, Hand, Raise, Turn, category, claim, declare, example, five_cards, opening, paid,
    raised, rule,
)  # fmt: skip

SIXES, JACKS = five_cards.least("pair", "6"), five_cards.least("pair", "J")
TWO_PAIR, ROYAL = five_cards.least("two pair"), five_cards.least("royal flush")
STREETS = ("third", "fourth", "fifth")
TIMES = {"fold": 0, "1x": 1, "2x": 2, "3x": 3}
PAYS = """
    royal flush 500 to 1
    straight flush 100 to 1
    4 of a kind 40 to 1
    full house 10 to 1
    flush 6 to 1
    straight 4 to 1
    3 of a kind 3 to 1
    two pair 2 to 1
    pair of jacks or better 1 to 1
    pair of 6s to tens push
"""


@rule
def settle(own, third, fourth, fifth):
    if fifth == 0:  # rule 7
        return LOSE, LOSE if third else NONE, LOSE if fourth else NONE, NONE
    if own < SIXES:  # rule 8
        return LOSE, LOSE, LOSE, LOSE
    grade = category(own) + 1 + (own == ROYAL) if own >= TWO_PAIR else 2 if own >= JACKS else 1
    return paid(grade), paid(grade), paid(grade), paid(grade)


def street(name):
    return Ask(name, f"{name.title()} street, please", Raise(name, "ante", TIMES))


GAME = declare(
    "mississippi-stud",
    "Mississippi Stud",
    __doc__,
    wagers=[opening("ante"), *(raised(name, f"{name.title()} Street") for name in STREETS)],
    round=[
        Deal("player", 2, SEATS),
        Deal("board", 3, parts={"first": 1, "second": 1, "last": 1}),
        street("third"),  # rule 4
        Turn("first"),
        street("fourth"),  # rule 5
        Turn("second"),
        street("fifth"),  # rule 6
        Turn("last"),
    ],
    hands={"own": Hand(five_cards, "player", "board")},
    settle=settle,
    pays={wager: {"500-100-40-10-6-4-3-2-1": PAYS} for wager in ("ante", *STREETS)},
    claims=[
        claim("house_edge", "E. Jacobson, 888casino", "4.9149%"),
        claim("element_of_risk", "J. Grochowski, Casino City Times, 2018", "1.37%"),
        claim("average_wager", "J. Grochowski, Casino City Times, 2018", "3.59"),
    ],
    examples=[
        example(30, player="Ks Kd", first="2h", second="9c", last="Kc", choices=dict.fromkeys(STREETS, "3x")),
        example(0, player="Ks 2d", first="9h", second="9c", last="4c", choices=dict.fromkeys(STREETS, "1x")),
        example(-2, player="Ks 2d", first="9h", second="5c", last="4c", choices={"third": "1x", "fourth": "fold"}),
    ],
)
