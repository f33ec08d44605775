"""Poker with three, four and five cards, and the best of more, each in the order of its games.

All cards together give four masks: the ranks held at least once, twice, three and four times. The best hand without a
flush is read from these, the best flush from the ranks of one suit, and the larger strength counts.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import combinations, combinations_with_replacement
from typing import Final, overload

from feltlab.errors import RulesError
from feltlab.hands import poker
from feltlab.hands.jit import inlined, inner, shared
from feltlab.hands.late import late_array, np
from feltlab.hands.layout import PLACE_BITS
from feltlab.hands.poker import rank_name
from feltlab.hands.rank_masks import TOP, leaving_out, sets_by_mask, top_rank
from feltlab.hands.ranking import Cards, ClassedRanking, Leading, Ranking, category

MOST_CARDS: Final = 9
"""So many cards of one suit are still counted."""

THREE: Final = ("high card", "pair", "flush", "straight", "3 of a kind", "straight flush")
FOUR: Final = (
    "high card", "pair", "two pair", "straight", "flush", "3 of a kind", "straight flush", "4 of a kind",
)  # fmt: skip
FIVE: Final = poker.CATEGORIES

_PLAIN_3 = late_array(partial(sets_by_mask, 3, 0, THREE.index("straight")))
_PLAIN_4 = late_array(partial(sets_by_mask, 4, 0, FOUR.index("straight")))
_PLAIN_5 = late_array(partial(sets_by_mask, 5, 0, FIVE.index("straight")))
_SUITED_3 = late_array(partial(sets_by_mask, 3, THREE.index("flush"), THREE.index("straight flush")))
_SUITED_4 = late_array(partial(sets_by_mask, 4, FOUR.index("flush"), FOUR.index("straight flush")))
_SUITED_5 = late_array(partial(sets_by_mask, 5, FIVE.index("flush"), FIVE.index("straight flush")))
_THREE_PAIR, _THREE_TRIPS = 1 << PLACE_BITS, 4 << PLACE_BITS
_FOUR_PAIR, _FOUR_TWO_PAIR, _FOUR_TRIPS, _FOUR_QUADS = (kind << PLACE_BITS for kind in (1, 2, 5, 7))
_PAIR, _TWO_PAIR, _TRIPS, _FULL_HOUSE, _QUADS = (kind << PLACE_BITS for kind in (1, 2, 3, 6, 7))


@inlined
def _counted(cards: Cards) -> tuple[int, int, int, int, int]:
    """Ranks held at least once, twice, three and four times; and the cards of each suit, four bits per suit."""
    once, twice, thrice, four, suits = 0, 0, 0, 0, 0
    for card in cards:
        rank = 1 << (card >> 2)
        four |= thrice & rank
        thrice |= twice & rank
        twice |= once & rank
        once |= rank
        suits += 1 << 4 * (card & 3)
    return once, twice, thrice, four, suits


@inlined
def _of_suit(cards: Cards, suit: int) -> int:
    mask = 0
    for card in cards:
        if card & 3 == suit:
            mask |= 1 << (card >> 2)
    return mask


@inner
def _three(once: int, twice: int, thrice: int) -> int:
    best = _PLAIN_3[once]
    if thrice:
        return int(max(best, _THREE_TRIPS + top_rank(thrice)))
    if twice:
        pair = top_rank(twice)
        return int(max(best, _THREE_PAIR + 12 * pair + top_rank(leaving_out(once, pair))))
    return int(best)


@inner
def _four(once: int, twice: int, thrice: int, four: int) -> int:
    best = _PLAIN_4[once]
    if four:
        return _FOUR_QUADS + top_rank(four)
    if thrice:
        rank = top_rank(thrice)
        return int(max(best, _FOUR_TRIPS + 12 * rank + top_rank(leaving_out(once, rank))))
    if twice & (twice - 1):
        return int(max(best, _FOUR_TWO_PAIR + TOP[2, twice]))
    if twice:
        pair = top_rank(twice)
        return int(max(best, _FOUR_PAIR + 66 * pair + TOP[2, leaving_out(once, pair)]))
    return int(best)


@inner
def _five(once: int, twice: int, thrice: int, four: int) -> int:
    best = _PLAIN_5[once]
    if four:
        rank = top_rank(four)
        return _QUADS + 12 * rank + top_rank(leaving_out(once, rank))
    if thrice:
        rank = top_rank(thrice)
        rest = leaving_out(twice, rank)
        if rest:
            return _FULL_HOUSE + 12 * rank + top_rank(rest)
        return int(max(best, _TRIPS + 66 * rank + TOP[2, leaving_out(once, rank)]))
    if twice & (twice - 1):
        high = top_rank(twice)
        low = top_rank(twice ^ 1 << high)
        kicker = top_rank(leaving_out(leaving_out(once, high), low))
        return int(max(best, _TWO_PAIR + 11 * TOP[2, twice] + kicker))
    if twice:
        pair = top_rank(twice)
        return int(max(best, _PAIR + 220 * pair + TOP[3, leaving_out(once, pair)]))
    return int(best)


@inlined
def _best_three(cards: Cards) -> int:
    once, twice, thrice, _, suits = _counted(cards)
    best = _three(once, twice, thrice)
    if suits + 0x5555 & 0x8888:
        for suit in range(4):
            best = max(best, _SUITED_3[_of_suit(cards, suit)])
    return best


@inlined
def _best_four(cards: Cards) -> int:
    once, twice, thrice, four, suits = _counted(cards)
    best = _four(once, twice, thrice, four)
    if suits + 0x4444 & 0x8888:
        for suit in range(4):
            best = max(best, _SUITED_4[_of_suit(cards, suit)])
    return best


@inlined
def _best_five(cards: Cards) -> int:
    once, twice, thrice, four, suits = _counted(cards)
    best = _five(once, twice, thrice, four)
    if suits + 0x3333 & 0x8888:
        for suit in range(4):
            best = max(best, _SUITED_5[_of_suit(cards, suit)])
    return best


def _leading(ranks: Sequence[int], straight: bool) -> Leading:
    """The leading ranks, starting with the one held most often, higher first; an ace below a deuce leads nothing."""
    if straight:
        ordered = sorted(ranks)
        return (ordered[-2] if ordered[-1] - ordered[0] == 12 else ordered[-1],)
    return tuple(sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True))


@cache
def _classes(size: int) -> Mapping[int, Leading]:
    """Every set of ranks, in mixed suits and, if no rank repeats, in one suit."""
    of_size = _OF_SIZE[size]
    mixed = [ranks for ranks in combinations_with_replacement(range(13), size) if max(map(ranks.count, ranks)) <= 4]
    hands = [tuple(4 * rank + at % 4 for at, rank in enumerate(ranks)) for ranks in mixed]
    hands += [tuple(4 * rank for rank in ranks) for ranks in combinations(range(13), size)]
    found = {}
    for hand in hands:
        strength = of_size.of(hand)
        straight = "straight" in of_size.categories[category(strength)]
        found[strength] = _leading([card >> 2 for card in hand], straight)
    return found


def _text_of(size: int, top: str) -> Callable[[int, Sequence[int]], str]:
    def text(strength: int, cards: Sequence[int]) -> str:
        name = _OF_SIZE[size].categories[category(strength)]
        return call(name, _classes(size)[strength], top)

    return text


def call(name: str, leading: Leading, top: str) -> str:
    """A dealer's call for a hand of a category."""
    one, many = [rank_name(rank) for rank in leading], [rank_name(rank, plural=True) for rank in leading]
    match name:
        case "high card":
            return f"{one[0]}-{one[1]} high"
        case "pair":
            return f"pair of {many[0]}"
        case "two pair":
            return f"two pair, {many[0]} and {many[1]}"
        case "full house":
            return f"full house, {many[0]} over {many[1]}"
        case "straight" | "flush" | "straight flush":
            return top if name == "straight flush" and one[0] == "ace" else f"{name}, {one[0]} high"
        case _:
            return f"{name}, {many[0]}"


def _ranking(name: str, value: Callable[[Cards], int], size: int, categories: tuple[str, ...]) -> ClassedRanking:
    top = "mini royal" if size == 3 else "royal flush"
    return ClassedRanking(
        name,
        value,
        _text_of(size, top),
        size=size,
        cards=size,
        categories=categories,
        classes=partial(_classes, size),
        top_name=top,
    )


three_cards = _ranking("three cards", _best_three, 3, THREE)
four_cards = _ranking("four cards", _best_four, 4, FOUR)
five_cards = _ranking("five cards", _best_five, 5, FIVE)
seven_cards = replace(
    five_cards, name="best five of seven", value=poker.best_of_seven, text=poker.strength_text, cards=7
)
"""By the stored tables, with the strengths that five cards have."""

_OF_SIZE: Final = {ranking.size: ranking for ranking in (three_cards, four_cards, five_cards)}
_OF_ANY_NUMBER: Final = {ranking.value for ranking in _OF_SIZE.values()}


@overload
def best_of(ranking: ClassedRanking, cards: int) -> ClassedRanking: ...


@overload
def best_of(ranking: Ranking, cards: int, size: int) -> Ranking: ...


def best_of(ranking: Ranking, cards: int, size: int = 0) -> Ranking:
    """The best hand that some of more cards make: `best_of(four_cards, 6)`.

    For a ranking of your own, say how many cards a hand has: `best_of(mine, 5, size=4)`.
    """
    size = size or (ranking.size if isinstance(ranking, ClassedRanking) else 0)
    if not size:
        raise RulesError(f"best_of({ranking.name}, {cards}) does not know how many cards a hand has: add size=")
    if not size <= cards <= MOST_CARDS:
        raise RulesError(
            f"{ranking.name}: the best {size} can be taken from {size} to {MOST_CARDS} cards, not from {cards}"
        )
    if ranking.value is five_cards.value and cards == seven_cards.cards:
        return seven_cards
    value = ranking.value if ranking.value in _OF_ANY_NUMBER else _by_ways(ranking.value, size, cards)
    found = replace(ranking, name=f"best {size} of {cards}: {ranking.name}", value=value)
    return replace(found, cards=cards) if isinstance(found, ClassedRanking) else found


def _by_ways(value: Callable[[Cards], int], size: int, cards: int) -> Callable[[Cards], int]:
    """Every way to take that many of the cards."""
    ways = np.array(list(combinations(range(cards), size)))

    @shared
    def best(cards: Cards) -> int:
        held = np.empty(size, np.int64)
        found = 0
        for way in range(len(ways)):
            for at in range(size):
                held[at] = cards[ways[way, at]]
            worth = value(held)
            found = worth if way == 0 else max(found, worth)
        return int(found)

    return best
