"""Casino War: one card each, the higher wins; on a tie the player surrenders or goes to war.

1. Six 52-card decks, shuffled for each round; up to seven seats, each against the dealer's one card.
2. A seat opens with the Ante. It may add the Tie bet, never alone.
3. Each seat and the dealer receive one card face up. Aces are high; suits do not count. The higher card wins 1 to 1.
4. On a tie the player surrenders and loses half of the Ante, or goes to war with a Raise equal to the Ante.
5. In a war the seat and the dealer receive one more card each.
6. The seat's war card is higher: the Raise wins 1 to 1, the Ante pushes. It is lower: both lose.
7. A second tie pays the Raise 1 to 1 and pushes the Ante; a house may pay a bonus equal to the Ante on top.
8. The Tie bet wins 10 to 1 if the first two cards tie.
"""

from dataclasses import dataclass

from feltlab.sdk import (
    LOSE, NONE, PUSH, SEATS, WIN, Ask, Deal, Hand, Raise, Ranking, ShoeNumbers, claim, declare, opening, paid,
    raised, rule, side, whole,
)  # fmt: skip

NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")


@rule
def _rank(cards):
    """From 1 for a deuce: 0 is no card."""
    return (cards[0] >> 2) + 1


ranked = Ranking("rank", _rank, lambda value, cards: NAMES[value - 1])


@dataclass(frozen=True)
class War(ShoeNumbers):
    tie_bonus: int = whole(0, 0, 1, "1 if a second tie pays a bonus equal to the Ante")


@rule
def ties(own, dealer):
    return own == dealer


@rule
def at_war(war):
    return war > 0


@rule
def settle(own, dealer, own_war, dealer_war, war, tie_bonus):
    if own != dealer:  # rule 3
        return (WIN, NONE) if own > dealer else (LOSE, NONE)
    if war == 0:  # rule 4
        return paid(1), NONE
    if own_war == dealer_war:  # rule 7
        return (WIN, WIN) if tie_bonus else (PUSH, WIN)
    return (PUSH, WIN) if own_war > dealer_war else (LOSE, LOSE)  # rule 6


@rule
def tie_pays(own, dealer):  # rule 8
    return 1 if own == dealer else 0


SHEET = "i-online-casinos.com, Casino War Odds"
GAME = declare(
    "casino-war",
    "Casino War",
    __doc__,
    wagers=[opening("ante"), raised("war", "Raise"), side("tie")],
    round=[
        Deal("player", 1, SEATS, face="up"),
        Deal("dealer", 1, face="up"),
        Ask("tie", "Surrender or war, please", Raise("war", "ante", {"surrender": 0, "war": 1}), when=ties),
        Deal("player_war", 1, SEATS, face="up", when=at_war),
        Deal("dealer_war", 1, face="up", when=at_war),
    ],
    hands={
        "own": Hand(ranked, "player"),
        "dealer": Hand(ranked, "dealer"),
        "own_war": Hand(ranked, "player_war"),
        "dealer_war": Hand(ranked, "dealer_war"),
    },
    settle=settle,
    sides={"tie": tie_pays},
    pays={"ante": {"half": "surrender 1 for 2"}, "tie": {"10-1": "tie 10 to 1"}},
    numbers=War(seats=7, decks=6),
    claims=[claim("house_edge", SHEET, "2.88%"), claim("house_edge", SHEET, "18.65%", wager="tie")],
)
