"""Runs a game's rules once on everything they can be asked; what is left is a small table of numbers.

A rule or a ranking is compiled into a loop of its own, in about a second. The large kernels never call it.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import permutations
from linecache import getlines
from types import FunctionType
from typing import Any, Final, NamedTuple
from warnings import filterwarnings

import numpy as np
from numba.core.errors import NumbaIRAssumptionWarning
from numba.np.unsafe import ndarray as unsafe  # with all of numba: settling alone does not import this module

from feltlab.errors import RulesError
from feltlab.exact.solving.different import different
from feltlab.exact.solving.keeping import Arrays, kept
from feltlab.hands.jit import load
from feltlab.kernels.duels import OUT, Sorted, spread
from feltlab.kernels.subsets import Ints, small_sets
from feltlab.kernels.suit_classes import RANKS, SUITS, suit_classes
from feltlab.kernels.valuing import STORED
from feltlab.rules.faults import at_fault, defined_at
from feltlab.rules.settling import Bound

to_fixed_tuple: Any = unsafe.to_fixed_tuple
"""In compiled code: the first entries of an array as the arguments of a rule."""
_njit: Callable[..., Any] = load().njit
_RENAMINGS = np.array(list(permutations(range(4))), np.int64)
_AT_A_TIME = 400_000
_HELD_AGAINST: Final = 30
"""Rows of a table."""
_KEPT = 6
"""The classes of larger hands take too much room to keep."""


@cache
def machine(function: Callable[..., Any]) -> Any:
    """As machine code of its own: a rule is plain Python, and inlined code takes no list of arguments."""
    # When a rule is woven in several times, the compiler warns about its own names. Instead, `_check_alike` compares
    # what it makes of an author's code with plain Python.
    filterwarnings("ignore", category=NumbaIRAssumptionWarning)
    made = _njit(boundscheck=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)  # only compiled code calls it
    return made(getattr(function, "py_func", function))


@contextmanager
def told(what: str, code: Callable[..., Any]) -> Iterator[None]:
    """Any error of an author's code, or of the compiler about it, in one line, with its place in the file."""
    try:
        yield
    except RulesError:
        raise
    except Exception as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        words = next((line for line in lines if not line.startswith("Failed in")), "")
        said = f"{type(error).__name__}: {words}"
        if "unify return type" in words:
            said = "it returns text or another kind of value in some branch: return whole numbers, in the same form"
        if known := _of_a_global(words, code):
            raise at_fault(f"{what} fails: {known[0]}", code, known[1]) from None
        raise at_fault(f"{what} fails: {said}", code, _line_of(error, code)) from None


def _of_a_global(words: str, code: Callable[..., Any]) -> tuple[str, int] | None:
    """What to do about something in the file that compiled code cannot use, and the line where it is written."""
    found = re.search(r"Untyped global name '(\w+)'|assigned to variable '(\w+)' in globals", words)
    function = getattr(code, "py_func", code)
    name = (found[1] or found[2]) if found else ""
    used = getattr(function, "__globals__", {}).get(name)
    if isinstance(used, FunctionType):
        return f"it calls {name}, which is not marked: put @rule above {name}", defined_at(used)
    if isinstance(used, list | dict | set):
        lines = getlines(function.__code__.co_filename)
        written = (number for number, line in enumerate(lines, start=1) if re.match(rf"{name}\b.*=", line))
        return f"it looks at {name}, which could change: make {name} a tuple", next(written, 0)
    return None


def _line_of(error: Exception, code: Callable[..., Any]) -> int:
    """The line of an author's code that the compiler means; 0 if it is in other code or unknown."""
    loc, written = getattr(error, "loc", None), getattr(getattr(code, "py_func", code), "__code__", None)
    return loc.line if loc and written and loc.filename == written.co_filename else 0


@cache
def _valuer(value: Callable[..., int]) -> Callable[[Ints, Ints], None]:
    if value in STORED:
        return STORED[value]
    value = value if hasattr(value, "py_func") else machine(value)

    def fill(hands: Any, found: Any) -> None:
        for number in range(len(hands)):
            found[number] = value(hands[number])

    made: Callable[[Ints, Ints], None] = _njit(nogil=True, no_cfunc_wrapper=True)(fill)
    return made


def valued(value: Callable[..., int], hands: Ints) -> Ints:
    """A ranking's value for every hand, computed now."""
    found = np.empty(len(hands), np.int64)
    with told(f"the ranking {getattr(value, '__name__', '')!r} of {hands.shape[1]} cards", value):
        _valuer(value)(np.ascontiguousarray(hands), found)
        if not hasattr(value, "py_func"):  # the library's own rankings are tested
            _check_alike(value, lambda row: value(tuple(hands[row].tolist())), found)
    return found


def _check_alike(code: Callable[..., Any], plain: Callable[[int], Any], found: Ints) -> None:
    """Compares some rows of machine code's results with those of the same code in plain Python."""
    if getattr(code, "__module__", "").startswith("feltlab."):
        return
    for row in range(0, len(found), max(1, len(found) // _HELD_AGAINST)):
        said = plain(row)
        made = tuple(found[row].tolist()) if isinstance(said, tuple) else int(found[row].item())
        if said != made:
            words = f"{getattr(code, '__name__', 'it')} gives {said}, and {made} when it is compiled"
            raise at_fault(f"{words}: it must return the same whole number below 2^62 for the same hands", code)


def values_of(value: Callable[..., int], hands: Ints) -> Ints:
    """A ranking's value for every hand."""
    return kept("values", (value, hands), lambda: {"values": valued(value, hands)})["values"]


def values_of_sets(value: Callable[..., int] | None, cards: Ints, size: int, by_suit: bool) -> Sorted:
    """The value of every set of that many cards of a deck; all are equal if no ranking is given."""
    sets = small_sets(len(cards), size)
    if value is None:
        return Sorted(np.zeros(1, np.int64), np.zeros(len(sets), np.uint16), sets)
    if by_suit and len(cards) == SUITS * RANKS:
        hands = suit_classes(size).hands
        rows, places = different(values_of(value, hands)[:, None])
        found = spread(hands, places.astype(np.uint16), _RENAMINGS)
    else:
        every = [valued(value, cards[sets[first : first + _AT_A_TIME]]) for first in range(0, len(sets), _AT_A_TIME)]
        rows, places = different(np.concatenate(every)[:, None])
        found = places.astype(np.uint16)
    values = rows[:, 0].copy()
    if len(values) >= OUT:
        raise RulesError(f"a hand of {size} cards has {len(values):,} different values; the limit is {OUT:,}")
    return Sorted(values, found, sets)


@cache
def _suit_teller(value: Callable[..., int]) -> Callable[[Ints, Ints], bool]:
    value = value if hasattr(value, "py_func") else machine(value)

    def tells(hands: Any, renamings: Any) -> bool:
        renamed = np.empty(hands.shape[1], np.int64)
        for number in range(len(hands)):
            found = value(hands[number])
            for renaming in renamings:
                for at in range(len(renamed)):
                    renamed[at] = (hands[number, at] & ~3) | renaming[hands[number, at] & 3]
                if value(renamed) != found:
                    return True
        return False

    made: Callable[[Ints, Ints], bool] = _njit(nogil=True, no_cfunc_wrapper=True)(tells)
    return made


@cache
def tells_suits_apart(value: Callable[..., int], cards: int) -> bool:
    """Whether renaming the suits changes the value of any hand of that many cards; all are tried."""

    def tried() -> Arrays:
        hands = suit_classes(cards).hands if cards <= _KEPT else suit_classes.__wrapped__(cards).hands
        with told(f"the ranking {getattr(value, '__name__', '')!r} of {cards} cards", value):
            return {"apart": np.array(_suit_teller(value)(hands, _RENAMINGS[1:]))}

    return bool(kept("suits", (value, cards), tried)["apart"])


class RuleOfTwo(NamedTuple):
    """A rule with every argument fixed except two values: one of the player's side, one of the dealer's."""

    rule: Callable[..., Any]
    arguments: Ints
    own: int
    """The place of the first among the arguments; -1 if the rule does not ask for it."""
    other: int
    several: bool
    """Whether it answers for several wagers."""


def asked(bound: Bound, fixed: dict[str, int], own: str, other: str) -> RuleOfTwo:
    names = bound.names
    arguments = np.array([fixed.get(name, 0) for name in names], np.int64)
    sample = bound.function(*arguments.tolist())
    first, second = (names.index(name) if name in names else -1 for name in (own, other))
    return RuleOfTwo(bound.function, arguments, first, second, isinstance(sample, tuple))


@cache
def _answerer(rule: Callable[..., Any], count: int, several: bool) -> Callable[..., None]:
    """Answers for every row of arguments."""
    rule = machine(rule)

    def fill(rows: Any, found: Any) -> None:
        for row in range(len(rows)):
            answer = rule(*to_fixed_tuple(rows[row], count))
            for wager in range(found.shape[1]):
                found[row, wager] = answer[wager]

    def fill_one(rows: Any, found: Any) -> None:
        for row in range(len(rows)):
            found[row, 0] = rule(*to_fixed_tuple(rows[row], count))

    made: Callable[..., None] = _njit(nogil=True, no_cfunc_wrapper=True)(fill if several else fill_one)
    return made


def answered(bound: Bound, rows: Ints) -> Ints:
    """A rule's answers, by row of arguments and wager, computed now."""
    if not len(rows):
        raise RulesError("nothing can be dealt")
    with told(f"the rule {getattr(bound.function, '__name__', '')!r}", bound.function):
        sample = bound.function(*rows[0].tolist())
        several = isinstance(sample, tuple)
        found = np.empty((len(rows), len(sample) if several else 1), np.int64)
        _answerer(bound.function, len(bound.names), several)(np.ascontiguousarray(rows), found)
        _check_alike(bound.function, lambda row: bound.function(*rows[row].tolist()), found)
    return found


def answers_of(bound: Bound, rows: Ints) -> Ints:
    """A rule's answers, by row of arguments and wager."""
    return kept("answers", (bound.function, rows), lambda: {"answers": answered(bound, rows)})["answers"]


@cache
def _changer(rule: Callable[..., Any], count: int, several: bool) -> Callable[..., None]:
    """Where, along the dealer's values, an answer changes other than at the player's own value."""
    rule = machine(rule)

    def same(first: Any, second: Any) -> Any:
        alike = True
        for wager in range(len(first)):
            alike &= first[wager] == second[wager]
        return alike

    same = machine(same if several else lambda first, second: first == second)

    def fill(arguments: Any, own: int, other: int, compared: Any, owns: Any, others: Any, changes: Any) -> None:
        asks = arguments.copy()
        for row in range(len(owns)):
            if own >= 0:
                asks[own] = owns[row]
            asks[other] = others[0]
            before = rule(*to_fixed_tuple(asks, count))
            for column in range(1, len(others)):
                asks[other] = others[column]
                now = rule(*to_fixed_tuple(asks, count))
                low, high, mine = others[column - 1], others[column], compared[row]
                if not same(before, now) and not (low < mine <= high or low <= mine < high):
                    changes[column] = True
                before = now

    made: Callable[..., None] = _njit(nogil=True, no_cfunc_wrapper=True)(fill)
    return made


def changes_of(asks: RuleOfTwo, compared: Ints, owns: Ints, others: Ints) -> Ints:
    """The dealer's values at which something changes for some hand of the player's, apart from its own value."""

    def found() -> Arrays:
        changes = np.zeros(len(others), np.bool_)
        with told(f"the rule {getattr(asks.rule, '__name__', '')!r}", asks.rule):
            changer = _changer(asks.rule, len(asks.arguments), asks.several)
            changer(asks.arguments, asks.own, asks.other, compared, owns, others, changes)
        return {"changes": others[changes]}

    return kept("changes", (*asks, compared, owns, others), found)["changes"] if asks.other >= 0 else others[:0]


def rows_of(names: Sequence[str], columns: dict[str, Ints], fixed: dict[str, int], length: int) -> Ints:
    """Arguments of a rule, one row each: some from columns, the others the same everywhere."""
    rows = np.empty((length, len(names)), np.int64)
    for place, name in enumerate(names):
        rows[:, place] = columns[name] if name in columns else fixed[name]
    return rows
