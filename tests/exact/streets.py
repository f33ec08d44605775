"""Streets: hold'em with a bet on each street, and side bets that look at few cards; for the tests of the board plan.

1. A seat opens with the Ante; it and the dealer receive two cards, and five are laid out.
2. The player folds, or makes the Flop bet of twice the Ante; three cards are turned.
3. The player checks, or makes the Turn bet of once the Ante; a card is turned.
4. The player checks, or makes the River bet of once the Ante; the last card is turned.
5. The better hand wins. The Ante of a winner pushes below the house's least hand; a dealer without a pair pushes it.
"""

from dataclasses import dataclass
from typing import Any

from feltlab.hands.poker import flop_grade
from feltlab.hands.poker_hands import seven_cards
from feltlab.hands.ranking import Ranking
from feltlab.rules.codes import LOSE, NONE, PUSH, WIN, rule
from feltlab.rules.declaring import declare, opening, raised, side
from feltlab.rules.house import Numbers, whole
from feltlab.rules.settling import Hand
from feltlab.rules.steps import SEATS, Ask, Deal, Raise, Turn


@rule
def _pocket(cards: Any) -> int:
    return 2 if cards[0] >> 2 == cards[1] >> 2 else 1 if (cards[0] ^ cards[1]) & 3 == 0 else 0


@rule
def _first_three(cards: Any) -> int:
    """The highest event of own cards with a card of the flop each."""
    best = 0
    for card in (cards[2], cards[3], cards[4]):
        best = max(best, flop_grade(cards[0], cards[1], card))
    return best


pocket = Ranking("pocket", _pocket)
on_flop = Ranking("on the flop", _first_three)


@dataclass(frozen=True)
class StreetNumbers(Numbers):
    least: int = whole(2, 0, 8, "the Ante is paid from this category on")


@rule
def settle(own: int, dealer: int, flop_bet: int, turn_bet: int, river_bet: int, least: int) -> tuple[int, ...]:
    if flop_bet == 0:
        return LOSE, NONE, NONE, NONE
    ante, raises = PUSH, PUSH
    if own > dealer:
        ante, raises = WIN if own >> 12 >= least else PUSH, WIN
    elif own < dealer:
        ante, raises = PUSH if dealer >> 12 == 0 else LOSE, LOSE
    return ante, raises, raises if turn_bet else NONE, raises if river_bet else NONE


@rule
def pockets(two: int, dealers_two: int) -> int:
    return 3 if two == dealers_two == 2 else two


@rule
def flops(five: int) -> int:
    return five


@rule
def beats(own: int, dealer: int) -> int:
    """Either hand beaten with two pair or better."""
    return max(0, (min(own, dealer) >> 12) - 1) if own != dealer else 0


STEP = {"check": 0, "bet": 1}
GAME = declare(
    "streets",
    "Streets",
    __doc__,
    wagers=[
        opening("ante"), raised("flop-bet"), raised("turn-bet"), raised("river-bet"),
        side("pocket"), side("on-flop"), side("beat"),
    ],
    round=[
        Deal("player", 2, SEATS),
        Deal("dealer", 2),
        Deal("board", 5, parts={"flop": 3, "turn": 1, "river": 1}),
        Ask("preflop", "Play or fold", Raise("flop-bet", "ante", {"fold": 0, "play": 2})),
        Turn("flop"),
        Ask("on the flop", "Check or bet", Raise("turn-bet", "ante", STEP)),
        Turn("turn"),
        Ask("on the turn", "Check or bet", Raise("river-bet", "ante", STEP)),
        Turn("river"),
        Turn("dealer"),
    ],
    hands={
        "own": Hand(seven_cards, "player", "board"), "dealer": Hand(seven_cards, "dealer", "board"),
        "two": Hand(pocket, "player"), "dealers_two": Hand(pocket, "dealer"),
        "five": Hand(on_flop, "player", "flop"),
    },
    settle=settle,
    sides={"pocket": pockets, "on-flop": flops, "beat": beats},
    pays={
        "pocket": {"30-6-1": "both pairs 30 to 1\n pair 6 to 1\n suited 1 to 1"},
        "on-flop": {"9": "straight flush 9 to 1\n three 8 to 1\n straight 3 to 2\n flush 1 to 1\n pair 1 to 2"},
        "beat": {
            "felt": "straight flush 90 to 1\n quads 70 to 1\n full house 8 to 1\n flush 7 to 1\n straight 4 to 1\n"
            "three 3 to 1\n two pair 1 to 1"
        },
    },
    numbers=StreetNumbers(seats=6),
)  # fmt: skip
