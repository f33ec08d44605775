"""Drills about the dealer's hand: set it, and say whether it qualifies."""

from random import Random
from typing import Any, Final

from feltlab.games.ace_odd_even.speech import call
from feltlab.hands.parity import EVEN, ODD, best_side, best_strength, rank_word, side_cards, side_strength
from feltlab.hands.poker import rank_name
from feltlab.rules import dealer_drills
from feltlab.rules.dealer_drills import called, dealers_cards
from feltlab.rules.drill import Make, Picking, Posed, pick_cards, texts
from feltlab.rules.game import Game
from feltlab.rules.steps import DEALER
from feltlab.rules.words import Words


def set_hand(game: Game, rng: Random, say: Words) -> Posed:
    """Both sides are right if they rank the same: nothing tells them apart."""
    seven = dealers_cards(game, rng)
    ranks = rank_word(seven)
    rights = [
        set(side_cards(seven, side)) for side in (ODD, EVEN) if side_strength(ranks, side) == best_strength(ranks)
    ]

    def named(cards: tuple[int, ...]) -> str:
        """Some cards as an odd or an even hand; a hand that is both has its own name."""
        for side in (ODD, EVEN):
            if set(side_cards(cards, side)) == set(cards):
                return call(side_strength(rank_word(cards), side), side)
        return str(say["mixed"])

    picking = Picking(side_cards(seven, best_side(ranks)), lambda cards: set(cards) in rights, named, None)
    return pick_cards(picking, seven, {DEALER: texts(seven)}, say, called(game, seven))


def qualify(game: Game, rng: Random, say: Words) -> Posed:
    numbers: Any = game.numbers
    told = say["qualifies"].format(cards=numbers.qualifier_cards, rank=rank_name(numbers.qualifier_rank))
    return dealer_drills.qualify(
        game, rng, say, lambda cards: best_strength(rank_word(cards)) >= numbers.qualifier, told
    )


DRILLS: Final[dict[str, Make]] = {"set": set_hand, "qualify": qualify}
