"""Porthole: three cards against the dealer's three, one of which lies face up; three times with a pair only."""

from typing import Any

from feltlab.hands.poker_hands import three_cards
from feltlab.hands.ranking import Cards, Ranking
from feltlab.rules.codes import LOSE, NONE, PUSH, WIN, rule
from feltlab.rules.declaring import declare, opening, raised, side
from feltlab.rules.settling import Hand
from feltlab.rules.steps import SEATS, Ask, Deal, Raise, Turn

QUEEN_HIGH, PAIR = three_cards.least("high card", "Q"), three_cards.least("pair")


@rule
def _rank(cards: Cards) -> int:
    return int(cards[0] >> 2)


@rule
def settle(own: int, dealer: int, play: int) -> tuple[int, int]:
    if play == 0:
        return LOSE, NONE
    if dealer < QUEEN_HIGH:
        return WIN, PUSH
    if own == dealer:
        return PUSH, PUSH
    return (WIN, WIN) if own > dealer else (LOSE, LOSE)


@rule
def dealers(dealer: int) -> int:
    return 1 if dealer >= PAIR else 0


@rule
def pairs_alone(own: int, units: int) -> bool:
    return units < 3 or own >= PAIR


@rule
def as_it_looks(own: int, shown: int) -> int:
    return 3 if own >= PAIR else 1 if own >= QUEEN_HIGH and shown < 11 else 0


@rule
def unseen(dealer: int, units: int) -> bool:
    return dealer > units


rank = Ranking("rank", _rank)
OPTIONS = {"fold": 0, "play": 1, "triple": 3}


def made(allow: Any = pairs_alone, parts: Any = None, **more: Any) -> Any:
    parts = {"up": 1, "hole": 2} if parts is None else parts
    hands = {"own": Hand(three_cards, "player"), "dealer": Hand(three_cards, "dealer")}
    return declare(
        "porthole",
        "Porthole",
        __doc__,
        wagers=[opening("ante"), raised("play"), side("deep")],
        round=[
            Deal("player", 3, SEATS),
            Deal("dealer", 3, parts=parts),
            *([Turn("up")] if parts else []),
            Ask("play", "Play or fold?", Raise("play", "ante", OPTIONS, allow=allow)),
            Turn("hole" if parts else "dealer"),
        ],
        hands=hands | ({"shown": Hand(rank, "up")} if parts else {}),
        settle=settle,
        sides={"deep": dealers},
        pays={"deep": {"4": "pair or better 4 to 1"}},
        **more,
    )


GAME = made(strategies={"as-it-looks": {"play": as_it_looks}})
