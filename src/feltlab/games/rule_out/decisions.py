"""Rule Out!: named ways to decide on a trade, each a function of the three cards in any order.

Two cards match in every fixed rule that takes both. A card not yet seen has about 2.7 matches with two given cards and
1.4 with one: so three matches are more than a replacement promises, two are fewer. Trading below that average makes a
hand alike, trading above it makes it unlike.
"""

from typing import Final

import numpy as np

from feltlab.games.rule_out.trades import CARDS, JOKER, KEEP, Choices, Ints, hand_index
from feltlab.hands.jit import compiled, inner
from feltlab.hands.survivors import HIGHEST, LOWEST, STRUCK_BY, struck
from feltlab.hands.survivors import RULE_CARDS as _NAMES

DECISIONS: Final = (
    "keep", "unify", "diversify", "trade-highest", "trade-lowest", "always-trade", "keep-with-joker",
)  # fmt: skip
"""By number, as `decide` takes them."""
_KEEP, _UNIFY, _DIVERSIFY, _HIGHEST, _LOWEST, _ALWAYS, _KEEP_JOKER = range(len(DECISIONS))

MANY_MATCHES: Final = 3
"""Matches with both other cards: this many or more are better than an unseen card promises."""
MANY_WITH_JOKER: Final = 2
"""The same with the one other card, beside a Joker."""
_TEN, _JACK, _ACE = 8, 9, 12


def _struck_in_both(*names: str) -> Ints:
    rules = sum(1 << _NAMES.index(name) for name in names)
    return np.array([[(int(a) & int(b) & rules).bit_count() for b in STRUCK_BY] for a in STRUCK_BY])


MATCHES: Final = _struck_in_both(*_NAMES[:HIGHEST])
"""How many fixed rules take both cards; none takes a Joker."""
_COLOUR: Final = _struck_in_both("Red", "Black")
_PARITY: Final = _struck_in_both("Even", "Odd")


@inner
def _first(c0: int, c1: int, c2: int, place: int) -> tuple[int, int, int]:
    """The card at a place, then the two others."""
    return (c0, c1, c2) if place == 0 else (c1, c0, c2) if place == 1 else (c2, c0, c1)


@inner
def _holding(card: int, one: int, two: int) -> int:
    """The case for keeping a card of a hand without a Joker: matches first, then what decides between equals.

    Cards 2 to 9 have more cards like them than tens, faces and aces. Among matches, color is shared with most cards, so
    a match in color is worth most and one in odd or even least.
    """
    matches = MATCHES[card, one] + MATCHES[card, two]
    number = 1 if card >> 2 < _TEN else 0
    colour = _COLOUR[card, one] + _COLOUR[card, two]
    parity = _PARITY[card, one] + _PARITY[card, two]
    return int((((matches * 2 + number) * 4 + colour) * 4 + 2 - parity) * 64 + card)


@inner
def _holding_with_joker(card: int) -> int:
    """Beside a Joker both cards match equally: faces go first, then tens and aces."""
    rank = card >> 2
    return (2 if rank < _TEN else 0 if _JACK <= rank < _ACE else 1) * 64 + card


@inner
def _least(c0: int, c1: int, c2: int, jokers: int) -> int:
    """The place of the best card to give up; never a Joker."""
    best, least = KEEP, 1 << 30
    for place in range(3):
        card, one, two = _first(c0, c1, c2, place)
        if card == JOKER:
            continue
        holding = _holding(card, one, two) if jokers == 0 else _holding_with_joker(card)
        if holding < least:
            best, least = place, holding
    return best


@inner
def _most_matching(c0: int, c1: int, c2: int) -> int:
    best, most = KEEP, -1
    for place in range(3):
        card, one, two = _first(c0, c1, c2, place)
        if card == JOKER:
            continue
        matches = (MATCHES[card, one] + MATCHES[card, two]) * 64 + 63 - card
        if matches > most:
            best, most = place, matches
    return best


@inner
def _matches_at(c0: int, c1: int, c2: int, place: int) -> int:
    card, one, two = _first(c0, c1, c2, place)
    return int(MATCHES[card, one] + MATCHES[card, two])


@compiled
def unify(c0: int, c1: int, c2: int) -> int:
    """Trade the least-matching card if it has few matches; a single card beside two Jokers has nothing to match."""
    jokers = (c0 == JOKER) + (c1 == JOKER) + (c2 == JOKER)
    if jokers > 1:
        return KEEP
    place = _least(c0, c1, c2, jokers)
    many = MANY_MATCHES if jokers == 0 else MANY_WITH_JOKER
    return KEEP if _matches_at(c0, c1, c2, place) >= many else place


@inner
def diversify(c0: int, c1: int, c2: int) -> int:
    """The mirror of `unify`: trade the most-matching card if a replacement is expected to match less."""
    jokers = (c0 == JOKER) + (c1 == JOKER) + (c2 == JOKER)
    if jokers > 1:
        return KEEP
    place = _most_matching(c0, c1, c2)
    many = MANY_MATCHES if jokers == 0 else MANY_WITH_JOKER
    return place if _matches_at(c0, c1, c2, place) >= many else KEEP


@inner
def trade_by_order(c0: int, c1: int, c2: int, rule: int) -> int:
    """Trade the card that Highest or Lowest would take; the only card beside two Jokers; nothing from three."""
    jokers = struck(c0, c1, c2, 0)
    out = struck(c0, c1, c2, 1 << rule) & ~jokers
    if out == 0:
        out = 7 & ~jokers
    return 0 if out & 1 else 1 if out & 2 else 2 if out & 4 else KEEP


@compiled
def decide(decision: int, c0: int, c1: int, c2: int) -> int:
    """The place of the card to trade, 0 to 2, or `KEEP`; `decision` is a number in `DECISIONS`."""
    jokers = (c0 == JOKER) + (c1 == JOKER) + (c2 == JOKER)
    if decision == _KEEP or (decision == _KEEP_JOKER and jokers > 0):
        return KEEP
    if decision == _DIVERSIFY:
        return diversify(c0, c1, c2)
    if decision == _HIGHEST:
        return trade_by_order(c0, c1, c2, HIGHEST)
    if decision == _LOWEST:
        return trade_by_order(c0, c1, c2, LOWEST)
    if decision == _ALWAYS:
        return _least(c0, c1, c2, jokers)
    return unify(c0, c1, c2)


@compiled
def look_up(choices: Choices, c0: int, c1: int, c2: int) -> int:
    """The choice of a table by hand number, such as the optimal one, for cards in any order."""
    low, high = min(c0, c1, c2), max(c0, c1, c2)
    middle = c0 + c1 + c2 - low - high
    place = choices[hand_index(low, middle, high)]
    if place == KEEP:
        return KEEP
    card = low if place == 0 else middle if place == 1 else high
    return 0 if c0 == card else 1 if c1 == card else 2


@compiled
def _choices(cards: Ints, decision: int) -> Choices:
    chosen = np.empty(len(cards), np.int8)
    for hand in range(len(cards)):
        c0, c1, c2 = int(cards[hand, 0]), int(cards[hand, 1]), int(cards[hand, 2])
        chosen[hand] = decide(decision, c0, c1, c2)
    return chosen


def choices_by(name: str) -> Choices:
    """A named decision for each hand, by hand number."""
    return _choices(CARDS, DECISIONS.index(name))
