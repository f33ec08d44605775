"""Write src/feltlab/hands/tables.npz: the stored tables of seven-card rank multisets.

    python tools/make_tables.py

A test builds the tables again and compares. Strengths come from ranking all five-card hands by the
poker definitions, totals from the Low Four definition; both look at every way to choose the cards.
"""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import numpy as np
import numpy.typing as npt

from feltlab.hands.layout import LOW_RANKS, PLACE_BITS
from feltlab.hands.points import four_points

OUT = Path(__file__).resolve().parent.parent / "src" / "feltlab" / "hands" / "tables.npz"
Multiset = tuple[int, ...]


def multisets(ranks: range, size: int) -> list[Multiset]:
    chosen = combinations_with_replacement(ranks, size)
    return [hand for hand in chosen if all(count <= 4 for count in Counter(hand).values())]


def word(ranks: Multiset, first: int) -> int:
    return sum(5 ** (rank - first) for rank in ranks)


def straight_top(ranks: set[int]) -> int | None:
    """Place of the highest straight: 0 is the wheel, 9 ends at the ace."""
    low_ace = {rank + 1 for rank in ranks} | ({0} if 12 in ranks else set())
    return next((top for top in range(9, -1, -1) if all(top + step in low_ace for step in range(5))), None)


def five_card_class(hand: Multiset, suited: bool) -> tuple[int, tuple[int, ...]]:
    counts = Counter(hand)
    order = tuple(sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True))
    shape = tuple(counts[rank] for rank in order)
    top = straight_top(set(hand)) if len(order) == 5 else None
    if top is not None:
        return (8 if suited else 4), (top,)
    if suited:
        return 5, order
    return {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(shape, 0), order


def five_card_strengths() -> tuple[dict[Multiset, int], dict[Multiset, int]]:
    plain = {hand: five_card_class(hand, False) for hand in multisets(range(13), 5)}
    flush = {hand: five_card_class(hand, True) for hand in combinations(range(13), 5)}
    places: dict[tuple[int, tuple[int, ...]], int] = {}
    for kind in range(9):
        ranked = sorted({order for found, order in [*plain.values(), *flush.values()] if found == kind})
        places |= {(kind, order): kind << PLACE_BITS | place for place, order in enumerate(ranked)}
    return {hand: places[key] for hand, key in plain.items()}, {hand: places[key] for hand, key in flush.items()}


def build() -> dict[str, npt.NDArray[np.generic]]:
    plain, flush = five_card_strengths()
    row_start = np.zeros(5**7, np.int32)
    column = np.zeros(5**LOW_RANKS, np.uint16)
    low_by_size = [multisets(range(LOW_RANKS), size) for size in range(8)]
    for hands in low_by_size:
        for place, hand in enumerate(hands):
            column[word(hand, 0)] = place
    strengths: list[int] = []
    totals: list[int] = []
    for size in range(8):
        for high in multisets(range(LOW_RANKS, 13), size):
            row_start[word(high, LOW_RANKS)] = len(strengths)
            for low in low_by_size[7 - size]:
                hand = low + high
                strengths.append(max(plain[five] for five in combinations(hand, 5)))
                totals.append(min(four_points(four) for four in combinations(hand, 4)))
    poker_flush = np.zeros(1 << 13, np.uint16)
    for mask in range(1 << 13):
        held = [rank for rank in range(13) if mask >> rank & 1]
        if len(held) >= 5:
            poker_flush[mask] = max(flush[five] for five in combinations(held, 5))
    return {
        "row_start": row_start,
        "column": column,
        "poker": np.array(strengths, np.uint16),
        "poker_flush": poker_flush,
        "low": np.array(totals, np.uint8),
    }


if __name__ == "__main__":
    np.savez_compressed(OUT, **build())  # type: ignore[arg-type]
    print(f"wrote {OUT}")
