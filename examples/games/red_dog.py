"""Red Dog: will the third card fall between the first two?

1. Eight 52-card decks, shuffled for each round; up to seven seats, which all bet on the same cards.
2. A seat opens with the Ante. Aces are high; suits do not count.
3. Two cards are dealt face up. Neighbors push.
4. On a pair a third card is dealt: three alike pay 11 to 1, anything else pushes.
5. Otherwise the spread is the number of ranks between the cards. A seat may add a Ride equal to its Ante.
6. The third card is dealt. If it falls between, Ante and Ride pay 5 to 1 at spread 1, 4 to 1 at 2, 2 to 1 at 3 and
   1 to 1 at 4 or more. If not, both lose.
"""

from feltlab.sdk import (
    LOSE, NONE, PUSH, Ask, Deal, Hand, Raise, Ranking, claim, declare, opening, paid, raised, rule,
)  # fmt: skip

NAMES = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")


@rule
def _low(cards):
    return min(cards[0] >> 2, cards[1] >> 2)


@rule
def _high(cards):
    return max(cards[0] >> 2, cards[1] >> 2)


@rule
def _rank(cards):
    return cards[0] >> 2


low = Ranking("lower card", _low, lambda value, cards: NAMES[value])
high = Ranking("higher card", _high, lambda value, cards: NAMES[value])
rank = Ranking("rank", _rank, lambda value, cards: NAMES[value])


@rule
def has_spread(low, high):
    return high - low > 1


@rule
def draws(low, high):
    return high - low != 1


@rule
def settle(low, high, third, ride):
    ante = LOSE
    if high - low == 1 or (high == low and third != low):  # rules 3 and 4
        ante = PUSH
    elif high == low:
        ante = paid(5)
    elif low < third < high:  # rule 6
        ante = paid(max(1, 6 - (high - low)))
    return ante, ante if ride else NONE


PAYS = "spread 1 5 to 1\n spread 2 4 to 1\n spread 3 2 to 1\n spread 4 to 11 1 to 1"
GAME = declare(
    "red-dog",
    "Red Dog",
    __doc__,
    wagers=[opening("ante"), raised("ride")],
    round=[
        Deal("first", 2, face="up"),
        Ask("ride", "Ride or call, please", Raise("ride", "ante", {"call": 0, "ride": 1}), when=has_spread),
        Deal("third", 1, face="up", when=draws),
    ],
    hands={"low": Hand(low, "first"), "high": Hand(high, "first"), "third": Hand(rank, "third")},
    settle=settle,
    pays={"ante": {"usual": f"three alike 11 to 1\n {PAYS}"}, "ride": {"usual": PAYS}},
    decks=8,
    claims=[claim("house_edge", "juicestorm.com, Red Dog", "2.75%")],
)
