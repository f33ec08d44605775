"""Jokers in a hand: wild, or the bug, which is an ace or completes a straight or a flush."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from feltlab.cards.card import JOKER
from feltlab.hands.jit import shared
from feltlab.hands.late import np
from feltlab.hands.layout import PLACE_BITS
from feltlab.hands.poker import rank_name
from feltlab.hands.poker_hands import call
from feltlab.hands.ranking import Cards, ClassedRanking, Leading, category

FIVE_OF_A_KIND: Final = "5 of a kind"
_ACE = 12
_COMPLETED = ("straight", "flush", "straight flush")


def with_wild(ranking: ClassedRanking) -> ClassedRanking:
    """Hands with up to two Jokers, each standing for whatever card makes the best hand; five of a kind beats
    everything.
    """
    return _with_jokers(ranking, f"{ranking.name}, Jokers wild", 0, ranking.categories)


def with_bug(ranking: ClassedRanking) -> ClassedRanking:
    """Hands with up to two Jokers, each an ace or any card that completes a straight, a flush or both."""
    return _with_jokers(ranking, f"{ranking.name}, Joker as bug", _ACE, _COMPLETED)


def _with_jokers(ranking: ClassedRanking, name: str, lowest: int, freely: Sequence[str]) -> ClassedRanking:
    """In the named categories a Joker stands for any card; in others for a card of at least some rank."""
    fives = ranking.size == 5
    free = sum(1 << ranking.categories.index(named) for named in freely if named in ranking.categories)
    top = len(ranking.categories) << PLACE_BITS
    ranks = range(lowest, _ACE + 1) if fives else range(0)

    @cache
    def classes() -> Mapping[int, Leading]:
        return {**ranking.classes(), **{top | rank: (rank,) for rank in ranks}}

    def text(strength: int, cards: Sequence[int]) -> str:
        if strength >= top:
            return f"{FIVE_OF_A_KIND}, {rank_name(strength - top, plural=True)}"
        return call(ranking.categories[category(strength)], classes()[strength], ranking.top_name)

    return replace(
        ranking,
        name=name,
        value=_standing_for(ranking.value, lowest, free, top if fives else 0),
        text=text,
        categories=(*ranking.categories, *[FIVE_OF_A_KIND] * fives),
        classes=classes,
        jokers=True,
    )


@shared
def _fifth(cards: Cards, jokers: int, lowest: int) -> int:
    """The highest rank that Jokers make five of; -1 if none."""
    for rank in range(_ACE, lowest - 1, -1):
        held = jokers
        for card in cards:
            held += card >> 2 == rank
        if held >= 5:
            return rank
    return -1


def _standing_for(value: Callable[[Cards], int], lowest: int, free: int, five: int) -> Callable[[Cards], int]:
    @shared
    def best(cards: Cards) -> int:
        held = np.empty(len(cards), np.int64)
        jokers, first, second = 0, 0, 0
        for at in range(len(cards)):
            held[at] = cards[at]
            if cards[at] == JOKER:
                first, second = at, first
                jokers += 1
        if jokers > 2:
            raise ValueError("a hand has up to two Jokers")
        if five and jokers:
            rank = _fifth(cards, jokers, lowest)
            if rank >= 0:
                return five | rank
        found = 0
        for one in range(52 if jokers else 1):
            for other in range(one, 52 if jokers > 1 else one + 1):
                if jokers:
                    held[first] = one
                if jokers > 1:
                    held[second] = other
                strength = int(value(held))
                aces = one >> 2 >= lowest and other >> 2 >= lowest
                if not jokers or aces or free >> (strength >> PLACE_BITS) & 1:
                    found = max(found, strength)
        return found

    return best
