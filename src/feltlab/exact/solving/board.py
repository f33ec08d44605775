"""Two cards against the dealer's two, with a board that is turned in steps and raises between them.

The value depends on the whole board and two cards, so all that matters at a question is which cards are open, not the
steps in which they came. This module says which places are what, and which ways lead through the questions.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb, prod
from typing import Final, NamedTuple

import numpy as np

from feltlab.errors import RulesError
from feltlab.exact.solving.paths import Path, options_of, paths, start
from feltlab.exact.solving.seeing import FULL_DECK, Seeing
from feltlab.exact.solving.seeing import unfit as unfit_for_all
from feltlab.kernels.board_paths import Chains
from feltlab.kernels.boards import Bytes
from feltlab.kernels.subsets import Ints, suit_keys
from feltlab.kernels.suit_classes import suit_classes
from feltlab.rules.game import Game
from feltlab.rules.seen import fields_of, seen_at
from feltlab.rules.settling import Bound, Hand
from feltlab.rules.steps import Ask

OWN: Final = 2
MOST_BOARD: Final = 5
MOST_ANSWERS: Final = 256
"""The limit on questions at a stop together, and on ways through all questions: each is kept in a byte."""


class Boards(NamedTuple):
    """The classes of boards of some size."""

    hands: Ints
    weights: Ints
    keys: Ints
    """Ascending."""
    numbers: Ints
    """The class of each."""


@dataclass(frozen=True)
class Fork:
    """A question on one way through the round: the slots that its options lead to."""

    ask: Ask
    path: Path
    children: tuple[int, ...]


@dataclass(frozen=True)
class Stop:
    """A point at which that many board cards are open and some questions, or none, are asked."""

    cards: int
    ways_in: tuple[Path, ...]
    ways_out: tuple[Path, ...]
    questions: tuple[Fork, ...]
    slots: tuple[int, ...]
    """By way in: where its value is, among the ways out and then the questions."""

    @cached_property
    def radix(self) -> tuple[int, ...]:
        sizes = [len(question.children) for question in self.questions]
        return tuple(prod(sizes[:number]) for number in range(len(sizes)))

    @property
    def answers(self) -> int:
        return prod(len(question.children) for question in self.questions)

    def answer(self, question: int, codes: Bytes) -> Bytes:
        """What one question is answered, from the number that encodes all answers."""
        found: Bytes = codes // self.radix[question] % len(self.questions[question].children)
        return found

    def after(self, way: int, code: int) -> int:
        """The way out for a hand that comes in one way and answers like this."""
        slot = self.slots[way]
        while slot >= len(self.ways_out):
            number = slot - len(self.ways_out)
            children = self.questions[number].children
            slot = children[code // self.radix[number] % len(children)]
        return slot


class Board:
    name = "board"
    compared = ""
    """No simple strategy looks at one hand alone."""

    def __init__(self, game: Game, deck: tuple[int, ...] = FULL_DECK) -> None:
        self.game, self.seeing = game, Seeing(game, deck)
        if reason := self.unfit(self.seeing):
            raise RulesError(f"{game.slug} fits no board plan: {reason}")
        self.deck = np.array(deck, np.int64)

    @staticmethod
    def unfit(seeing: Seeing) -> str:
        if reason := unfit_for_all(seeing.game):
            return reason
        own, board, dealer = (sum(seeing.groups[name] for name in names) for names in places_of(seeing))
        if own != OWN or dealer not in (0, OWN):
            return f"it needs {OWN} cards for the player, and {OWN} or none for the dealer"
        if not 1 <= board <= MOST_BOARD:
            return f"there is no board of up to {MOST_BOARD} cards that the player's hand uses"
        hidden = set(places_of(seeing)[2])
        for stage, fields in seen_at(seeing.game).items():
            if hidden & {name for field in fields for name in seeing.parts(field)}:
                return f"a dealer's card is seen on the {stage}"
        return _unfit_settle(seeing)

    @cached_property
    def places(self) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        return places_of(self.seeing)

    @cached_property
    def size(self) -> int:
        return sum(self.seeing.groups[name] for name in self.places[1])

    @property
    def dealers(self) -> int:
        """Possible dealer hands, given the player's cards and the board; one if there is no dealer's hand."""
        return comb(len(self.deck) - OWN - self.size, OWN) if self.places[2] else 1

    def holds(self, hand: Hand) -> tuple[str, int]:
        """Whose cards a hand has besides the first cards of the board; empty if neither's, or other cards."""
        fields = [name for place in hand.places for name in self.seeing.parts(place)]
        own, board, dealer = self.places
        open_first = [name for name in fields if name in board]
        cards = sum(self.seeing.groups[name] for name in open_first)
        if set(open_first) != set(board[: len(open_first)]):
            return "", 0
        rest = {name for name in fields if name not in board}
        return {frozenset(own): "own", frozenset(dealer): "dealer"}.get(frozenset(rest), "") if rest else "", cards

    def is_own(self, name: str) -> bool:
        return self.holds(self.game.hands[name]) == ("own", self.size)

    def is_dealers(self, name: str) -> bool:
        return self.holds(self.game.hands[name]) == ("dealer", self.size)

    @cached_property
    def cards_open(self) -> tuple[int, ...]:
        """By question, how many cards of the board lie open."""
        board = self.places[1]
        found = []
        for fields in seen_at(self.game).values():
            seen = {name for field in fields for name in self.seeing.parts(field)}
            found.append(sum(self.seeing.groups[name] for name in board if name in seen))
        return tuple(found)

    @cached_property
    def stops(self) -> tuple[Stop, ...]:
        """From the deal to the whole board."""
        asks = list(self.game.round.asks.values())
        whole, found = paths(self.game), []
        ways: tuple[Path, ...] = (start(self.game),)
        for cards in sorted({0, *self.cards_open, self.size}):
            here = [ask for ask, seen in zip(asks, self.cards_open, strict=True) if seen == cards]
            found.append(_stop(cards, ways, here, whole if cards == self.size else ()))
            ways = found[-1].ways_out
            if found[-1].answers > MOST_ANSWERS or len(ways) > MOST_ANSWERS:
                raise RulesError(f"{self.game.slug}: its questions can be answered in more than {MOST_ANSWERS} ways")
        return tuple(found)

    def follows(self, stop: int) -> int:
        """The number of ways a round can go on from a stop: further board cards, then the dealer's."""
        sizes = [each.cards for each in self.stops]
        left = len(self.deck) - OWN
        turned = (comb(left - sizes[at], sizes[at + 1] - sizes[at]) for at in range(stop, len(sizes) - 1))
        return prod(turned) * self.dealers

    @property
    def deals(self) -> int:
        return comb(len(self.deck), OWN) * self.follows(0)

    def classes(self, cards: int) -> Boards:
        if cards not in self._classes:
            hands, weights = suit_classes(cards)
            there = np.isin(hands, self.deck).all(axis=1)
            hands, weights = np.ascontiguousarray(hands[there]), weights[there]
            keys = suit_keys(hands)
            order = np.argsort(keys)
            self._classes[cards] = Boards(hands, weights, keys[order], order)
        return self._classes[cards]

    @cached_property
    def _classes(self) -> dict[int, Boards]:
        return {}

    @cached_property
    def chains(self) -> Chains:
        """All ways in which a whole board may have been turned, stop by stop."""
        stops = self.stops[:-1]
        parents, at, level = [-1], [0], [0]
        subsets: list[tuple[int, ...]] = [()]
        for number in range(1, len(stops)):
            longer = []
            for chain in level:
                for more in combinations(
                    set(range(self.size)) - set(subsets[chain]), stops[number].cards - len(subsets[chain])
                ):
                    longer.append(len(parents))
                    parents.append(chain)
                    at.append(number)
                    subsets.append((*subsets[chain], *more))
            level = longer
        padded = np.zeros((len(subsets), self.size), np.int64)
        for number, subset in enumerate(subsets):
            padded[number, : len(subset)] = subset
        classes = [self.classes(stop.cards) for stop in stops]
        starts = np.cumsum([0, *(len(each.keys) for each in classes)])
        numbers = [each.numbers + first for each, first in zip(classes, starts, strict=False)]
        return Chains(
            np.array(parents), np.array(at), np.array([stop.cards for stop in stops]), padded, level[0], starts,
            np.concatenate([each.keys for each in classes]), np.concatenate(numbers),
        )  # fmt: skip

    @cached_property
    def after(self) -> Bytes:
        """By stop, way in and answer: the way out."""
        ways, answers = max(len(stop.ways_in) for stop in self.stops), max(stop.answers for stop in self.stops)
        found = np.zeros((len(self.stops), ways, answers), np.uint8)
        for number, stop in enumerate(self.stops):
            for way in range(len(stop.ways_in)):
                found[number, way, : stop.answers] = [stop.after(way, code) for code in range(stop.answers)]
        return found


def places_of(seeing: Seeing) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The player's fields, those of the board, those some hand has together with them, and the dealer's."""
    own = tuple(name for deal in seeing.game.round.seat_deals for name in fields_of(deal))
    beside: set[str] = set()
    for hand in seeing.game.hands.values():
        fields = {name for place in hand.places for name in seeing.parts(place)}
        beside |= fields if fields & set(own) else set()
    board = tuple(name for name in seeing.groups if name in beside and name not in own)
    return own, board, tuple(name for name in seeing.groups if name not in own and name not in board)


def _unfit_settle(seeing: Seeing) -> str:
    game = seeing.game
    own, board, dealer = (set(names) for names in places_of(seeing))
    held = {name: {field for place in game.hands[name].places for field in seeing.parts(place)} for name in game.hands}
    looks_at = game.bound_settle.hands
    mine = [name for name in looks_at if held[name] == own | board]
    others = [name for name in looks_at if held[name] == dealer | board]
    if len(mine) != 1 or len(others) > 1 or len(mine) + len(others) < len(looks_at):
        return "the rules do not look at just one player's hand and one dealer's hand, each with the whole board"
    if others and game.hands[mine[0]].ranking.value is not game.hands[others[0]].ranking.value:
        return f"{mine[0]} and {others[0]} are not ranked alike"
    return ""


def looked_at(board: Board, bound: Bound) -> tuple[str, str]:
    """The player's hand and the dealer's that a rule looks at, both with the whole board; empty if none."""
    own = next((name for name in bound.hands if board.is_own(name)), "")
    return own, next((name for name in bound.hands if board.is_dealers(name)), "")


def _stop(cards: int, ways: tuple[Path, ...], asks: list[Ask], known: tuple[Path, ...]) -> Stop:
    ways_out: dict[Path, int] = {path: number for number, path in enumerate(known)}
    questions: list[tuple[Ask, Path, list[tuple[bool, int]]]] = []

    def through(path: Path, left: list[Ask]) -> tuple[bool, int]:
        """Whether it comes to a question, and the number of that question or of the way out."""
        if not left:
            return False, ways_out.setdefault(path, len(ways_out))
        if not path.asked(left[0]):
            return through(path.skipped(), left[1:])
        children = [through(path.with_option(left[0], option), left[1:]) for option in options_of(left[0])]
        questions.append((left[0], path, children))
        return True, len(questions) - 1

    entered = [through(path, asks) for path in ways]
    out = len(ways_out)
    made = [Fork(ask, path, tuple(out * later + at for later, at in children)) for ask, path, children in questions]
    return Stop(cards, ways, tuple(ways_out), tuple(made), tuple(out * later + at for later, at in entered))
