"""What any solved game loses to a seat that knows too much: deals are sampled, and played on from every question.

The seat plays like one that knows only its own cards, unless the remaining cards say otherwise. At each question every
answer is valued over what may follow, with later questions answered as by a lone seat: over all of it if there is
little, otherwise over samples. Half of these choose; the other half measure the gain of the choice over the lone
seat's. The sum over the questions of a round is an unbiased estimate of this player's gain, and on average no more than
the gain of perfect play.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from math import comb, sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from feltlab.exact.protection import Draw
from feltlab.exact.solving.following import best_answers
from feltlab.exact.solving.lab import GeneralLab
from feltlab.exact.solving.paths import Path, end_of, options_of
from feltlab.exact.solving.sampled_playing import Answer, LaidRounds
from feltlab.exact.solving.sampled_tally import Sampler, dealt_rounds
from feltlab.kernels.dealing import Cards
from feltlab.kernels.protection import Floats
from feltlab.kernels.subsets import Ints, extended
from feltlab.rules.allowing import UNITS
from feltlab.rules.game import Game, Terms
from feltlab.rules.seen import seen_at
from feltlab.rules.steps import DEALER, Ask

MOST_FOLLOWED: Final = 1_200
"""The most ways to go on from a question of which all are looked at."""
FOLLOWED: Final = 1_024
"""Samples of them if there are more."""
SURE: Final = 1.0
"""Standard errors by which a sampled answer must be better to be chosen; with fewer, chance would choose too often."""
AT_A_TIME: Final = 120_000
PLAYED: Final = 2_500_000
"""Rounds to play on for one row of figures: a few seconds."""
LEAST_DEALS: Final = 200
CHUNK: Final = 50


def _fields_of(game: Game, places: Iterable[str]) -> list[str]:
    """The fields of places; a place divided into parts has theirs."""
    deals = game.round.deal_at
    cut = {place: deal.parts for place, deal in deals.items()}
    return list(dict.fromkeys(name for place in places for name in cut.get(place) or (place,)))


def _hidden(game: Game, stage: str) -> list[str]:
    """Fields that some hand uses and that are not seen at a question, the dealer's first."""
    used = _fields_of(game, (place for hand in game.hands.values() for place in hand.places))
    seen, dealers = _fields_of(game, seen_at(game)[stage]), _fields_of(game, (DEALER,))
    return sorted((name for name in used if name not in seen), key=lambda name: name not in dealers)


def hidden_places(game: Game) -> list[str]:
    """Fields with cards that decide a round and are not seen at a question: the dealer's first, if there are any."""
    found = [name for stage in game.round.asks for name in _hidden(game, stage)[:1]]
    return list(dict.fromkeys([*found, *(name for stage in game.round.asks for name in _hidden(game, stage))]))


@dataclass
class Informed:
    """A seat that knows others' hands, or one card that it should not have seen."""

    lab: GeneralLab
    terms: Terms
    others: int = 0
    shown: str = ""
    """The field of the card."""

    @cached_property
    def sampler(self) -> Sampler:
        return Sampler(self.lab.game, self.terms)

    @cached_property
    def lone(self) -> Answer:
        return best_answers(self.lab, self.terms)

    @cached_property
    def columns(self) -> dict[str, slice]:
        return self.sampler.playing.columns(self.others + 1, 0)

    def open_to(self, stage: str) -> list[tuple[int, ...]]:
        """The columns of a row that are unknown at a question and decide a round, by field."""
        found = []
        for name in _hidden(self.lab.game, stage):
            at = self.columns[name]
            found.append(tuple(range(at.start + (name == self.shown), at.stop)))
        return [columns for columns in found if columns]

    def known(self, stage: str) -> list[int]:
        """The known columns: the seat's own, the face-up cards, the others' hands, an exposed card."""
        game = self.lab.game
        seen = [self.columns[name] for name in _fields_of(game, seen_at(game)[stage])]
        shown = [self.columns[self.shown].start] if self.shown in _hidden(game, stage) else []
        others = range(game.round.hand, game.round.hand * (self.others + 1))
        return [*(at for columns in seen for at in range(columns.start, columns.stop)), *others, *shown]

    def ways_on(self, stage: str) -> int:
        left, found = len(self.sampler.deck) - len(self.known(stage)), 1
        for columns in self.open_to(stage):
            found *= comb(left, len(columns))
            left -= len(columns)
        return found

    @property
    def most(self) -> int:
        """The number of deals that a few seconds allow."""
        each = 0
        for stage, ask in self.sampler.game.round.asks.items():
            ways = self.ways_on(stage)
            each += len(ask.options) * (ways if ways <= MOST_FOLLOWED else FOLLOWED)
        return max(LEAST_DEALS, PLAYED // each)

    def draw(self, seed: int) -> Draw:
        def drawn(first: int, count: int) -> Floats:
            cards = dealt_rounds(self.sampler.deck, self._needed, seed, first, count)
            chance = np.random.Generator(np.random.Philox(key=[seed, 1 + first + (self.others << 40)]))
            asked = _Asked(self, cards, chance)
            playing = self.sampler.playing
            playing.play(playing.laid(cards, self.others + 1, 0), asked)
            return asked.gains

        return drawn

    @property
    def _needed(self) -> int:
        return self.sampler.game.round.cards(self.others + 1)

    def left(self, cards: Cards, stage: str) -> Cards:
        """By round, the unknown cards of the deck."""
        deck, known = self.sampler.deck, cards[:, self.known(stage)]
        values, copies = np.unique(deck, return_counts=True)
        many = np.tile(copies, (len(cards), 1))
        np.subtract.at(many, (np.arange(len(cards))[:, None], np.searchsorted(values, known)), 1)
        return np.repeat(np.tile(values, len(cards)), many.ravel()).reshape(len(cards), -1)

    def nets(self, laid: LaidRounds, answer: Answer) -> Floats:
        """By round, the net of the main game."""
        playing, game = self.sampler.playing, self.sampler.game
        found = np.empty(len(laid))
        for path, rows in playing.play(laid, answer).items():
            codes = playing.ruled(game.bound_settle, laid, path, rows)
            sizes = self.sampler.sizes[1 : 1 + codes.shape[1]]
            kinds, which = np.unique(np.ravel_multi_index(tuple(codes.T), sizes), return_inverse=True)
            unpacked = np.stack(np.unravel_index(kinds, sizes), axis=1).tolist()
            nets = [float(end_of(game, path, row, self.terms).net) for row in unpacked]
            found[rows] = np.array(nets)[which.reshape(-1)]
        return found


def _sets(left: int, size: int) -> Ints:
    """For a shoe: the kernels' sets are sets of decks, whose places fit into a byte."""
    return np.array(list(combinations(range(left), size)), np.int64)


@cache
def _every_way(left: int, sizes: tuple[int, ...]) -> Ints:
    """By way to go on, where each remaining card lies; one way if nothing is open."""
    states = _sets(left, sizes[0]) if sizes else np.zeros((1, 0), np.int64)
    for at, size in enumerate(sizes[1:], start=1):
        states = extended(np.arange(left), states, _sets(left - sum(sizes[:at]), size))
    return states


def _distinct(chance: np.random.Generator, rows: int, left: int, many: int) -> Ints:
    """Rows of that many different numbers below `left`, every order equally likely."""
    found = chance.integers(0, left, (rows, many))
    while len(again := np.flatnonzero((np.diff(np.sort(found, axis=1), axis=1) == 0).any(axis=1))):
        found[again] = chance.integers(0, left, (len(again), many))
    return found


class _Asked:
    """Answers as a seat that knows more; records the gain over a lone seat."""

    def __init__(self, informed: Informed, cards: Cards, chance: np.random.Generator) -> None:
        self.informed, self.cards, self.chance = informed, cards, chance
        self.gains = np.zeros(len(cards))

    def __call__(self, ask: Ask, path: Path, laid: LaidRounds, rows: Ints) -> Ints:
        informed = self.informed
        lone = informed.lone(ask, path, laid, rows)
        taken, ways = lone.copy(), informed.ways_on(ask.stage)
        whole = ways <= MOST_FOLLOWED
        step = max(1, AT_A_TIME // (ways if whole else FOLLOWED))
        barred = self._barred(ask, path, laid, rows)
        for first in range(0, len(rows), step):
            part = slice(first, first + step)
            values = self._values(ask, path, rows[part], whole)
            values[:, :, :] = np.where(barred[part, :, None], -np.inf, values)
            taken[part] = _whole(values, lone[part]) if whole else _sampled(values, lone[part])
            told = values if whole else values[:, :, values.shape[2] // 2 :]
            at = np.arange(len(told))
            changed = taken[part] != lone[part]
            gain = told[at, taken[part]].mean(axis=1) - told[at, lone[part]].mean(axis=1)
            self.gains[rows[part]] += np.where(changed, gain, 0.0)
        return taken

    def _barred(self, ask: Ask, path: Path, laid: LaidRounds, rows: Ints) -> npt.NDArray[np.bool_]:
        game, playing = self.informed.sampler.game, self.informed.sampler.playing
        found = np.zeros((len(rows), len(ask.options)), np.bool_)
        may = game.allows.get(ask.stage)
        for place, option in enumerate(options_of(ask)):
            units = ask.raises.options[option] if ask.raises else 0
            if may and units:
                found[:, place] = playing.ruled(may, laid, path, rows, {UNITS: units})[:, 0] == 0
        return found

    def _values(self, ask: Ask, path: Path, rows: Ints, whole: bool) -> Floats:
        """By round, option and way on."""
        informed = self.informed
        sampler, groups = informed.sampler, informed.open_to(ask.stage)
        cards, left = self.cards[rows], informed.left(self.cards[rows], ask.stage)
        sizes, many = tuple(map(len, groups)), sum(map(len, groups))
        if whole:
            picked = np.tile(_every_way(left.shape[1], sizes), (len(rows), 1))
        else:
            picked = _distinct(self.chance, len(rows) * FOLLOWED, left.shape[1], many)
        each = len(picked) // len(rows)
        followed = np.repeat(cards, each, axis=0)
        columns = [at for group in groups for at in group]
        followed[:, columns] = left[np.repeat(np.arange(len(rows)), each)[:, None], picked]
        found = np.empty((len(rows), len(ask.options), each))
        for place in range(len(ask.options)):
            laid = sampler.playing.laid(followed, informed.others + 1, 0)
            found[:, place] = informed.nets(laid, _Led(informed, path, ask, place)).reshape(len(rows), each)
        return found


def _whole(values: Floats, lone: Ints) -> Ints:
    """The best answer, if it is any better than the lone seat's."""
    means = values.mean(axis=2)
    most = means.argmax(axis=1)
    at = np.arange(len(means))
    return np.where(means[at, most] > means[at, lone] + 1e-12, most, lone)


def _sampled(values: Floats, lone: Ints) -> Ints:
    """The best answer by the first half, if it is better by more than chance explains."""
    half = values[:, :, : values.shape[2] // 2]
    at, means = np.arange(len(half)), half.mean(axis=2)
    most = means.argmax(axis=1)
    with np.errstate(invalid="ignore"):
        apart = half[at, most] - half[at, lone]
    sure = apart.mean(axis=1) > SURE * apart.std(axis=1) / sqrt(apart.shape[1])
    return np.where(sure & (most != lone), most, lone)


class _Led:
    """The earlier answers, then an answer to try, then those of a lone seat."""

    def __init__(self, informed: Informed, path: Path, ask: Ask, place: int) -> None:
        self.informed, self.ask, self.place = informed, ask, place
        self.given = dict(zip(informed.sampler.game.round.asks, path.options, strict=False))

    def __call__(self, ask: Ask, path: Path, laid: LaidRounds, rows: Ints) -> Ints:
        if ask.stage == self.ask.stage:
            return np.full(len(rows), self.place)
        if option := self.given.get(ask.stage):
            return np.full(len(rows), options_of(ask).index(option))
        return self.informed.lone(ask, path, laid, rows)
