"""Mistakes of an author that have their own line: a rule that returns something wrong, an example."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from linecache import getlines
from pathlib import Path
from typing import Any, Final

from feltlab.cards import cards_text
from feltlab.errors import RulesError, shown
from feltlab.rules.codes import LOSE, NONE, PAID, PUSH, WIN
from feltlab.rules.wagers import Role, Wager

CODES: Final = "NONE, LOSE, PUSH, WIN or paid(grade)"
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class AtLineError(RulesError):
    """`line` is where the author wrote the mistake, or 0 if unknown."""

    def __init__(self, words: str, line: int = 0) -> None:
        super().__init__(words)
        self.line = line


class RuleAtFaultError(AtLineError):
    """A rule that returned something wrong, or asks for something that does not exist."""

    def __init__(self, words: str, rule: Callable[..., Any]) -> None:
        super().__init__(words, defined_at(rule))


def at_fault(words: str, rule: Callable[..., Any], line: int = 0) -> RuleAtFaultError:
    """The same when nobody adds the file and the line anymore: a rule that fails while a game is being solved."""
    code = getattr(getattr(rule, "py_func", rule), "__code__", None)
    where = f"{Path(code.co_filename).name}:{line or defined_at(rule)}: " if code else ""
    return RuleAtFaultError(f"{where}{words}", rule)


def defined_at(rule: Callable[..., Any]) -> int:
    """The line of the `def`, below its decorators; 0 for anything but a function in a file."""
    code = getattr(getattr(rule, "py_func", rule), "__code__", None)
    if code is None:
        return 0
    first = int(code.co_firstlineno)  # with decorators, this is the first decorator
    for number, line in enumerate(getlines(code.co_filename)[first - 1 :], start=first):
        if line.lstrip().startswith(("def ", "lambda ")):
            return number
        if not line.lstrip().startswith("@"):
            break
    return first


def counted(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def wrong_bonus(wager: Wager, code: int) -> str:
    """What is wrong with the code of a bonus: it has no stake for a loss to take or a push to return."""
    if wager.role is not Role.BONUS or code == NONE or code >= PAID:
        return ""
    given = {LOSE: "LOSE", PUSH: "PUSH", WIN: "WIN"}.get(code, code)
    none = "has no stake to lose or to return" if code < WIN else "is paid by its table"
    return f"settle gives {given} for the bonus {wager.slug}, which {none}: a bonus is NONE or paid(grade)"


def wrong_none(wager: Wager, code: int, made: bool) -> str:
    """What is wrong with a bet that is live and has no result, or has a result and is not live."""
    if wager.role not in (Role.INITIAL, Role.RAISE):
        return ""
    if made and code == NONE:
        article = "an" if wager.slug[0] in "aeiou" else "a"
        return f"settle gives NONE for {article} {wager.slug} bet that was made: the stake would vanish"
    if not made and code != NONE:
        return f"settle gives a result for the {wager.slug} bet, which was not made: give NONE"
    return ""


def wrong_units(strategy: str, stage: str, units: Any, offered: Iterable[int]) -> str:
    """What is wrong with the units that a strategy puts up."""
    if (type(units) is int or isinstance(units, bool)) and units in offered:
        return ""
    may = ", ".join(map(str, sorted(offered)))
    return f"the strategy {strategy!r} puts up {shown(units)} units on the {stage}, where {may} may be"


def wrong_codes(found: Any, slugs: Sequence[str], cards: Mapping[str, tuple[int, ...]] | None = None) -> str:
    """What is wrong with everything that settle returned; empty if it is a valid code for each bet."""
    bets = ", ".join(slugs)
    if found is None:
        dealt = ", ".join(f"{place} {cards_text(held)}" for place, held in (cards or {}).items() if held)
        return f"settle returned nothing for {dealt or 'some hands'}: every branch returns a code for {bets}"
    if isinstance(found, list):
        return f"settle returned the list {shown(found)}: return the codes with commas between them, as ({bets})"
    count = len(found) if isinstance(found, tuple) else 1
    if count == len(slugs):
        return ""
    codes, settled = "code" if count == 1 else "codes", "bet is" if len(slugs) == 1 else "bets are"
    there, form = counted(len(slugs)), bets if len(slugs) == 1 else f"({bets})"
    return f"settle returned {counted(count)} {codes}, but {there} {settled} settled: return {form}"
