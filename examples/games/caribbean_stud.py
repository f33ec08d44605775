"""Caribbean Stud: five cards against the dealer's five, one of which lies face up, with a progressive jackpot.

1. One 52-card deck, shuffled for each round; up to seven seats, each against the dealer alone.
2. A seat opens with the Ante. It may add the Jackpot bet, never alone.
3. Each seat and the dealer receive five cards face down; one of the dealer's is turned up.
4. The player folds and loses the Ante, or makes the Raise of twice the Ante.
5. The dealer qualifies with ace-king high or better. If not, the Ante wins 1 to 1 and the Raise pushes.
6. Dealer qualifies: the better hand wins. A win pays the Ante 1 to 1 and the Raise by its table.
7. The lower hand loses both bets; equal hands push both.
8. The Jackpot is paid by its table on the player's five cards, folded or not.
"""

from feltlab.sdk import (
    LOSE, NONE, PUSH, SEATS, WIN, Ask, Deal, Hand, Raise, Turn, category, claim, declare, five_cards, opening, paid,
    progressive, raised, rule,
)  # fmt: skip

ACE_KING, PAIR = five_cards.least("high card", "AK"), five_cards.least("pair")
FLUSH, ROYAL = five_cards.least("flush"), five_cards.least("royal flush")


@rule
def settle(own, dealer, bet):
    if bet == 0:  # rule 4
        return LOSE, NONE
    if dealer < ACE_KING:  # rule 5
        return WIN, PUSH
    if own == dealer:  # rule 7
        return PUSH, PUSH
    if own < dealer:
        return LOSE, LOSE
    return WIN, paid(max(category(own), 1) + (own == ROYAL))  # rule 6


@rule
def jackpot(own):  # rule 8
    return category(own) - 4 + (own == ROYAL) if own >= FLUSH else 0


@rule
def any_pair(own):
    return 2 if own >= PAIR else 0


@rule
def ace_king(own):
    return 2 if own >= ACE_KING else 0


FELT = """royal flush 100 to 1
straight flush 50 to 1
4 of a kind 20 to 1
full house 7 to 1
flush 5 to 1
straight 4 to 1
3 of a kind 3 to 1
two pair 2 to 1
pair or less 1 to 1"""
JACKPOT = """royal flush 100% of jackpot
straight flush 10% of jackpot
4 of a kind 500 for 1
full house 100 for 1
flush 50 for 1"""
PUBLISHED = "Wizard of Odds, Caribbean Stud Poker"
GAME = declare(
    "caribbean-stud",
    "Caribbean Stud",
    __doc__,
    wagers=[opening("ante"), raised("bet", "Raise"), progressive("jackpot", 10_000, "50%")],
    round=[
        Deal("player", 5, SEATS),
        Deal("dealer", 5, parts={"up": 1, "hole": 4}),
        Turn("up"),
        Ask("raise", "Raise or fold?", Raise("bet", "ante", {"fold": 0, "raise": 2})),
        Turn("hole"),
    ],
    hands={"own": Hand(five_cards, "player"), "dealer": Hand(five_cards, "dealer")},
    settle=settle,
    sides={"jackpot": jackpot},
    pays={
        "bet": {"100-50-20": FELT, "200-50-25": FELT.replace("flush 100", "flush 200").replace("kind 20", "kind 25")},
        "jackpot": {"100-10-500": JACKPOT},
    },
    strategies={"any-pair": {"raise": any_pair}, "ace-king": {"raise": ace_king}},
    claims=[
        claim("house_edge", PUBLISHED, "1041372912372/19933230517200"),
        claim("house_edge", PUBLISHED, "1090272101460/19933230517200", strategy="any-pair"),
        claim("house_edge", PUBLISHED, "3310360338060/19933230517200", strategy="always-raise"),
        claim("element_of_risk", PUBLISHED, "2.56%"),
    ],
)
