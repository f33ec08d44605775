"""The cards of a round in groups, in the order in which a player sees them."""

from dataclasses import dataclass
from functools import cached_property
from math import comb, prod
from typing import Any

import numpy as np

from feltlab.cards import cards_text
from feltlab.errors import RulesError
from feltlab.exact.solving.tabulating import tells_suits_apart, values_of
from feltlab.hands.ranking import ClassedRanking
from feltlab.kernels.subsets import Ints, all_sets, extended, located, suit_keys
from feltlab.kernels.suit_classes import suit_classes
from feltlab.rules.game import Game
from feltlab.rules.seen import fields_of, seen_at, size_of
from feltlab.rules.settling import Hand

FULL_DECK = tuple(range(52))
_AT_A_TIME = 400_000


def unfit(game: Game, sets: bool = False) -> str:
    """Why no plan here can solve a game; empty if one may. Some plans set the cards of a hand the best way."""
    script = game.round
    for ask in script.asks.values():
        if ask.trade or ask.raises is None or (ask.set and not (sets and ask.set.cards)):
            return f"the question {ask.stage!r} asks for more than a raise"
    if script.second_deals:
        return f"{script.second_deals[0].place} comes from a separate deck"
    if hasattr(game.numbers, "decks"):
        return "it is dealt from a shoe"
    if game.conditions:
        return "its draws or questions depend on the hands"
    return ""


@dataclass(frozen=True)
class Seeing:
    """The groups of a game: a seat's own cards, those turned before each question, those never seen in time."""

    game: Game
    deck: tuple[int, ...] = FULL_DECK

    @cached_property
    def groups(self) -> dict[str, int]:
        """By field, how many cards."""
        script = self.game.round
        own = [name for deal in script.seat_deals for name in fields_of(deal)]
        shared = [name for deal in script.shared_deals for name in self.parts(deal.place)]
        seen = [name for fields in seen_at(self.game).values() for field in fields for name in self.parts(field)]
        used = {name for hand in self.game.hands.values() for place in hand.places for name in self.parts(place)}
        known = dict.fromkeys([*own, *seen])
        hidden = [name for name in shared if name in used and name not in known]
        return {name: size_of(self.game, name) for name in (*known, *hidden)}

    @property
    def hands(self) -> tuple[str, ...]:
        """By name, those whose values are needed."""
        return tuple(self.game.hands)

    def parts(self, place: str) -> list[str]:
        """The fields of a place, each a group of its own."""
        for deal in self.game.round.deals:
            if place == deal.place and place not in self._in_one:
                return list(fields_of(deal))
        return [place]

    @cached_property
    def _in_one(self) -> frozenset[str]:
        """Places in parts that no decision sees and no hand looks at, treated as dealt in one piece."""
        apart = {place for hand in self.game.hands.values() for place in hand.places}
        apart |= {field for fields in seen_at(self.game).values() for field in fields}
        shared = self.game.round.shared_deals
        return frozenset(deal.place for deal in shared if deal.parts and not apart & deal.parts.keys())

    @cached_property
    def seen(self) -> tuple[int, ...]:
        """By question, how many of the groups are known; a round without questions is looked at after the deal."""
        by_ask = [{name for field in fields for name in self.parts(field)} for fields in seen_at(self.game).values()]
        own = len([name for deal in self.game.round.seat_deals for name in fields_of(deal)])
        return tuple(max(own, len(fields)) for fields in by_ask) or (own,)

    @cached_property
    def by_suit(self) -> bool:
        """Hands that differ by the names of suits have the same value: each ranking was tried on all of its hands.

        A deck that lacks some suits of a rank changes with their names, so all of its hands are looked at.
        """
        whole = {card >> 2 for card in self.deck}
        return len(self.deck) == 4 * len(whole) and not any(
            tells_suits_apart(hand.ranking.value, len(self.columns(hand)))
            for hand in (self.game.hands[name] for name in self.hands)
            if not isinstance(hand.ranking, ClassedRanking)  # all hands were tried when they were written
        )

    def columns(self, hand: Hand) -> list[int]:
        """The columns of a hand's cards in a row of all groups."""
        starts = dict(zip(self.groups, np.cumsum([0, *self.groups.values()]).tolist(), strict=False))
        return [
            starts[name] + at for place in hand.places for name in self.parts(place) for at in range(self.groups[name])
        ]

    @cached_property
    def cards(self) -> Ints:
        return np.array(self.deck, np.int64)

    @cached_property
    def _first(self) -> tuple[Ints, Ints]:
        size = next(iter(self.groups.values()))
        if not self.by_suit:
            hands = self.cards[all_sets(len(self.deck), size)]
            return hands, np.ones(len(hands), np.int64)
        classes = suit_classes(size)
        there = np.isin(classes.hands, self.cards).all(axis=1)
        return classes.hands[there], classes.weights[there]

    @property
    def first(self) -> Ints:
        """A hand of each class of the first group."""
        return self._first[0]

    @property
    def weights(self) -> Ints:
        """The number of hands each stands for."""
        return self._first[1]

    @cached_property
    def branches(self) -> tuple[int, ...]:
        """By group, the number of possible sets of cards; the first is counted by its classes."""
        found, left = [], len(self.deck)
        for size in self.groups.values():
            found.append(comb(left, size))
            left -= size
        if left < 0:
            raise RulesError(f"{self.game.slug}: a round needs more cards than the deck has")
        return tuple(found)

    def states(self, ask: int) -> int:
        return len(self.first) * prod(self.branches[1 : self.seen[ask]])

    @property
    def ends(self) -> int:
        """The number of ways a round can go on after the last question."""
        return prod(self.branches[self.seen[-1] :])

    @property
    def leaves(self) -> int:
        return self.states(-1) * self.ends

    @property
    def deals(self) -> int:
        return prod(self.branches)

    @cached_property
    def last_weights(self) -> Ints:
        return np.repeat(self.weights, self.states(-1) // len(self.first))

    @cached_property
    def _keys(self) -> tuple[Ints, Ints]:
        keys = suit_keys(self.first) if self.by_suit else np.empty(0, np.int64)
        order = np.argsort(keys)
        return keys[order], order

    def located(self, cards: Any, ask: int) -> Ints:
        """The numbers of states; each row has the cards known at that question, in the order of the groups."""
        return self._numbered(cards, self.seen[ask])

    def dealt(self, cards: Any) -> Ints:
        """The numbers of whole deals."""
        return self._numbered(cards, len(self.groups))

    def _numbered(self, cards: Any, count: int) -> Ints:
        sizes = np.array(list(self.groups.values())[:count], np.int64)
        rows = np.ascontiguousarray(np.asarray(cards, np.int64)[:, : int(sizes.sum())])
        found = np.empty(len(rows), np.int64)
        branches = np.array(self.branches[:count], np.int64)
        located(self.cards, *self._keys, self.by_suit, sizes, branches, rows, found)
        return found

    def values_at(self, hand: Hand, ask: int) -> Ints:
        """By state of a question, the values of a hand whose cards are known by then."""
        columns, size = self.columns(hand), self.first.shape[1]
        each = self.states(ask) // len(self.first)
        if max(columns) < size:
            return np.repeat(values_of(hand.ranking.value, self.first[:, columns]), each)
        step = max(1, _AT_A_TIME // each)
        found = [
            values_of(hand.ranking.value, self._following(self.first[first : first + step], ask)[:, columns])
            for first in range(0, len(self.first), step)
        ]
        return np.concatenate(found)

    def following(self, hand: Ints, ask: int) -> Ints:
        """The rows of cards known at a question that begin with a hand of the first group."""
        return self._following(hand[None, :], ask)

    def _following(self, states: Ints, ask: int) -> Ints:
        left = len(self.deck) - states.shape[1]
        for size in list(self.groups.values())[1 : self.seen[ask]]:
            states = extended(self.cards, states, all_sets(left, size))
            left -= size
        return states

    def fields(self, cards: Ints, ask: int, most: int | None = None) -> dict[str, str]:
        """A row of cards by field, as text: all that are known at the question, or the first groups."""
        found, at = {}, 0
        for name, size in list(self.groups.items())[: most or self.seen[ask]]:
            found[name] = cards_text(int(card) for card in cards[at : at + size])
            at += size
        return found
