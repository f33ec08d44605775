"""Cards of a shoe that no ranking of a game distinguishes, found by asking the rankings and proved on every hand."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations
from math import comb, factorial
from typing import Any, Final

import numpy as np

from feltlab.errors import RulesError
from feltlab.exact.solving.tabulating import values_of
from feltlab.kernels.subsets import Ints

MOST_HANDS: Final = 5_000_000
"""The limit for one ranking, to prove that it does not distinguish cards."""
FEW: Final = 40_000
"""Up to here a ranking is called as plain Python: compiling it takes longer."""
_TRIED: Final = 20_000
"""Sets of other cards, to guess which cards are equivalent."""
_ALL_ORDERS: Final = 4
"""Up to this many cards, every order of a hand is tried."""

Value = Callable[..., int]


def ranked(value: Value, hands: Ints) -> Ints:
    """A ranking's value of every hand."""
    if len(hands) > FEW:
        return values_of(value, hands)
    called = f"the ranking {getattr(value, '__name__', '')!r} of {hands.shape[1]} cards"
    try:
        found = [value(tuple(hand)) for hand in hands.tolist()]
    except Exception as error:  # whatever an author's code raises
        raise RulesError(f"{called} fails: {type(error).__name__}: {error}") from None
    if wrong := [worth for worth in found if not isinstance(worth, int | np.integer)]:
        raise RulesError(f"{called} gives {wrong[0]!r}, which is not a whole number")
    return np.array(found, np.int64)


def sets_with_repeats(size: int, kinds: int) -> Ints:
    """Every way to take that many of some kinds, each any number of times: a row of ascending kinds each."""
    rows = np.zeros((1, 0), np.int64)
    for _ in range(size):
        last = rows[:, -1] if rows.shape[1] else np.zeros(1, np.int64)
        counts = kinds - last
        before = np.repeat(np.arange(len(rows)), counts)
        starts = np.repeat(np.cumsum(counts) - counts, counts)
        added = last[before] + np.arange(len(before)) - starts
        rows = np.concatenate([rows[before], added[:, None]], axis=1)
    return rows


def repeats(rows: Ints) -> Ints:
    """For each entry of ascending rows, how many equal ones come before it."""
    found = np.zeros_like(rows)
    for column in range(1, rows.shape[1]):
        found[:, column] = np.where(rows[:, column] == rows[:, column - 1], found[:, column - 1] + 1, 0)
    return found


@dataclass(frozen=True)
class CardSets:
    """The sets of that many cards of a shoe, by classes."""

    rows: Ints
    """Classes in ascending order, a row per set."""
    before: Ints
    """For each entry, how many of its class come before it in the row."""
    ways: Ints
    """The number of orders in which its classes can be dealt."""
    counts: Ints
    """By set, with an empty set last: how many cards of each class."""
    keys: Ints
    """The rows as numbers, ascending."""
    classes: int

    def located(self, rows: Ints) -> Ints:
        """The numbers of sets; a row has classes in any order."""
        found: Ints = np.searchsorted(self.keys, _keys(np.sort(rows, axis=1), self.classes))
        return found


def _keys(rows: Ints, base: int) -> Ints:
    keys = np.zeros(len(rows), np.int64)
    for column in range(rows.shape[1]):
        keys = keys * base + rows[:, column]
    return keys


class ShoeClasses:
    """Made for rankings, each with the numbers of cards it gets."""

    def __init__(self, shoe: Sequence[int], asked: Iterable[tuple[Value, int]]) -> None:
        self.copies = Counter(shoe)
        self.cards = np.array(sorted(self.copies), np.int64)
        labels = np.zeros(len(self.cards), np.int64)
        for value, size in dict.fromkeys(asked):
            held = tuple((card, min(self.copies[card], size)) for card in self.cards.tolist())
            both = np.stack([labels, _alike(held, value, size)], axis=1)
            labels = np.unique(both, axis=0, return_inverse=True)[1].reshape(-1)
        order = np.unique(labels, return_index=True)[1]  # classes in the order of their first cards
        self.labels: Ints = np.argsort(np.argsort(order))[labels]
        self.count = len(order)
        self._sets: dict[int, CardSets] = {}

    @cached_property
    def left(self) -> Ints:
        """How many cards of each class the shoe has."""
        copies = np.array([self.copies[card] for card in self.cards.tolist()], np.int64)
        return np.bincount(self.labels, copies, self.count).astype(np.int64)

    @cached_property
    def members(self) -> list[list[int]]:
        """The cards of each class, every card once before second copies."""
        return [_members(self.cards[self.labels == label], self.copies) for label in range(self.count)]

    @cached_property
    def class_of(self) -> Ints:
        """By card; -1 for one that is not in the shoe."""
        found = np.full(256, -1, np.int64)
        found[self.cards] = self.labels
        return found

    def sets(self, size: int) -> CardSets:
        if size not in self._sets:
            rows = sets_with_repeats(size, self.count)
            before = repeats(rows)
            rows, before = (part[(before < self.left[rows]).all(axis=1)] for part in (rows, before))
            counts = np.zeros((len(rows) + 1, self.count), np.int64)
            for column in range(size):
                counts[np.arange(len(rows)), rows[:, column]] += 1
            same = np.prod(before + 1, axis=1)  # the product of the factorials of how often each class occurs
            ways = factorial(size) // same
            self._sets[size] = CardSets(rows, before, ways, counts, _keys(rows, self.count), self.count)
        return self._sets[size]

    def cards_of(self, rows: Ints) -> Ints:
        """Cards that stand for classes, the same for the same classes; each row is sorted first."""
        rows = np.sort(rows, axis=1)
        longest = max(len(members) for members in self.members)
        table = np.array([members + members[-1:] * (longest - len(members)) for members in self.members], np.int64)
        found: Ints = table[rows, repeats(rows)]
        return found


def _members(cards: Ints, copies: Counter[int]) -> list[int]:
    most = max(copies[card] for card in cards.tolist())
    return [card for copy in range(most) for card in cards.tolist() if copies[card] > copy]


@lru_cache(maxsize=256)
def _alike(held: tuple[tuple[int, int], ...], value: Value, size: int) -> Ints:
    """More copies than a hand has cards change nothing, so shoes of several sizes have the same classes."""
    return _Alike(np.array([card for card, _ in held], np.int64), Counter(dict(held)), value, size).labels


class _Alike:
    """Which cards of a shoe one ranking of that many cards does not distinguish."""

    def __init__(self, cards: Ints, copies: Counter[int], value: Value, size: int) -> None:
        self.cards, self.value, self.size = cards, value, size
        self.copies = np.array([copies[card] for card in cards.tolist()], np.int64)
        if comb(len(cards) + size - 1, size) > MOST_HANDS:
            name = getattr(value, "__name__", "")
            raise RulesError(f"the ranking {name!r} of {size} cards has too many hands to find which cards are alike")
        self.labels = self._proved(self._guessed())

    def _hands(self, size: int) -> Ints:
        """Places of cards, ascending; none more often than the shoe has it."""
        rows = sets_with_repeats(size, len(self.cards))
        legal: Ints = rows[(repeats(rows) < self.copies[rows]).all(axis=1)]
        return legal

    def _guessed(self) -> Ints:
        """Cards with equal values beside some sets of others."""
        others = self._hands(self.size - 1)
        if len(others) * len(self.cards) > 40 * _TRIED:
            others = others[np.random.default_rng(1).choice(len(others), _TRIED, replace=False)]
        labels = np.empty(len(self.cards), np.int64)
        known: list[tuple[Ints, Any]] = []
        for place in range(len(self.cards)):
            legal = (others == place).sum(axis=1) < self.copies[place]
            hands = np.sort(np.concatenate([others, np.full((len(others), 1), place)], axis=1), axis=1)
            worth = np.zeros(len(others), np.int64)
            worth[legal] = ranked(self.value, self.cards[hands[legal]])
            same = (n for n, (its, ok) in enumerate(known) if (its == worth)[legal & ok].all())
            labels[place] = found = next(same, len(known))
            if found == len(known):
                known.append((worth, legal))
        return labels

    def _proved(self, labels: Ints) -> Ints:
        """The guess, if every hand has the value of the hand that represents its classes; otherwise no two are
        equivalent.
        """
        hands = self._hands(self.size)
        worth = ranked(self.value, self.cards[hands])
        self._check_order(hands, worth)
        copies = Counter(dict(zip(self.cards.tolist(), self.copies.tolist(), strict=True)))
        kinds = np.sort(labels[hands], axis=1)
        members = [_members(self.cards[labels == label], copies) for label in range(int(labels.max()) + 1)]
        longest = max(map(len, members))
        table = np.array([each + each[-1:] * (longest - len(each)) for each in members], np.int64)
        stands = np.sort(table[kinds, repeats(kinds)], axis=1)
        return labels if (ranked(self.value, stands) == worth).all() else np.arange(len(self.cards))

    def _check_order(self, hands: Ints, worth: Ints) -> None:
        """A hand has the same value in any order of its cards."""
        places = tuple(range(self.size))
        orders: list[Any] = list(permutations(places))[1:] if self.size <= _ALL_ORDERS else [places[::-1]]
        orders += [places[1:] + places[:1]] if self.size > _ALL_ORDERS else []
        for order in orders:
            if (ranked(self.value, self.cards[hands[:, order]]) != worth).any():
                name = getattr(self.value, "__name__", "")
                raise RulesError(f"the ranking {name!r} depends on the order of the cards: no exact plan allows that")
