"""Collusion: the edge against a seat that knows other seats' cards and plays as well as that allows.

Deals are sampled; in each, everything that the known cards leave open is enumerated. The average is not of results but
of gains over playing without the knowledge, on the same cards: a gain is never negative and varies far less than a
result, and the edge without knowledge is known exactly. If a control is given, the part of a deal's gain that its cards
explain is subtracted: it is zero on average over all deals, and the rest varies even less.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Final

import numpy as np

from feltlab.errors import FeltlabError, shown
from feltlab.exact.figures import NORMAL_99, Figures
from feltlab.exact.protection import Exposed, Progress, Row, Samples, workers
from feltlab.games import GAMES
from feltlab.kernels.protection import Floats
from feltlab.lab import lab_of
from feltlab.lab.protection.threats import threats_of, why_unpriced
from feltlab.rules.game import Terms

STANDARD_ERROR: Final = 0.00019
"""Of the edge, as a share of the initial wager: samples are added until it is reached."""
LEAST, MOST = 100, 10**9


@dataclass
class _Sums:
    """The sums over the samples, one place per column."""

    samples: int
    gains: Floats
    squares: Floats
    changed: Floats

    def error(self) -> Floats:
        mean = self.gains / self.samples
        spread: Floats = np.sqrt(np.maximum(self.squares / self.samples - mean**2, 0) / self.samples)
        return spread


def _estimate(deals: Samples, samples: int | None, progress: Callable[[float], None]) -> _Sums:
    """Chunks of samples, always the same and added in order: the same digits for any number of workers."""
    draw, columns, most, size = deals.draw, len(deals.known), deals.most, deals.chunk
    sums = _Sums(0, np.zeros(columns), np.zeros(columns), np.zeros(columns))
    wanted = samples or min(deals.first, most)
    control = deals.control() if deals.control and wanted >= deals.first else None

    def chunk(first: int) -> tuple[int, Floats, Floats, Floats]:
        gains = draw(first, min(size, wanted - first))
        rows = gains.reshape(len(gains), columns, -1)
        means = rows.mean(axis=2)
        if control:
            means -= control(first, len(gains))[:, None]
        return len(gains), means.sum(axis=0), (means**2).sum(axis=0), (rows != 0).mean(axis=2).sum(axis=0)

    with workers() as pool:
        while sums.samples < wanted:
            for count, gains, squares, changed in pool.map(chunk, range(sums.samples, wanted, size)):
                sums.samples += count
                sums.gains += gains
                sums.squares += squares
                sums.changed += changed
                progress(sums.samples / wanted)
            if samples is None:
                needed = sums.samples * float((sums.error() / STANDARD_ERROR).max()) ** 2
                wanted = max(wanted, min(ceil(min(needed, MOST) / size) * size, most))
    return sums


def known_hands(
    slug: str, terms: Terms, seats: int | None, samples: int | None, seed: int, progress: Progress
) -> list[Row]:
    """Rows for none, one, two, … other seats known, or for that many seats only."""
    most = terms.numbers.seats - 1
    if seats is not None and not 0 <= seats <= most:
        raise FeltlabError(f"{slug}: the number of other seats known must be from 0 to {most}, not {shown(seats)}")
    if samples is not None and not LEAST <= samples <= MOST:
        raise FeltlabError(f"the number of samples must be {LEAST} to {MOST:,}, not {shown(samples)}")
    threats = threats_of(slug)
    if threats is None and seats:
        why = why_unpriced(slug)
        raise FeltlabError(f"{slug}: what other seats' cards are worth is not computed for this game yet: {why}")
    alone = lab_of(slug).analyze(terms).main
    rows = [] if seats else [_alone(alone)]
    wanted = range(1, most + 1) if seats is None else [seats] if seats else []
    cards = GAMES[slug].round.hand
    if not GAMES[slug].round.asks or not cards:  # the knowledge changes no decision
        rows += [Row(known, known * cards, alone.house_edge) for known in wanted if threats]
    elif threats and wanted:
        for deals in threats.samples(terms, seed, wanted):
            sums = _estimate(deals, samples, _telling(progress, deals))
            rows += [
                _row(known, known * cards, alone.house_edge, sums, column, threats.method)
                for column, known in enumerate(deals.known)
                if known in wanted
            ]
    return rows


def _alone(main: Figures) -> Row:
    if not main.is_sampled:
        return Row(0, 0, main.house_edge)
    error = main.margin / NORMAL_99
    return Row(0, 0, main.house_edge, 0.0, error, 0.0, main.total, f"sampled by the strategy {main.strategy}")


def exposed_cards(
    slug: str, terms: Terms, samples: int | None = None, seed: int = 1, progress: Progress | None = None
) -> list[Exposed]:
    """The value of a card seen too early, counted or sampled; the likeliest slip first."""
    threats = threats_of(slug)
    if threats is None:
        return []
    alone = lab_of(slug).analyze(terms).main.house_edge
    found = threats.exposed(terms, alone)
    if threats.shown:
        deals = threats.shown.samples(terms, seed)
        tell = progress or (lambda what, done: None)
        sums = _estimate(deals, samples, lambda done: tell("an exposed card", done))
        edge = alone - Fraction(float(sums.gains[0] / sums.samples))
        error = float(sums.error()[0])
        found.append(Exposed(threats.shown.card, edge, alone, {}, error, sums.samples))
    return found


def _telling(progress: Progress, deals: Samples) -> Callable[[float], None]:
    many = f"{deals.known[0]} " if len(deals.known) == 1 else ""
    hands = "other hand" if deals.known[0] == 1 and many else "other hands"
    return lambda done: progress(f"{many}{hands} known", done)


def _row(known: int, cards: int, alone: Fraction, sums: _Sums, column: int, method: str) -> Row:
    mean, error = sums.gains[column] / sums.samples, sums.error()[column]
    changed = float(sums.changed[column] / sums.samples)
    return Row(known, cards, alone, float(mean), float(error), changed, sums.samples, method)
