"""Which of three cards the Rule Cards take, and how many are left."""

from collections.abc import Callable
from typing import Final

from feltlab.cards.card import JOKER
from feltlab.cards.rule_cards import FIXED_RULES, RULE_CARDS
from feltlab.hands.jit import compiled, inlined
from feltlab.hands.late import late_array, np
from feltlab.hands.ranking import Cards, Ranking

__all__ = [
    "HIGHEST", "JOKER", "LOWEST", "MIDDLE", "RULE_CARDS", "STRUCK_BY", "cards_left", "jokers_dealt", "strikes",
    "struck", "struck_places", "survivors",
]  # fmt: skip

HIGHEST, MIDDLE, LOWEST = (RULE_CARDS.index(name) for name in ("Highest", "Middle", "Lowest"))

_ACE, _TEN, _JACK = 12, 8, 9
_STRIKES_RANK: dict[str, Callable[[int], bool]] = {
    "2-5": lambda rank: rank <= 3,
    "6-9": lambda rank: 4 <= rank <= 7,
    "10-K": lambda rank: _TEN <= rank < _ACE,
    "Even": lambda rank: rank <= _TEN and rank % 2 == 0,
    "Odd": lambda rank: rank == _ACE or (rank <= _TEN and rank % 2 == 1),
    "Ace & Face": lambda rank: rank >= _JACK,
}
_STRIKES_SUIT = {"Clubs": "c", "Diamonds": "d", "Hearts": "h", "Spades": "s", "Red": "dh", "Black": "cs"}


def _struck_by(card: int) -> int:
    """The fixed rules that strike a card, as a mask."""
    if card == JOKER:
        return 0
    rules = [name for name, strikes in _STRIKES_RANK.items() if strikes(card >> 2)]
    rules += [name for name, suits in _STRIKES_SUIT.items() if "cdhs"[card & 3] in suits]
    return sum(1 << RULE_CARDS.index(name) for name in rules)


STRUCK_BY: Final = late_array(lambda: np.array([_struck_by(card) for card in range(JOKER + 1)], np.int64))


def _struck_by_order(order: int) -> list[int]:
    """For each set of Highest, Middle and Lowest, the mask of places they take; none if two cards are Jokers.

    `order` has three bits that say whether the first card is above the second, the first above the third and the second
    above the third, and above these a bit for each place with a Joker.
    """
    below = [0, 0, 0]
    for bit, (left, right) in enumerate(((0, 1), (0, 2), (1, 2))):
        below[left if order >> bit & 1 else right] += 1
    cards = sorted((place for place in range(3) if not order >> 3 + place & 1), key=below.__getitem__)
    taken = {LOWEST: cards[:1], MIDDLE: cards[1:-1], HIGHEST: cards[-1:]} if len(cards) > 1 else {}
    masks = {1 << rule - FIXED_RULES: sum(1 << place for place in places) for rule, places in taken.items()}
    return [sum(mask for rule, mask in masks.items() if rules & rule) for rules in range(8)]


_HEIGHT: Final = late_array(
    lambda: np.array([((card >> 2) + 1) % 13 * 4 + (card & 3) for card in range(JOKER + 1)], np.int64)
)
"""Ace low, then suits from clubs up."""
_BY_ORDER: Final = late_array(lambda: np.array([_struck_by_order(order) for order in range(64)], np.int64))


@compiled
def struck(c0: int, c1: int, c2: int, rules: int) -> int:
    """Mask of the places whose cards are out, Jokers included; `rules` is a mask of Rule Cards.

    Highest, Middle and Lowest look at the whole hand, including cards that other rules take; of two identical cards the
    left one is the lower. No branches: half of them would be mispredicted.
    """
    jokers = (c0 == JOKER) | (c1 == JOKER) << 1 | (c2 == JOKER) << 2
    above = (_HEIGHT[c0] > _HEIGHT[c1]) | (_HEIGHT[c0] > _HEIGHT[c2]) << 1 | (_HEIGHT[c1] > _HEIGHT[c2]) << 2
    fixed = (STRUCK_BY[c0] & rules != 0) | (STRUCK_BY[c1] & rules != 0) << 1 | (STRUCK_BY[c2] & rules != 0) << 2
    return int(jokers | fixed | _BY_ORDER[jokers << 3 | above, rules >> FIXED_RULES])


@compiled
def survivors(c0: int, c1: int, c2: int, rules: int) -> int:
    out = struck(c0, c1, c2, rules)
    return 3 - (out & 1) - (out >> 1 & 1) - (out >> 2)


_PLACES = tuple([place for place in range(3) if mask >> place & 1] for mask in range(8))


def struck_places(cards: tuple[int, ...], rule: int) -> tuple[int, ...]:
    """The places of the cards that one Rule Card takes; a Joker is already out."""
    c0, c1, c2 = cards
    return tuple([place for place in _PLACES[struck(c0, c1, c2, 1 << rule)] if cards[place] != JOKER])


def strikes(cards: tuple[int, int, int], rules: tuple[int, ...]) -> list[list[int]]:
    """For each card, every dealt Rule Card that takes it, in the order dealt."""
    found: list[list[int]] = [[], [], []]
    for rule in rules:
        for place in struck_places(cards, rule):
            found[place].append(rule)
    return found


@inlined
def _left(cards: Cards) -> int:
    rules = 1 << cards[3] | 1 << cards[4] | 1 << cards[5]
    return survivors(cards[0], cards[1], cards[2], rules)


@inlined
def _jokers(cards: Cards) -> int:
    dealt = 0
    for card in cards:
        dealt += card == JOKER
    return dealt


cards_left = Ranking("cards left of three by three Rule Cards", _left)
jokers_dealt = Ranking("Jokers", _jokers)
