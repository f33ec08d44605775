"""The strengths of all hands that a board can make, as small numbers in order, and work spread over boards."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cache, cached_property
from threading import Lock
from typing import Any, Final

import numpy as np

from feltlab.errors import RulesError
from feltlab.exact.solving.board import OWN, Board
from feltlab.exact.solving.progress import watcher
from feltlab.exact.solving.tabulating import machine, tells_suits_apart, told
from feltlab.hands.jit import load
from feltlab.hands.poker_hands import seven_cards
from feltlab.hands.ranking import Ranking
from feltlab.hands.tables import POKER, POKER_FLUSH
from feltlab.kernels.boards import Ranks, cards_left, holdings, seven_card_ranks
from feltlab.kernels.subsets import Ints
from feltlab.rules.settling import Hand

AT_A_TIME: Final = 128
MOST_RANKS: Final = 16_384
"""The most distinct strengths: every pair of them is asked about once."""
MOST_WORKERS: Final = 4


class Ranked:
    """A ranking of hands of two cards and the whole board."""

    def __init__(self, board: Board, hand: Hand) -> None:
        self.board, self.ranking = board, hand.ranking
        self.pairs = holdings(len(board.deck) - board.size)
        self._columns = _columns(board, hand)
        self._known = self.ranking.value is seven_cards.value and board.size + OWN == 7

    @cached_property
    def values(self) -> Ints:
        """Every strength that a hand can have, ascending."""
        if self._known:
            return np.unique(np.concatenate([POKER, POKER_FLUSH])).astype(np.int64)
        if tells_suits_apart(self.ranking.value, len(self._columns)):
            raise RulesError(
                f"{self.board.game.slug}: the ranking {self.ranking.name!r} tells suits apart; a board is solved by"
                " hands that are worth the same whatever their suits are called"
            )
        found: set[int] = set()
        boards = self.board.classes(self.board.size).hands
        for first in range(0, len(boards), AT_A_TIME):
            found.update(np.unique(self._strengths(boards[first : first + AT_A_TIME])).tolist())
        if len(found) > MOST_RANKS:
            raise RulesError(
                f"{self.board.game.slug}: the ranking {self.ranking.name!r} has {len(found):,} strengths; a board is"
                f" solved with up to {MOST_RANKS:,}"
            )
        return np.array(sorted(found), np.int64)

    @cached_property
    def _rank_of(self) -> Ranks:
        found = np.zeros(1 << 16, np.uint16)
        found[self.values] = np.arange(len(self.values))
        return found

    def of(self, boards: Ints) -> Ranks:
        """By board and holding."""
        if self._known:
            found = np.empty((len(boards), len(self.pairs.first)), np.uint16)
            seven_card_ranks(self.board.deck, boards, self.pairs, self._rank_of, found)
            return found
        return np.searchsorted(self.values, self._strengths(boards)).astype(np.uint16)

    def _strengths(self, boards: Ints) -> Ints:
        found = np.empty((len(boards), len(self.pairs.first)), np.int64)
        value = self.ranking.value
        with told(f"the ranking {getattr(value, '__name__', '')!r} of {len(self._columns)} cards", value):
            _filler(self.ranking)(self.board.deck, boards, *self.pairs, self._columns, found)
        return found


def _columns(board: Board, hand: Hand) -> Ints:
    """By card of the hand, its column: the two own cards come first, then those of the board."""
    at = dict.fromkeys((*board.places[0], *board.places[2]), 0)
    place = OWN
    for name in board.places[1]:
        at[name] = place
        place += board.seeing.groups[name]
    found: list[int] = []
    own = 0
    for name in (name for place in hand.places for name in board.seeing.parts(place)):
        size = board.seeing.groups[name]
        first = at[name] if name in board.places[1] else own
        own += size if name not in board.places[1] else 0
        found += range(first, first + size)
    return np.array(found, np.int64)


@cache
def _filler(ranking: Ranking) -> Callable[..., None]:
    value = machine(ranking.value)

    def fill(deck: Any, boards: Any, firsts: Any, seconds: Any, columns: Any, found: Any) -> None:
        size = boards.shape[1]
        left, cards = np.empty(len(deck) - size, np.int64), np.empty(size + 2, np.int64)
        hand = np.empty(len(columns), np.int64)
        for number in range(len(boards)):
            cards_left(deck, boards[number], left)
            cards[2:] = boards[number]
            for at in range(len(firsts)):
                cards[0], cards[1] = left[firsts[at]], left[seconds[at]]
                for place in range(len(columns)):
                    hand[place] = cards[columns[place]]
                found[number, at] = value(hand)

    made: Callable[..., None] = load().njit(nogil=True)(fill)
    return made


def workers(megabytes_each: float, most: float = 600) -> int:
    """As many workers as there are cores and memory for."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, MOST_WORKERS, int(most // max(megabytes_each, 1))))


def over_boards(count: int, what: str, work: list[Callable[[int, int], None]]) -> None:
    """Ranges of boards, each done by the next free worker."""
    lock, watch, done = Lock(), watcher(), [0]
    spans: Iterator[int] = iter(range(0, count, AT_A_TIME))

    def run(one: Callable[[int, int], None]) -> None:
        while True:
            with lock:
                first = next(spans, None)
            if first is None:
                return
            last = min(first + AT_A_TIME, count)
            one(first, last)
            with lock:
                done[0] += last - first
                watch(what, done[0], count)

    with ThreadPoolExecutor(len(work)) as pool:
        for finished in [pool.submit(copy_context().run, run, one) for one in work]:
            finished.result()
