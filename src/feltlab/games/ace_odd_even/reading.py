"""What a player may know about seven cards: the odd and the even hand, and which of them ranks higher."""

from collections.abc import Sequence
from typing import Any, Final

from feltlab.cards import RANKS, card_text
from feltlab.games.ace_odd_even.speech import call
from feltlab.hands.parity import EVEN, ODD, best_side, rank_word, side_cards, side_count, side_strength
from feltlab.rules.game import Terms

_ACE: Final = RANKS.index("A")
_SIDES: Final = (("odd", ODD), ("even", EVEN))


def facts(own: Sequence[int], board: Sequence[int], terms: Terms) -> dict[str, Any]:
    ranks = rank_word(own)
    sides = {
        name: {
            "cards": [card_text(card) for card in side_cards(own, side)],
            "call": call(side_strength(ranks, side), side),
        }
        for name, side in _SIDES
    }
    best = "odd" if best_side(ranks) == ODD else "even"
    return {
        "sides": sides,
        "best": best,
        "said": f"with {sides[best]['call']}",
        "shown": " · ".join(str(side["call"]) for side in sides.values()),
        "rule": 0,
    }


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
