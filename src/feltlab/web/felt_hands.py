"""What a player may know about the cards in front of them, as facts: how they can be set, what they add up to."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from feltlab.cards import card_text, parse_cards
from feltlab.cards.card import JOKER
from feltlab.errors import CardError
from feltlab.games.ace_odd_even import call as side_call
from feltlab.games.low_four import call as points_call
from feltlab.hands.layout import PLACE_BITS
from feltlab.hands.low import lowest_four
from feltlab.hands.parity import EVEN, ODD, best_side, rank_word, side_strength
from feltlab.hands.points import POINTS, four_points
from feltlab.hands.poker import (
    FLUSH,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    strength_text,
)
from feltlab.kernels.rule_out_decisions import MATCHES

Facts = dict[str, Any]
ACE = 12
LONGEST = 40
"""Characters: seven cards with a blank between them are fewer."""


def read_hand(game: str, cards: str, board: str = "") -> Facts:
    """The facts of a hand, from `cards` as text and, where there is one, the part of the board that is turned."""
    if len(cards) > LONGEST or len(board) > LONGEST:
        raise CardError("that is more than a hand of cards")
    if game == "rule-out":
        return _matches(parse_cards(cards, 3, "cards"))
    if game == "quick-draw-holdem":
        seen = parse_cards(board, len(board.split()), "board")
        if len(seen) not in (3, 4):
            raise CardError("a board has three cards on the flop and four on the turn")
        return _poker((*parse_cards(cards, 2, "cards"), *seen))
    hand = parse_cards(cards, 7, "cards")
    if len(set(hand)) != len(hand) or JOKER in hand:
        raise CardError("seven different cards are needed, and no Joker")
    return _sides(hand) if game == "ace-odd-even" else _points(hand)


def _sides(hand: Sequence[int]) -> Facts:
    """Ace Odd Even: the odd and the even hand, aces in both, and which of them ranks higher."""
    ranks = rank_word(hand)
    sides: Facts = {}
    for name, side, parity in (("odd", ODD, 1), ("even", EVEN, 0)):
        own = sorted((card for card in hand if card >> 2 == ACE or (card >> 2) % 2 == parity), reverse=True)
        sides[name] = {
            "cards": [card_text(card) for card in own],
            "call": side_call(side_strength(ranks, side), side),
        }
    return {**sides, "best": "odd" if best_side(ranks) == ODD else "even"}


def _points(hand: Sequence[int]) -> Facts:
    """Low Four: every way to set four cards with its total, the lowest of them, and the sum of all seven."""
    sets = {
        "".join(str(place) for place in places): four_points([hand[place] >> 2 for place in places])
        for places in combinations(range(7), 4)
    }
    best = lowest_four(list(hand))
    total = four_points([card >> 2 for card in best])
    return {
        "sets": sets,
        "best": [card_text(card) for card in best],
        "total": total,
        "call": points_call(total),
        "sum": sum(POINTS[card >> 2] for card in hand),
        "equal": sorted((count for count in Counter(card >> 2 for card in hand).values() if count > 1), reverse=True),
    }


def _poker(cards: Sequence[int]) -> Facts:
    """Quick Draw Hold'em: what five or six cards make, and how far they are from more."""
    if len(set(cards)) != len(cards) or JOKER in cards:
        raise CardError("different cards are needed, and no Joker")
    held = {card >> 2 for card in cards}
    kind, place = _made(cards)
    suited = max(Counter(card & 3 for card in cards).values())
    completing = [] if _run(held) is not None else [r for r in range(13) if r not in held and _run(held | {r})]
    return {
        "call": strength_text(kind << PLACE_BITS | place, cards),
        "kind": kind,
        "suited": suited,
        "completing": len(completing),
    }


def _run(ranks: set[int]) -> int | None:
    """The highest rank of a run of five, counted from the five-high run as 1; None without one."""
    low = {rank + 1 for rank in ranks} | ({0} if ACE in ranks else set())
    return next((top - 3 for top in range(13, 3, -1) if all(top - step in low for step in range(5))), None)


def _made(cards: Sequence[int]) -> tuple[int, int]:
    for suit in range(4):
        same = {card >> 2 for card in cards if card & 3 == suit}
        if len(same) >= 5:
            run = _run(same)
            return (FLUSH, 0) if run is None else (STRAIGHT_FLUSH, run - 1)
    counts = sorted(Counter(card >> 2 for card in cards).values(), reverse=True)
    if counts[0] == 4:
        return QUADS, 0
    if counts[0] == 3 and counts[1] >= 2:
        return FULL_HOUSE, 0
    if (run := _run({card >> 2 for card in cards})) is not None:
        return STRAIGHT, run - 1
    if counts[0] == 3:
        return TRIPS, 0
    if counts[0] == 2:
        return (TWO_PAIR if counts[1] == 2 else PAIR), 0
    return HIGH_CARD, 0


def _matches(hand: Sequence[int]) -> Facts:
    """Rule Out!: in how many rules each card goes together with the others; a Joker goes with none."""
    matches = []
    for place, card in enumerate(hand):
        others = [other for at, other in enumerate(hand) if at != place and other != JOKER]
        matches.append(None if card == JOKER else sum(int(MATCHES[card, other]) for other in others))
    return {"matches": matches, "jokers": sum(card == JOKER for card in hand)}
