"""What a player may know about seven cards: the odd and the even hand, and which of them ranks higher."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from feltlab.cards import RANKS, card_text
from feltlab.exact.seven_card import best_cut
from feltlab.games.ace_odd_even.classes import ACE, BEST, showdown
from feltlab.games.ace_odd_even.rules import AceOddEven
from feltlab.games.ace_odd_even.speech import call
from feltlab.hands.parity import EVEN, ODD, best_side, highest_rank, rank_word, side_count, side_strength
from feltlab.hands.poker import rank_name
from feltlab.rules.game import Terms

_COUNTS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")
_SIDES: Final = (("odd", ODD), ("even", EVEN))


def side_cards(cards: Sequence[int], side: int) -> list[int]:
    """The cards of one parity with all the aces, high to low."""
    parity = 1 if side == ODD else 0
    return sorted((card for card in cards if card >> 2 == ACE or (card >> 2) % 2 == parity), reverse=True)


def facts(own: Sequence[int], board: Sequence[int], terms: Terms) -> dict[str, Any]:
    ranks = rank_word(own)
    sides = {
        name: {
            "cards": [card_text(card) for card in side_cards(own, side)],
            "call": call(side_strength(ranks, side), side),
        }
        for name, side in _SIDES
    }
    return {**sides, "best": "odd" if best_side(ranks) == ODD else "even", "rule": 0}


def short_strategy(terms: Terms) -> list[str]:
    """The best rule of one line on these terms; `rule` in the facts of a hand is the line that speaks of it."""
    return [_one_line(terms.numbers)]


@lru_cache(maxsize=16)
def _one_line(numbers: AceOddEven) -> str:
    """Play so many cards with such a card on top, or better."""
    kinds = sorted({_kind(strength) for strength in BEST.tolist()}, reverse=True)
    groups = np.array([kinds.index(_kind(strength)) for strength in BEST.tolist()])
    played = best_cut(showdown(numbers).gains(numbers, groups), range(len(kinds)))
    if played in (0, len(kinds)):
        return "Fold everything." if not played else "Play everything."
    count, high = kinds[played - 1]
    if kinds[played][0] < count:
        return f"Play any {_COUNTS[count]} cards or more; fold the rest."
    more = f", or any {_COUNTS[count + 1]} cards" if count + 1 < len(_COUNTS) else ""
    return f"Play {_COUNTS[count]} cards {rank_name(high).capitalize()} high or better{more}; fold the rest."


def _kind(strength: int) -> tuple[int, int]:
    """Cards of a side and the highest of them."""
    return side_count(strength), highest_rank(strength)


def told() -> dict[str, list[str]]:
    """Names in the sentences about the game: the ranks of one parity alone, low to high."""
    return {"odd": _only(ODD, EVEN), "even": _only(EVEN, ODD)}


def _only(side: int, other: int) -> list[str]:
    words = {rank: rank_word([4 * place]) for place, rank in enumerate(RANKS)}
    return [
        rank
        for rank, word in words.items()
        if side_count(side_strength(word, side)) and not side_count(side_strength(word, other))
    ]
