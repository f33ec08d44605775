"""Three cards against three as casinos deal it: its edge is published, to the last digit."""

from dataclasses import dataclass

from feltlab.hands.ranking import Cards, Ranking
from feltlab.rules.codes import LOSE, NONE, PUSH, WIN, paid, rule
from feltlab.rules.declaring import bonus, declare, opening, raised, side
from feltlab.rules.house import Numbers, whole
from feltlab.rules.settling import Hand
from feltlab.rules.steps import SEATS, Ask, Deal, Raise, Turn

PAIR, FLUSH, STRAIGHT, TRIPS, STRAIGHT_FLUSH = range(1, 6)


@rule
def _strength(cards: Cards) -> int:
    ranks = sorted([card >> 2 for card in cards])
    low, middle, high = int(ranks[0]), int(ranks[1]), int(ranks[2])
    flush = cards[0] & 3 == cards[1] & 3 and cards[0] & 3 == cards[2] & 3
    wheel = low == 0 and middle == 1 and high == 12
    if wheel or (low + 1 == middle and middle + 1 == high):
        return (STRAIGHT_FLUSH if flush else STRAIGHT) << 12 | (1 if wheel else high)
    if low == high:
        return TRIPS << 12 | high
    if flush:
        return FLUSH << 12 | high << 8 | middle << 4 | low
    if low == middle or middle == high:
        return PAIR << 12 | middle << 4 | (high if low == middle else low)
    return high << 8 | middle << 4 | low


@dataclass(frozen=True)
class ThreeCards(Numbers):
    qualifier: int = whole(10, 0, 12, "the dealer qualifies with this rank high")


@rule
def settle(own: int, dealer: int, play: int, qualifier: int) -> tuple[int, int, int]:
    if play == 0:
        return LOSE, NONE, NONE
    bonus = paid((own >> 12) - 2) if own >> 12 >= STRAIGHT else NONE
    if dealer < qualifier << 8:
        return WIN, PUSH, bonus
    if own == dealer:
        return PUSH, PUSH, bonus
    return (WIN, WIN, bonus) if own > dealer else (LOSE, LOSE, bonus)


@rule
def pairs(own: int) -> int:
    return own >> 12


strength = Ranking("three cards", _strength)
GAME = declare(
    "three-cards",
    "Three Cards",
    __doc__,
    wagers=[opening("ante"), raised("play"), bonus("ante-bonus"), side("pair-plus")],
    round=[
        Deal("player", 3, SEATS),
        Deal("dealer", 3),
        Ask("play", "Play or fold?", Raise("play", "ante", {"fold": 0, "play": 1})),
        Turn("dealer"),
    ],
    hands={"own": Hand(strength, "player"), "dealer": Hand(strength, "dealer")},
    settle=settle,
    sides={"pair-plus": pairs},
    pays={
        "ante-bonus": {
            "5-4-1": "straight flush 5 to 1\n 3 of a kind 4 to 1\n straight 1 to 1",
            "5-3-1": "straight flush 5 to 1\n 3 of a kind 3 to 1\n straight 1 to 1",
            "4-3-1": "straight flush 4 to 1\n 3 of a kind 3 to 1\n straight 1 to 1",
            "3-2-1": "straight flush 3 to 1\n 3 of a kind 2 to 1\n straight 1 to 1",
        },
        "pair-plus": {
            "40-30-6-4-1": "straight flush 40 to 1\n 3 of a kind 30 to 1\n straight 6 to 1\n flush 4 to 1\n pair 1 to 1",
            "40-30-6-3-1": "straight flush 40 to 1\n 3 of a kind 30 to 1\n straight 6 to 1\n flush 3 to 1\n pair 1 to 1",
        },
    },
    numbers=ThreeCards(),
)
