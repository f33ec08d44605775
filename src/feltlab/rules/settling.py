"""One seat's round by its declaration: from cards and choices to values, from values to codes, from codes to cents."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import signature
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from feltlab.errors import RulesError
from feltlab.hands.ranking import Ranking
from feltlab.money import PUSH as STAKE_BACK
from feltlab.money import Odds
from feltlab.rules.codes import LOSE, NONE, PAID, PUSH, WIN
from feltlab.rules.faults import RuleAtFaultError, wrong_codes
from feltlab.rules.pay_table import Line, Pay
from feltlab.rules.settlement import Settlement, bonus, made, paid
from feltlab.rules.wagers import Role, Wager

if TYPE_CHECKING:
    from feltlab.rules.game import Game, Terms

Cards = Mapping[str, tuple[int, ...]]
"""By place."""
_BONUS = Role.BONUS
MOST_GRADES = 50
"""More lines than any pay table has."""


@dataclass(frozen=True)
class Hand:
    """A ranking of the cards at one or more places: `Hand(seven_cards, "player", "board")`."""

    ranking: Ranking
    places: tuple[str, ...]

    def __init__(self, ranking: Ranking, *places: str) -> None:
        object.__setattr__(self, "ranking", ranking)
        object.__setattr__(self, "places", places)

    @property
    def reader(self) -> Callable[[Cards], tuple[int, ...]]:
        """`cards`, specialized for these places; most hands have one."""
        if len(self.places) != 1:
            return self.cards
        (place,) = self.places
        return lambda cards: cards.get(place, ())

    def cards(self, cards: Cards) -> tuple[int, ...]:
        """The cards of the places in order; none if a place is empty, as after a fold."""
        found: tuple[int, ...] = ()
        for place in self.places:
            found += cards.get(place, ())
        return found


@dataclass(frozen=True, slots=True)
class Bound:
    """A rule and the names of its arguments."""

    function: Callable[..., Any]
    names: tuple[str, ...]
    hands: tuple[str, ...]
    """Those of them that are hands."""
    readers: tuple[tuple[str, Callable[[Cards], tuple[int, ...]], Callable[[tuple[int, ...]], int]], ...]
    """Each hand with its cards and what they are worth."""
    taken: Callable[[Mapping[str, int]], Sequence[int]]
    """From all values those that it takes, in its order."""

    @classmethod
    def bind(cls, function: Callable[..., Any], known: Sequence[str], hands: Mapping[str, Hand], what: str) -> "Bound":
        names = tuple(signature(getattr(function, "py_func", function)).parameters)
        for name in names:
            if name not in known:
                raise RuleAtFaultError(f"{what} asks for {name!r}: a rule may ask for {', '.join(known)}", function)
        taken = itemgetter(*names) if len(names) > 1 else _few(names)
        read = [(name, hands[name].reader, hands[name].ranking.value) for name in names if name in hands]
        return cls(function, names, tuple(name for name, _, _ in read), tuple(read), taken)

    def of(self, cards: Cards, values: dict[str, int]) -> Any:
        """The rule's answer; reads hands that are not yet among the values from the cards and adds them."""
        try:
            for name, cards_of, worth in self.readers:
                if name not in values:
                    held = cards_of(cards)
                    values[name] = worth(held) if held else 0
            return self.function(*self.taken(values))
        except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
            raise RulesError(f"a rule or a ranking fails: {type(error).__name__}: {error}") from None


def _few(names: tuple[str, ...]) -> Callable[[Mapping[str, int]], Sequence[int]]:
    """`itemgetter` for any number of names, including one or none."""
    if not names:
        return lambda values: ()
    (only,) = names
    return lambda values: (values[only],)


class SeatRound(NamedTuple):
    """One seat's round, read and checked, ready to settle."""

    game: "Game"
    cards: Cards
    """The cards by place, including what choices make of them: the cards set, the hand after a trade."""
    choices: Mapping[str, Any]
    """The choices as in a line, complete."""
    units: Mapping[str, int]
    """For each raise, the number of units put on it."""
    folded: str
    """The stage at which the seat folded; empty if it did not."""
    stakes: Mapping[str, int]
    terms: "Terms"
    tokens: Mapping[str, int]

    def settle(self) -> Settlement:
        return settle(self)


class Facts(NamedTuple):
    """The facts of a settled round; words are formed from these and nothing else."""

    round: SeatRound
    values: Mapping[str, int]
    """By raise, rule number and hand, of hands those that a live wager looks at."""
    codes: Mapping[str, int]
    """By wager."""


def settle(round: SeatRound) -> Settlement:
    return settled(coded(round))


def settled(facts: Facts, heard: Callable[[Mapping[str, str]], Mapping[str, str]] | None = None) -> Settlement:
    """Settles in the order of take and pay.

    `heard` keeps the words about hands that a reason may use while cards are still face down.
    """
    round = facts.round
    game, units, stakes, terms = round.game, round.units, round.stakes, round.terms
    codes, speech = facts.codes, game.speech
    said, hands = speech.why, speech.hands(facts)
    told = heard(hands) if heard else hands
    results = []
    for wager, slug, base in game.orders[round.folded]:
        code = codes.get(slug, NONE)
        if code == NONE or base not in stakes:
            continue
        stake = units[slug] * stakes[base] if slug in units else stakes[base]
        line = line_of(slug, code, terms) if code >= PAID else None
        why = line.words if line else said(facts, slug, code, told)
        if line:
            pays = line.pays
        elif code == LOSE or code >= PAID:
            if wager.role is not _BONUS:  # it has no stake, so not paying it leaves nothing
                results.append(made((slug, stake, 0, why, None)))
            continue
        else:
            pays = odds_of(wager, code, terms)
        if type(pays) is not Odds:
            results.append(paid(slug, stake, pays, why, terms.meters))
        elif wager.role is _BONUS:
            results.append(bonus(slug, stake, pays, why))
        else:
            results.append(made((slug, stake, pays.returned(stake), why, None)))
    return Settlement(tuple(results), hands)


def coded(round: SeatRound) -> Facts:
    """The codes; reads only the hands that a live wager looks at."""
    game, cards = round.game, round.cards
    slugs, grades, values = game.settled, game.grades, game.other_values(round)
    found = game.bound_settle.of(cards, values)
    if type(found) is not tuple or len(found) != len(slugs):
        if wrong := wrong_codes(found, slugs, cards):
            raise RuleAtFaultError(f"{game.slug}: {wrong}", game.settle)
        found = found if type(found) is tuple else (found,)  # of one wager
    codes = dict(zip(slugs, found, strict=True))
    for slug in round.stakes:
        if (rule := grades.get(slug)) is not None:
            grade = rule.of(cards, values)
            if grade < 0:
                raise RulesError(f"{game.slug}: {slug} gives grade {grade}, and the lowest is 0")
            codes[slug] = PAID + grade
    return Facts(round, values, codes)


def pay_of(wager: Wager, code: int, terms: "Terms") -> Pay | None:
    """The pay of a code that is not a loss; None if no line of the pay table has its grade."""
    if code < PAID:
        return odds_of(wager, code, terms)
    line = line_of(wager.slug, code, terms)
    return line.pays if line else None


def line_of(slug: str, code: int, terms: "Terms") -> Line | None:
    """The line of the pay table for a code from PAID up, if there is one."""
    try:
        return terms.pays[slug].by_grade[code - PAID]
    except (KeyError, IndexError):
        money = " (settle gives codes such as WIN, not money)" if code - PAID > MOST_GRADES else ""
        raise RulesError(f"{slug} is paid by grade {code - PAID}, which none of its pay tables has{money}") from None


def odds_of(wager: Wager, code: int, terms: "Terms") -> Odds:
    """The odds of a push or a win that no pay table covers."""
    if code == PUSH:
        return STAKE_BACK
    odds = wager.odds[code - WIN]
    found: Odds = odds if isinstance(odds, Odds) else getattr(terms.numbers, odds)
    return found
