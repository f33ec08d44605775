"""Ultimate Texas Hold'em: hold'em against the dealer; the sooner the Play bet is made, the larger it may be.

 1. One 52-card deck, shuffled for each round; up to six seats, each against the dealer alone.
 2. A seat opens with the Ante and an equal Blind. It may add Trips and the Bad Beat Bonus, never alone.
 3. Each seat and the dealer receive two cards; five community cards are laid out face down.
 4. With two cards seen the player checks, or makes the Play bet of three or four times the Ante.
 5. The first three community cards are turned. A player who has not bet checks, or bets twice the Ante.
 6. The last two are turned. A player who has not bet folds and loses Ante and Blind, or bets as much as the Ante.
 7. The best five of seven cards count. The dealer qualifies with a pair; if not, the Ante pushes.
 8. The better hand wins: Ante (by rule 7) and Play are paid 1 to 1, or lose. Equal hands push every bet.
 9. The Blind of a winner is paid by its table with a straight or better, or pushes; a loser's Blind loses.
10. Trips is paid by its table on the player's hand, played or folded.
11. The Bad Beat Bonus is paid by its table on the weaker of the two hands, whoever has it; equal hands lose it.
"""

from feltlab.sdk import (
    LOSE, NONE, PUSH, SEATS, WIN, Ask, Deal, Hand, Numbers, Raise, Turn, category, claim, declare, opening, paid,
    raised, rule, seven_cards, side,
)  # fmt: skip

PAIR, THREE, STRAIGHT = (seven_cards.least(name) for name in ("pair", "3 of a kind", "straight"))
ROYAL = seven_cards.least("royal flush")


@rule
def settle(own, dealer, play):
    """What becomes of Ante, Blind and Play."""
    if play == 0:  # rule 6
        return LOSE, LOSE, NONE
    if own == dealer:  # rule 8
        return PUSH, PUSH, PUSH
    if own < dealer:  # rules 7 to 9
        return PUSH if dealer < PAIR else LOSE, LOSE, LOSE
    blind = paid(category(own) - 3 + (own == ROYAL)) if own >= STRAIGHT else PUSH
    return PUSH if dealer < PAIR else WIN, blind, WIN


@rule
def trips(own):  # rule 10
    return category(own) - 2 + (own == ROYAL) if own >= THREE else 0


@rule
def bad_beat(own, dealer):  # rule 11
    weaker = min(own, dealer)
    return category(weaker) - 2 if own != dealer and weaker >= THREE else 0


PREFLOP = Ask("preflop", "Check, or bet three or four times", Raise("play", "ante", {"check": 0, "3x": 3, "4x": 4}))
FLOP = Ask("flop", "Check, or bet twice", Raise("play", "ante", {"check": 0, "2x": 2}))
RIVER = Ask("river", "Fold, or bet once", Raise("play", "ante", {"fold": 0, "1x": 1}))

GAME = declare(
    "ultimate-texas-holdem",
    "Ultimate Texas Hold'em",
    __doc__,
    wagers=[opening("ante"), opening("blind", equals="ante"), raised("play"), side("trips"), side("bad-beat")],
    round=[
        Deal("player", 2, SEATS),
        Deal("dealer", 2),
        Deal("board", 5, parts={"flop": 3, "last": 2}),
        PREFLOP,
        Turn("flop"),
        FLOP,
        Turn("last"),
        RIVER,
        Turn("dealer"),
    ],
    hands={"own": Hand(seven_cards, "player", "board"), "dealer": Hand(seven_cards, "dealer", "board")},
    settle=settle,
    sides={"trips": trips, "bad-beat": bad_beat},
    pays={
        "blind": {
            "500-50-10": "royal flush 500 to 1\n straight flush 50 to 1\n 4 of a kind 10 to 1\n full house 3 to 1\n"
            "flush 3 to 2\n straight 1 to 1",
        },
        "trips": {
            "50-40-30-8-6-5-3": "royal flush 50 to 1\n straight flush 40 to 1\n 4 of a kind 30 to 1\n"
            "full house 8 to 1\n flush 6 to 1\n straight 5 to 1\n 3 of a kind 3 to 1",
            "50-40-30-8-7-4-3": "royal flush 50 to 1\n straight flush 40 to 1\n 4 of a kind 30 to 1\n"
            "full house 8 to 1\n flush 7 to 1\n straight 4 to 1\n 3 of a kind 3 to 1",
        },
        "bad-beat": {
            "7500": "straight flush 7500 to 1\n 4 of a kind 500 to 1\n full house 40 to 1\n flush 30 to 1\n"
            "straight 20 to 1\n 3 of a kind 9 to 1",
        },
    },
    numbers=Numbers(seats=6),
    claims=[
        claim("house_edge", "brute force of all deals", "50643648973/2317817502000"),
        claim("element_of_risk", "brute force of all deals", "0.5262%"),
        claim("decision", "brute force of all deals", "500/1326", of="preflop: 4x"),
    ],
)
