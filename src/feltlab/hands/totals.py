"""Rankings by points or by ranks alone, for any number of cards: blackjack, baccarat, and highest cards first."""

from collections.abc import Sequence

from feltlab.hands.jit import shared
from feltlab.hands.poker import rank_name
from feltlab.hands.ranking import Cards, Ranking

_ACE, _TEN = 12, 8
_MOST = 21


@shared
def _blackjack(cards: Cards) -> int:
    total, aces = 0, 0
    for card in cards:
        rank = card >> 2
        if rank == _ACE:
            aces += 1
        total += 1 if rank == _ACE else min(rank, _TEN) + 2
    if aces and total + 10 <= _MOST:
        total += 10
    return total if total <= _MOST else 0


@shared
def _baccarat(cards: Cards) -> int:
    total = 0
    for card in cards:
        rank = card >> 2
        total += 1 if rank == _ACE else rank + 2 if rank < _TEN else 0
    return total % 10


@shared
def _high_cards(cards: Cards) -> int:
    """Four bits per card, the highest on top."""
    value = 0
    for rank in range(_ACE, -1, -1):
        for card in cards:
            if card >> 2 == rank:
                value = value << 4 | rank
    return value


def _blackjack_text(points: int, cards: Sequence[int]) -> str:
    if not points:
        return "bust"
    if points == _MOST and len(cards) == 2:
        return "blackjack"
    hard = sum(1 if card >> 2 == _ACE else min(card >> 2, _TEN) + 2 for card in cards)
    return f"soft {points}" if hard < points else str(points)


def _baccarat_text(points: int, cards: Sequence[int]) -> str:
    return f"natural {points}" if len(cards) == 2 and points >= 8 else str(points)


def _high_text(_: int, cards: Sequence[int]) -> str:
    return "-".join(rank_name(card >> 2) for card in sorted(cards, reverse=True))


blackjack_points = Ranking("blackjack points", _blackjack, _blackjack_text, ranks_alone=True)
"""The best total up to 21, an ace for 11 where it fits; 0 for a bust."""
baccarat_points = Ranking("baccarat points", _baccarat, _baccarat_text, ranks_alone=True)
"""The last digit of the total: an ace is 1, tens and face cards are 0."""
high_cards = Ranking("highest cards first", _high_cards, _high_text, ranks_alone=True)
"""Four bits a card, so of one card its rank: 0 for a deuce, 12 for an ace. For hands of one size, up to 15 cards."""
