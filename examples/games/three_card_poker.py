"""Three Card Poker: three cards against the dealer's three, with Pair Plus and a bonus on the six cards of both.

 1. One 52-card deck, shuffled for each round; up to seven seats, each against the dealer alone.
 2. A seat opens with the Ante. It may add Pair Plus and the Six Card Bonus, never alone.
 3. Each seat and the dealer receive three cards face down.
 4. Straight flush, three of a kind, straight, flush, pair, high card; A-2-3 is the lowest straight.
 5. The player folds and loses the Ante, or makes the Play bet, equal to the Ante.
 6. The dealer qualifies with queen high or better. If not, the Ante wins 1 to 1 and the Play pushes.
 7. Dealer qualifies: the better hand wins; Ante and Play are each paid 1 to 1, lose, or push together.
 8. A straight or better that was played earns the Ante Bonus, whatever the dealer holds.
 9. Pair Plus is paid by its table on the player's three cards, folded or not.
10. The Six Card Bonus is paid by its table on the best five of the player's and the dealer's cards, folded or not.
"""

from feltlab.sdk import (
    LOSE, NONE, PUSH, SEATS, WIN, Ask, Deal, Hand, Raise, Turn, best_of, bonus, category, claim, declare,
    five_cards, opening, paid, raised, rule, side, three_cards,
)  # fmt: skip

QUEEN_HIGH, STRAIGHT = three_cards.least("high card", "Q"), three_cards.least("straight")
QUEEN_SIX_FOUR = three_cards.least("high card", "Q64")
TRIPS, ROYAL = five_cards.least("3 of a kind"), five_cards.least("royal flush")


@rule
def settle(own, dealer, play):
    if play == 0:  # rule 5
        return LOSE, NONE, NONE
    earned = paid(category(own) - 2) if own >= STRAIGHT else NONE  # rule 8
    if dealer < QUEEN_HIGH:  # rule 6
        return WIN, PUSH, earned
    if own == dealer:  # rule 7
        return PUSH, PUSH, earned
    return (WIN, WIN, earned) if own > dealer else (LOSE, LOSE, earned)


@rule
def pair_plus(own):  # rule 9
    return category(own)


@rule
def six_card_bonus(six):  # rule 10
    return category(six) - 2 + (six == ROYAL) if six >= TRIPS else 0


@rule
def queen_six_four(own):
    return 1 if own >= QUEEN_SIX_FOUR else 0


@rule
def any_queen(own):
    return 1 if own >= QUEEN_HIGH else 0


def pays(events, **tables):
    """Pay tables by id, from what each event pays to 1."""
    lines = {id: zip(events.split(", "), odds, strict=True) for id, odds in tables.items()}
    return {
        id.strip("_").replace("_", "-"): "\n".join(f"{event} {pay} to 1" for event, pay in rows)
        for id, rows in lines.items()
    }


BONUS = "straight flush, 3 of a kind, straight"
SIX = "royal flush, straight flush, 4 of a kind, full house, flush, straight, 3 of a kind"
PUBLISHED = "Wizard of Odds, Three Card Poker"
GAME = declare(
    "three-card-poker",
    "Three Card Poker",
    __doc__,
    wagers=[opening("ante"), raised("play"), bonus("ante-bonus"), side("pair-plus"), side("six-card-bonus")],
    round=[
        Deal("player", 3, SEATS),
        Deal("dealer", 3),
        Ask("play", "Play or fold?", Raise("play", "ante", {"fold": 0, "play": 1})),
        Turn("dealer"),
    ],
    hands={
        "own": Hand(three_cards, "player"),
        "dealer": Hand(three_cards, "dealer"),
        "six": Hand(best_of(five_cards, 6), "player", "dealer"),
    },
    settle=settle,
    sides={"pair-plus": pair_plus, "six-card-bonus": six_card_bonus},
    pays={
        "ante-bonus": pays(BONUS, _5_4_1=(5, 4, 1), _5_3_1=(5, 3, 1), _4_3_1=(4, 3, 1), _3_2_1=(3, 2, 1)),
        "pair-plus": pays(f"{BONUS}, flush, pair", _40_30_6_4_1=(40, 30, 6, 4, 1), _40_30_6_3_1=(40, 30, 6, 3, 1)),
        "six-card-bonus": pays(SIX, _1000_200_100=(1000, 200, 100, 20, 15, 10, 7)),
    },
    strategies={"queen-six-four": {"play": queen_six_four}, "any-queen": {"play": any_queen}},
    claims=[
        claim("house_edge", PUBLISHED, "686689/20358520"),
        claim("element_of_risk", PUBLISHED, "2.0147%"),
        claim("standard_deviation", PUBLISHED, "1.63925"),
        claim("house_edge", PUBLISHED, "3672957/101792600", pays={"ante-bonus": "5-3-1"}),
        claim("house_edge", PUBLISHED, "778809/20358520", pays={"ante-bonus": "4-3-1"}),
        claim("house_edge", PUBLISHED, "870929/20358520", pays={"ante-bonus": "3-2-1"}),
        claim("edge_with_a_card_seen", PUBLISHED, "-42543552/1221511200"),
        claim("house_edge", PUBLISHED, "128/5525", wager="pair-plus"),
        claim("house_edge", PUBLISHED, "402/5525", wager="pair-plus", pays={"pair-plus": "40-30-6-3-1"}),
        claim("house_edge", PUBLISHED, "8.56%", wager="six-card-bonus"),
    ],
)
