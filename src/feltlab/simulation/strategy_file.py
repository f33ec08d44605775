"""Decisions from a strategy file, as `feltlab strategy GAME -o FILE.csv` writes it and a person may have edited it.

Only the hand and the decision are read; a row may stand anywhere and its cards in any order. Every hand that can be
dealt must have one row: a hand that was left out is a mistake, not a fold.
"""

import csv
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from feltlab.cards import DECK, JOKER, RANKS, parse_card, parse_cards
from feltlab.errors import FeltlabError, shown
from feltlab.games.game import Terms
from feltlab.kernels import quick_draw_rounds
from feltlab.kernels.lattice import HANDS
from feltlab.kernels.trades import CARDS, KEEP, index_of
from feltlab.lab import rule_out
from feltlab.lab.joint import BEST_SIDE, FOLD, OTHER_SIDE
from feltlab.lab.odd_even_classes import EVEN_SIDE, ODD_SIDE
from feltlab.lab.quick_draw_strategy import classes

Row = Mapping[str, str]
_UNREAD: Final = 127


class _Format(NamedTuple):
    hand: str
    """The column that names the hand."""
    number: Callable[[str], int]
    """A hand's number among all."""
    decision: Callable[[Row, int], int]
    needed: Callable[[Terms], npt.NDArray[np.bool_]]
    """Which hands, by number, can be dealt on these terms."""


def read_strategy(path: Path, game: str, terms: Terms) -> bytes:
    """A file's decisions by hand number: what a plan's `table` takes."""
    form = _FORMATS[game]
    needed = form.needed(terms)
    decisions = np.full(len(needed), _UNREAD, np.int8)
    for line, row in _rows(path, (form.hand, "decision")):
        try:
            number = form.number(row[form.hand])
            if decisions[number] != _UNREAD:
                raise FeltlabError(f"{row[form.hand]} has a row already")  # noqa: TRY301
            decisions[number] = form.decision(row, number)
        except FeltlabError as error:
            raise FeltlabError(f"{path}, line {line}: {error}") from None
    if missing := int((needed & (decisions == _UNREAD)).sum()):
        raise FeltlabError(f"{path} has no row for {missing:,} of the {int(needed.sum()):,} hands of {game}")
    decisions[~needed & (decisions == _UNREAD)] = KEEP  # a hand that this shoe cannot deal
    return decisions.tobytes()


def _rows(path: Path, columns: tuple[str, ...]) -> Iterator[tuple[int, Row]]:
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            reader = csv.DictReader(file, restval="")
            if missing := [column for column in columns if column not in (reader.fieldnames or ())]:
                raise FeltlabError(f"{path} is not a strategy file of this game: it has no column {missing[0]!r}")
            for row in reader:
                yield reader.line_num, row
    except OSError as error:
        raise FeltlabError(f"cannot read {path}: {error.strerror}") from None
    except (UnicodeDecodeError, csv.Error):
        raise FeltlabError(f"{path} is not a strategy file: it cannot be read as CSV text") from None


def _one_of(offered: Mapping[str, int], what: str, text: str) -> int:
    word = text.strip().lower()
    if word not in offered:
        raise FeltlabError(f"the {what} must be {' or '.join(offered)}, not {shown(text)}")
    return offered[word]


@cache
def _rank_classes() -> dict[tuple[int, ...], int]:
    return {tuple(counts): number for number, counts in enumerate(HANDS.tolist())}


def _rank_class(text: str) -> int:
    number = _rank_classes().get(tuple(map(text.strip().upper().count, RANKS)))
    if number is None or len(text.strip()) != 7:
        raise FeltlabError(f"{shown(text)} is not the ranks of seven cards, such as AKQT652")
    return number


def _odd_even(row: Row, number: int) -> int:
    """A file without a set, or with none in this row, sets the best hand."""
    if _one_of({"fold": 0, "play": 1}, "decision", row["decision"]) == 0:
        return FOLD
    if not (row.get("set") or "").strip():
        return BEST_SIDE
    odd = _one_of({"even": 0, "odd": 1}, "set", row["set"])
    return BEST_SIDE if odd == (ODD_SIDE[number] > EVEN_SIDE[number]) else OTHER_SIDE


def _low_four(row: Row, _: int) -> int:
    return _one_of({"fold": 0, "play": 1}, "decision", row["decision"])


@cache
def _suit_classes() -> dict[int, int]:
    keys = quick_draw_rounds.packed_all(classes().hands).tolist()
    return {key: number for number, key in enumerate(keys)}


def _suit_class(text: str) -> int:
    cards = parse_cards(text, 5, "hand")
    if len({*cards} & {*DECK}) != 5:
        raise FeltlabError(f"{shown(text)} is not five cards of one deck")
    return _suit_classes()[quick_draw_rounds.packed(np.array(cards))]


def _quick_draw(row: Row, _: int) -> int:
    return _one_of({"fold": 0, "bet": 1}, "decision", row["decision"])


def _three_cards(text: str) -> int:
    return index_of(*parse_cards(text, 3, "hand"))


def _rule_out(row: Row, number: int) -> int:
    word, _, card = row["decision"].strip().partition(" ")
    if _one_of({"keep": 0, "trade": 1}, "decision", word) == 0:
        return KEEP
    traded, cards = parse_card(card.strip()), CARDS[number].tolist()
    if traded == JOKER or traded not in cards:
        raise FeltlabError(f"{shown(row['decision'])}: there is no such card to trade in {row['hand']}")
    return int(cards.index(traded))


def _dealt_by_shoe(terms: Terms) -> npt.NDArray[np.bool_]:
    dealt: npt.NDArray[np.bool_] = rule_out.solve(terms.numbers.decks, terms.numbers.jokers).weights > 0
    return dealt


_FORMATS: Final = {
    "ace-odd-even": _Format("ranks", _rank_class, _odd_even, lambda _: np.ones(len(HANDS), np.bool_)),
    "low-four": _Format("ranks", _rank_class, _low_four, lambda _: np.ones(len(HANDS), np.bool_)),
    "quick-draw-holdem": _Format("hand", _suit_class, _quick_draw, lambda _: np.ones(len(classes().hands), np.bool_)),
    "rule-out": _Format("hand", _three_cards, _rule_out, _dealt_by_shoe),
}
