"""A stranger's rules, tried on dealt rounds in plain Python before anything else runs them."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from random import Random
from types import FrameType
from typing import Any, Final

from feltlab.cards import cards_text
from feltlab.errors import FeltlabError, RulesError, shown
from feltlab.hands.ranking import ClassedRanking, category
from feltlab.rules import practice
from feltlab.rules.allowing import UNITS
from feltlab.rules.codes import LOSE, NONE, PAID, WIN
from feltlab.rules.faults import CODES, AtLineError, RuleAtFaultError, wrong_bonus, wrong_none, wrong_units
from feltlab.rules.game import Game
from feltlab.rules.lines import read_round
from feltlab.rules.pay_table import Share
from feltlab.rules.published import WorkedRound
from feltlab.rules.settling import Cards, Facts, SeatRound, coded, pay_of
from feltlab.rules.wagers import Role

ROUNDS: Final = 120
UNIT: Final = 1200
"""Cents of an example's opening bet: most odds leave no fraction of a cent."""
MOST_LINES: Final = 3_000_000
"""Lines of a file, run one by one: seconds of work, where rules take microseconds."""
MOST_SECONDS: Final = 20
"""Of CPU time."""
LARGEST: Final = 2**62


def tried(game: Game, rounds: int = ROUNDS) -> None:
    """Refuse rules that fail, that return codes nobody can pay, or that lose a bet unnoticed."""
    for number, worked in enumerate(game.examples, start=1):
        _check_example(game, worked, number)
    rng = Random(game.slug)  # noqa: S311 - the same rounds each time
    for _ in range(rounds):
        line = practice.line_of(game, rng, practice.dealt_table(game, rng), _stakes(game))
        if game.progressive_wagers:
            line["meters"] = dict.fromkeys(game.progressive_wagers, 1_000_000)
        facts = _check(read_round(line, game, game.house()))
    _check_rare(facts)


def _check_rare(facts: Facts) -> None:
    """Tries the weakest and strongest hand of every category: dealt rounds seldom have a rare one."""
    game, cards = facts.round.game, facts.round.cards
    for slug, bound in (("", game.bound_settle), *game.grades.items()):
        places = [place for name in bound.hands for place in game.hands[name].places]
        if len(set(places)) < len(places) or any(name not in facts.values for name in bound.names):
            continue  # hands that share cards are not rare one by one
        for name in bound.hands:
            ranking = game.hands[name].ranking
            if not isinstance(ranking, ClassedRanking) or ranking.jokers:
                continue
            for strength in ranking.ends():
                found = bound.of(cards, {**facts.values, name: strength})
                codes = {slug: PAID + found} if slug else dict(zip(game.settled, _several(found), strict=True))
                for bet, code in codes.items():
                    if wrong := _wrong(facts, bet, code):
                        hand = ranking.categories[category(strength)]
                        raise RuleAtFaultError(f"{wrong} (with the hand {name!r} a {hand})", bound.function)


def _several(found: Any) -> tuple[Any, ...]:
    return found if isinstance(found, tuple) else (found,)


def _check_example(game: Game, worked: WorkedRound, number: int) -> None:
    """Checks that the rules settle a round as its author worked it out."""
    opened = [slug for slug, wager in game.wagers.items() if wager.role is Role.INITIAL]
    wagers = {slug: UNIT * units for slug, units in (dict.fromkeys(opened, 1) | dict(worked.line["wagers"])).items()}
    line = {**worked.line, "game": game.slug, "wagers": wagers}
    try:
        round = read_round(line, game, game.house())
        _check(round)
        settled = round.settle()
    except RuleAtFaultError:
        raise
    except FeltlabError as error:
        raise AtLineError(f"example {number}: {error}", worked.at) from None
    net = Fraction(settled.net, UNIT)
    if net != worked.net:
        each = [(slug, Fraction(returned - staked, UNIT)) for slug, staked, returned, *_ in settled.results]
        found = ", ".join(f"{game.wagers[slug].name} {_signed(won)}" for slug, won in each)
        total = f", {_signed(net)} in all" if len(each) > 1 else ""
        words = f"example {number}: the rules settle it with {found}{total}, not {_signed(worked.net)}"
        raise AtLineError(words, worked.at)


def _signed(units: Fraction) -> str:
    """In opening bets: +3/2"""
    return f"{'+' if units > 0 else ''}{units}"


def _stakes(game: Game) -> dict[str, int]:
    found = {slug: 500 for slug, wager in game.wagers.items() if not wager.follows}
    return {slug: (game.wagers[slug].fixed_stakes or (stake,))[0] for slug, stake in found.items()}


def _check(round: SeatRound) -> Facts:
    _check_allows(round)
    for slug, bound in round.game.grades.items():
        grade = bound.of(round.cards, round.game.other_values(round))
        if type(grade) is not int or grade < 0:
            made = "; write 1 if … else 0" if isinstance(grade, bool) else ""
            words = f"the side bet {slug} gives {shown(grade)}: a grade is a whole number, 0 for nothing{made}"
            raise RuleAtFaultError(words, bound.function)
    facts = coded(round)
    for name, value in facts.values.items():
        if name in round.game.hands and (type(value) is not int or abs(value) > LARGEST):
            ranking = round.game.hands[name].ranking
            words = (
                f"the ranking {ranking.name!r} gives {shown(value)} for the hand {name!r}: a strength is a whole number"
            )
            raise RuleAtFaultError(words, ranking.value)
    _check_order(facts)
    _check_texts(facts)
    _check_strategies(round)
    for slug, code in facts.codes.items():
        if wrong := _wrong(facts, slug, code):
            raise RuleAtFaultError(wrong, round.game.sides.get(slug, round.game.settle))
    round.settle()
    return facts


def _check_order(facts: Facts) -> None:
    """A hand is worth the same in any order: figures count hands, but a table deals cards one by one."""
    game, cards = facts.round.game, facts.round.cards
    for name, hand in game.hands.items():
        dealt = hand.cards(cards)
        for other in _otherwise_laid(game, hand.places, cards) if dealt and name in facts.values else ():
            value = hand.ranking.of(other)
            if value != facts.values[name]:
                worth = f"{cards_text(dealt)} is worth {facts.values[name]}, {cards_text(other)} {value}"
                words = (
                    f"the ranking {hand.ranking.name!r} depends on the order of the cards: {worth}. Sort them in the"
                    " rule; a card whose turn matters gets a place of its own"
                )
                raise RuleAtFaultError(words, hand.ranking.value)


def _otherwise_laid(game: Game, places: Sequence[str], cards: Cards) -> Iterator[tuple[int, ...]]:
    """The cards of a hand with each field reversed, and with the first card moved to the end."""
    backward: tuple[int, ...] = ()
    turned: tuple[int, ...] = ()
    for place in places:
        held = cards.get(place, ())
        for field in _fields(game, place, held):
            backward, turned = (*backward, *field[::-1]), (*turned, *field[1:], *field[:1])
    yield backward
    yield turned


def _fields(game: Game, place: str, held: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Cards dealt or turned together."""
    deal = game.round.deal_at.get(place)
    sizes = list(deal.parts.values()) if deal and deal.parts and held else [len(held)]
    first = 0
    for size in sizes:
        yield held[first : first + size]
        first += size


def _check_texts(facts: Facts) -> None:
    """A ranking must call its hands in words."""
    for hand in facts.round.game.hands.values():
        cards, ranking = hand.cards(facts.round.cards), hand.ranking
        if not cards:
            continue
        takes = f"the text of the ranking {ranking.name!r} takes (value, cards) and returns the hand in words"
        try:
            said: Any = ranking.text(ranking.of(cards), cards)
        except TypeError as error:
            raise RuleAtFaultError(f"{takes}: {error}", ranking.text) from None
        if not isinstance(said, str):
            raise RuleAtFaultError(f"{takes}, not {shown(said)}", ranking.text)


def _check_strategies(round: SeatRound) -> None:
    """An author's strategy may put up only what is offered."""
    game = round.game
    for name, rules in game.plays.items():
        for stage, bound in rules.items():
            raises = game.round.asks[stage].raises
            if raises is None or stage in game.conditions.asks:  # where the cards may be missing
                continue
            units = bound.of(round.cards, game.other_values(round))
            if wrong := wrong_units(name, stage, units, raises.options.values()):
                raise RuleAtFaultError(f"{game.slug}: {wrong}", bound.function)


def _check_allows(round: SeatRound) -> None:
    """Compiled code and Python differ in what counts as true, so an allow returns only True or False."""
    game, numbers = round.game, round.terms.numbers
    for stage, bound in game.allows.items():
        values = {name: int(getattr(numbers, name)) for name in bound.names if name not in (UNITS, *bound.hands)}
        raises = game.round.asks[stage].raises
        for option, units in (raises.options if raises else {}).items():
            said = bound.of(round.cards, {**values, UNITS: units}) if units else True
            if type(said) is not bool:
                words = f"allow of {stage!r} gives {shown(said)} for {option!r}: it returns True or False"
                raise RuleAtFaultError(words, bound.function)


def _wrong(facts: Facts, slug: str, code: Any) -> str:
    """What is wrong with a code; empty if nothing is."""
    round = facts.round
    wager = round.game.wagers[slug]
    if type(code) is not int:
        return f"settle, for the {slug} bet: a code is one of {CODES}, not {shown(code)}"
    if code < NONE or WIN + len(wager.odds) <= code < PAID:
        made = "paid(-1)" if code == PAID - 1 else code  # nobody writes that number
        return f"settle gives {made} for the {slug} bet, which is not a code: a code is one of {CODES}"
    made = bool(round.units.get(slug, slug in round.stakes))
    if wrong := wrong_none(wager, code, made) or wrong_bonus(wager, code):
        return wrong
    try:
        pays = pay_of(wager, code, round.terms) if code > LOSE else None
    except RulesError as error:
        return str(error)
    if isinstance(pays, Share) and slug not in round.terms.progressives:
        return f"{slug} has no meter: no line of its pay table can pay a share of one"
    return ""


@contextmanager
def limited(file: str, lines: int = MOST_LINES) -> Iterator[None]:
    """Stops code that runs too many lines of a file: it would never end."""
    before, left = sys.gettrace(), lines

    def line_run(frame: FrameType, event: str, _: Any) -> Callable[..., Any]:
        nonlocal left
        left -= 1
        if left < 0:
            raise RulesError(f"{frame.f_code.co_name} does not end: {lines:,} lines were run")
        return line_run

    def entered(frame: FrameType, event: str, _: Any) -> Callable[..., Any] | None:
        return line_run if frame.f_code.co_filename == file else None

    with _alarm():
        sys.settrace(entered)
        try:
            yield
        finally:
            sys.settrace(before)


@contextmanager
def _alarm() -> Iterator[None]:
    """Also stops a one-instruction loop, which reports no lines; only where the system and the thread allow it."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def rings(_: int, __: FrameType | None) -> None:
        raise RulesError(f"it does not end: it ran for {MOST_SECONDS} seconds")

    before = signal.signal(signal.SIGVTALRM, rings)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
