"""Rounds of a plan by their numbers: dealt, and coded for counting."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np

from feltlab.exact.engine import Engine
from feltlab.exact.solving.parts import rounds_of
from feltlab.kernels.dealing import AT_ONCE, SPARE, Cards, Words, deal
from feltlab.simulation.plan import Plan

CHUNK: Final = 8192
"""Rounds dealt and graded at a time: few enough to stay in a core's own cache."""


@lru_cache(maxsize=8)
def _kept(plan: Plan, house: str, own: object) -> Engine:
    engine: Engine = rounds_of(plan.rules).engine(plan)
    return engine


def engine_of(plan: Plan) -> Engine:
    """Kept from shard to shard; plans compare equal whatever their house and own decisions, so those are told apart."""
    return _kept(plan, plan.fingerprint if plan.house else "", plan.own)


def coded_rounds(plan: Plan, first: int, count: int) -> Iterator[Cards]:
    """Codes of the rounds from `first` on, a chunk at a time; a chunk is gone when the next is asked for."""
    engine = engine_of(plan)
    size = min(CHUNK, count)
    words: Words = np.empty((4, AT_ONCE), np.uint32)
    cards = np.empty((size, engine.cards + SPARE), np.uint8)
    codes = np.empty((size * plan.seats, len(engine.tops)), np.uint8)
    deck = engine.deck.copy()
    for start in range(first, first + count, size):
        rounds = min(size, first + count - start)
        deal(np.uint64(plan.seed), np.uint64(start), deck, engine.cards, words, cards[:rounds])
        engine.grade(start, cards[:rounds], codes[: rounds * plan.seats])
        yield codes[: rounds * plan.seats]
