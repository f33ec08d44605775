"""Spring Tide: three cards against the dealer's three, the higher water wins.

 1. One 52-card deck, shuffled for each round; up to seven seats, each against the dealer alone.
 2. A seat opens with the Ante. It may add Swell and the Flood Progressive, never alone.
 3. Each seat and the dealer receive three cards face down.
 4. An ace is 1, 2 to 10 their face value, J 11, Q 12, K 13; a hand's water is the sum, and ties go by the highest card.
 5. The player folds and loses the Ante, or makes the Sail bet of once or twice the Ante.
 6. The dealer qualifies with 10 or more. If not, the Ante wins 1 to 1 and the Sail pushes.
 7. Dealer qualifies: the better hand wins. A win pays the Sail 1 to 1 and pushes the Ante; a tie pushes both.
 8. A sailed hand with 36 or more earns the Crest, paid on the Ante, whatever the dealer holds.
 9. Swell is paid by its table on the player's three cards, folded or not.
10. The Flood Progressive looks at both hands: both of one suit take the meter, a player's of one suit is paid 10 for 1.
"""

from dataclasses import dataclass

from feltlab.sdk import (
    LOSE, NONE, PUSH, SEATS, WIN, Ask, Deal, Hand, Numbers, Raise, Ranking, Turn, bonus, claim, declare, example,
    opening, paid, progressive, raised, rule, side, whole,
)  # fmt: skip


@rule
def _water(cards):
    total, high = 0, 0
    for card in cards:
        rank = (card >> 2) + 2 if card < 48 else 1
        total += rank
        high = max(high, rank)
    return total << 4 | high


@rule
def _suited(cards):
    suits = (cards[0] & 3, cards[1] & 3, cards[2] & 3)
    if suits[0] == suits[1] == suits[2]:
        return 3 if _water(cards) >> 4 == 6 else 2
    return 1 if (suits[0] in (1, 2)) == (suits[1] in (1, 2)) == (suits[2] in (1, 2)) else 0


water = Ranking("water", _water, lambda value, cards: f"{value >> 4} water, {value & 15} high")
swell = Ranking("swell", _suited, lambda value, cards: ("mixed", "one color", "one suit", "ebb")[value])


@dataclass(frozen=True)
class Tide(Numbers):
    qualifier: int = whole(10, 6, 38, "the dealer qualifies with this much water or more")


@rule
def settle(own, dealer, sail, qualifier):
    if sail == 0:  # rule 5
        return LOSE, NONE, NONE
    crest = paid((own >> 4) - 35) if own >> 4 >= 36 else NONE  # rule 8
    if dealer >> 4 < qualifier:  # rule 6
        return WIN, PUSH, crest
    if own == dealer:  # rule 7
        return PUSH, PUSH, crest
    return (PUSH, WIN, crest) if own > dealer else (LOSE, LOSE, crest)


@rule
def swells(suits):  # rule 9
    return suits


@rule
def floods(suits, dealer_suits):  # rule 10
    return 0 if suits < 2 else 2 if dealer_suits >= 2 else 1


SAIL = Ask("sail", "Sail or fold, please", Raise("sail", "ante", {"fold": 0, "once": 1, "twice": 2}))
GAME = declare(
    "spring-tide",
    "Spring Tide",
    __doc__,
    wagers=[opening("ante"), raised("sail"), bonus("crest"), side("swell"), progressive("flood", 50, "10%")],
    round=[Deal("player", 3, SEATS), Deal("dealer", 3), SAIL, Turn("dealer")],
    hands={
        "own": Hand(water, "player"),
        "dealer": Hand(water, "dealer"),
        "suits": Hand(swell, "player"),
        "dealer_suits": Hand(swell, "dealer"),
    },
    settle=settle,
    sides={"swell": swells, "flood": floods},
    pays={
        "crest": {"20-5-3-1": "39 water 20 to 1\n 38 water 5 to 1\n 37 water 3 to 1\n 36 water 1 to 1"},
        "swell": {
            "50-7-2": "ebb 50 to 1\n one suit 7 to 1\n one color 2 to 1",
            "100-9-1": "ebb 100 to 1\n one suit 9 to 1\n one color 1 to 1",
        },
        "flood": {"jackpot-10": "both of one suit 100% of jackpot\n one suit 10 for 1"},
    },
    numbers=Tide(seats=7),
    claims=[claim("house_edge", "its sheet", "5.7189%"), claim("house_edge", "its sheet", "2.75%", wager="swell")],
    examples=[example(2, player="Ks Qs 5s", dealer="2h 9d 4c", choices={"sail": "twice"})],
)
