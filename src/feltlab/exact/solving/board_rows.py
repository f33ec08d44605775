"""The strategy of a game with a board after cards are turned, summed up for each class of two cards.

Every holding on every board would be millions of rows. So a row says how often each answer is best, over all boards
that go with the two cards; for one particular board, ask for advice.
"""

from collections.abc import Iterator
from math import comb
from typing import Any

import numpy as np

from feltlab.cards import cards_text
from feltlab.exact.solving.board import OWN, Board, Fork, Stop
from feltlab.exact.solving.board_solved import BoardSolved
from feltlab.exact.solving.paths import later_path, options_of
from feltlab.kernels.boards import PAIR, Bytes, holdings
from feltlab.kernels.subsets import Ints, suit_key
from feltlab.kernels.suit_classes import suit_classes

_AT_A_TIME = 2_000
LEFT_OUT = (
    "rows after the first cards are turned are summed up over all boards: share_… is how often an answer is best;"
    " `feltlab advise` has the answer on each board"
)


def later_rows(solved: BoardSolved, board: Board) -> Iterator[dict[str, Any]]:
    """For each question after the first cards are turned, as if no more had been bet before than necessary."""
    for number, stop in enumerate(board.stops):
        if number and stop.questions:
            counts = _answers(solved, board, number)
            for question in stop.questions:
                if question.path == later_path(board.game, list(board.game.round.asks).index(question.ask.stage)):
                    yield from _rows(board, stop, question, counts)


def _rows(board: Board, stop: Stop, question: Fork, counts: Ints) -> Iterator[dict[str, Any]]:
    offered, place = options_of(question.ask), stop.questions.index(question)
    taken = np.array([int(stop.answer(place, np.array([code], np.uint8))[0]) for code in range(counts.shape[1])])
    for hand, row in zip(suit_classes(OWN).hands, counts, strict=True):
        total = int(row.sum())
        if total:
            often = [int(row[taken == at].sum()) for at in range(len(offered))]
            yield {
                **({"stage": question.ask.stage} if len(board.game.round.asks) > 1 else {}),
                board.places[0][0]: cards_text(hand.tolist()),
                "hands": total,
                "decision": offered[int(np.argmax(often))],
                **{f"share_{option}": many / total for option, many in zip(offered, often, strict=True)},
            }


def _answers(solved: BoardSolved, board: Board, number: int) -> Ints:
    """By class of two cards and answer: on how many boards."""
    stop = board.stops[number]
    classes = board.classes(stop.cards)
    pairs, kinds = holdings(len(board.deck) - stop.cards), _kinds()
    found = np.zeros((len(suit_classes(OWN).hands), stop.answers), np.int64)
    for first in range(0, len(classes.hands), _AT_A_TIME):
        hands, weights = classes.hands[first : first + _AT_A_TIME], classes.weights[first : first + _AT_A_TIME]
        renamed = _renamed(hands)
        left = _left(board, renamed)
        one, other = left[:, pairs.first], left[:, pairs.second]
        numbers = np.arange(first, first + len(hands))
        if number + 1 < len(board.stops):
            rows = solved.played.codes[board.chains.starts[number] + numbers]
            codes = np.take_along_axis(rows, PAIR[64 * one + other].astype(np.int64), axis=1)
        else:
            codes = _unpacked(solved.played.whole[numbers], solved.played.bits, one.shape[1])
        cells = kinds[one, other] * stop.answers + codes
        each = np.repeat(weights, cells.shape[1]).astype(np.float64)
        found += np.bincount(cells.ravel(), each, found.size).reshape(found.shape).astype(np.int64)
    if int(found.sum()) != comb(len(board.deck), OWN) * comb(len(board.deck) - OWN, stop.cards):
        raise AssertionError(f"{board.game.slug}: the rows of a strategy are not all holdings on all boards")
    return found


def _renamed(hands: Ints) -> Ints:
    """Boards with their suits named as in the tables of answers."""
    found, names = np.empty_like(hands), np.empty(4, np.int64)
    for number, hand in enumerate(hands):
        suit_key(hand, names)
        found[number] = (hand & ~3) | names[hand & 3]
    return found


def _left(board: Board, hands: Ints) -> Ints:
    there = np.ones((len(hands), 52), np.bool_)
    np.put_along_axis(there, hands, False, axis=1)
    return np.broadcast_to(board.deck, (len(hands), len(board.deck)))[there[:, board.deck]].reshape(len(hands), -1)


def _unpacked(whole: Bytes, bits: int, held: int) -> Ints:
    at, each = np.arange(held), 8 // bits
    return (whole[:, at // each] >> (bits * (at % each)).astype(np.uint8)).astype(np.int64) & ((1 << bits) - 1)


def _kinds() -> Ints:
    """By two cards, the number of their class."""
    numbers = {_kind(*hand): number for number, hand in enumerate(suit_classes(OWN).hands.tolist())}
    found = np.zeros((52, 52), np.int64)
    for one in range(52):
        for other in range(52):
            if one != other:
                found[one, other] = numbers[_kind(one, other)]
    return found


def _kind(one: int, other: int) -> tuple[int, int, bool]:
    return max(one, other) >> 2, min(one, other) >> 2, one & 3 == other & 3
