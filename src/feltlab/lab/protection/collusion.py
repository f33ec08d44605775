"""Collusion: the edge against a seat that knows other seats' cards and plays as well as that allows.

Deals are sampled; in each everything that the known cards leave open is enumerated. What is averaged is not the result
of a round but the gain over playing without the knowledge, on the same cards: it is never negative, it varies far less
than a result, and the edge without knowledge is known exactly.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, lcm
from typing import Any, Final

import numpy as np

from feltlab.cards import DECK, JOKER
from feltlab.errors import FeltlabError, shown
from feltlab.games.quick_draw_holdem.protection_kernels import quick_draw_gains
from feltlab.games.rule_out.protection_kernels import rule_out_gains
from feltlab.games.rule_out.trades import Ints, rule_masks, survivor_counts
from feltlab.kernels.protection import Floats, by_multiset, seven_card_gains
from feltlab.lab import lab_of
from feltlab.rules.game import Terms
from feltlab.wire import exact

Progress = Callable[[str, float], None]
"""Told what is being worked on, and how much of it is done, 0 to 1."""
Draw = Callable[[int, int], Floats]
"""Gains of the samples from a first one on, a row each."""

STANDARD_ERROR: Final = 0.00019
"""Of the edge, as a share of the initial wager: samples are added until it is reached."""
CHUNK: Final = 2_000
FIRST: Final = 4 * CHUNK
"""Samples taken before it is known how many are needed."""
LEAST, MOST = 100, 10**9
WORKERS: Final = 2
MOST_KNOWN: Final = {"ace-odd-even": 5, "low-four": 5, "quick-draw-holdem": 6, "rule-out": 6}
"""Other seats at a full table."""
CARDS_A_SEAT: Final = {"ace-odd-even": 7, "low-four": 7, "quick-draw-holdem": 2, "rule-out": 3}
_METHODS: Final = {
    "ace-odd-even": "sampled hands of all seats, every dealer hand counted in each; gain over the play of a lone seat",
    "low-four": "sampled hands of all seats, every dealer hand counted in each; gain over the play of a lone seat",
    "quick-draw-holdem": "sampled cards, every turn and river counted in each; gain over the play of a lone seat",
    "rule-out": "sampled hands, every replacement and deal of Rule Cards counted in each; gain over the usual trade",
}


@dataclass(frozen=True)
class Row:
    """The edge against a seat that knows the cards of so many others."""

    seats: int
    known_cards: int
    alone: Fraction
    """The edge against a seat that knows only its own cards."""
    gain: float = 0.0
    standard_error: float = 0.0
    changed: float = 0.0
    """How often the knowledge changes what is best; a change between equals is none."""
    samples: int = 0
    method: str = "exact"

    @property
    def house_edge(self) -> float:
        return float(self.alone) - self.gain

    def to_dict(self) -> dict[str, Any]:
        edge = exact(house_edge=self.alone) if self.seats == 0 else {"house_edge_float": self.house_edge}
        return {
            "seats": self.seats, "known_cards": self.known_cards, **edge, "standard_error": self.standard_error,
            "gain_float": self.gain, "play_changed_float": self.changed, "samples": self.samples,
            "method": self.method,
        }  # fmt: skip


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


@contextmanager
def workers() -> Iterator[ThreadPoolExecutor]:
    """Threads for compiled work; when it is interrupted, what has not begun is dropped."""
    pool = ThreadPoolExecutor(WORKERS)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _estimate(draw: Draw, columns: int, samples: int | None, progress: Callable[[float], None]) -> _Sums:
    """Chunks of samples, always the same and added in order: the same digits for any number of workers."""
    sums = _Sums(0, np.zeros(columns), np.zeros(columns), np.zeros(columns))
    wanted = samples or FIRST

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
                wanted = max(wanted, ceil(min(needed, MOST) / CHUNK) * CHUNK)
    return sums


def known_hands(
    slug: str, terms: Terms, seats: int | None, samples: int | None, seed: int, progress: Progress
) -> list[Row]:
    """Rows for none, one, two, … other seats known, or for that many seats only."""
    most = MOST_KNOWN[slug]
    if seats is not None and not 0 <= seats <= most:
        raise FeltlabError(f"{slug}: seats known are from 0 to {most}, not {shown(seats)}")
    if samples is not None and not LEAST <= samples <= MOST:
        raise FeltlabError(f"samples are from {LEAST} to {MOST:,}, not {shown(samples)}")
    alone = lab_of(slug).analyze(terms).main.house_edge
    rows = [Row(0, 0, alone)]
    wanted = range(1, most + 1) if seats is None else range(seats, seats + 1)
    if slug in ("ace-odd-even", "low-four"):
        for known in filter(None, wanted):
            draw = _seven_cards(slug, terms, seed, known + 1)
            sums = _estimate(draw, 1, samples, _telling(progress, f"{known} other hands known"))
            rows.append(_row(slug, known, alone, sums, 0))
    elif any(wanted):
        draw = _quick_draw(terms, seed, most) if slug == "quick-draw-holdem" else _rule_out(terms, seed, most)
        sums = _estimate(draw, most, samples, _telling(progress, "other hands known"))
        rows += [_row(slug, known, alone, sums, known - 1) for known in wanted if known]
    return [row for row in rows if seats is None or row.seats == seats]


def _telling(progress: Progress, what: str) -> Callable[[float], None]:
    return lambda done: progress(what, done)


def _row(slug: str, known: int, alone: Fraction, sums: _Sums, column: int) -> Row:
    mean, error = sums.gains[column] / sums.samples, sums.error()[column]
    return Row(
        known, known * CARDS_A_SEAT[slug], alone, float(mean), float(error),
        float(sums.changed[column] / sums.samples), sums.samples, _METHODS[slug],
    )  # fmt: skip


def seven_card_game(slug: str, terms: Terms) -> tuple[Ints, int, Any]:
    """Strength of each class, larger is stronger; the dealer's least that qualifies; the showdown of each class."""
    if slug == "low-four":
        from feltlab.games.low_four.fast import TOTALS, showdown  # tables of a game are built when it is asked for

        return -TOTALS, -terms.numbers.qualifier, showdown(terms.numbers)
    from feltlab.games.ace_odd_even.classes import BEST
    from feltlab.games.ace_odd_even.classes import showdown as odd_even_showdown

    return BEST, terms.numbers.qualifier, odd_even_showdown(terms.numbers)


def _seven_cards(slug: str, terms: Terms, seed: int, hands: int) -> Draw:
    """Each hand of a deal in turn is the player's: all know the same cards, so one walk serves them all."""
    strengths, qualifier, showdown = seven_card_game(slug, terms)
    ordered, plays = by_multiset(strengths), by_multiset(showdown.best(terms.numbers))
    nets = showdown.nets(terms.numbers)
    scale = lcm(*(net.denominator for net in nets))
    whole = np.array([int(net * scale) for net in nets], np.int64)

    def draw(first: int, count: int) -> Floats:
        gains = np.empty((count, hands))
        seven_card_gains(np.uint64(seed), first, ordered, plays, qualifier, whole, -scale, gains)
        return gains / scale

    return draw


def _quick_draw(terms: Terms, seed: int, most: int) -> Draw:
    from feltlab.games.quick_draw_holdem.strategies import FOLD_FLOP, FOLD_TURN, scaled_nets

    nets = scaled_nets(terms)
    whole = np.array(nets.scaled, np.int64)

    def draw(first: int, count: int) -> Floats:
        gains = np.empty((count, most))
        folds = FOLD_FLOP * nets.scale, FOLD_TURN * nets.scale
        quick_draw_gains(np.uint64(seed), first, terms.numbers.high_pair, whole, *folds, gains)
        return gains / nets.scale

    return draw


def main_pays(terms: Terms) -> tuple[Ints, int]:
    """What a Main bet of Rule Out! brings back by survivors, times the scale that makes it whole."""
    lines = terms.pays["main"].by_grade
    returned = [line.pays.multiple if line else Fraction(0) for line in lines]  # type: ignore[union-attr]
    scale = lcm(*(value.denominator for value in returned))
    return np.array([int(value * scale) for value in returned], np.int64), scale


def deck_of(terms: Terms) -> Any:
    """Every card of a Rule Out! shoe."""
    numbers = terms.numbers
    return np.array([*DECK, *[JOKER] * numbers.jokers] * numbers.decks, np.uint8)


def _rule_out(terms: Terms, seed: int, most: int) -> Draw:
    from feltlab.games.rule_out.fast import choices

    (pays, scale), masks, deck = main_pays(terms), rule_masks(), deck_of(terms)
    values, usual = survivor_counts(masks) @ pays, choices("optimal", terms)

    def draw(first: int, count: int) -> Floats:
        gains = np.empty((count, most))
        rule_out_gains(np.uint64(seed), first, deck, values, usual, gains)
        return gains / (scale * len(masks))

    return draw
