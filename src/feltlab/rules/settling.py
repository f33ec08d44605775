"""One seat's round by its declaration: cards and choices to values, values to codes, codes to cents."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from feltlab.errors import RulesError
from feltlab.hands.ranking import Ranking
from feltlab.money import PUSH as STAKE_BACK
from feltlab.money import Odds
from feltlab.rules.codes import LOSE, NONE, PAID, PUSH
from feltlab.rules.pay_table import Line, Pay, PayTable
from feltlab.rules.settlement import Settlement, bonus, paid
from feltlab.rules.wagers import Role, Wager

if TYPE_CHECKING:
    from feltlab.rules.game import Game, Terms

Cards = Mapping[str, tuple[int, ...]]
"""By place."""


@dataclass(frozen=True)
class Hand:
    """A ranking applied to the cards of some places, in their order: `Hand(seven_cards, "player", "board")`."""

    ranking: Ranking
    places: tuple[str, ...]

    def __init__(self, ranking: Ranking, *places: str) -> None:
        object.__setattr__(self, "ranking", ranking)
        object.__setattr__(self, "places", places)

    def cards(self, cards: Cards) -> tuple[int, ...]:
        """The cards of the places in their order; none where a place has none, as on a fold."""
        if len(self.places) == 1:
            return cards.get(self.places[0], ())
        return tuple([card for place in self.places for card in cards.get(place, ())])


class Bound(NamedTuple):
    """A compiled rule and the names of what it takes."""

    function: Callable[..., Any]
    names: tuple[str, ...]
    hands: tuple[str, ...]
    """Those of them that are hands."""

    @classmethod
    def bind(cls, function: Callable[..., Any], known: Sequence[str], hands: Collection[str], what: str) -> "Bound":
        names = tuple(signature(getattr(function, "py_func", function)).parameters)
        for name in names:
            if name not in known:
                raise RulesError(f"{what} asks for {name!r}: a rule may ask for {', '.join(known)}")
        return cls(function, names, tuple(name for name in names if name in hands))


class SeatRound(NamedTuple):
    """One seat's round, read and checked, ready to settle."""

    game: "Game"
    cards: Cards
    """By place, with what the choices make of them: the cards set, the hand after a trade."""
    choices: Mapping[str, Any]
    """As a line has them, in full."""
    units: Mapping[str, int]
    """By raise: how many times its stake was put on it."""
    folded: str
    """The stage of the fold, empty where there was none."""
    stakes: Mapping[str, int]
    terms: "Terms"
    tokens: Mapping[str, int]

    def settle(self) -> Settlement:
        return settle(self)


class Facts(NamedTuple):
    """What a settled round was made of: words are formed from this and from nothing else."""

    round: SeatRound
    values: Mapping[str, int]
    """By raise, rule number and hand, of hands those that a live wager looks at."""
    codes: Mapping[str, int]
    """By wager."""


def settle(round: SeatRound) -> Settlement:
    """In the order in which the dealer takes and pays."""
    game, units, stakes, terms = round.game, round.units, round.stakes, round.terms
    facts = coded(round)
    speech, codes = game.speech, facts.codes
    hands = speech.hands(facts)
    results = []
    for wager, slug, base in game.order(round.folded):
        code = codes.get(slug, NONE)
        if code == NONE:
            continue
        why = speech.why(facts, slug, code, hands)
        stake = units[slug] * stakes[base] if slug in units else stakes[base]
        pays = pay_of(wager, code, terms)
        if wager.role is Role.BONUS and isinstance(pays, Odds):
            results.append(bonus(slug, stake, pays, why))
        else:
            results.append(paid(slug, stake, pays, why, terms.meters))
    return Settlement(tuple(results), hands)


def coded(round: SeatRound) -> Facts:
    """Only the hands that a live wager looks at are read."""
    game, cards = round.game, round.cards
    values = game.other_values(round)
    rule = game.bound_settle
    _read_hands(rule, game.hands, cards, values)
    found = rule.function(*[values[name] for name in rule.names])
    codes = dict(zip(game.settled, found, strict=True)) if type(found) is tuple else {game.settled[0]: found}
    grades = game.grades
    for slug in round.stakes:
        if slug in grades:
            rule = grades[slug]
            _read_hands(rule, game.hands, cards, values)
            codes[slug] = PAID + rule.function(*[values[name] for name in rule.names])
    return Facts(round, values, codes)


def _read_hands(rule: Bound, hands: Mapping[str, Hand], cards: Cards, values: dict[str, int]) -> None:
    for name in rule.hands:
        if name not in values:
            hand = hands[name]
            held = hand.cards(cards)
            values[name] = hand.ranking.value(np.array(held)) if held else 0


def pay_of(wager: Wager, code: int, terms: "Terms") -> Pay | None:
    """What a code is paid; None where it loses."""
    if code == LOSE:
        return None
    if code == PUSH:
        return STAKE_BACK
    if code < PAID:
        odds = wager.odds[code - PUSH - 1]
        found: Odds = odds if isinstance(odds, Odds) else getattr(terms.numbers, odds)
        return found
    line = line_of(terms.pays[wager.slug], code)
    return line.pays if line else None


def line_of(table: PayTable, code: int) -> Line | None:
    return table.line(code - PAID)
