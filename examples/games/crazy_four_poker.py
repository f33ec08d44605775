"""Crazy 4 Poker: five cards each, the best four play; with a pair of aces or better the bet may be tripled.

1. One 52-card deck, shuffled for each round; up to seven seats, each against the dealer alone.
2. A seat opens with the Ante and an equal Super Bonus. It may add Queens Up, never alone.
3. Each seat and the dealer receive five cards face down; the best four of them count.
4. Four of a kind, straight flush, three of a kind, flush, straight, two pair, pair, high card; A-2-3-4 is a straight.
5. The player folds and loses Ante and Super Bonus, or makes the Play bet, equal to the Ante; with a pair of aces or
   better it may be two or three times the Ante.
6. The dealer qualifies with king high or better. If not, the Ante pushes and the Play wins 1 to 1.
7. Dealer qualifies: the better hand wins; Ante and Play are each paid 1 to 1, lose, or push together.
8. The Super Bonus is paid by its table with a straight or better, whatever the dealer holds. With less it pushes, or
   loses to a better hand.
9. Queens Up is paid by its table on the player's hand, played or folded.
"""

from feltlab.sdk import (
    LOSE, NONE, PUSH, SEATS, WIN, Ask, Deal, Hand, Raise, Turn, best_of, category, claim, declare, example,
    four_cards, opening, paid, raised, rule, side,
)  # fmt: skip

four_of_five = best_of(four_cards, 5)
KING_HIGH, QUEENS, ACES = (
    four_of_five.least("high card", "K"),
    four_of_five.least("pair", "Q"),
    four_of_five.least("pair", "A"),
)
TWO_PAIR, STRAIGHT = four_of_five.least("two pair"), four_of_five.least("straight")
FOUR_ACES = four_of_five.least("4 of a kind", "A")


@rule
def allowed(own, units):  # rule 5
    return units == 1 or own >= ACES


@rule
def settle(own, dealer, play):
    if play == 0:  # rule 5
        return LOSE, LOSE, NONE
    bonus = LOSE if own < dealer else PUSH  # rule 8
    if own >= STRAIGHT:
        bonus = paid(category(own) - 2 + (own >= FOUR_ACES))
    if dealer < KING_HIGH:  # rule 6
        return PUSH, bonus, WIN
    if own == dealer:  # rule 7
        return PUSH, bonus, PUSH
    return (WIN, bonus, WIN) if own > dealer else (LOSE, bonus, LOSE)


@rule
def queens_up(own):  # rule 9
    return category(own) if own >= TWO_PAIR else 1 if own >= QUEENS else 0


PLAY = Ask("play", "Play or fold, please", Raise("play", "ante", {"fold": 0, "1x": 1, "2x": 2, "3x": 3}, allow=allowed))
GAME = declare(
    "crazy-four-poker",
    "Crazy 4 Poker",
    __doc__,
    wagers=[opening("ante"), opening("super-bonus", equals="ante"), raised("play"), side("queens-up")],
    round=[Deal("player", 5, SEATS), Deal("dealer", 5), PLAY, Turn("dealer")],
    hands={"own": Hand(four_of_five, "player"), "dealer": Hand(four_of_five, "dealer")},
    settle=settle,
    sides={"queens-up": queens_up},
    pays={
        "super-bonus": {
            "200-30-15-2-1.5-1": "4 aces 200 to 1\n 4 of a kind 30 to 1\n straight flush 15 to 1\n 3 of a kind 2 to 1\n"
            "flush 3 to 2\n straight 1 to 1",
        },
        "queens-up": {
            "50-40-8-4-3-2-1": "4 of a kind 50 to 1\n straight flush 40 to 1\n 3 of a kind 8 to 1\n flush 4 to 1\n"
            "straight 3 to 1\n two pair 2 to 1\n pair of queens or better 1 to 1",
        },
    },
    claims=[claim("element_of_risk", "Wizard of Odds, Crazy 4 Poker", "1.09%")],
    examples=[
        example(5, player="As Ad 2h 3c 4d", dealer="Kh 8s 7d 5c 2c", choices={"play": "3x"}),
        example(-3, player="Kd Qd 8h 4c 2d", dealer="Ah 8s 7d 5c 2c", choices={"play": "1x"}),
        example(-2, player="Qd Jd 8h 4c 2s", dealer="Ah 8s 7d 5c 2c", choices={"play": "fold"}),
    ],
)
