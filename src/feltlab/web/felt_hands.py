"""What a player may know about the cards in front of them, as facts: how they can be set, what they add up to."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from feltlab.cards import RULE_CARDS, card_text, parse_cards
from feltlab.cards.card import JOKER
from feltlab.errors import CardError
from feltlab.games.ace_odd_even.rules import call as side_call
from feltlab.games.low_four.rules import call as points_call
from feltlab.games.quick_draw_holdem.rules import QuickDrawHoldem
from feltlab.games.rule_out.decisions import MATCHES
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
from feltlab.hands.survivors import strikes

Facts = dict[str, Any]
ACE = 12
SUMMED = 15
"""Points: the one total of Low Four where the strategy looks at the sum of all seven cards."""
HIGH_PAIR = QuickDrawHoldem().high_pair
FOLD_LINE, TURN_LINE = 5, 6
"""Lines of Quick Draw Hold'em's strategy; `rule` in the facts of a hand is the line that speaks of it, from 0."""
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
        if len(seen) not in (3, 4, 5):
            raise CardError("a board has three cards on the flop, four on the turn and five on the river")
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
    return {**sides, "best": "odd" if best_side(ranks) == ODD else "even", "rule": 0}


def _points(hand: Sequence[int]) -> Facts:
    """Low Four: every way to set four cards with its total, the lowest of them, and the sum of all seven."""
    sets, fewer = _totals(hand, 4), {key: total for size in (1, 2, 3) for key, total in _totals(hand, size).items()}
    best = lowest_four(list(hand))
    total = four_points([card >> 2 for card in best])
    seven = sum(POINTS[card >> 2] for card in hand)
    return {
        "sets": sets,
        "fewer": fewer,
        "best": [card_text(card) for card in best],
        "total": total,
        "call": points_call(total),
        "sum": seven,
        "by_sum": total == SUMMED,
        "rule": 0 if total != SUMMED else next((at for at, least in enumerate((56, 55, 54), 1) if seven >= least), 4),
        "equal": sorted((count for count in Counter(card >> 2 for card in hand).values() if count > 1), reverse=True),
    }


def _totals(hand: Sequence[int], size: int) -> dict[str, int]:
    """The total of every choice of so many cards, by their places in the hand."""
    return {
        "".join(str(place) for place in places): four_points([hand[place] >> 2 for place in places])
        for places in combinations(range(len(hand)), size)
    }


def _poker(cards: Sequence[int]) -> Facts:
    """Quick Draw Hold'em: what five to seven cards make and which of them make it, and how far they are from more."""
    if len(set(cards)) != len(cards) or JOKER in cards:
        raise CardError("different cards are needed, and no Joker")
    held = {card >> 2 for card in cards}
    kind, place = _made(cards)
    suited = max(Counter(card & 3 for card in cards).values())
    completing = [] if _run(held) is not None else [r for r in range(13) if r not in held and _run(held | {r})]
    return {
        "call": strength_text(kind << PLACE_BITS | place, cards),
        "kind": kind,
        "made_of": [card_text(card) for card in made_of(cards)],
        "suited": suited,
        "completing": len(completing),
        "rule": TURN_LINE if len(cards) > 5 else _flop_line(cards, kind, suited, len(completing)),
    }


def _flop_line(cards: Sequence[int], kind: int, suited: int, completing: int) -> int:
    """Which line of the strategy speaks of five cards: 1 to 4 are its clauses for a bet, 5 is the fold."""
    counts = Counter(card >> 2 for card in cards)
    pair = max((rank for rank, count in counts.items() if count == 2), default=-1)
    if kind > PAIR or pair >= HIGH_PAIR:
        return 1
    if suited >= 4 or completing >= 2:
        return 2
    high = sum(rank >= HIGH_PAIR for rank, count in counts.items() if count == 1)
    if kind == PAIR:
        return 3 if high != 1 or suited >= 3 or completing else FOLD_LINE
    return 4 if completing and (suited >= 3 or high >= 3) else FOLD_LINE


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


def made_of(cards: Sequence[int]) -> list[int]:
    """The cards without which the hand would be called otherwise: both pairs of two pair, not the card beside them."""
    kind, place = _made(cards)
    high = sorted(cards, reverse=True)
    if kind in (STRAIGHT, STRAIGHT_FLUSH):
        run = {(place + 3 - step) % 13 for step in range(5)}
        of = [card for card in high if card >> 2 in run]
        if kind == STRAIGHT_FLUSH:
            suit = Counter(card & 3 for card in of).most_common(1)[0][0]
            return [card for card in of if card & 3 == suit]
        return [next(card for card in of if card >> 2 == rank) for rank in sorted(run, reverse=True)]
    if kind == FLUSH:
        suit = Counter(card & 3 for card in cards).most_common(1)[0][0]
        return [card for card in high if card & 3 == suit][:5]
    counts = Counter(card >> 2 for card in cards)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    if kind == FULL_HOUSE:
        pair = max(rank for rank in counts if counts[rank] > 1 and rank != ranks[0])
        return [card for card in high if card >> 2 == ranks[0]] + [card for card in high if card >> 2 == pair][:2]
    wanted = ranks[: {HIGH_CARD: 0, TWO_PAIR: 2}.get(kind, 1)]
    return [card for card in high if card >> 2 in wanted]


def _matches(hand: Sequence[int]) -> Facts:
    """Rule Out!: which Rule Cards would strike each card as the hand lies, and in how many rules each card goes
    together with the others; a Joker goes with none.
    """
    matches = []
    for place, card in enumerate(hand):
        others = [other for at, other in enumerate(hand) if at != place and other != JOKER]
        matches.append(None if card == JOKER else sum(int(MATCHES[card, other]) for other in others))
    jokers = sum(card == JOKER for card in hand)
    fewest = min((count for count in matches if count is not None), default=0)
    trades = fewest <= 2 if not jokers else jokers == 1 and fewest <= 1
    first, second, third = hand
    struck = strikes((first, second, third), tuple(range(len(RULE_CARDS))))
    return {
        "matches": matches,
        "jokers": jokers,
        "struck": [[RULE_CARDS[rule] for rule in by] for by in struck],
        "rule": (3 if jokers else 1) if trades else 4,
    }
