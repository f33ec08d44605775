"""Poker with two cards: pairs and high cards alone, or with straights and flushes ordered by rarity."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Final

from feltlab.hands.jit import inlined
from feltlab.hands.layout import PLACE_BITS
from feltlab.hands.poker_hands import call
from feltlab.hands.ranking import Cards, ClassedRanking, Leading, category

PAIRED: Final = ("high card", "pair")
SUITED: Final = ("high card", "flush", "straight", "pair", "straight flush")
TOP: Final = "royal flush"
_FLUSH, _STRAIGHT, _SUITED_PAIR, _STRAIGHT_FLUSH = (kind << PLACE_BITS for kind in (1, 2, 3, 4))
_PAIR: Final = 1 << PLACE_BITS


@inlined
def _ranks(cards: Cards) -> tuple[int, int]:
    """The higher rank first."""
    one, other = int(cards[0]) >> 2, int(cards[1]) >> 2
    return max(one, other), min(one, other)


@inlined
def _two(cards: Cards) -> int:
    high, low = _ranks(cards)
    return _PAIR + high if high == low else 13 * high + low


@inlined
def _two_suited(cards: Cards) -> int:
    high, low = _ranks(cards)
    if high == low:
        return _SUITED_PAIR + high
    suited = (cards[0] & 3) == (cards[1] & 3)
    if high - low == 1:
        return (_STRAIGHT_FLUSH if suited else _STRAIGHT) + high
    if high - low == 12:  # the ace below the deuce
        return (_STRAIGHT_FLUSH if suited else _STRAIGHT) + low
    return (_FLUSH if suited else 0) + 13 * high + low


def _leading(kind: str, ranks: Sequence[int]) -> Leading:
    high, low = max(ranks), min(ranks)
    if kind == "pair":
        return (high,)
    if kind in ("straight", "straight flush"):
        return (low if high - low == 12 else high,)
    return high, low


def _ranking(name: str, value: Callable[[Cards], int], categories: tuple[str, ...], top: str) -> ClassedRanking:
    @cache
    def classes() -> Mapping[int, Leading]:
        found = {}
        for cards in combinations(range(52), 2):
            strength = value(cards)
            found[strength] = _leading(categories[category(strength)], [card >> 2 for card in cards])
        return found

    def text(strength: int, cards: Sequence[int]) -> str:
        return call(categories[category(strength)], classes()[strength], top)

    return ClassedRanking(
        name, value, text, "flush" not in categories, size=2, cards=2, categories=categories, classes=classes,
        top_name=top,
    )  # fmt: skip


two_cards = _ranking("two cards", _two, PAIRED, "")
two_cards_suited = _ranking("two cards with straights and flushes", _two_suited, SUITED, TOP)
