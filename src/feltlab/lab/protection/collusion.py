"""Collusion: the edge against a seat that knows other seats' cards and plays as well as that allows.

Deals are sampled; in each everything that the known cards leave open is enumerated. What is averaged is not the result
of a round but the gain over playing without the knowledge, on the same cards: it is never negative, it varies far less
than a result, and the edge without knowledge is known exactly.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Final

import numpy as np

from feltlab.errors import FeltlabError, shown
from feltlab.exact.protection import Draw, Progress, Row, Samples, workers
from feltlab.games import GAMES
from feltlab.kernels.protection import Floats
from feltlab.lab import lab_of
from feltlab.lab.protection.threats import threats_of, why_unpriced
from feltlab.rules.game import Terms

STANDARD_ERROR: Final = 0.00019
"""Of the edge, as a share of the initial wager: samples are added until it is reached."""
CHUNK: Final = 2_000
FIRST: Final = 4 * CHUNK
"""Samples taken before it is known how many are needed."""
LEAST, MOST = 100, 10**9


@dataclass
class _Sums:
    """What the samples come to, a place for each column."""

    samples: int
    gains: Floats
    squares: Floats
    changed: Floats

    def error(self) -> Floats:
        mean = self.gains / self.samples
        spread: Floats = np.sqrt(np.maximum(self.squares / self.samples - mean**2, 0) / self.samples)
        return spread


def _estimate(draw: Draw, columns: int, samples: int | None, most: int, progress: Callable[[float], None]) -> _Sums:
    """Chunks of samples, always the same and added in order: the same digits for any number of workers."""
    sums = _Sums(0, np.zeros(columns), np.zeros(columns), np.zeros(columns))
    wanted = samples or min(FIRST, most)

    def chunk(first: int) -> tuple[int, Floats, Floats, Floats]:
        gains = draw(first, min(CHUNK, wanted - first))
        rows = gains.reshape(len(gains), columns, -1)
        means = rows.mean(axis=2)
        return len(gains), means.sum(axis=0), (means**2).sum(axis=0), (rows > 0).mean(axis=2).sum(axis=0)

    with workers() as pool:
        while sums.samples < wanted:
            for count, gains, squares, changed in pool.map(chunk, range(sums.samples, wanted, CHUNK)):
                sums.samples += count
                sums.gains += gains
                sums.squares += squares
                sums.changed += changed
                progress(sums.samples / wanted)
            if samples is None:
                needed = sums.samples * float((sums.error() / STANDARD_ERROR).max()) ** 2
                wanted = max(wanted, min(ceil(min(needed, MOST) / CHUNK) * CHUNK, most))
    return sums


def known_hands(
    slug: str, terms: Terms, seats: int | None, samples: int | None, seed: int, progress: Progress
) -> list[Row]:
    """Rows for none, one, two, … other seats known, or for that many seats only."""
    most = terms.numbers.seats - 1
    if seats is not None and not 0 <= seats <= most:
        raise FeltlabError(f"{slug}: seats known are from 0 to {most}, not {shown(seats)}")
    if samples is not None and not LEAST <= samples <= MOST:
        raise FeltlabError(f"samples are from {LEAST} to {MOST:,}, not {shown(samples)}")
    threats = threats_of(slug)
    if threats is None and seats:
        why = why_unpriced(slug)
        raise FeltlabError(f"{slug}: what other seats' cards are worth is not computed for this game yet: {why}")
    alone = lab_of(slug).analyze(terms).main.house_edge
    rows = [] if seats else [Row(0, 0, alone)]
    wanted = range(1, most + 1) if seats is None else [seats] if seats else []
    if threats and wanted:
        cards = GAMES[slug].round.hand
        for deals in threats.samples(terms, seed, wanted):
            sums = _estimate(deals.draw, len(deals.known), samples, deals.most, _telling(progress, deals))
            rows += [
                _row(known, known * cards, alone, sums, column, threats.method)
                for column, known in enumerate(deals.known)
                if known in wanted
            ]
    return rows


def _telling(progress: Progress, deals: Samples) -> Callable[[float], None]:
    many = f"{deals.known[0]} " if len(deals.known) == 1 else ""
    return lambda done: progress(f"{many}other hands known", done)


def _row(known: int, cards: int, alone: Fraction, sums: _Sums, column: int, method: str) -> Row:
    mean, error = sums.gains[column] / sums.samples, sums.error()[column]
    changed = float(sums.changed[column] / sums.samples)
    return Row(known, cards, alone, float(mean), float(error), changed, sums.samples, method)
