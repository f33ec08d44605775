"""A sample of rounds by a named strategy, counted by how every bet ends, without any pays."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from math import prod
from typing import Any, Final

import numpy as np

from feltlab.cards import JOKER, card_text, joker_shoe
from feltlab.errors import RulesError
from feltlab.exact.solving.answering import opened
from feltlab.exact.solving.keeping import kept
from feltlab.exact.solving.paths import End, Path, end_of, options_of, paths
from feltlab.exact.solving.progress import watcher
from feltlab.exact.solving.sampled_playing import Answer, LaidRounds, Playing, best_compiles
from feltlab.kernels.dealing import SPARE, Cards, deal
from feltlab.kernels.subsets import Ints
from feltlab.rules.allowing import UNITS
from feltlab.rules.codes import PAID
from feltlab.rules.faults import at_fault, wrong_units
from feltlab.rules.game import Game, Terms
from feltlab.rules.steps import Ask

SEED: Final = 1
ROUNDS: Final = 2_000_000
SLOW_ROUNDS: Final = 200_000
"""If a hand is set by code that cannot be compiled."""
NEVER_FOLD: Final = "never-fold"
AS_DEALT: Final = "as-dealt"
_CHUNK: Final = 1 << 16


def unplayable(game: Game) -> str:
    """Why the game cannot even be sampled; empty if it can."""
    if game.round.second_deals:
        return f"{game.round.second_deals[0].place} comes from a separate deck"
    return ""


def strategies_of(game: Game) -> dict[str, str]:
    """In words: the author's own, or else a plain one."""
    if not game.round.asks:
        return {AS_DEALT: "there is nothing to decide"}
    found = {name: f"{name.replace('-', ' ')}, as the game's author wrote it" for name in game.strategies}
    words = "never folds and bets as little as the rules allow"
    if game.round.trade:
        words = "never folds, bets as little as the rules allow, and trades no card"
    return found | {NEVER_FOLD: words}


def answers_by(playing: Playing, strategy: str) -> Answer:
    """The choices of a named strategy."""
    game = playing.game
    if strategy not in (known := strategies_of(game)):
        raise RulesError(f"{game.slug} is not sampled by {strategy!r}: its strategies are {', '.join(known)}")
    rules = game.plays.get(strategy, {})

    def answer(ask: Ask, path: Path, laid: LaidRounds, rows: Ints) -> Ints:
        bound = rules.get(ask.stage)
        if ask.trade:
            return np.zeros(len(rows), np.int64) if bound is None else _traded(playing, ask, path, laid, rows, strategy)
        offered = options_of(ask)
        units = [ask.raises.options[option] for option in offered] if ask.raises else []
        if bound is None:
            least = next((place for place, option in enumerate(offered) if not ask.folds(option)), 0)
            taken = np.full(len(rows), least, np.int8)
        else:
            made = playing.ruled(bound, laid, path, rows)[:, 0]
            if len(wrong := made[~np.isin(made, units)]):
                words = wrong_units(strategy, ask.stage, int(wrong[0]), units)
                raise at_fault(f"{game.slug}: {words}", bound.function)
            taken = np.searchsorted(np.array(units), made).astype(np.int8)
        if may := game.allows.get(ask.stage):
            states = [(playing.ruled(may, laid, path, rows, {UNITS: many})[:, 0] != 0) | (many == 0) for many in units]
            taken = opened(taken, states)
        return taken.astype(np.int64)

    return answer


def _traded(playing: Playing, ask: Ask, path: Path, laid: LaidRounds, rows: Ints, strategy: str) -> Ints:
    """The card a strategy trades, from 1 up, or a mask of several."""
    made: Ints = playing.ruled(playing.game.plays[strategy][ask.stage], laid, path, rows)[:, 0]
    held, said = playing.game.round.hand, f"{playing.game.slug}: the strategy {strategy!r} trades"
    if ask.trade and ask.trade.several:
        places = made[:, None] >> np.arange(held) & 1
        wrong = made[(made < 0) | (made >= 1 << held) | (places.sum(axis=1) > ask.trade.most)]
        words = f"up to {ask.trade.most} cards, 1 for the first, 2 for the second, 4 for the third, added up"
    else:
        places = made[:, None] == np.arange(1, held + 1)
        wrong = made[(made < 0) | (made > held)]
        words = f"1 to {held}, or 0 to keep all"
    if len(wrong):
        raise RulesError(f"{said} card {wrong[0]} on the {ask.stage}: {words}")
    if (places.astype(np.bool_) & (playing.own_cards(laid, rows) == JOKER)).any():
        raise RulesError(f"{said} a Joker on the {ask.stage}, which is not traded")
    return made


def traded_by(ask: Ask, answer: int, hand: list[int]) -> str | list[str] | None:
    """The cards that an answer to a trade gives up, as in a line."""
    if ask.trade is None:
        return None
    several = ask.trade.several
    gone = [card for at, card in enumerate(hand) if (answer >> at & 1 if several else answer == at + 1)]
    return ask.trade.written([card_text(card) for card in gone])


def dealt_rounds(deck: Cards, cards: int, seed: int, first: int, count: int) -> Cards:
    """Rows of cards in the order they leave the deck: the rounds of a simulation with that seed."""
    words, rows = np.empty((4, count), np.uint32), np.empty((count, cards + SPARE), np.uint8)
    deal(np.uint64(seed), np.uint64(first), deck.copy(), cards, words, rows)
    return rows[:, :cards]


def shoe_of(numbers: Any) -> Cards:
    return np.array(joker_shoe(getattr(numbers, "decks", 1), getattr(numbers, "jokers", 0)), np.uint8)


@dataclass(frozen=True)
class Tallied:
    """Rounds by their way, the codes of the main bets and the grades of the side bets."""

    game: Game
    ways: tuple[Path, ...]
    keys: Ints
    """A row for each combination: the number of the way, a code for each main bet, a grade for each side bet."""
    counts: Ints

    @property
    def rounds(self) -> int:
        return int(self.counts.sum())

    def end_counts(self, terms: Terms) -> dict[End, int]:
        found: dict[End, int] = {}
        for row, count in zip(self.keys.tolist(), self.counts.tolist(), strict=True):
            end = self.end(row, terms)
            found[end] = found.get(end, 0) + count
        return found

    def end(self, row: list[int], terms: Terms) -> End:
        """The end that belongs to a key."""
        return end_of(self.game, self.ways[row[0]], row[1 : 1 + len(self.game.settled)], terms)

    def grade_counts(self, slug: str) -> list[int]:
        column = 1 + len(self.game.settled) + list(self.game.grades).index(slug)
        counts = np.zeros(self.game.book.scales[slug].top + 1, np.int64)
        np.add.at(counts, self.keys[:, column], self.counts)
        return [int(count) for count in counts]


class Sampler:
    """Plays rounds of one game on some rule numbers."""

    def __init__(self, game: Game, terms: Terms) -> None:
        self.game = game
        self.numbers = {name: int(getattr(terms.numbers, name)) for name in game.asked_numbers}
        self.deck = shoe_of(terms.numbers)
        self.playing = Playing(game, self.numbers)
        self.ways = _told_apart(game)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many codes and grades each column of a key may have."""
        scales = self.game.book.scales
        main = [PAID + (scales[slug].top + 1 if slug in scales else 0) for slug in self.game.settled]
        return (len(self.ways), *main, *(scales[slug].top + 1 for slug in self.game.grades))

    @cached_property
    def rounds(self) -> int:
        """The number of sampled rounds: fewer if each takes long."""
        sets = [ask.set for ask in self.game.round.asks.values() if ask.set]
        return SLOW_ROUNDS if any(not self._compiles(how) for how in sets) else ROUNDS

    def _compiles(self, how: Any) -> bool:
        hands = dealt_rounds(self.deck, self.game.round.cards(1), SEED, 0, 40)[:, : self.game.round.hand]
        return bool(how.cards) and best_compiles(how, hands.astype(np.int64))

    def keys(self, laid: LaidRounds, answer: Answer) -> Ints:
        """A row for each round."""
        ways, game = self.playing.play(laid, answer), self.game
        found = np.zeros((len(laid), len(self.sizes)), np.int64)
        numbers = {path: number for number, path in enumerate(self.ways)}
        for path, rows in ways.items():
            found[rows, 0] = numbers[path]
            found[rows, 1 : 1 + len(game.settled)] = self.playing.ruled(game.bound_settle, laid, path, rows)
            for column, bound in enumerate(game.grades.values(), start=1 + len(game.settled)):
                found[rows, column] = self.playing.ruled(bound, laid, path, rows)[:, 0]
        self._check(found)
        return found

    def _check(self, keys: Ints) -> None:
        names = ("", *self.game.settled, *self.game.grades)
        for column, size in enumerate(self.sizes):
            if len(wrong := keys[(keys[:, column] < 0) | (keys[:, column] >= size), column]):
                graded = names[column] in self.game.grades
                raise RulesError(
                    f"{self.game.slug}: {names[column]} gives {'grade' if graded else 'code'}"
                    f" {wrong[0]}, which nothing pays"
                )

    def tallied(self, strategy: str) -> Tallied:
        """Kept on disk, by the code of everything that was asked."""
        made = kept("sampled", self._key(strategy), lambda: self._tally(strategy))
        return Tallied(self.game, self.ways, made["keys"], made["counts"])

    def _tally(self, strategy: str) -> dict[str, Any]:
        answer, many = answers_by(self.playing, strategy), prod(self.sizes)
        if many >= 1 << 62:
            raise RulesError(f"{self.game.slug}: its bets end in too many ways to be counted together")
        totals: dict[int, int] = {}
        tell, what = watcher(), f"{self.game.slug}: sampled rounds by {strategy}"
        for first in range(0, self.rounds, _CHUNK):
            count = min(_CHUNK, self.rounds - first)
            cards = dealt_rounds(self.deck, self.game.round.cards(1), SEED, first, count)
            keys = self.keys(self.playing.laid(cards, 1, 0), answer)
            packed = np.ravel_multi_index(tuple(keys.T), self.sizes)
            for key, times in zip(*np.unique(packed, return_counts=True), strict=True):
                totals[int(key)] = totals.get(int(key), 0) + int(times)
            tell(what, first + count, self.rounds)
        ordered = sorted(totals)
        unpacked = np.stack(np.unravel_index(np.array(ordered), self.sizes), axis=1)
        return {"keys": unpacked, "counts": np.array([totals[key] for key in ordered], np.int64)}

    def _key(self, strategy: str) -> list[object]:
        game = self.game
        hands = [(name, hand.ranking.value, hand.places) for name, hand in game.hands.items()]
        steps = [_plain(step) for step in game.round.steps]
        plays = list(game.strategies.get(strategy, {}).items())
        rules = [game.settle, *game.sides.values()]
        return [hands, steps, plays, rules, self.numbers, self.deck, strategy, SEED, self.rounds, self.sizes]


def _told_apart(game: Game) -> tuple[Path, ...]:
    """Every way through the raises; the round itself tells what was traded."""
    trades = [number for number, ask in enumerate(game.round.asks.values()) if ask.trade]
    return tuple(path for path in paths(game, skipping=True) if not any(path.options[at] for at in trades))


def _plain(value: Any) -> Any:
    """A step by its parts, as in a key."""
    if is_dataclass(value) and not isinstance(value, type):
        return [type(value).__name__, *(_plain(getattr(value, part.name)) for part in fields(value))]
    if isinstance(value, Mapping):
        return [[name, _plain(inner)] for name, inner in value.items()]
    return value
